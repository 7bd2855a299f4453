"""The rows at the ends of each cluster: where a column is least or largest in it."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from clusterscribe.engine.asking import ask
from clusterscribe.engine.drawing import merged
from clusterscribe.engine.expressions import Expression, double
from clusterscribe.engine.loading import ibis
from clusterscribe.engine.survey import Survey
from clusterscribe.feature import Kind

if TYPE_CHECKING:
    import pyarrow as pa

MOST_COMPARED = 2_000  # clusters times columns; beyond it, comparing takes longer than joining


def rows_at_the_ends(survey: Survey, seed: int) -> pa.Table | None:
    """Return for each cluster and each end of a column one row that is there: the least lot.

    None where there are categories and truth values only.
    """
    places = [place for place, kind in enumerate(survey.kinds) if not kind.is_binary]
    if not places:
        return None
    rows = _perhaps_there(survey, places)
    rows = rows.mutate(lot=survey.lot(rows, seed))
    lots = _least_lots(survey, rows, places)
    found = rows.semi_join(lots, ["cluster", "lot"])
    query = _first(survey, merged(survey, found, "lot"))
    return ask(query, "the rows at the ends of the clusters were fetched")


def _first(survey: Survey, rows: Expression) -> Expression:
    """Return one row of those that differ in their texts alone, which may have the same lot."""
    kinds = dict(zip(survey.names, survey.kinds, strict=True))
    alike = ["cluster", "lot", *(name for name in kinds if kinds[name] is not Kind.LEVEL)]
    texts = [rows[name] for name in kinds if kinds[name] is Kind.LEVEL]
    place = ibis().row_number().over(group_by=alike, order_by=texts or [rows.lot])
    numbered = rows.mutate(place=place)
    return numbered.filter(numbered.place == 0).order_by(["cluster", *survey.names])


def _perhaps_there(survey: Survey, places: list[int]) -> Expression:
    """Leave out, quickly, most of the rows that are at no end of any cluster."""
    rows, extremes = survey.rows, survey.extremes
    if len(places) * len(extremes.size) > MOST_COMPARED:
        return rows
    either = []
    for place in places:
        ends = {float(side[place]) for side in (*extremes.low.values(), *extremes.high.values())}
        either.append(rows[f"c{place}"].isin([double(end) for end in sorted(ends)]))
    return rows.filter(reduce(or_, either))


def _least_lots(survey: Survey, rows: Expression, places: list[int]) -> Expression:
    """Return the least lot of each cluster at each end, as a small table of its own."""
    import pyarrow as pa

    ends = _ends(survey, places)
    beside = rows.join(ends, "cluster")
    least = {
        f"{side}{place}": beside.lot.min(where=beside[f"c{place}"] == beside[f"{side}{place}"])
        for place in places
        for side in ("low", "high")
    }
    grouped = beside.group_by("cluster").aggregate(**least)
    found = ask(grouped, "the ends of the clusters were looked at").to_pylist()
    pairs = sorted({(row["cluster"], row[name]) for row in found for name in least})
    cluster, lots = zip(*pairs, strict=True)
    return ibis().memtable(pa.table({"cluster": list(cluster), "lot": list(lots)}))


def _ends(survey: Survey, places: list[int]) -> Expression:
    import pyarrow as pa

    extremes = survey.extremes
    columns: dict[str, list[float]] = {"cluster": [*extremes.size]}
    for place in places:
        columns[f"low{place}"] = [float(low[place]) for low in extremes.low.values()]
        columns[f"high{place}"] = [float(high[place]) for high in extremes.high.values()]
    return ibis().memtable(pa.table(columns))
