"""One row compared with what describes a cluster, as data and in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from clusterscribe.description.core.conditions import Weighted, condition_of
from clusterscribe.description.core.halfspace import HalfSpace, Values
from clusterscribe.description.core.region import Ball, counted
from clusterscribe.description.explain.change import (
    FEW,
    Cells,
    Contribution,
    contributed,
    would_have_to_be_known,
)
from clusterscribe.description.words import condition_wording, layout, wording
from clusterscribe.feature import Feature
from clusterscribe.fragment import card, paragraphs, table, title
from clusterscribe.parameters import Label

LONGEST = 40  # columns of a condition that has its value beside it
INDENT = "  "
CELLS = ("", "condition", "the row")
NAMED = 3  # features that are said to give most of a distance


@dataclass(frozen=True, slots=True)
class Check:
    """A row compared with one half-space; of a union, with all that are read as one condition.

    Of several, `half_space` is the one that decides: that fails, or is nearest to its bound.
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
class Difference:
    """What one feature of a row adds to its squared distance from a prototype."""

    feature: Feature
    shown: str  # the value as it stands in the table
    wanted: str  # the value of the prototype
    points: float  # NaN where the value is missing

    def __str__(self) -> str:
        points = wording.number(self.points, FEW)
        name = wording.name(self.feature.column)
        if self.shown == self.wanted:  # they differ where people no longer look
            return f"{name} gives {points}"
        return f"{name} {self.shown} instead of {self.wanted} gives {points}"


@dataclass(frozen=True, slots=True)
class Closeness:
    """How far a row is from a prototype, and what each feature adds to the squared distance."""

    ball: Ball
    satisfied: bool
    squared_distance: float
    differences: tuple[Difference, ...]

    @property
    def distance(self) -> float:
        """The distance from the prototype; NaN where a value is missing."""
        return math.sqrt(self.squared_distance)

    @property
    def slack(self) -> float:
        """The radius minus the distance: below 0 by how much the row is too far."""
        return self.ball.radius - self.distance

    @property
    def condition(self) -> str:
        """Say what is asked for."""
        return condition_wording.near(self.ball)

    @property
    def finding(self) -> str:
        """Say how far the row is."""
        if math.isnan(self.squared_distance):
            return wording.level(None)
        by = wording.number(abs(self.slack), FEW)
        if self.satisfied:
            return f"{self._shown}, {f'inside by {by}' if self.slack > 0 else 'just inside'}"
        return f"{self._shown}, {f'too far by {by}' if self.slack < 0 else 'just too far'}"

    @property
    def reason(self) -> str:
        """Say what is missing, or which features give most of the distance."""
        missing = [d.feature.column for d in self.differences if math.isnan(d.points)]
        if missing:
            return would_have_to_be_known(*missing)
        giving = [difference for difference in self.differences if difference.points > 0]
        if not giving:
            return "no feature differs from the prototype"
        most = sorted(giving, key=lambda difference: -difference.points)[:NAMED]
        whole = wording.number(self.squared_distance, FEW)
        rest = wording.count(len(giving) - NAMED, "other gives less", "others give less")
        words = [*map(str, most), *([rest] if len(giving) > NAMED else [])]
        return f"of the squared distance {whole}, {', '.join(words)}"

    @property
    def _shown(self) -> str:
        """Write the distance with as few digits as leave it on its side of the radius."""
        radius, satisfied = self.ball.radius, self.satisfied
        return wording.shortest(self.distance, lambda text: (text <= radius) == satisfied, FEW)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A row compared with one cluster.

    Of a polyhedron there are `checks`, of a union there are those of each of its
    `alternatives`, with the bounds on a feature put together, and of a ball there is the
    `closeness` to its prototype.
    """

    label: Label
    inside: bool
    checks: tuple[Check, ...] = ()
    alternatives: tuple[tuple[Check, ...], ...] | None = None
    closeness: Closeness | None = None

    @property
    def failing(self) -> int:
        """How many conditions keep the row out; of alternatives, the one with the fewest."""
        if self.closeness is not None:
            return int(not self.inside)
        options = [self.checks] if self.alternatives is None else self.alternatives
        return min((sum(not one.satisfied for one in checks) for checks in options), default=1)


def html_of(verdict: Verdict) -> str:
    """Write a card: whether the row is inside, and every condition with the row's value."""
    heading = title(
        f"Cluster {wording.label(verdict.label)}", "inside" if verdict.inside else "outside"
    )
    if verdict.closeness is not None:
        near = verdict.closeness
        rows = [(_said(near.satisfied), near.condition, near.finding)]
        return card(heading, table(CELLS, rows, ()), paragraphs([near.reason]))
    if verdict.alternatives is None:
        return card(heading, _checked(verdict.checks))
    if not verdict.alternatives:
        return card(heading, paragraphs(["no row"]))
    options = [
        paragraphs([f"alternative {number}"]) + _checked(checks)
        for number, checks in enumerate(verdict.alternatives, start=1)
    ]
    return card(heading, *options)


def _checked(checks: Sequence[Check]) -> str:
    rows = [(_said(one.satisfied), one.condition, one.change or one.shown) for one in checks]
    return table(CELLS, rows or [(_said(True), "every row", "")], ())


def _said(satisfied: bool) -> str:
    return "yes" if satisfied else "no"


def closeness(ball: Ball, values: Values, cells: Cells) -> Closeness:
    """Compare a row with the prototype of a ball."""
    differences = tuple(
        Difference(
            term.feature,
            cells[term.feature],
            condition_wording.central(centre, term.feature),
            float(counted(term, centre, values[term.feature])[0]),
        )
        for term, centre in zip(ball.terms, ball.centre, strict=True)
    )
    squared = float(np.ravel(ball.squared_distance(values))[0])
    return Closeness(ball, bool(ball.contains(values, 1)[0]), squared, differences)


def lines_of(verdict: Verdict) -> Iterator[str]:
    """Write whether the row is inside, and below it every condition with the row's value."""
    yield f"Cluster {wording.label(verdict.label)}: {'inside' if verdict.inside else 'outside'}"
    if verdict.closeness is not None:
        yield from _closeness(verdict.closeness)
    elif verdict.alternatives is not None:
        yield from _alternatives(verdict.alternatives)
    else:
        yield from _checks(verdict.checks, INDENT)


def _closeness(closeness: Closeness) -> Iterator[str]:
    first, rest = _margins(closeness.satisfied, INDENT)
    yield f"{first}{closeness.condition}  {closeness.finding}"
    yield from layout.wrapped(closeness.reason, layout.WIDTH, rest, rest)


def _alternatives(alternatives: Sequence[Sequence[Check]]) -> Iterator[str]:
    """Write those that hold, else what keeps the row out of each, the fewest conditions first."""
    if not alternatives:
        yield f"{_margins(False, INDENT)[0]}no row"
    if len(alternatives) == 1:
        yield from _checks(alternatives[0], INDENT)
        return
    failing = [[check for check in some if not check.satisfied] for some in alternatives]
    fewest_first = sorted(range(len(alternatives)), key=lambda place: len(failing[place]))
    is_inside = not all(failing)
    for place in fewest_first:
        checks = failing[place]
        if not checks:
            yield f"{INDENT}alternative {place + 1} holds"
            yield from _checks(alternatives[place], INDENT * 2)
        elif not is_inside:
            failure = _failure(len(checks), len(alternatives[place]))
            yield f"{INDENT}alternative {place + 1}: {failure}"
            yield from _checks(checks, INDENT * 2)


def _failure(failing: int, conditions: int) -> str:
    if conditions == 1:
        return "its condition fails"
    if failing == conditions:
        return f"{'both' if failing == 2 else f'all {failing}'} conditions fail"
    return f"{failing} of {conditions} conditions {'fails' if failing == 1 else 'fail'}"


def _checks(checks: Sequence[Check], indent: str) -> Iterator[str]:
    if not checks:
        yield f"{_margins(True, indent)[0]}every row"
    beside = [layout.columns(check.condition) for check in checks if not _stands_alone(check)]
    width = min(max(beside, default=0), LONGEST)
    for check in checks:
        yield from _check(check, width, indent)


def _check(check: Check, width: int, indent: str) -> Iterator[str]:
    """Write a condition with the row's value beside it, or below it where it is a long sum."""
    by = f", {'inside' if check.satisfied else 'outside'} by {check.distance}"
    by = by if check.distance else ""
    if check.slack == 0 and check.distance:
        by = ", just inside"
    first, rest = _margins(check.satisfied, indent)
    condition = condition_of(check.half_space)
    finding = f"{check.shown}{by}"
    if not isinstance(condition, Weighted):  # names may be long, but lines stay whole
        yield f"{first}{layout.padded(check.condition, width)}  {finding}"
        yield from [f"{rest}{check.change}"] if check.change else []
        return
    gives = contributed(condition, check.contributions)
    if _stands_alone(check):
        yield from layout.condition(condition, layout.WIDTH, first, rest)
        gives = f"{finding}: {gives}" if gives else finding
    else:
        yield f"{first}{layout.padded(check.condition, width)}  {finding}"
    yield from layout.wrapped(gives, layout.WIDTH, rest, rest)
    yield from layout.wrapped(check.change, layout.WIDTH, rest, rest)


def _margins(satisfied: bool, indent: str) -> tuple[str, str]:
    """Return what the first line about a condition starts with, and the others."""
    first = f"{indent}{'yes' if satisfied else 'no':<4} "
    return first, " " * len(first)


def _stands_alone(check: Check) -> bool:
    return bool(check.contributions) and layout.columns(check.condition) > LONGEST
