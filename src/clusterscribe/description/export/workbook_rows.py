"""Rows of a table for the sheets of a workbook: which are shown, what they hold, how they are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.core.judging import Judgement
from clusterscribe.description.export.workbook_cells import Content
from clusterscribe.description.words import wording
from clusterscribe.feature import Kind

if TYPE_CHECKING:
    from clusterscribe.table import Table
    from clusterscribe.table.column import Levels, Numbers

LISTED = 100  # wrong rows of a cluster, and right ones: enough to look at, and few enough to open
NAMED = 3  # other clusters that a row is in


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A row, where it is and what it holds."""

    number: int  # counted from 1
    label: object
    verdict: str
    cells: tuple[Content, ...]


def rows_of_cluster(
    judged: Judgement, table: Table, columns: Sequence[str], place: int
) -> list[JudgedRow]:
    """Return rows of a cluster and rows that are wrongly inside of it: wrong ones come first."""
    concerned = judged.counted & ((judged.own == place) | judged.inside[:, place])
    wrong, right = (np.flatnonzero(concerned & some) for some in (~judged.correct, judged.correct))
    chosen = np.concatenate([wrong[:LISTED], right[:LISTED]])
    some = table.take(chosen)
    cells = [list(_cells(some.column(name))) for name in columns]
    return [
        JudgedRow(
            int(row) + 1,
            judged.labels[judged.own[row]],
            _verdict(judged, int(row), place),
            tuple(column[position] for column in cells),
        )
        for position, row in enumerate(chosen)
    ]


def _verdict(judged: Judgement, row: int, place: int) -> str:
    """Say whether a row is right, and what is wrong with it if not."""
    own, inside = judged.own[row], judged.inside[row]
    if own != place:
        return "wrongly inside"
    if judged.correct[row]:
        return "right"
    others = [wording.label(judged.labels[other]) for other in _others(inside, place)]
    names = ", ".join(others[:NAMED]) + (", ..." if len(others) > NAMED else "")
    if not inside[place]:
        return f"outside; inside {names}" if others else "outside"
    return f"inside, but also inside {names}"


def _others(inside: NDArray[np.bool_], place: int) -> list[int]:
    return [int(other) for other in np.flatnonzero(inside) if other != place]


def _cells(column: Numbers | Levels) -> Iterator[Content]:
    from clusterscribe.table.column import Levels

    if isinstance(column, Levels):
        # the code of what is missing is -1, the last
        levels = [*column.levels, None]
        yield from (levels[code] for code in column.codes.tolist())
    else:
        yield from (content_of(value, column.kind) for value in column.values.tolist())


def content_of(value: float, kind: Kind) -> Content:
    """Return a number of a column as what it stands for."""
    if not math.isfinite(value):
        return value
    match kind:
        case Kind.BOOLEAN:
            return bool(value)
        case Kind.INTEGER:
            return int(value)
        case Kind.DATE | Kind.DATETIME:
            return _moment(value, kind)
        case _:
            return value


def _moment(value: float, kind: Kind) -> Content:
    try:
        if kind is Kind.DATE:
            return date(1970, 1, 1) + timedelta(days=value)
        return datetime(1970, 1, 1) + timedelta(microseconds=value)
    except OverflowError:  # beyond the year 9999
        return wording.moment(value, kind)
