"""Rows that are wrongly described: which are listed, where each one is, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from clusterscribe.charts.data import Rows
from clusterscribe.charts.data.by_label import Places
from clusterscribe.charts.data.figures import cut
from clusterscribe.charts.data.words import name_of, renamed
from clusterscribe.description.core import Judgement, Region, Union
from clusterscribe.description.core.conditions import Between, condition_of
from clusterscribe.description.explain.explain import cell, verdicts_of
from clusterscribe.description.explain.verdict import Check, Verdict
from clusterscribe.description.words import wording
from clusterscribe.feature import Feature, Kind
from clusterscribe.report.summary import WrongColumn, WrongRow, WrongRows
from clusterscribe.table import Table
from clusterscribe.table.column import Levels, Numbers

LISTED = 200  # rows
COLUMNS = 10  # that are shown of each
LONGEST_CELL = 60  # characters
LONGEST_REASON = 400
NAMED = 3  # clusters that are named where a row is in several, and conditions that it fails
DIGITS = 4  # of a distance, which nobody looks up

NOWHERE, ELSEWHERE, ALSO = 0, 1, 2  # kinds of errors


def wrong_rows(rows: Rows, most: int = LISTED, noun: str = "rows") -> WrongRows:
    """List rows that are wrongly described, of every cluster and every kind of error."""
    judged = rows.judgement
    wrong = judged.counted & ~judged.correct
    if judged.weights is not None:
        wrong &= judged.weights > 0
    places = np.flatnonzero(wrong)
    listed = _spread(judged, places, most)
    table = _table_of(rows, listed)
    regions = [renamed(part, rows.naming) for part in rows.description.parts]
    return WrongRows(
        len(places),
        tuple(_listed(regions, judged, listed, table)),
        tuple(_column(table, column) for column in table.columns[:COLUMNS]),
        max(0, len(table.columns) - COLUMNS),
        noun,
    )


def keeps_out(verdict: Verdict) -> str:
    """Say which conditions keep a row out of a cluster, and by how much."""
    if verdict.closeness is not None:
        return f"is not {verdict.closeness.condition} ({verdict.closeness.finding})"
    if verdict.alternatives is None:
        return _failures(_failing(verdict.checks))
    if not verdict.alternatives:
        return "no row can be inside"
    nearest = min((_failing(checks) for checks in verdict.alternatives), key=len)
    if len(verdict.alternatives) == 1:
        return _failures(nearest)
    return f"meets no alternative; of the nearest it {_failures(nearest)}"


def _spread(judged: Judgement, places: Places, most: int) -> Places:
    """Choose rows so that no label and no kind of error crowds out another; in table order."""
    if len(places) <= most:
        return places
    own, polyhedra = judged.own[places], judged.inside.shape[1]
    inside = judged.inside[places]
    at_home = inside[np.arange(len(places)), np.minimum(own, polyhedra - 1)] & (own < polyhedra)
    kind = np.where(at_home, ALSO, np.where(inside.any(axis=1), ELSEWHERE, NOWHERE))
    # a row's turn: how many rows of its label and kind come before it
    group = own * 3 + kind
    order = np.argsort(group, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(group[order]) > 0])
    lengths = np.diff(np.r_[starts, len(order)])
    turn = np.empty(len(order), dtype=np.intp)
    turn[order] = np.arange(len(order)) - np.repeat(starts, lengths)
    return np.sort(places[np.argsort(turn, kind="stable")[:most]])


def _table_of(rows: Rows, listed: Places) -> Table:
    """Return the listed rows, their used columns with the names that a user gave."""
    used = rows.description.used_columns
    names = tuple(name_of(column, rows.naming) for column in used)
    return Table(names, len(listed), rows.table.only(used).take(listed).read)


def _listed(
    regions: Sequence[Region], judged: Judgement, listed: Places, table: Table
) -> Iterator[WrongRow]:
    """Say where each listed row is and why; `table` holds these rows alone."""
    reasons = _kept_out(regions, judged, listed, table)
    cells = [_cells(column, table.column(column)) for column in table.columns[:COLUMNS]]
    for place, row in enumerate(listed.tolist()):
        own = int(judged.own[row])
        others = [part for part in np.flatnonzero(judged.inside[row]).tolist() if part != own]
        yield WrongRow(
            number=row + 1,
            label=wording.label(judged.labels[own]),
            place=_place(judged.labels, others, also=place not in reasons and own < len(regions)),
            reason=cut(_reason(regions, own, others, reasons.get(place, "")), LONGEST_REASON),
            cells=tuple(cut(column[place], LONGEST_CELL) for column in cells),
        )


def _column(table: Table, name: str) -> WrongColumn:
    column = table.column(name)
    kinds = (Kind.NUMBER, Kind.INTEGER)
    return WrongColumn(wording.name(name), isinstance(column, Numbers) and column.kind in kinds)


def _cells(name: str, column: Numbers | Levels) -> list[str]:
    """Write the values of a column as they are in the table."""
    if isinstance(column, Levels):
        feature, values = Feature(name, Kind.LEVEL), np.zeros(len(column))
    else:
        feature, values = Feature(name, column.kind, zoned=column.zoned), column.values
    return [cell(column, feature, value, place) for place, value in enumerate(values.tolist())]


def _kept_out(
    regions: Sequence[Region], judged: Judgement, listed: Places, table: Table
) -> dict[int, str]:
    """Say what keeps rows out of their own cluster, by their places in the list."""
    own = judged.own[listed]
    outside = [
        place
        for place in np.flatnonzero(own < len(regions)).tolist()
        if not judged.inside[listed[place], own[place]]
    ]
    verdicts = verdicts_of([regions[own[place]] for place in outside], table, outside)
    return {place: keeps_out(verdict) for place, verdict in zip(outside, verdicts, strict=True)}


def _place(labels: Sequence[object], others: Sequence[int], also: bool) -> str:
    """Say where a row is besides its own cluster, or instead of it."""
    if not others:
        return "in none"
    names = [wording.label(labels[other]) for other in others[:NAMED]]
    if len(others) > NAMED:
        names.append(f"{len(others) - NAMED} more")
    return f"{'also in' if also else 'in'} {', '.join(names)}"


def _reason(regions: Sequence[Region], own: int, others: Sequence[int], kept_out: str) -> str:
    words = [kept_out] if kept_out else []
    if own >= len(regions) and not others:
        words.append("no cluster is described for this label")
    if others:
        first = regions[others[0]]
        has_several = isinstance(first, Union) and len(first.polyhedra) > 1
        met = "an alternative" if has_several else "all conditions"
        words.append(f"meets {met} of cluster {wording.label(first.label)}")
    return "; ".join(words)


def _failing(checks: tuple[Check, ...]) -> list[Check]:
    return [check for check in checks if not check.satisfied]


def _failures(checks: list[Check]) -> str:
    words = [_failure(check) for check in checks[:NAMED]]
    if len(checks) > NAMED:
        words.append(wording.count(len(checks) - NAMED, "further condition"))
    return f"does not meet {', nor '.join(words)}"


def _failure(check: Check) -> str:
    condition, by = condition_of(check.half_space), check.distance
    if by and isinstance(condition, Between) and condition.feature.kind is Kind.NUMBER:
        by = wording.number(abs(check.slack), DIGITS)
    return f"{check.condition} ({check.shown}{f', off by {by}' if by else ''})"
