"""The best answer so far, held for whoever stops the work.

An incumbent outlives every model and every stage, so that whatever stops the work (the time limit,
Ctrl-C) there is an answer to return. It is the same for both encodings: answers are ranges where
conditions have one feature, and columns where they have several.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sized
from dataclasses import InitVar, dataclass, field, replace
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from clusterscribe.clock import Clock
from clusterscribe.description import Description
from clusterscribe.problem.axes import Axes
from clusterscribe.problem.columns import (
    Geometry,
    Polyhedra,
    all_columns,
    columns_of,
    complexity,
    opened,
    ranges_of,
    used_features,
)
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.repair import excess
from clusterscribe.progress import Listener, Snapshot
from clusterscribe.search.found import Finds
from clusterscribe.search.goal import Ceiling, Goal, rounded_up
from clusterscribe.search.schedule import DEFAULT, StallSchedule

Key: TypeAlias = tuple[int, ...]
A = TypeVar("A")  # an answer in one of the encodings


class Encoding(Sized, Protocol[A]):
    """How the answers of one encoding are evaluated on the rows (or boxes) that there are."""

    @property
    def total(self) -> int:
        """The weight of all rows."""

    def errors(self, answer: A, /) -> int:
        """Return the weight of the rows that are wrong."""

    def excess(self, answer: A, errors: int, /) -> int:
        """Return by how much an answer with so many errors breaks limits, 0 if it does not."""

    def normal(self, answer: A, /) -> A:
        """Return the same answer in the one form in which it is kept."""

    def columns(self, answer: A, /) -> Polyhedra:
        """Return the answer as columns, in one order."""

    def answer(self, polyhedra: Polyhedra, /) -> A:
        """Return the answer that columns stand for."""

    def value(self, goal: Goal, answer: A, errors: int, /) -> int:
        """Return the value of a goal."""

    def step(self, goal: Goal, /) -> int:
        """Return what all values of a goal are multiples of."""


@dataclass(frozen=True, slots=True)
class RangeEncoding:
    """Answers with one feature per condition: one range of ranks per cluster and feature."""

    ranks: Ranks

    def __len__(self) -> int:
        return len(self.ranks)

    @property
    def total(self) -> int:
        """The weight of all rows."""
        return self.ranks.total_weight

    def errors(self, answer: Ranges) -> int:
        """Return the weight of the rows that are wrong."""
        return answer.errors(self.ranks)

    def excess(self, answer: Ranges, errors: int) -> int:
        """Return by how much an answer with so many errors breaks limits."""
        return excess(self.ranks, answer, errors)

    def normal(self, answer: Ranges) -> Ranges:
        """Pull every bound in to the last rank that it accepts, and leave out what may not be."""
        return answer.opened(self.ranks.axes).tightened(self.ranks)

    def columns(self, answer: Ranges) -> Polyhedra:
        """Return the answer as columns."""
        return columns_of(answer)

    def answer(self, polyhedra: Polyhedra) -> Ranges:
        """Return the ranges that columns stand for."""
        return ranges_of(polyhedra, self.ranks.sizes)

    def value(self, goal: Goal, answer: Ranges, errors: int) -> int:
        """Return the value of a goal."""
        return goal.value(answer, errors, self.ranks.axes)

    def step(self, goal: Goal) -> int:
        """Return what all values are multiples of: every condition has a complexity of two."""
        return goal.step


@dataclass(frozen=True, slots=True)
class ColumnEncoding:
    """Answers with any number of features per condition."""

    geometry: Geometry

    def __len__(self) -> int:
        return len(self.geometry)

    @property
    def total(self) -> int:
        """The weight of all rows."""
        return self.geometry.ranks.total_weight

    def errors(self, answer: Polyhedra) -> int:
        """Return the weight of the rows that are wrong."""
        return self.geometry.errors(answer)

    def excess(self, answer: Polyhedra, errors: int) -> int:
        """Return by how much an answer with so many errors breaks limits."""
        return self.geometry.excess(answer, errors)

    def normal(self, answer: Polyhedra) -> Polyhedra:
        """Return the answer without columns that may not be."""
        return opened(answer, self.geometry.ranks.axes)

    def columns(self, answer: Polyhedra) -> Polyhedra:
        """Return the columns of each cluster in one order."""
        return tuple(tuple(sorted(part)) for part in answer)

    def answer(self, polyhedra: Polyhedra) -> Polyhedra:
        """Return the columns as they are."""
        return polyhedra

    def value(self, goal: Goal, answer: Polyhedra, errors: int) -> int:
        """Return the value of a goal."""
        return value_of(goal, answer, errors, self.geometry.ranks.axes)

    def step(self, goal: Goal) -> int:
        """Return what all values are multiples of."""
        return goal.finest_step


class Moment(NamedTuple):
    """Seconds by the clock, and seconds that this process has worked, in all its threads.

    On a busy machine much time may pass in which nothing moves because nothing works.
    """

    wall: float
    work: float

    @classmethod
    def now(cls) -> Moment:
        """Return this moment."""
        return cls(time.monotonic(), time.process_time())

    def since(self, earlier: Moment) -> Moment:
        """Return the seconds between two moments."""
        return Moment(self.wall - earlier.wall, self.work - earlier.work)


def unread(_: object) -> None:
    """Have nobody who would read an answer."""


@dataclass(slots=True)
class Incumbent(Generic[A]):
    """The best answer under an order of goals and limits, and the bound on one of the goals."""

    encoding: Encoding[A]
    start: InitVar[A]
    clock: Clock
    listener: Listener
    stage: str
    goals: tuple[Goal, ...]
    budget: int | None = None
    ceiling: Ceiling | None = None
    error_unit: float = 1.0  # what a whole unit of errors stands for
    finds: Finds | None = None  # where every answer is kept that is the best in some respect
    stall: StallSchedule = DEFAULT.stall
    read: Callable[[A], Callable[[], Description] | None] = unread  # an answer as people do
    hopeful: bool = True  # whether closing the gap would prove anything of the whole answer
    focus: int = 0  # which of the goals is being worked on
    bound: float = 0.0
    rows: int = 0  # of the problem as it is now, and
    candidates: int = 0  # the half-spaces to choose from, for reports of progress
    # answer, errors and broken limits together: Ctrl-C never finds one without the others
    held: tuple[A, int, int] = field(init=False)
    began: Moment = field(init=False)  # the work on it, and
    heard: Moment = field(init=False)  # the last news

    def __post_init__(self, start: A) -> None:
        self.begin()
        self.rows = self.rows or len(self.encoding)
        self.hold(start)

    def hold(self, answer: A) -> None:
        """Take an answer, whatever the best one is."""
        self.held = self._judged(answer)
        self._keep(*self.held)

    @property
    def best(self) -> A:
        """The best answer so far."""
        return self.held[0]

    @property
    def errors(self) -> int:
        """Errors of the best answer."""
        return self.held[1]

    @property
    def broken(self) -> int:
        """By how much the best answer breaks limits, 0 if it keeps to them."""
        return self.held[2]

    @property
    def goal(self) -> Goal:
        """The goal that is being worked on."""
        return self.goals[self.focus]

    @property
    def value(self) -> int:
        """Value of that goal for the best answer."""
        return self.value_in(self.goal)

    def value_in(self, goal: Goal) -> int:
        """Return the value of a goal for the best answer."""
        return self.encoding.value(goal, self.best, self.errors)

    @property
    def step(self) -> int:
        """Answers differ in the goal by multiples of this."""
        return self.encoding.step(self.goal)

    @property
    def closed(self) -> bool:
        """Whether the bound has reached the best answer, and that is within budget and limits."""
        return self.bound >= self.value and not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether the best answer breaks limits, or is above the budget or the ceiling."""
        broken, over, *_ = self._key(*self.held)
        return bool(broken or over)

    def raise_bound(self, bound: float) -> None:
        """Take note of a proven bound, rounded up to what the goal can be."""
        risen = rounded_up(bound, self.step)
        if risen > self.bound:
            self.bound = risen
            self.hear()

    def offer(self, answer: A, *, equal: bool = False) -> bool:
        """Take an answer if it is better than the best one, or `equal`; say whether it is.

        One that is equal was chosen for its margins, which the normal form would change.
        """
        answer = answer if equal else self.encoding.normal(answer)
        new = self._judged(answer)
        self._keep(*new)
        key, best = self._key(*new), self._key(*self.held)
        if key < best:
            self.hear()
        if key < best or (equal and key == best):
            self.held = new
            return True
        return False

    def begin(self) -> None:
        """Begin to wait for news, of a stage or of another pass of it."""
        self.began = self.heard = Moment.now()

    def hear(self) -> None:
        """Take note that something has moved."""
        self.heard = Moment.now()

    def is_stalled(self, *, proving: bool) -> bool:
        """Whether nothing has moved for too long, in a proof or in local search."""
        waiting, threads = self.stall.searching, 1
        if proving:
            is_in_reach = self.hopeful and self.bound >= self.stall.in_reach * self.value
            waiting, threads = self.stall.proving if is_in_reach else self.stall.far_off, 2
        until, since = self.heard.since(self.began), Moment.now().since(self.heard)
        return waiting.is_over(until.wall, min(since.wall, since.work / threads))

    def _keep(self, answer: A, errors: int, broken: int) -> None:
        if self.finds is not None and not broken:
            value = self.encoding.value(self.finds.goal, answer, errors)
            self.finds.take(errors, value, lambda: self.encoding.columns(answer))

    def _judged(self, answer: A) -> tuple[A, int, int]:
        errors = self.encoding.errors(answer)
        return answer, errors, self.encoding.excess(answer, errors)

    def _key(self, answer: A, errors: int, broken: int) -> Key:
        over = 0 if self.budget is None else max(0, errors - self.budget)
        if self.ceiling is not None:
            length = self.encoding.value(self.ceiling.goal, answer, 0)
            over += max(0, length - self.ceiling.value)
        return (broken, over, *(self.encoding.value(goal, answer, errors) for goal in self.goals))

    def turned_to(self, focus: int) -> Incumbent[A]:
        """Return the same answer within the same limits, to work on another goal from scratch."""
        return replace(self, start=self.best, stage="ties", focus=focus, bound=0.0)

    def tell(self) -> None:
        """Report progress, in the user's units."""
        unit = self.goal.unit_with(self.error_unit)
        self.listener(
            Snapshot(
                stage=self.stage,
                rows=self.rows,
                measure=self.goal.measure,
                total=self.encoding.total * self.error_unit,
                candidates=self.candidates,
                best=self.value * unit,
                bound=self.bound * unit,
                seconds=self.clock.elapsed,
                answer=self.read(self.best),
            )
        )


def value_of(goal: Goal, polyhedra: Polyhedra, errors: int, axes: Axes | None) -> int:
    """Return the value of a goal for an answer in columns."""
    used = used_features(polyhedra)
    if not goal.costs:
        features = len(used) if axes is None else axes.count(used)
        return goal.weighted(errors, complexity(polyhedra), features)

    def feature_of(axis: int) -> int:
        return axis if axes is None else int(axes.feature[axis])

    columns = [map(feature_of, column.features) for column in all_columns(polyhedra)]
    features_used = set(map(feature_of, used))
    conditions = sum(map(goal.of_condition, columns))
    return goal.errors * errors + conditions + sum(map(goal.of_feature, features_used))
