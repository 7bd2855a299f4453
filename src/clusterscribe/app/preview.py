"""What the page of choices shows of a table: columns, first rows, suggestions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterscribe.app.choices import LABEL_NAMES, Choices
from clusterscribe.app.clustering import Suggestion, matrix_of, smallest_cluster, suggest
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.feature import Kind
from clusterscribe.table import Table, as_table
from clusterscribe.table.column import Column, Numbers
from clusterscribe.table.features import facts_of
from clusterscribe.table.policy import Facts, remark_on, why_left_out

if TYPE_CHECKING:
    import pyarrow as pa

SHOWN_ROWS = 5
SHOWN_CHARACTERS = 40  # of a cell
MOST_LABELS = 30  # distinct values that a label column is likely to have

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
        likely.sort(key=lambda column: (not LABEL_NAMES.search(column.name), column.distinct))
        return [column.name for column in likely]

    @property
    def other_columns(self) -> list[str]:
        """The columns that do not look like labels, in the order of the table."""
        return [column.name for column in self.columns if not column.like_labels]

    @property
    def has_labels(self) -> bool:
        """Whether a column that looks like labels is also named like them."""
        return any(LABEL_NAMES.search(name) for name in self.label_columns)

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
        return Choices(
            source="column" if self.has_labels else "k-means",
            label_column=[*self.label_columns, *self.other_columns][0],
            clusters=self.suggestion.clusters if self.suggestion else None,
            smallest=smallest_cluster(self.rows),
            left_out=tuple(column.name for column in self.columns if column.advice),
            time_limit=time_limit,
        )


def preview_of(whole: pa.Table, remarks: Sequence[str] = ()) -> Preview:
    """Look at every column and the first rows, and suggest a number of clusters."""
    table = as_table(whole)
    known = [_known(table, name) for name in table.columns]
    read = {facts.name: column for facts, column in known if isinstance(column, Numbers)}
    columns = [_facts(facts, column) for facts, column in known]
    head = [list(map(_cell, column.to_pylist())) for column in whole.slice(0, SHOWN_ROWS).columns]
    first_rows = [list(row) for row in zip(*head, strict=True)]
    said = remark_on({}, [facts for facts, _ in known if not why_left_out(facts)])
    return Preview(
        len(table),
        columns,
        first_rows,
        _suggestion(table.replaced(read), columns),
        [*remarks, *([said] if said else [])],
    )


def _known(table: Table, name: str) -> tuple[Facts, Column]:
    """Return the facts of a column, and the column as it is described."""
    column = table.read(table.positions[name])
    facts, numbers = facts_of(name, column, len(table))
    return facts, column if numbers is None else numbers


def _facts(facts: Facts, column: Column) -> ColumnFacts:
    """Say what a column holds; the policy for all tables says which are better left out."""
    reason = why_left_out(facts)
    if facts.unusable is not None:
        return ColumnFacts(facts.name, facts.unusable.what, 0, 0, False, False, reason)
    kind, is_discrete, needs_values = "text" if reason else "categories", True, False
    distinct = facts.different
    if isinstance(column, Numbers):
        distinct = len(np.unique(column.values[np.isfinite(column.values)]))
        kind, is_discrete = _KINDS[column.kind], column.kind in (Kind.BOOLEAN, Kind.INTEGER)
        needs_values = column.kind is not Kind.BOOLEAN
    if not reason and not facts.exact:
        reason = "too precise for floating-point numbers"
    like_labels = is_discrete and 2 <= distinct <= min(MOST_LABELS, facts.rows // 2)
    missing = facts.missing
    return ColumnFacts(facts.name, kind, distinct, missing, needs_values, like_labels, reason)


def _cell(value: object) -> str:
    text = "" if value is None else wording.visible(str(value)[: SHOWN_CHARACTERS + 1])
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[: SHOWN_CHARACTERS - 1]}…"


def _suggestion(table: Table, columns: Sequence[ColumnFacts]) -> Suggestion | None:
    """Suggest a number of clusters from the columns that are worth using."""
    chosen = [column.name for column in columns if not column.advice]
    with suppress(InputError):  # a table without a column to cluster by is not wrong
        return suggest(matrix_of(table, chosen)) if len(table) > 2 else None
    return None
