"""The bounds of conditions on one subject in as few letters as there is room for in a cell."""

from __future__ import annotations

from clusterscribe.charts.data.subjects import (
    Alternative,
    Subject,
    about,
    alternatives_of,
    subject_of,
)
from clusterscribe.description.core import Ball, Polyhedron, Region, conditions
from clusterscribe.description.core.conditions import Condition, conditions_of
from clusterscribe.description.words import wording
from clusterscribe.description.words.condition_wording import central
from clusterscribe.feature import Kind

ANY = "any"
DASH = " \N{EN DASH} "
MIDNIGHT = " 00:00"


def bounds_in_words(region: Region, subject: Subject) -> str:
    """Write the bounds of a region on a subject: `≥ 2.5`, `≤ 2 or ≥ 9`, `not red`."""
    if isinstance(region, Ball):
        values = zip(region.terms, region.centre, strict=True)
        near = [central(at, t.feature) for t, at in values if subject_of(t.feature) == subject]
        return f"near {', '.join(near)}"
    ways = [_way(about(spaces, subject)) for spaces in alternatives_of(region)]
    return " or ".join(dict.fromkeys(ways))


def _way(spaces: Alternative) -> str:
    found = conditions_of(Polyhedron(None, spaces))
    return " and ".join(map(_short, found)) or ANY


def _short(value: Condition) -> str:  # noqa: PLR0911 (one for each)
    match value:
        case conditions.Between():
            return _between(value)
        case conditions.IsLevel(_, level):
            return wording.level(level)
        case conditions.IsNoneOf(_, (None,)) | conditions.IsKnown():
            return "known"
        case conditions.IsNoneOf(_, levels):
            return f"not {', '.join(map(wording.level, levels))}"
        case conditions.IsTruth(_, truth):
            return "true" if truth else "false"
        case conditions.Weighted(is_any_of=True):
            return " or ".join(wording.level(term.feature.level) for term in value.terms)
        case conditions.Weighted():
            return f"{'≥' if value.is_at_least else '≤'} {wording.exact(value.bound)}"
        case conditions.Always():
            return ANY
        case _:
            return "none"


def _between(value: conditions.Between) -> str:
    low, above = wording.lower_bound(value.lower, value.feature)
    high, below = wording.upper_bound(value.upper, value.feature)
    if value.feature.kind is Kind.DATETIME:
        low, high = low.removesuffix(MIDNIGHT), high.removesuffix(MIDNIGHT)
    if not low:
        return f"{'<' if below else '≤'} {high}"
    if not high:
        return f"{'>' if above else '≥'} {low}"
    if low == high:
        return f"= {low}"
    return f"{low}{DASH}{high}"
