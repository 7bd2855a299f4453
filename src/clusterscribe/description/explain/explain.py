"""Why a row is inside a cluster, or what keeps it out and by how much."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

import numpy as np

from clusterscribe.contrast import Contrast
from clusterscribe.description.core.base import BaseDescription
from clusterscribe.description.core.conditions import Between, Weighted, condition_of, conditions_of
from clusterscribe.description.core.halfspace import HalfSpace, Values
from clusterscribe.description.core.region import Ball, Polyhedron, Region, Union
from clusterscribe.description.explain import change
from clusterscribe.description.explain.change import Cells, Contribution
from clusterscribe.description.explain.verdict import (
    Check,
    Verdict,
    closeness,
    html_of,
    lines_of,
)
from clusterscribe.description.words import condition_wording, wording
from clusterscribe.description.words.contrasting import in_words
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind
from clusterscribe.fragment import folded, fragment, paragraphs
from clusterscribe.parameters import Label
from clusterscribe.screen import LINES, shown
from clusterscribe.table_like import TableLike

if TYPE_CHECKING:
    from clusterscribe.table import Table
    from clusterscribe.table.column import Levels, Numbers


MOST_CARDS = 6  # in a notebook; the others are folded


@dataclass(frozen=True, slots=True)
class Explanation:
    """A row compared with every cluster, in the order of the description."""

    label: Label | None  # what `predict` says
    verdicts: tuple[Verdict, ...]
    contrast: Contrast | None = None  # of a cluster that is described alone

    @property
    def inside(self) -> tuple[Label, ...]:
        """The labels of the clusters that the row is inside of."""
        return tuple(verdict.label for verdict in self.verdicts if verdict.inside)

    def to_text(self, lines: int | None = None) -> str:
        """Write the label, and below it every condition with the row's value.

        With `lines`, the clusters that the row is inside of or nearest to, as many as fit.
        """
        verdicts = self.verdicts if lines is None else self._nearest_first()
        blocks = [list(lines_of(verdict)) for verdict in verdicts]
        return shown([[self._opening()], *blocks], (), lines, _left)

    def _nearest_first(self) -> list[Verdict]:
        """Return the clusters that the row is in, then those that fewest conditions keep it out of.

        They stay as they are where all of them fit on a screen.
        """
        whole = [list(lines_of(verdict)) for verdict in self.verdicts]
        if sum(map(len, whole)) + len(whole) < LINES:
            return list(self.verdicts)
        return sorted(self.verdicts, key=lambda one: (not one.inside, one.failing))

    def _opening(self) -> str:
        if self.contrast is not None:
            where = "inside" if self.inside else "outside"
            return f"The row is {where} what describes {in_words(self.contrast)}."
        labels = [wording.label(label) for label in self.inside]
        if len(labels) == 1:
            return f"The row is in cluster {labels[0]} and in no other."
        gets = "no label" if self.label is None else f"the label {wording.label(self.label)}"
        if not labels:
            return f"The row is in no cluster and gets {gets}."
        return f"The row is in {len(labels)} clusters ({', '.join(labels)}) and gets {gets}."

    def __repr__(self) -> str:
        return self.to_text(lines=LINES)

    def _repr_html_(self) -> str:
        fewest = min((one.failing for one in self.verdicts), default=0)
        near = [one for one in self.verdicts if one.inside or one.failing == fewest][:MOST_CARDS]
        rest = [one for one in self.verdicts if one not in near]
        more = folded(wording.count(len(rest), "more cluster"), "".join(map(html_of, rest)))
        return fragment(paragraphs([self._opening()]), *map(html_of, near), more)


def _left(clusters: int) -> str:
    return f"... and {wording.count(clusters, 'more cluster')}, further away: to_text() shows all"


def explain(description: BaseDescription, row: TableLike) -> Explanation:
    """Say why a row is in each polyhedron, or what keeps it out and by how much.

    The row is a dict, a Series, a DataFrame of one row or a one-dimensional array.

    Parameters
    ----------
    row : dict, Series, DataFrame of one row or array
        The row.

    Returns
    -------
    Explanation
        A verdict for each cluster; it prints as text.

    Examples
    --------
    >>> from clusterscribe import describe
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, result = describe(ages, labels)
    >>> description.explain({"x0": 30}).label
    'young'

    """
    from clusterscribe.table import as_table

    table = as_table(_as_rows(row), description.columns)
    if len(table) != 1:
        raise InputError(f"explain takes one row, and this table has {len(table)}")
    verdicts = tuple(verdicts_of(description.parts, table, [0] * len(description.parts)))
    return Explanation(description.predict(table).tolist()[0], verdicts, description.contrast)


def verdicts_of(
    regions: Sequence[Region], table: Table, places: Sequence[int]
) -> Iterator[Verdict]:
    """Compare rows of a table, given by their places, each with the region beside it."""
    from clusterscribe.table import values_of

    features = dict.fromkeys(feature for region in regions for feature in region.features)
    values = values_of(table, features)
    columns = {name: table.column(name) for name in {feature.column for feature in features}}
    for region, place in zip(regions, places, strict=True):
        row = {feature: values[feature][place : place + 1] for feature in region.features}
        cells = {
            feature: cell(columns[feature.column], feature, float(value[0]), place)
            for feature, value in row.items()
        }
        yield _verdict(region, row, cells)


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


def cell(column: Numbers | Levels, feature: Feature, value: float, place: int) -> str:
    """Write what a row holds in the column of a feature, whose number is `value`."""
    from clusterscribe.table.column import MISSING, Levels

    if isinstance(column, Levels):
        code = int(column.codes[place])
        return wording.level(None if code == MISSING else column.levels[code])
    if math.isnan(value):
        return wording.level(None)
    if feature.kind is Kind.BOOLEAN:
        return wording.level(value == 1)
    if feature.kind is Kind.LEVEL:  # "is missing", or of a column that held categories once
        held = float(column.values[place])
        of_number = Feature(feature.column, column.kind, zoned=column.zoned)
        return wording.level(None) if math.isnan(held) else wording.value_of(held, of_number)
    return wording.value_of(value, feature)


def _verdict(part: Region, values: Values, cells: Cells) -> Verdict:
    inside = bool(part.contains(values, 1)[0])
    match part:
        case Polyhedron():
            return Verdict(part.label, inside, _checks(part, values, cells))
        case Union(polyhedra=polyhedra):
            alternatives = tuple(_merged_checks(one, values, cells) for one in polyhedra)
            return Verdict(part.label, inside, alternatives=alternatives)
        case Ball():
            return Verdict(part.label, inside, closeness=closeness(part, values, cells))
        case _:
            assert_never(part)


def _checks(part: Polyhedron, values: Values, cells: Cells) -> tuple[Check, ...]:
    return tuple(_check(space, values, cells) for space in part.half_spaces)


def _merged_checks(part: Polyhedron, values: Values, cells: Cells) -> tuple[Check, ...]:
    """Check a row by conditions as they are read: a path of a tree repeats its bounds."""
    groups: list[Polyhedron] = []
    for space in part.half_spaces:
        for place, group in enumerate(groups):
            both = replace(group, half_spaces=(*group.half_spaces, space))
            if len(conditions_of(both)) == 1:
                groups[place] = both
                break
        else:
            groups.append(replace(part, half_spaces=(space,)))
    return tuple(_merged(group, _checks(group, values, cells)) for group in groups)


def _merged(group: Polyhedron, checks: tuple[Check, ...]) -> Check:
    """Return the check that decides, with the condition that all of them make together."""
    decides = min(checks, key=lambda check: (check.satisfied, check.slack))
    (condition,) = conditions_of(group)
    to_do = decides.change
    if isinstance(condition, Between) and len(checks) > 1 and math.isnan(decides.value):
        subject = wording.name(condition.feature.column)
        to_do = f"{subject} is missing and would have to be within these bounds"
    return replace(decides, condition=condition_wording.condition(condition), change=to_do)


def _check(space: HalfSpace, values: Values, cells: Cells) -> Check:
    condition = condition_of(space)
    level, satisfied = float(space.level(values)[0]), bool(space.contains(values)[0])
    slack = space.bound - level
    contributions: tuple[Contribution, ...] = ()
    if isinstance(condition, Weighted):
        row = {feature: float(column[0]) for feature, column in values.items()}
        value = 0.0 - level if condition.is_at_least else level
        shown = change.shown(condition, value, satisfied)
        contributions = change.contributions(condition, row, cells)
        to_do = "" if satisfied else change.change_of_sum(condition, value, row, cells)
    else:
        feature = space.terms[0].feature
        value, shown = float(values[feature][0]), cells[feature]
        to_do = "" if satisfied else change.change(condition, value, shown)
    return Check(
        condition=condition_wording.condition(condition),
        satisfied=satisfied,
        value=value,
        shown=shown,
        slack=slack,
        distance=change.distance(abs(slack), condition),
        change=to_do,
        half_space=space,
        contributions=contributions,
    )
