"""The least weight of true literals that clauses allow, from below.

Asked is for an assignment in which the weights of true literals add up to as little as possible.
Suppose at first that all of them are false. Where the solver refutes that, it names some of these
literals, a *core*, of which at least one is true. Let w be the least weight among them. Then

    sum of weights  =  w (number of true literals of the core)  +  what is left of the weights
                    =  w  +  w [two or more are true]  +  w [three or more]  +  ...  +  the rest,

so that w is a bound, and what is left is a sum of the same kind: the literals of the core weigh w
less, and "two or more" weighs w, which is a new literal (a tree of sums: `Count`). When that is in
a core itself, "three or more" takes its place, and so on. The bound is the sum of all w; when
nothing speaks against all literals being false that have weight left, the assignment weighs no
more than the bound. (This is known as core-guided search, OLL.)

New literals wait until the solver finds no more cores without them: what it finds then is an
assignment that need not be the best one, but is there for whoever stops the work.

Whoever asks for a sum of at most so much gets what is stronger than a sum over all literals: what
is left of the weights adds up to at most what the bound leaves of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from clusterscribe.checker.formula import Formula
from clusterscribe.clock import Clock
from clusterscribe.refuting.sat import Solver, Verdict
from clusterscribe.refuting.sums import clauses_of_limit

FIRST_ASSUMED = 500  # literals that are supposed to be false at first, and
MORE_ASSUMED = 2  # times as many each time that this is possible


def _mixed(literals: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Put heavy literals first, and others in a random order, always the same."""
    mixed = list(literals)
    Random(0).shuffle(mixed)
    return sorted(mixed, key=lambda pair: -pair[1])


class Count:
    """How many of some literals are true, as far as somebody has asked."""

    def __init__(self, literals: Sequence[int], solver: Solver) -> None:
        self.size = len(literals)
        self.solver = solver
        self.halves: tuple[Count, ...] = ()
        self.known = list(literals) if self.size == 1 else []  # "so many or more", from one on
        if self.size > 1:
            middle = self.size // 2
            self.halves = Count(literals[:middle], solver), Count(literals[middle:], solver)

    def at_least(self, number: int) -> int:
        """Return a literal that is true where so many are; it may be true where fewer are."""
        while len(self.known) < number:
            self._add(len(self.known) + 1)
        return self.known[number - 1]

    def _add(self, number: int) -> None:
        one, other = self.halves
        literal = self.solver.new()
        for a in range(max(0, number - other.size), min(one.size, number) + 1):
            parts = [(one, a), (other, number - a)]
            self.solver.add([*(-half.at_least(n) for half, n in parts if n), literal])
        if self.known:
            self.solver.add([-literal, self.known[-1]])
        self.known.append(literal)


@dataclass(frozen=True, slots=True)
class Sum:
    """A literal of weight that says how many of a core are true: at least `number`."""

    count: Count
    number: int


class Least:
    """Looks for the least weight, and bounds it; it may be stopped and go on.

    Where many literals have little to do with each other, cores are smaller and found sooner if
    only some of them are supposed to be false at first, and the others `gradually`.
    """

    def __init__(
        self, solver: Solver, literals: Iterable[tuple[int, int]], *, gradually: bool = False
    ) -> None:
        self.solver = solver
        self.bound = 0
        self.weights: dict[int, int] = {}
        self.sums: dict[int, Sum] = {}
        self.waiting: list[tuple[Sum, int]] = []
        self.most_assumed = FIRST_ASSUMED if gradually else sys.maxsize
        for literal, weight in _mixed(literals) if gradually else literals:
            self._weigh(literal, weight)

    def search(
        self,
        most: int,
        clock: Clock,
        on_model: Callable[[Sequence[int]], int],
        goes_on: Callable[[], bool] = lambda: True,
    ) -> Verdict:
        """Look for the least weight until the bound is above `most`, or met, or time is over.

        `most` holds from now on: the solver may be told that there is no more. `on_model` hears
        of each assignment on the way, and says what is the most of interest then. Whether the
        search `goes_on` is asked whenever the bound may have risen. The verdict has a model of the
        least weight; or it is refuted that there is one of at most `most`; or neither.
        """
        while self.bound <= most:
            if not goes_on():
                return Verdict()
            self._rule_out(most)
            verdict = self.solver.decide(clock, assumed=self._assumed())
            if verdict.model is not None:
                most = min(most, on_model(verdict.model))
                if self.most_assumed < len(self.weights):
                    self.most_assumed *= MORE_ASSUMED  # sums come last, and wait for all others
                elif self.waiting:
                    self._stop_waiting()
                else:
                    return verdict
            elif not verdict.refuted:
                return verdict
            elif verdict.core:
                self._take([-literal for literal in verdict.core])
            else:
                self.bound = most + 1
        return Verdict(refuted=True)

    def clauses_of_limit(self, most: int) -> int:
        """Return about how many clauses it takes to limit the sum to `most`."""
        spare = most - self.bound
        weights = list(self.weights.values()) + [weight for _, weight in self.waiting]
        for literal in self.sums.keys() & self.weights.keys():
            known, weight = self.sums[literal], self.weights[literal]
            weights += [weight] * min(known.count.size - known.number, spare // weight)
        return clauses_of_limit(weights, max(0, spare))

    def limit(self, most: int) -> None:
        """Let the weights of true literals add up to at most so much, for good."""
        self._stop_waiting()
        spare = most - self.bound
        left = list(self.weights.items())
        for literal in self.sums.keys() & self.weights.keys():
            count, weight = self.sums[literal].count, self.weights[literal]
            # more of these are too much in any case, and true only if these are
            last = min(count.size, self.sums[literal].number + spare // weight)
            numbers = range(self.sums[literal].number + 1, last + 1)
            left += [(count.at_least(number), weight) for number in numbers]
        if spare < 0:
            self.solver.add([])
        formula = Formula(self.solver.variables)
        formula.at_most(sorted(left), spare)
        self.solver.extend(formula)

    def _assumed(self) -> list[int]:
        return [-literal for literal in islice(self.weights, self.most_assumed)]

    def _rule_out(self, most: int) -> None:
        """Fix literals that alone would be too much."""
        if self.bound + max(self.weights.values(), default=0) <= most:
            return
        for literal, weight in list(self.weights.items()):
            if self.bound + weight > most:
                self.solver.add([-literal])
                del self.weights[literal]

    def _take(self, core: list[int]) -> None:
        """Raise the bound by what a core weighs in any case."""
        least = min(self.weights[literal] for literal in core)
        self.bound += least
        for literal in core:
            self._weigh(literal, -least)
            known = self.sums.get(literal)
            if known is not None and known.number < known.count.size:
                self.waiting.append((Sum(known.count, known.number + 1), least))
        if len(core) > 1:
            self.waiting.append((Sum(Count(core, self.solver), 2), least))
        else:
            self.solver.add(core)

    def _stop_waiting(self) -> None:
        for waiting, weight in self.waiting:
            literal = waiting.count.at_least(waiting.number)
            self.sums[literal] = waiting
            self._weigh(literal, weight)
        self.waiting.clear()

    def _weigh(self, literal: int, weight: int) -> None:
        self.weights[literal] = self.weights.get(literal, 0) + weight
        if not self.weights[literal]:
            del self.weights[literal]
