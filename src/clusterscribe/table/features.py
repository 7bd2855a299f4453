"""Which features the columns of a table give: the facts of each, judged by the one policy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from clusterscribe.feature import Feature, Kind
from clusterscribe.parameters import Missing
from clusterscribe.table.column import Column, Levels, Numbers, Unusable
from clusterscribe.table.labels import distinct_labels
from clusterscribe.table.policy import (
    MOST_LEVELS,
    NEARLY_ALL,
    Facts,
    Selection,
    is_named_identifier,
)
from clusterscribe.table.shape import select_columns
from clusterscribe.table.table import Table
from clusterscribe.table.text_values import Reading, recognised
from clusterscribe.table.values import missing_rows, read_levels

TRIED_FIRST = 20  # texts: those of a column of plain text show it there, and soon


@dataclass(frozen=True, slots=True)
class Described:
    """What describes the rows of a table."""

    table: Table  # in which texts that are numbers or dates have been read
    features: tuple[Feature, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the features, in the order of the table."""
        return tuple(dict.fromkeys(feature.column for feature in self.features))


def describing_columns(
    table: Table,
    features: Iterable[str] | None = None,
    exclude: Iterable[str] | None = None,
    missing: Missing = "outside",
    *,
    quiet: bool = False,
    constants: bool = False,
    labels: object = None,
) -> Described:
    """Choose the columns that can describe; remark on the others once, unless `quiet`.

    `features` names columns to insist on, `exclude` those to leave out. `constants` keeps columns
    with the same value in every row. A column that `labels` were taken from is left out.
    """
    chosen = select_columns(table.columns, features, exclude)
    selection = Selection(features is not None, missing, constants)
    if features is None and labels is not None:
        chosen = tuple(
            n for n in chosen if not selection.leaves_labels(n, _holds(table, n, labels))
        )
    read: dict[str, Numbers] = {}
    for name in chosen:
        column = table.read(table.positions[name])
        facts, numbers = facts_of(name, column, len(table))
        selection.add(facts)
        if numbers is not None:
            read[name] = numbers
    found = selection.features(quiet)
    kept = {feature.column for feature in found}
    replaced = {name: numbers for name, numbers in read.items() if name in kept}
    return Described(table.replaced(replaced), found)


def features_of(
    table: Table, columns: Iterable[str] | None = None, missing: Missing = "outside"
) -> tuple[Feature, ...]:
    """Return the features that columns give, whether they can describe or not."""
    insisted = table.columns if columns is None else tuple(columns)
    select_columns(table.columns, insisted)  # refuses what is not there
    return describing_columns(table.only(insisted), insisted, missing=missing).features


def _holds(table: Table, name: str, labels: object) -> bool:
    """Whether a column is the one that labels were taken from: of that name, and divided alike."""
    if getattr(labels, "name", None) != name:
        return False
    column, found = table.read(table.positions[name]), distinct_labels(labels)
    if isinstance(column, Unusable) or len(column) != len(found.codes):
        return False
    codes = column.codes if isinstance(column, Levels) else column.values
    _, places = np.unique(codes, return_inverse=True)
    pairs = np.unique(np.column_stack([places, found.codes]), axis=0)
    return len(pairs) == len(np.unique(places)) == len(np.unique(found.codes))


def facts_of(name: str, column: Column, rows: int) -> tuple[Facts, Numbers | None]:
    """Return the facts of a column, and its numbers where these were written as text."""
    if isinstance(column, Unusable):
        return Facts(name, Kind.LEVEL, rows, 0, unusable=column), None
    if isinstance(column, Numbers):
        return _facts_of_numbers(name, column), None
    reading = _recognised(column)
    if reading is not None and reading.form is not None:
        numbers = read_levels(column, reading.kind, reading.form, zoned=reading.zoned)
        return _facts_of_numbers(name, numbers, _example(column)), numbers
    return _facts_of_levels(name, column, reading), None


def _facts_of_numbers(name: str, column: Numbers, example: str = "") -> Facts:
    values = column.values
    present = values[~np.isnan(values)]
    ends = (present.min(), present.max()) if len(present) else (0.0, 0.0)
    booleans = tuple(value for value in (False, True) if value in present)
    return Facts(
        name,
        column.kind,
        rows=len(column),
        # those that are no longer exact may have been different
        different=0 if not len(present) else 1 + bool(ends[0] < ends[1] or not column.exact),
        missing=len(values) - len(present),
        infinite=int(np.isinf(present).sum()),
        exact=column.exact,
        zoned=column.zoned,
        is_unique=is_named_identifier(name) and _is_unique(column, present),
        levels=booleans if column.kind is Kind.BOOLEAN else (),
        form=column.form,
        example=example,
    )


def _is_unique(column: Numbers, present: np.ndarray[tuple[int], np.dtype[np.float64]]) -> bool:
    """Whether all numbers are whole and different, as those of an identifier are."""
    if column.kind not in (Kind.INTEGER, Kind.NUMBER):
        return False
    if column.kind is Kind.NUMBER and not np.equal(np.floor(present), present).all():
        return False
    # integers that are no longer exact may have met their neighbours
    share = 1.0 if column.exact else NEARLY_ALL
    return len(np.unique(present)) >= share * len(present)


def _recognised(column: Levels) -> Reading | None:
    texts = [level for level in column.levels if isinstance(level, str)]
    if len(texts) < len(column.levels) or recognised(texts[:TRIED_FIRST]) is None:
        return None
    return recognised(texts)


def _facts_of_levels(name: str, column: Levels, reading: Reading | None) -> Facts:
    levels = column.levels
    is_text = all(isinstance(level, str) for level in levels)
    length = sum(len(str(level)) for level in levels) / max(1, len(levels)) if is_text else 0.0
    return Facts(
        name,
        Kind.LEVEL,
        rows=len(column),
        different=len(levels),
        missing=int(missing_rows(column).sum()),
        is_text=is_text,
        length=length,
        levels=levels[: MOST_LEVELS + 1],
        doubt="" if reading is None else reading.doubt,
        example=_example(column) if reading is not None else "",
    )


def _example(column: Levels) -> str:
    """Return the longest text, which tells most about how all of them are written."""
    return max(map(str, column.levels), key=lambda text: (len(text), text), default="")
