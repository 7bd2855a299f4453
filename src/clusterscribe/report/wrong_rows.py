"""Rows that are wrongly described: which are listed, where each one is, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data import Rows
from clusterscribe.description.core import Judgement, Region
from clusterscribe.description.explain.explain import verdicts_of
from clusterscribe.description.words import wording
from clusterscribe.report.reasons import keeps_out
from clusterscribe.report.renaming import renamed
from clusterscribe.report.small_table import cells_of, rows_at
from clusterscribe.report.summary import WrongRow, WrongRows
from clusterscribe.report.words import cut
from clusterscribe.table import Table

LISTED = 200  # rows
COLUMNS = 10  # that are shown of each
LONGEST_CELL = 60  # characters
LONGEST_REASON = 400
NAMED = 3  # clusters that are named where a row is in several

NOWHERE, ELSEWHERE, ALSO = 0, 1, 2  # kinds of errors


def wrong_rows(rows: Rows, most: int = LISTED) -> WrongRows:
    """List rows that are wrongly described, of every cluster and every kind of error."""
    judged = rows.judgement
    wrong = judged.counted & ~judged.correct
    if judged.weights is not None:
        wrong &= judged.weights > 0
    places = np.flatnonzero(wrong)
    listed = _spread(judged, places, most)
    table = rows_at(rows.table, rows.description.used_columns, listed, rows.naming)
    regions = [renamed(part, rows.naming) for part in rows.description.parts]
    return WrongRows(
        len(places),
        tuple(_listed(regions, judged, listed, table)),
        tuple(wording.name(column) for column in table.columns[:COLUMNS]),
        max(0, len(table.columns) - COLUMNS),
    )


def _listed(
    regions: Sequence[Region], judged: Judgement, listed: NDArray[np.intp], table: Table
) -> Iterator[WrongRow]:
    """Say of each listed row where it is and why; `table` holds these rows alone."""
    reasons = _kept_out(regions, judged, listed, table)
    cells = cells_of(table, table.columns[:COLUMNS])
    for place, row in enumerate(listed.tolist()):
        own = int(judged.own[row])
        others = [part for part in np.flatnonzero(judged.inside[row]).tolist() if part != own]
        yield WrongRow(
            number=row + 1,
            label=wording.label(judged.labels[own]),
            place=_place(judged.labels, others, also=place not in reasons and own < len(regions)),
            reason=cut(_reason(judged, own, others, reasons.get(place, "")), LONGEST_REASON),
            cells=tuple(cut(cell, LONGEST_CELL) for cell in cells[place]),
        )


def _kept_out(
    regions: Sequence[Region], judged: Judgement, listed: NDArray[np.intp], table: Table
) -> dict[int, str]:
    """Say what keeps rows out of their own cluster, by their places in the list."""
    own = judged.own[listed]
    has_region = own < len(regions)
    outside = [
        place
        for place in np.flatnonzero(has_region).tolist()
        if not judged.inside[listed[place], own[place]]
    ]
    verdicts = verdicts_of([regions[own[place]] for place in outside], table, outside)
    return {place: keeps_out(verdict) for place, verdict in zip(outside, verdicts, strict=True)}


def _spread(judged: Judgement, places: NDArray[np.intp], most: int) -> NDArray[np.intp]:
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


def _place(labels: Sequence[object], others: Sequence[int], also: bool) -> str:
    """Say where a row is beside its own cluster, or instead of it."""
    if not others:
        return "in none"
    names = [wording.label(labels[other]) for other in others[:NAMED]]
    if len(others) > NAMED:
        names.append(f"{len(others) - NAMED} more")
    return f"{'also in' if also else 'in'} {', '.join(names)}"


def _reason(judged: Judgement, own: int, others: Sequence[int], kept_out: str) -> str:
    words = [kept_out] if kept_out else []
    if own >= judged.inside.shape[1] and not others:
        words.append("no cluster is described for this label")
    if others:
        first = wording.label(judged.labels[others[0]])
        words.append(f"meets all conditions of cluster {first}")
    return "; ".join(words)
