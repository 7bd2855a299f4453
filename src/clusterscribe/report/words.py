"""Figures as a reader of a page wants them: thousands apart, long texts cut."""

from __future__ import annotations

from clusterscribe.charts.data.figures import counted, grouped
from clusterscribe.description.words import wording

__all__ = ["counted", "cut", "grouped", "portion", "proved_ends"]

ELLIPSIS = "…"


def portion(part: float, whole: float) -> str:
    """Write a share in percent; of nothing, nothing is the share."""
    return wording.percent(part / whole) if whole else "0 %"


def proved_ends(length: bool, errors: bool, objective: str) -> str:
    """Say which is proved: that nothing is shorter, that nothing as short makes fewer errors."""
    if length and errors:
        return "proved"
    if length:
        plain = objective in ("complexity", "sparsity")
        return f"only {objective if plain else 'the weighted sum'} proved"
    return "only errors proved" if errors else "not proved"


def cut(text: str, longest: int) -> str:
    """Shorten a text that is longer than this."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + ELLIPSIS
