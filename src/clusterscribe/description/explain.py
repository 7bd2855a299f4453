"""Why a row is inside a polyhedron, or what keeps it out and by how much."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from clusterscribe.description import combination, layout, wording
from clusterscribe.description.change import change, distance
from clusterscribe.description.combination import Cells, Contribution
from clusterscribe.description.conditions import Weighted, condition_of
from clusterscribe.description.halfspace import HalfSpace, Label, Polyhedron, Values
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind

if TYPE_CHECKING:
    from clusterscribe.description.description import Description
    from clusterscribe.table import Table

LONGEST = 40  # columns of a condition that has its value beside it


@dataclass(frozen=True, slots=True)
class Check:
    """One half-space held against a row.

    `slack` is the distance to the bound in the units of the table: positive by how much
    the row is inside, negative by how much it is outside, NaN where a value is missing.
    Dates count in days, times in microseconds, truth values and levels as 0 and 1.
    """

    condition: str
    satisfied: bool
    value: float  # of the feature, or of the sum as it is said
    shown: str  # the value as it stands in the table
    slack: float
    distance: str  # the slack without its sign; empty where distances mean nothing
    change: str  # what would have to change; empty where nothing has to
    half_space: HalfSpace
    contributions: tuple[Contribution, ...] = ()  # of each feature of a sum


@dataclass(frozen=True, slots=True)
class Verdict:
    """One polyhedron held against a row."""

    label: Label
    inside: bool
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """All polyhedra held against a row, in the order of the description."""

    label: Label | None  # what `predict` says
    verdicts: tuple[Verdict, ...]

    @property
    def inside(self) -> tuple[Label, ...]:
        """The labels of the polyhedra that the row is inside of."""
        return tuple(verdict.label for verdict in self.verdicts if verdict.inside)

    def to_text(self) -> str:
        """Write the label, and below it every condition with the row's value."""
        blocks = [self._opening(), *("\n".join(_lines(verdict)) for verdict in self.verdicts)]
        return "\n\n".join(blocks)

    def _opening(self) -> str:
        labels = [wording.label(label) for label in self.inside]
        if len(labels) == 1:
            return f"The row is in cluster {labels[0]} and in no other."
        gets = "no label" if self.label is None else f"the label {wording.label(self.label)}"
        if not labels:
            return f"The row is in no cluster and gets {gets}."
        return f"The row is in {len(labels)} clusters ({', '.join(labels)}) and gets {gets}."

    def __str__(self) -> str:
        return self.to_text()


def explain(description: Description, row: object) -> Explanation:
    """Hold a row against every condition.

    The row is a dict, a Series, a DataFrame of one row or a one-dimensional array.
    """
    from clusterscribe.table import as_table, values_of

    table = as_table(_as_rows(row), description.columns)
    if len(table) != 1:
        raise InputError(f"explain takes one row, and this table has {len(table)}")
    values = values_of(table, description.features)
    cells = {feature: _cell(table, feature, float(values[feature][0])) for feature in values}
    verdicts = tuple(_verdict(part, values, cells) for part in description.parts)
    return Explanation(description.predict(table).tolist()[0], verdicts)


def _as_rows(row: object) -> object:
    if isinstance(row, Mapping):
        return row
    if getattr(row, "ndim", 2) == 1 and hasattr(row, "to_dict"):  # a Series of pandas
        return row.to_dict()
    if isinstance(row, np.ndarray) and row.ndim == 1:
        return row.reshape(1, -1)
    if isinstance(row, list | tuple):
        return [row]
    return row


def _cell(table: Table, feature: Feature, value: float) -> str:
    """Write what the row holds in the column of a feature."""
    from clusterscribe.table.column import MISSING, Levels

    column = table.column(feature.column)
    if isinstance(column, Levels):
        code = int(column.codes[0])
        return wording.level(None if code == MISSING else column.levels[code])
    if math.isnan(value):
        return wording.level(None)
    if feature.kind is Kind.BOOLEAN:
        return wording.level(value == 1)
    if feature.kind is Kind.LEVEL:  # of a column that held categories and now holds numbers
        return wording.number(float(column.values[0]))
    return wording.value_of(value, feature)


def _verdict(part: Polyhedron, values: Values, cells: Cells) -> Verdict:
    checks = tuple(_check(space, values, cells) for space in part.half_spaces)
    return Verdict(part.label, bool(part.contains(values, 1)[0]), checks)


def _check(space: HalfSpace, values: Values, cells: Cells) -> Check:
    condition = condition_of(space)
    level, satisfied = float(space.level(values)[0]), bool(space.contains(values)[0])
    slack = space.bound - level
    contributions: tuple[Contribution, ...] = ()
    if isinstance(condition, Weighted):
        row = {feature: float(column[0]) for feature, column in values.items()}
        value = 0.0 - level if condition.is_at_least else level
        shown = combination.shown(condition, value, satisfied)
        contributions = combination.contributions(condition, row, cells)
        to_do = "" if satisfied else combination.change(condition, value, row, cells)
    else:
        feature = space.terms[0].feature
        value, shown = float(values[feature][0]), cells[feature]
        to_do = "" if satisfied else change(condition, value, shown)
    return Check(
        condition=wording.condition(condition),
        satisfied=satisfied,
        value=value,
        shown=shown,
        slack=slack,
        distance=distance(abs(slack), condition),
        change=to_do,
        half_space=space,
        contributions=contributions,
    )


def _lines(verdict: Verdict) -> Iterator[str]:
    yield f"Cluster {wording.label(verdict.label)}: {'inside' if verdict.inside else 'outside'}"
    if not verdict.checks:
        yield "  yes  every row"
    beside = [len(check.condition) for check in verdict.checks if not _stands_alone(check)]
    width = min(max(beside, default=0), LONGEST)
    for check in verdict.checks:
        yield from _check_lines(check, width)


def _check_lines(check: Check, width: int) -> Iterator[str]:
    """Write a condition with the row's value beside it, or below it where it is a long sum."""
    mark, side = ("yes", "inside") if check.satisfied else ("no", "outside")
    by = f", {side} by {check.distance}" if check.distance else ""
    if check.slack == 0 and check.distance:
        by = ", just inside"
    first, rest = f"  {mark:<4} ", " " * 7
    gives = ", ".join(map(str, check.contributions))
    if _stands_alone(check):
        condition = condition_of(check.half_space)
        yield from layout.condition(condition, layout.WIDTH, first, rest)
        gives = f"{check.shown}{by}: {gives}"
    else:
        yield f"{first}{check.condition:<{width}}  {check.shown}{by}"
    if not check.contributions:  # of one feature: names may be long, but lines stay whole
        yield from [f"{rest}{check.change}"] if check.change else []
        return
    yield from layout.wrapped(gives, layout.WIDTH, rest, rest)
    yield from layout.wrapped(check.change, layout.WIDTH, rest, rest)


def _stands_alone(check: Check) -> bool:
    return bool(check.contributions) and len(check.condition) > LONGEST
