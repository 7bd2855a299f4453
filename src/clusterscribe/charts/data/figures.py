"""Numbers and short texts as readers of charts and pages want them."""

from __future__ import annotations

from clusterscribe.description.words import wording

ELLIPSIS = "…"


def grouped(amount: float, digits: int = wording.DIGITS) -> str:
    """Write a number with a thousands separator: `8,477`."""
    text = wording.number(amount, digits)
    sign = "-" if text.startswith("-") else ""  # which -0 would lose
    whole, point, rest = text.removeprefix(sign).partition(".")
    return f"{sign}{int(whole):,}{point}{rest}" if whole.isdigit() else text


def counted(amount: float, one: str, many: str | None = None) -> str:
    """Write a number with its noun: `1 row`, `8,477 rows`."""
    return f"{grouped(amount)} {one if amount == 1 else many or one + 's'}"


def named_amount(amount: float, noun: str) -> str:
    """Write how many rows there are by what they are; a single one has no noun of its own."""
    return counted(amount, "row") if amount == 1 else f"{grouped(amount)} {noun}"


def drawn_of(drawn: int, every: float, noun: str) -> str:
    """Say how many of all rows a map shows."""
    whole = named_amount(every, noun)
    return f"All {whole}." if drawn == every else f"{grouped(drawn)} of {whole}, as a sample."


def amount_of(rows: float) -> str:
    """Write a number of rows exactly, and a sum of weights with a few digits."""
    return grouped(rows) if rows == int(rows) else grouped(rows, 6)


def portion(part: float, whole: float) -> str:
    """Write a share in percent; a share of nothing is 0 %."""
    return wording.percent(part / whole) if whole else "0 %"


def cut(text: str, longest: int) -> str:
    """Shorten a text that is longer than this."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + ELLIPSIS
