"""The band of a category: shares of its levels, the rare ones together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.band import LevelBand
from clusterscribe.charts.data.levels import coded, lets_in, named_levels
from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.subjects import Category, alternatives_of
from clusterscribe.charts.data.words import conditions_on, title_of
from clusterscribe.description.core import Label
from clusterscribe.description.words import wording

MOST = 10  # levels with a bar of their own, unless conditions name more
MOST_NAMED = 16  # of those that conditions name


def level_band(rows: Rows, label: Label, category: Category) -> LevelBand:
    """Count the levels of a column in a cluster and among all other rows."""
    region = rows.part(label)
    found = coded(rows, region, category)
    own, others = (
        _amounts(found.codes, rows.judgement.weights, chosen, len(found.levels))
        for chosen in (rows.own(label), rows.others(label))
    )
    ways = alternatives_of(region)
    allowed = [lets_in(ways, category, level) for level in found.levels]
    named = set(named_levels(region, category))
    order = np.argsort(-(own + others), kind="stable")
    shown, rest = _split(order, [found.levels[place] in named for place in order])
    words = [wording.level(found.levels[place]) for place in shown]
    return LevelBand(
        label,
        conditions_on(region, category, rows.naming),
        title_of(category, rows.naming),
        tuple(words) + ((f"{len(rest)} others",) if len(rest) else ()),
        _shares(own, shown, rest),
        _shares(others, shown, rest),
        tuple(allowed[place] for place in shown)
        + ((_together([allowed[place] for place in rest]),) if len(rest) else ()),
    )


def _amounts(
    codes: NDArray[np.int64],
    weights: NDArray[np.float64] | None,
    chosen: NDArray[np.bool_],
    count: int,
) -> NDArray[np.float64]:
    """Count the chosen rows of each level, or sum their weights."""
    weight = None if weights is None else weights[chosen]
    return np.bincount(codes[chosen], weights=weight, minlength=count).astype(np.float64)


def _split(
    order: NDArray[np.intp], is_named: list[bool]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the levels that get a bar of their own, and the rest."""
    named = np.array(is_named, dtype=bool)
    shown = np.zeros(len(order), dtype=bool)
    shown[np.flatnonzero(named)[:MOST_NAMED]] = True
    shown[np.flatnonzero(~named)[: max(0, MOST - shown.sum())]] = True
    if (~shown).sum() == 1:  # a bar for "1 others" is a bar for that level
        shown[:] = True
    return order[shown], order[~shown]


def _shares(
    amounts: NDArray[np.float64], shown: NDArray[np.intp], rest: NDArray[np.intp]
) -> NDArray[np.float64]:
    total = amounts.sum()
    parts = np.append(amounts[shown], amounts[rest].sum()) if len(rest) else amounts[shown]
    return parts / total if total else parts


def _together(allowed: list[bool]) -> bool | None:
    """Return what holds for all of them, or None if it differs."""
    return allowed[0] if len(set(allowed)) == 1 else None
