"""What the page of choices shows of a table: columns, first rows, suggestions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clusterscribe.app.choices import Choices
from clusterscribe.app.clustering import Suggestion, matrix_of, smallest_cluster, suggest
from clusterscribe.app.column_facts import LABEL_NAMES, ColumnFacts, column_facts
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.table import Table, as_table
from clusterscribe.table.column import Column, Numbers
from clusterscribe.table.features import facts_of
from clusterscribe.table.policy import Facts

if TYPE_CHECKING:
    import pyarrow as pa

SHOWN_ROWS = 5
SHOWN_CHARACTERS = 40  # of a cell


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
        return any(column.is_named_labels for column in self.columns)

    @property
    def likeliest_label(self) -> str:
        """The column that is suggested as the one with the labels."""
        return [*self.label_columns, *self.other_columns][0]

    @property
    def incomplete(self) -> list[ColumnFacts]:
        """The columns in which numbers, dates or times are missing."""
        return [column for column in self.columns if column.is_ordered and column.missing]

    def old_labels(self, before: Choices | None, sent: str) -> tuple[str, ...]:
        """Return the columns that must not describe clusters that are found anew.

        These are the columns that look like labels, the labels of the run before, and another
        column than the suggested one that was chosen on the page.
        """
        chosen = {sent} - {self.likeliest_label}
        if before is not None and before.source == "column":
            chosen.add(before.label_column)
        return tuple(c.name for c in self.columns if c.is_named_labels or c.name in chosen)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Preview:
        """Read back what `asdict` returns."""
        columns = [ColumnFacts.from_dict(column) for column in values["columns"]]
        suggestion = values["suggestion"] and Suggestion(**values["suggestion"])
        return cls(**{**values, "columns": columns, "suggestion": suggestion})

    def suggested(self, time_limit: float) -> Choices:
        """Return the choices that the page suggests at first."""
        return Choices(
            source="column" if self.has_labels else "k-means",
            label_column=self.likeliest_label,
            smallest=smallest_cluster(self.rows),
            left_out=tuple(column.name for column in self.columns if column.advice),
            time_limit=time_limit,
        )


def preview_of(whole: pa.Table, remarks: Sequence[str] = ()) -> Preview:
    """Look at every column and the first rows, and suggest a number of clusters."""
    table = as_table(whole)
    known = [_known(table, name) for name in table.columns]
    read = {facts.name: column for facts, column in known if isinstance(column, Numbers)}
    columns = [column_facts(facts, column) for facts, column in known]
    head = [list(map(_cell, column.to_pylist())) for column in whole.slice(0, SHOWN_ROWS).columns]
    first_rows = [list(row) for row in zip(*head, strict=True)]
    suggestion = _suggestion(table.replaced(read), columns)
    return Preview(len(table), columns, first_rows, suggestion, list(remarks))


def _known(table: Table, name: str) -> tuple[Facts, Column]:
    """Return the facts of a column, and the column as it is described."""
    column = table.read(table.positions[name])
    facts, numbers = facts_of(name, column, len(table))
    return facts, column if numbers is None else numbers


def _cell(value: object) -> str:
    text = "" if value is None else wording.visible(str(value)[: SHOWN_CHARACTERS + 1])
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[: SHOWN_CHARACTERS - 1]}…"


def _suggestion(table: Table, columns: Sequence[ColumnFacts]) -> Suggestion | None:
    """Suggest a number of clusters from the columns that are worth using.

    Where there are labels it is rarely wanted, and would take longer than everything else; a run
    that needs it finds it.
    """
    if any(column.is_named_labels for column in columns):
        return None
    chosen = [column.name for column in columns if not column.advice]
    with suppress(InputError):  # a table without a column to cluster by is not wrong
        return suggest(matrix_of(table, chosen)) if len(table) > 2 else None
    return None
