"""Figures as a reader of a page wants them: thousands apart, long texts cut."""

from __future__ import annotations

from clusterscribe.description import wording

ELLIPSIS = "…"


def grouped(amount: float) -> str:
    """Write a number with its thousands apart: `8,477`."""
    text = wording.number(amount)
    whole, point, rest = text.partition(".")
    if not whole.lstrip("-").isdigit():
        return text
    return f"{int(whole):,}{point}{rest}"


def counted(amount: float, one: str, many: str | None = None) -> str:
    """Write a number with its noun: `1 row`, `8,477 rows`."""
    return f"{grouped(amount)} {one if amount == 1 else many or one + 's'}"


def portion(part: float, whole: float) -> str:
    """Write a share in percent; of nothing, nothing is the share."""
    return wording.percent(part / whole) if whole else "0 %"


def cut(text: str, longest: int) -> str:
    """Shorten a text that is longer than this."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + ELLIPSIS
