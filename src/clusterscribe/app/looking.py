"""What a table holds, as far as a person needs it to choose: columns, first rows, suggestions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterscribe.app.clustering import Suggestion, matrix_of, suggest
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.feature import Kind
from clusterscribe.table import Table, as_table
from clusterscribe.table.column import Levels, Numbers, Unusable
from clusterscribe.table.features import MOST_LEVELS

if TYPE_CHECKING:
    import pyarrow as pa

SHOWN_ROWS = 5
SHOWN_CHARACTERS = 40  # of a cell
MOST_LABELS = 30  # different values that a column of labels may well have

_LABEL_NAMES = re.compile(r"cluster|label|segment|class|group|community|target|species", re.I)
_IDENTIFIER_NAMES = re.compile(r"(^|[_\s-])(id|key|nr|no|uuid|index|row)$|^(id|key)|ID$", re.I)
_KINDS = {
    Kind.NUMBER: "numbers",
    Kind.INTEGER: "whole numbers",
    Kind.BOOLEAN: "yes or no",
    Kind.DATE: "dates",
    Kind.DATETIME: "times",
}


@dataclass(frozen=True, slots=True)
class ColumnFacts:
    """One column: what it holds, and what speaks against describing with it."""

    name: str
    kind: str  # in words
    distinct: int
    missing: int
    needs_values: bool  # whether a row without a value here cannot be described
    like_labels: bool
    advice: str  # why it had better be left out; nothing if it need not
    usable: bool = True


@dataclass(frozen=True, slots=True)
class Look:
    """What was read."""

    rows: int
    columns: tuple[ColumnFacts, ...]
    first_rows: tuple[tuple[str, ...], ...]
    suggestion: Suggestion | None
    remarks: tuple[str, ...] = ()  # on how cells were read

    @property
    def label_columns(self) -> tuple[str, ...]:
        """The columns that look like labels, the likeliest first."""
        likely = [column for column in self.columns if column.like_labels]
        likely.sort(key=lambda column: (not _LABEL_NAMES.search(column.name), column.distinct))
        return tuple(column.name for column in likely)

    @property
    def other_columns(self) -> tuple[str, ...]:
        """The columns that do not look like labels, in the order of the table."""
        return tuple(column.name for column in self.columns if not column.like_labels)

    @property
    def has_labels(self) -> bool:
        """Whether a column is called as labels are."""
        return any(_LABEL_NAMES.search(name) for name in self.label_columns)

    @property
    def incomplete(self) -> tuple[ColumnFacts, ...]:
        """The columns in which numbers, dates or times are missing."""
        return tuple(column for column in self.columns if column.needs_values and column.missing)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Look:
        """Read back what `to_dict` wrote."""
        suggestion = values["suggestion"]
        return cls(
            rows=values["rows"],
            columns=tuple(ColumnFacts(**column) for column in values["columns"]),
            first_rows=tuple(map(tuple, values["first_rows"])),
            suggestion=None if suggestion is None else Suggestion(**suggestion),
            remarks=tuple(values["remarks"]),
        )


def look_at(whole: pa.Table) -> Look:
    """Look at a table: every column, the first rows, and how many clusters it may have."""
    table = as_table(whole)
    columns = tuple(_facts(table, name) for name in table.columns)
    return Look(
        rows=len(table),
        columns=columns,
        first_rows=_first_rows(whole),
        suggestion=_suggestion(table, columns),
    )


def _facts(table: Table, name: str) -> ColumnFacts:
    column = table.read(table.positions[name])
    if isinstance(column, Unusable):
        return ColumnFacts(name, column.what, 0, 0, False, False, f"holds {column.what}", False)
    if isinstance(column, Levels):
        return _facts_of_category(name, column)
    return _facts_of_numbers(name, column)


def _facts_of_category(name: str, column: Levels) -> ColumnFacts:
    distinct, rows = len(column.levels), len(column)
    advice = ""
    if distinct > MOST_LEVELS:
        advice = f"has {distinct:,} different values, more than the {MOST_LEVELS:,} there may be"
    elif distinct == rows and rows > MOST_LABELS:
        advice = "has a different value in every row: an identifier?"
    missing = int((column.codes < 0).sum())
    like_labels = 2 <= distinct <= min(MOST_LABELS, rows // 2)
    usable = distinct <= MOST_LEVELS
    return ColumnFacts(name, "categories", distinct, missing, False, like_labels, advice, usable)


def _facts_of_numbers(name: str, column: Numbers) -> ColumnFacts:
    present = column.values[np.isfinite(column.values)]
    distinct = len(np.unique(present))
    advice = _advice(name, column, distinct)
    return ColumnFacts(
        name=name,
        kind=_KINDS[column.kind],
        distinct=distinct,
        missing=len(column) - len(present),
        needs_values=column.kind is not Kind.BOOLEAN,
        like_labels=column.kind in (Kind.BOOLEAN, Kind.INTEGER)
        and 2 <= distinct <= min(MOST_LABELS, len(column) // 2),
        advice=advice,
        usable=column.exact and distinct > 0,
    )


def _advice(name: str, column: Numbers, distinct: int) -> str:
    if not column.exact:
        return "is too fine for floating-point numbers"
    if distinct == 0:
        return "has no values"
    if column.kind is not Kind.INTEGER or distinct < len(column):
        return ""
    counts = np.ptp(column.values) == len(column) - 1
    if len(column) > MOST_LABELS and (counts or _IDENTIFIER_NAMES.search(name)):
        return "has a different whole number in every row: an identifier?"
    return ""


def _first_rows(whole: pa.Table) -> tuple[tuple[str, ...], ...]:
    head = whole.slice(0, SHOWN_ROWS)
    cells = [[_cell(value) for value in column.to_pylist()] for column in head.columns]
    return tuple(zip(*cells, strict=True))


def _cell(value: object) -> str:
    text = "" if value is None else wording.visible(str(value)[: SHOWN_CHARACTERS + 1])
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[: SHOWN_CHARACTERS - 1]}…"


def _suggestion(table: Table, columns: Sequence[ColumnFacts]) -> Suggestion | None:
    """Suggest a number of clusters by the columns that look complete and worth using."""
    chosen = [
        column.name
        for column in columns
        if not column.advice and not (column.needs_values and column.missing)
    ]
    with suppress(InputError):  # nothing to cluster by is no fault of the table
        return suggest(matrix_of(table, chosen)) if len(table) > 2 else None
    return None
