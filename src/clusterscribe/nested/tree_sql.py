"""A tree of segments as SQL: one boolean column per segment, and one column of labels per level.

Each level is a query around that of the level above it, so that whether a row is inside a segment
along its whole path is said once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from clusterscribe.description.export.dialect import Dialect, dialect_of
from clusterscribe.description.export.sql import (
    column_name,
    membership,
    only_label,
    remark_on_text,
    table_name,
)
from clusterscribe.description.words.naming import unlike
from clusterscribe.nested.hierarchy import Path, in_words
from clusterscribe.nested.segment import BaseNestedDescription, Segment


def to_sql(
    nested: BaseNestedDescription,
    table: str | Sequence[str] = "table_name",
    dialect: str = "ansi",
) -> str:
    """Write a query for every row: whether it is in each segment, and its label on each level."""
    spelling = dialect_of(dialect)
    return _Query.of(nested, spelling).written(table_name(table, spelling))


@dataclass(frozen=True, slots=True)
class _Query:
    nested: BaseNestedDescription
    spelling: Dialect
    inside: Mapping[Path, str]  # the columns that say whether a row is inside, as they are written
    labels: tuple[str, ...]  # those of the levels

    @classmethod
    def of(cls, nested: BaseNestedDescription, spelling: Dialect) -> _Query:
        paths = [segment.path for segment in nested.segments]
        wanted = [column_name(in_words(path), spelling) for path in paths]
        wanted += [_level_name(level, spelling) for level in nested.levels]
        names = [spelling.identifier(name) for name in unlike(wanted, nested.columns)]
        inside = dict(zip(paths, names, strict=False))
        return cls(nested, spelling, inside, tuple(names[len(paths) :]))

    def written(self, table: str) -> str:
        """Write the query of the finest level around all others."""
        query, alias = "", "source"
        for depth in range(len(self.labels) + 1):
            columns = "".join(f",\n  {column}" for column in self._columns(depth))
            # not indented, as line breaks in names and text must stay as they are
            origin = f"(\n{query}\n)" if query else table
            query = f"SELECT\n  {alias}.*{columns}\nFROM {origin} AS {alias}"
            alias = f"level_{depth + 1}"
        return f"{remark_on_text(self.nested.features)}{query}\n"

    def _columns(self, depth: int) -> Iterator[str]:
        """Write the label of the level so deep, and the segments of the level below it."""
        if depth:
            yield f"{self._label(depth)} AS {self.labels[depth - 1]}"
        for parent in self._at(depth):
            for place, child in enumerate(parent.children):
                yield f"{self._inside(parent, place)} AS {self.inside[child.path]}"

    def _at(self, depth: int) -> list[Segment]:
        return [one for one in self.nested.root.walk() if len(one.path) == depth]

    def _inside(self, parent: Segment, place: int) -> str:
        """Write whether a row is inside a child; never NULL."""
        own = "FALSE" if parent.is_open else "TRUE"
        if parent.description is not None:
            own = membership(parent.description.parts[place], self.spelling)
        if not parent.path:
            return own
        above = self.inside[parent.path]
        return above if own == "TRUE" else f"{above} AND {own}"

    def _label(self, depth: int) -> str:
        segments = self._at(depth)
        names = [self.inside[segment.path] for segment in segments]
        labels = [segment.label for segment in segments]
        label = only_label(labels, [*names, ""], self.spelling)
        if depth == 1 or not segments:
            return label
        # a row that is in two segments may be in a part of only one of them
        return f"CASE WHEN {self.labels[depth - 2]} IS NOT NULL THEN {label} END"


def _level_name(level: str, spelling: Dialect) -> str:
    return f"described_{column_name(level, spelling).removeprefix('in_')}"
