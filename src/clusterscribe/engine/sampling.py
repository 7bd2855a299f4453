"""Rows sampled by a key, so that every engine draws the same ones.

The sampling key of a row is a number from 0 to 1 that is computed from its values: by plain
floating-point arithmetic, with the levels of categories hashed here and looked up by the engine.
So it does not depend on the engine (their own hash functions differ), on the order of rows, or on
how they are spread over files and workers. Equal rows have equal keys: they are drawn together, or
not at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import reduce
from math import inf, isnan
from operator import or_
from typing import TYPE_CHECKING

from clusterscribe.engine.asking import ask, ibis, small_table
from clusterscribe.engine.expressions import Expression, double
from clusterscribe.engine.survey import Survey
from clusterscribe.feature import Kind

if TYPE_CHECKING:
    import pyarrow as pa

GOLDEN, PLASTIC, SILVER = 0.6180339887498949, 0.7548776662466927, 0.4142135623730951
FINE = 1_048_573.0  # keys over the range of a column: neighbouring values get far apart
MISSING = 0.5
SPARE = 2.0  # times as many rows as are wanted are looked at, so that there are enough
MOST_COMPARED = 2_000  # clusters times columns; beyond it, comparing takes longer than joining


def with_keys(survey: Survey, rows: Expression, seed: int) -> Expression:
    """Return the rows with a column `key`; another seed draws other rows."""
    for name, known in survey.hashes.items():
        rows = rows.left_join(known, rows[name] == known[f"level_{name}"]).drop(f"level_{name}")
    total = double((seed * SILVER) % 1.0)
    for place, (name, kind) in enumerate(zip(survey.names, survey.kinds, strict=True)):
        steps = FINE * (1 + ((place + 1) * GOLDEN + seed * PLASTIC) % 1.0)
        if kind is Kind.LEVEL:
            if name in survey.hashes:  # else all its values are missing
                total += rows[f"hash_{name}"].fill_null(double(MISSING)) * double(steps)
            continue
        low, high = survey.extremes.ranges[place]
        factor = steps / (high - low) if low < high else 0.0
        if 0 < factor < inf:  # else the range is no number, or too small to divide by
            step = (rows[name] - double(low)) * double(factor)
            total += step.fill_null(double(MISSING))
    return rows.mutate(key=total - total.floor())


def draw(
    survey: Survey,
    rows: Expression,
    wanted: Mapping[int, int],
    sizes: Mapping[int, int],
    *,
    seed: int,
    purpose: str,
) -> pa.Table:
    """Return up to the wanted number of different rows of each kind, those with the least keys.

    `rows` has a column `kind` beside those of the survey; `sizes` says how many rows of a kind
    there are. Equal rows come as one with their total weight. No more than a few times as many
    rows as are wanted are sorted.
    """
    rows = with_keys(survey, rows, seed)
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
    """Return the wanted number of different rows of each kind with the least keys in its limit."""
    if limits:
        cases = [(rows.kind == kind, double(limit)) for kind, limit in limits.items()]
        rows = rows.filter(rows.key < ibis().cases(*cases, else_=double(2)))
    grouped = _merged(survey, rows, "kind", "key")
    order = [grouped[name] for name in ("key", "cluster", *survey.names)]
    place = ibis().row_number().over(group_by=grouped.kind, order_by=order)
    numbered = grouped.mutate(place=place)
    cases = [(numbered.kind == kind, most) for kind, most in wanted.items()]
    chosen = numbered.filter(numbered.place < ibis().cases(*cases, else_=0))
    return chosen.order_by("kind", "place")


def _wider(
    limits: Mapping[int, float], found: Counter[int], wanted: Mapping[int, int]
) -> dict[int, float]:
    """Raise the limits of kinds of which far too few rows were found.

    That happens where many rows are equal: they share one key, which may be above the limit.
    """
    wider = {}
    for kind, limit in limits.items():
        few = SPARE * found[kind] < wanted[kind]
        raised = limit * SPARE * wanted[kind] / max(1, found[kind]) if few else limit
        if raised < 1:
            wider[kind] = raised
    return wider


def _merged(survey: Survey, rows: Expression, *more: str) -> Expression:
    """Make equal rows one, with their total weight."""
    keys = ["cluster", *survey.names, *more]
    return rows.group_by(keys).aggregate(whole=rows.whole.sum())


# ---- the rows at the ends of each cluster -------------------------------------------------


def rows_at_the_ends(survey: Survey, seed: int) -> pa.Table | None:
    """Return for each cluster and each end of a column one row there, that with the least key.

    None where all columns are categories or truth values.
    """
    places = [place for place, kind in enumerate(survey.kinds) if not kind.is_binary]
    if not places:
        return None
    rows = _perhaps_there(survey, places)
    rows = with_keys(survey, rows, seed)
    keys = _least_keys(survey, rows, places)
    found = _merged(survey, rows.semi_join(keys, ["cluster", "key"]), "key")
    query = found.order_by(["cluster", *survey.names])
    return ask(query, "the rows at the ends of the clusters were fetched")


def _perhaps_there(survey: Survey, places: list[int]) -> Expression:
    """Leave out, quickly, most of the rows that are at no end of any cluster."""
    rows, extremes = survey.rows, survey.extremes
    if len(places) * len(extremes.size) > MOST_COMPARED:
        return rows
    either = []
    for place in places:
        ends = {float(side[place]) for side in (*extremes.low.values(), *extremes.high.values())}
        known = sorted(end for end in ends if not isnan(end))  # a cluster may have no number there
        either.append(rows[f"c{place}"].isin([double(end) for end in known]).fill_null(False))
    return rows.filter(reduce(or_, either))


def _least_keys(survey: Survey, rows: Expression, places: list[int]) -> Expression:
    """Return the least key of each cluster at each end, as a small table of its own."""
    beside = rows.join(_ends(survey, places), "cluster")
    least = {
        f"{side}{place}": beside.key.min(where=beside[f"c{place}"] == beside[f"{side}{place}"])
        for place in places
        for side in ("low", "high")
    }
    grouped = beside.group_by("cluster").aggregate(**least)
    found = ask(grouped, "the ends of the clusters were looked at").to_pylist()
    pairs = sorted(
        {(row["cluster"], row[name]) for row in found for name in least if row[name] is not None}
    )
    cluster, keys = zip(*pairs, strict=True)
    return small_table({"cluster": list(cluster), "key": list(keys)})


def _ends(survey: Survey, places: list[int]) -> Expression:
    extremes = survey.extremes
    columns: dict[str, list[float]] = {"cluster": [*extremes.size]}
    for place in places:
        columns[f"low{place}"] = [float(low[place]) for low in extremes.low.values()]
        columns[f"high{place}"] = [float(high[place]) for high in extremes.high.values()]
    return small_table(columns)
