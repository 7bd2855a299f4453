"""The clauses that every short description with few errors satisfies.

Claimed is that no description of the class makes at most E errors and has at most L of the
objective. Suppose that there is one. Each polyhedron is a box: per feature and side it has one
bound or none. Consider one side of one feature for cluster k, say upper bounds (lower bounds are
upper bounds of the negated values).

    A member of k beyond the bound is an error, so that members of at most E weight are beyond it.
    Lower the bound to the largest value of a member that is not beyond: no member is lost and no
    row of others is let in. So bounds are values of members; or no member is left, and then no row
    need be: minus infinity.
    Raise it again to the loosest such value with the same rows of others beyond it: members are
    let in, and no row of others. If no row of others is beyond it, there need be no bound.

What is left is a *ladder* of steps, from loose to tight, each with more rows of others beyond it
than the one before, and members of at most E weight beyond the last. The variable of a step says
that the bound is at least as tight as the step. Then

    order     a step implies the step that is one looser;
    member    a row is outside if a step of its own cluster is true that it is beyond, and a row
              that is outside is an error;
    outsider  a row is an error, or for every other cluster some step is true that it is beyond;
              on every ladder the loosest such step will do, as tighter ones imply it;
    errors    errors weigh at most E;
    recall    members that are outside weigh at most so much, where the class says so and that is
              less than E;
    length    ladders in use (those whose first step is true) count 2 each for the complexity;
              features of which a ladder is in use count 1 each for the sparsity; L at most;
    few       at most so many ladders of a cluster are in use, where the class says so.

Rows of one cluster with the same clauses may be errors together or not at all, and share one
variable. The polyhedra of the description satisfy all of this. So if no assignment does, there is
no such description.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.checker.refusal import Refused

COMPLEXITY_OF_A_BOUND = 2  # one feature, plus one
MOST_CLAUSES = 8_000_000  # of a formula that is written out
MOST_CELLS = 300_000_000  # rows by ladders
TOO_LARGE = "the statement takes more than {:,} {} to write down"


@dataclass(frozen=True, slots=True)
class Statement:
    """What a description is supposed to be like.

    It makes at most `errors`; it has at most `length` of the objective, a weighted sum of
    complexity and sparsity; each polyhedron has at most `max_conditions` bounds, and the members
    of each cluster outside of it weigh at most what `most_outside` says. None: no limit.
    """

    errors: int
    length: int | None = None
    complexity_weight: int = 1
    sparsity_weight: int = 0
    max_conditions: int | None = None
    most_outside: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Ladder:
    """The bounds of one cluster on one side of one feature, from loose to tight.

    Lower bounds are upper bounds of negated values. `first_step` is for every row the loosest step
    that it is beyond, counted from zero; the number of steps if there is none. The variables of
    the steps follow each other from `variable` on.
    """

    cluster: int
    feature: int
    is_upper: bool
    bounds: NDArray[np.float64]
    first_step: NDArray[np.int64]
    variable: int

    def __len__(self) -> int:
        return len(self.bounds)


@dataclass(slots=True)
class Formula:
    """Clauses over variables 1, 2, ...; a literal is a variable or its negative."""

    variables: int = 0
    clauses: list[list[int]] = field(default_factory=list)
    ladders: list[Ladder] = field(default_factory=list)

    def new(self, count: int = 1) -> int:
        """Return the first of so many new variables."""
        self.variables += count
        return self.variables - count + 1

    def add(self, *literals: int) -> None:
        """Add a clause."""
        if len(self.clauses) >= MOST_CLAUSES:
            raise Refused(TOO_LARGE.format(MOST_CLAUSES, "clauses"))
        self.clauses.append(list(literals))

    def at_most(self, literals: Sequence[tuple[int, int]], limit: int) -> None:
        """Let the weights of true literals add up to no more than the limit.

        A tree of sums (a totaliser). Only one direction is needed: if the literals weigh no more
        than the limit, the variables of all sums can be set to what they say.
        """
        sums = []
        for literal, weight in literals:
            if weight > limit:
                self.add(-literal)
            else:
                sums.append({weight: literal})
        while len(sums) > 1:
            pairs = zip(sums[::2], sums[1::2], strict=False)
            sums = [self._sum(*pair, limit) for pair in pairs] + sums[len(sums) & ~1 :]

    def _sum(self, one: dict[int, int], other: dict[int, int], limit: int) -> dict[int, int]:
        """Return the literals of a sum: for each value that it can have, "at least so much"."""
        if len(one) * len(other) > MOST_CLAUSES:
            raise Refused(TOO_LARGE.format(MOST_CLAUSES, "clauses"))
        values = {a + b for a in (0, *one) for b in (0, *other)} - {0}
        literals = {value: self.new() for value in sorted(values) if value <= limit}
        for a, less in zip((0, *one), (0, 0, *one), strict=False):
            for b, lower in zip((0, *other), (0, 0, *other), strict=False):
                if not a + b or (a and less + b > limit) or (b and a + lower > limit):
                    continue  # nothing to say, or said already of less
                known = [-sums[value] for sums, value in ((one, a), (other, b)) if value]
                self.add(*known, *([literals[a + b]] if a + b <= limit else []))
        above = list(literals.values())
        for less, more in pairwise(above):
            self.add(-more, less)
        return literals


def formula_of(rows: Rows, statement: Statement) -> Formula:
    """Return the clauses that descriptions satisfy of which the statement is true."""
    formula = Formula()
    formula.ladders = list(_ladders(rows, statement.errors, formula))
    for ladder in formula.ladders:
        for step in range(ladder.variable, ladder.variable + len(ladder) - 1):
            formula.add(-(step + 1), step)
    _add_rows(rows, statement, formula)
    if statement.length is not None:
        formula.at_most(_lengths(statement, formula), statement.length)
    if statement.max_conditions is not None:
        for k in range(rows.clusters):
            own = [(ladder.variable, 1) for ladder in formula.ladders if ladder.cluster == k]
            formula.at_most(own, statement.max_conditions)
    return formula


def _ladders(rows: Rows, most: int, formula: Formula) -> Iterator[Ladder]:
    for k in range(rows.clusters):
        member = rows.cluster == k
        for feature, column in enumerate(rows.values.T):
            for is_upper, values in ((True, column), (False, -column)):
                bounds = _bounds(values, member, rows.weight, most)
                if len(bounds):
                    # a row is beyond a bound that is smaller than its value
                    first = np.searchsorted(-bounds, -values, side="right")
                    yield Ladder(k, feature, is_upper, bounds, first, formula.new(len(bounds)))


def _bounds(
    values: NDArray[np.float64],
    member: NDArray[np.bool_],
    weight: NDArray[np.int64],
    most: int,
) -> NDArray[np.float64]:
    """Return the upper bounds of a ladder, from loose to tight."""
    bounds, place = np.unique(values[member], return_inverse=True)
    held = np.zeros(len(bounds), dtype=np.int64)
    np.add.at(held, place, weight[member])
    lost = held.sum() - np.cumsum(held)  # members beyond each bound
    bounds, lost = np.append(-np.inf, bounds), np.append(held.sum(), lost)
    bounds = bounds[lost <= most][::-1]
    others = np.sort(values[~member])
    shut_out = len(others) - np.searchsorted(others, bounds, side="right")
    kept: NDArray[np.float64] = bounds[np.diff(shut_out, prepend=0) > 0]
    return kept


def _add_rows(rows: Rows, statement: Statement, formula: Formula) -> None:
    """Add the clauses of all rows, and the limits on those that are errors or outside."""
    if len(rows) * len(formula.ladders) > MOST_CELLS:
        raise Refused(TOO_LARGE.format(MOST_CELLS, "rows by ladders"))
    # the literal of the loosest step of each ladder that a row is beyond, 0 if there is none
    literals = np.zeros((len(rows), len(formula.ladders)), dtype=np.int64)
    for place, ladder in enumerate(formula.ladders):
        beyond = ladder.first_step < len(ladder)
        literals[beyond, place] = ladder.variable + ladder.first_step[beyond]
    owner = np.array([ladder.cluster for ladder in formula.ladders], dtype=np.int64)
    alike, weight = _merged(np.column_stack([rows.cluster, literals]), rows.weight)
    most_outside = enumerate(statement.most_outside or ())
    limits = {k: most for k, most in most_outside if most < statement.errors}
    errors, outside = [], []
    for kind, heavy in zip(alike, weight.tolist(), strict=True):
        error = formula.new()
        errors.append((error, heavy))
        for k in range(rows.clusters):
            steps = kind[1:][(owner == k) & (kind[1:] > 0)].tolist()
            if k != kind[0]:
                formula.add(error, *steps)
                continue
            is_outside = error
            if k in limits:
                is_outside = formula.new()
                outside.append((k, is_outside, heavy))
                formula.add(-is_outside, error)
            for step in steps:
                formula.add(-step, is_outside)
    formula.at_most(errors, statement.errors)
    for k, most in limits.items():
        formula.at_most([(row, heavy) for own, row, heavy in outside if own == k], most)


def _merged(
    kinds: NDArray[np.int64], weight: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the different kinds of rows in order, so that like comes beside like, and weights."""
    place: dict[bytes, int] = {}
    where = np.array([place.setdefault(kind.tobytes(), len(place)) for kind in kinds])
    merged = np.zeros(len(place), dtype=np.int64)
    np.add.at(merged, where, weight)
    alike = np.frombuffer(b"".join(place), dtype=np.int64).reshape(len(place), kinds.shape[1])
    order = np.lexsort(alike.T[::-1])
    return alike[order], merged[order]


def _lengths(statement: Statement, formula: Formula) -> list[tuple[int, int]]:
    """Return what counts for the objective: ladders in use, and features."""
    counted = []
    if statement.complexity_weight:
        each = COMPLEXITY_OF_A_BOUND * statement.complexity_weight
        counted += [(ladder.variable, each) for ladder in formula.ladders]
    if statement.sparsity_weight:
        for feature in sorted({ladder.feature for ladder in formula.ladders}):
            used = formula.new()
            counted.append((used, statement.sparsity_weight))
            for ladder in formula.ladders:
                if ladder.feature == feature:
                    formula.add(-ladder.variable, used)
    return counted
