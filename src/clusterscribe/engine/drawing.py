"""Drawing rows from an engine: some of every kind, by lot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from clusterscribe.engine.asking import ask
from clusterscribe.engine.expressions import Expression, double
from clusterscribe.engine.loading import ibis
from clusterscribe.engine.survey import Survey

if TYPE_CHECKING:
    import pyarrow as pa

SPARE = 2.0  # times as many rows as are wanted are looked at, so that there are enough


def draw(
    survey: Survey,
    rows: Expression,
    wanted: Mapping[int, int],
    sizes: Mapping[int, int],
    *,
    seed: int,
    purpose: str,
) -> pa.Table:
    """Return up to so many different rows of each kind, those with the least lots.

    `rows` has a column `kind` beside those of the survey; `sizes` says how many rows of a kind
    there are. Equal rows come as one with their weight. No more than a few times as many rows as
    are wanted are sorted.
    """
    rows = rows.mutate(lot=survey.lot(rows, seed))
    limits = {
        kind: SPARE * most / sizes[kind]
        for kind, most in wanted.items()
        if SPARE * most < sizes[kind]
    }
    while True:
        drawn = ask(_least(survey, rows, wanted, limits), purpose)
        found = Counter(drawn["kind"].to_pylist())
        wider = _wider(limits, found, wanted)
        if wider == limits:
            return drawn
        limits = wider


def _least(
    survey: Survey, rows: Expression, wanted: Mapping[int, int], limits: Mapping[int, float]
) -> Expression:
    """Return so many different rows of each kind with the least lots below its limit, if any."""
    if limits:
        cases = [(rows.kind == kind, double(limit)) for kind, limit in limits.items()]
        rows = rows.filter(rows.lot < ibis().cases(*cases, else_=double(2)))
    grouped = merged(survey, rows, "kind", "lot")
    order = [grouped[name] for name in ("lot", "cluster", *survey.names)]
    place = ibis().row_number().over(group_by=grouped.kind, order_by=order)
    numbered = grouped.mutate(place=place)
    cases = [(numbered.kind == kind, most) for kind, most in wanted.items()]
    chosen = numbered.filter(numbered.place < ibis().cases(*cases, else_=0))
    return chosen.order_by("kind", "place")


def _wider(
    limits: Mapping[int, float], found: Counter[int], wanted: Mapping[int, int]
) -> dict[int, float]:
    """Raise the limits of kinds of which far too few rows were found.

    That is where many rows are equal: they have one lot, which may be above the limit.
    """
    wider = {}
    for kind, limit in limits.items():
        few = SPARE * found[kind] < wanted[kind]
        raised = limit * SPARE * wanted[kind] / max(1, found[kind]) if few else limit
        if raised < 1:
            wider[kind] = raised
    return wider


def merged(survey: Survey, rows: Expression, *more: str) -> Expression:
    """Make equal rows one, with the weight of all of them."""
    keys = ["cluster", *survey.names, *more]
    return rows.group_by(keys).aggregate(whole=rows.whole.sum())
