"""What the page of choices shows of a table: columns, first rows, suggestions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterscribe.app.choices import Choices
from clusterscribe.app.clustering import Suggestion, matrix_of, smallest_cluster, suggest
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.feature import Kind
from clusterscribe.table import Table, as_table
from clusterscribe.table.column import Levels, Numbers, Unusable
from clusterscribe.table.policy import MOST_LEVELS

if TYPE_CHECKING:
    import pyarrow as pa

SHOWN_ROWS = 5
SHOWN_CHARACTERS = 40  # of a cell
MOST_LABELS = 30  # distinct values that a label column is likely to have
FEW_MISSING = 0.2  # share of the rows that is better left out than a column

_LABEL_NAMES = re.compile(r"cluster|label|segment|class|group|community|target|species", re.I)
_IDENTIFIER_NAMES = re.compile(r"(^|[_\s-])(id|key|nr|no|uuid|index|row)$|^(id|key)|ID$", re.I)
_KINDS = {
    Kind.NUMBER: "numbers",
    Kind.INTEGER: "integers",
    Kind.BOOLEAN: "yes or no",
    Kind.DATE: "dates",
    Kind.DATETIME: "times",
}


@dataclass(frozen=True, slots=True)
class ColumnFacts:
    """One column: what it holds, and why it might be left out."""

    name: str
    kind: str  # in words
    distinct: int
    missing: int
    needs_values: bool  # whether a row without a value here cannot be described
    like_labels: bool
    advice: str  # why to leave it out; empty if there is no reason


@dataclass(frozen=True, slots=True)
class Preview:
    """What was read from a table."""

    rows: int
    columns: list[ColumnFacts]
    first_rows: list[list[str]]
    suggestion: Suggestion | None
    remarks: list[str]  # on how cells were read

    @property
    def label_columns(self) -> list[str]:
        """The columns that look like labels, the likeliest first."""
        likely = [column for column in self.columns if column.like_labels]
        likely.sort(key=lambda column: (not _LABEL_NAMES.search(column.name), column.distinct))
        return [column.name for column in likely]

    @property
    def other_columns(self) -> list[str]:
        """The columns that do not look like labels, in the order of the table."""
        return [column.name for column in self.columns if not column.like_labels]

    @property
    def has_labels(self) -> bool:
        """Whether a column that looks like labels is also named like them."""
        return any(_LABEL_NAMES.search(name) for name in self.label_columns)

    @property
    def incomplete(self) -> list[ColumnFacts]:
        """The columns in which numbers, dates or times are missing."""
        return [column for column in self.columns if column.needs_values and column.missing]

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Preview:
        """Read back what `asdict` returns."""
        columns = [ColumnFacts(**column) for column in values["columns"]]
        suggestion = values["suggestion"] and Suggestion(**values["suggestion"])
        return cls(**{**values, "columns": columns, "suggestion": suggestion})

    def suggested(self, time_limit: float) -> Choices:
        """Return the choices that the page suggests at first."""
        most_missing = max((column.missing for column in self.incomplete), default=0)
        return Choices(
            source="column" if self.has_labels else "k-means",
            label_column=[*self.label_columns, *self.other_columns][0],
            clusters=self.suggestion.clusters if self.suggestion else None,
            smallest=smallest_cluster(self.rows),
            left_out=tuple(column.name for column in self.columns if column.advice),
            incomplete="rows" if most_missing <= FEW_MISSING * self.rows else "columns",
            time_limit=time_limit,
        )


def preview_of(whole: pa.Table, remarks: Sequence[str] = ()) -> Preview:
    """Look at every column and the first rows, and suggest a number of clusters."""
    table = as_table(whole)
    columns = [_facts(table, name) for name in table.columns]
    head = [list(map(_cell, column.to_pylist())) for column in whole.slice(0, SHOWN_ROWS).columns]
    first_rows = [list(row) for row in zip(*head, strict=True)]
    return Preview(len(table), columns, first_rows, _suggestion(table, columns), list(remarks))


def _facts(table: Table, name: str) -> ColumnFacts:
    column = table.read(table.positions[name])
    if isinstance(column, Unusable):
        return ColumnFacts(name, column.what, 0, 0, False, False, f"holds {column.what}")
    rows = len(column)
    if isinstance(column, Levels):
        distinct, missing = len(column.levels), int((column.codes < 0).sum())
        kind, is_discrete, needs_values = "categories", True, False
        advice = _advice_on_category(distinct, rows)
    else:
        present = column.values[np.isfinite(column.values)]
        distinct, missing = len(np.unique(present)), rows - len(present)
        kind, is_discrete = _KINDS[column.kind], column.kind in (Kind.BOOLEAN, Kind.INTEGER)
        needs_values = column.kind is not Kind.BOOLEAN
        advice = _advice_on_numbers(name, column, distinct)
    like_labels = is_discrete and 2 <= distinct <= min(MOST_LABELS, rows // 2)
    return ColumnFacts(name, kind, distinct, missing, needs_values, like_labels, advice)


def _advice_on_category(distinct: int, rows: int) -> str:
    if distinct > MOST_LEVELS:
        return f"has {distinct:,} distinct values, more than the limit of {MOST_LEVELS:,}"
    if distinct == rows and rows > MOST_LABELS:
        return "has a different value in every row: an identifier?"
    return ""


def _advice_on_numbers(name: str, column: Numbers, distinct: int) -> str:
    if not column.exact:
        return "is too precise for floating-point numbers"
    if distinct == 0:
        return "has no values"
    if column.kind is not Kind.INTEGER or distinct < len(column) or distinct <= MOST_LABELS:
        return ""
    counts = np.ptp(column.values) == len(column) - 1
    if counts or _IDENTIFIER_NAMES.search(name):
        return "has a different integer in every row: an identifier?"
    return ""


def _cell(value: object) -> str:
    text = "" if value is None else wording.visible(str(value)[: SHOWN_CHARACTERS + 1])
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[: SHOWN_CHARACTERS - 1]}…"


def _suggestion(table: Table, columns: Sequence[ColumnFacts]) -> Suggestion | None:
    """Suggest a number of clusters from the columns that are complete and worth using."""
    chosen = [
        column.name
        for column in columns
        if not column.advice and not (column.needs_values and column.missing)
    ]
    with suppress(InputError):  # a table without a column to cluster by is not wrong
        return suggest(matrix_of(table, chosen)) if len(table) > 2 else None
    return None
