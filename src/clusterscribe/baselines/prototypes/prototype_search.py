"""The best prototypes and radii: a quick answer, a bound, and a solver for the gap between them.

    one cluster at a time -> Lagrangian bound, which drops balls -> integer program on the rest

On most tables the bound meets the answer and no integer program is needed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from clusterscribe.baselines.baseline import Effort
from clusterscribe.baselines.prototypes.candidate_balls import Ascent, Balls, Choices
from clusterscribe.baselines.prototypes.lagrangian import Relaxation
from clusterscribe.baselines.prototypes.prototype_master import PrototypeMaster
from clusterscribe.progress import Snapshot
from clusterscribe.proof import StopReason

MOST_ASCENTS = 30  # without a better answer
STEPS_PER_CLIMB = 10  # steps of the bound between two ascents from the balls that it suggests
# Larger programs take longer to write down than is left for solving them.
MOST_LITERALS = 1_000_000
LITERALS_PER_SECOND = 100_000
# A proof about a sample says nothing about all rows: this long for a better answer.
SAMPLE_SECONDS = 10.0


class PrototypeSearch:
    """Holds the best balls and the bound while it looks for better ones."""

    def __init__(
        self,
        choices: Sequence[Choices],
        weight: NDArray[np.int64],
        effort: Effort,
        *,
        unit: float = 1.0,
        complete: bool = True,
    ) -> None:
        self.weight = weight
        self.effort = effort
        self.clock = effort.clock
        self.unit = unit  # what a whole weight stands for
        self.complete = complete  # these are all rows and candidates, not a sample
        self.candidates = sum(len(c.order) for c in choices)
        self.ascent = Ascent(choices, weight, effort.clock)
        self.relaxation = Relaxation(choices, weight)
        self.bound = 0
        self.stop_reason = StopReason.INTERRUPTED
        start = self.ascent.start()
        # balls and errors together, so that Ctrl-C never finds one without the other
        self.held = start, self.ascent.errors(start)

    @property
    def balls(self) -> Balls:
        """The best balls so far."""
        return self.held[0]

    @property
    def errors(self) -> int:
        """Weight of the wrong rows of the best balls."""
        return self.held[1]

    @property
    def closed(self) -> bool:
        """Whether the bound has reached the best answer."""
        return self.bound >= self.errors

    def run(self) -> None:
        """Look for better balls until none can be better, or the time is up."""
        self._tell()
        self._offer(self.ascent.climb(self.balls))
        self._relax()
        if not self.closed:
            self._climb_again()
            self._relax()
        if not self.closed:
            self._solve()
        is_late = self.clock.expired and not self.closed
        self.stop_reason = StopReason.TIME_LIMIT if is_late else StopReason.DONE

    def _relax(self) -> None:
        """Raise the bound, and climb from what its steps suggest."""
        shown = 0

        def best(balls: Balls) -> int:
            nonlocal shown
            self._raise_bound(self.relaxation.bound)
            self._offer(self.ascent.climb(balls) if shown % STEPS_PER_CLIMB == 0 else balls)
            shown += 1
            return self.errors

        self.relaxation.improve(best, self.clock)
        self._raise_bound(self.relaxation.bound)

    def _climb_again(self) -> None:
        """Start from the best answer with some prototypes changed, while that helps."""
        chance = np.random.default_rng(self.effort.seed)
        since = 0
        while since < MOST_ASCENTS and not self.clock.expired:
            better = self._offer(self.ascent.climb(self.ascent.moved(self.balls, chance)))
            since = 0 if better else since + 1

    def _solve(self) -> None:
        """Hand the balls that are left to an integer program, unless there are too many."""
        choices = self.relaxation.choices
        literals = sum(c.order.size for c in choices)
        if literals > min(MOST_LITERALS, LITERALS_PER_SECOND * self.clock.remaining):
            return
        master = PrototypeMaster(choices, self.weight)
        master.suggest(self.balls)  # which are never dropped
        seconds = self.clock.remaining if self.complete else SAMPLE_SECONDS
        outcome = master.solve(self.effort, seconds, self._offer)
        # what was dropped is no better than the best answer
        self._raise_bound(self.errors if outcome.optimal else math.ceil(outcome.bound - 1e-6))

    def _raise_bound(self, bound: int) -> None:
        bound = min(bound, self.errors)
        if bound > self.bound:
            self.bound = bound
            self._tell()

    def _offer(self, balls: Balls) -> bool:
        """Take balls if they are better than the best ones; say whether they are."""
        errors = self.ascent.errors(balls)
        better = errors < self.errors
        if better:
            self.held = balls, errors
            self._tell()
        return better

    def _tell(self) -> None:
        self.effort.listener(
            Snapshot(
                stage="best prototypes",
                rows=len(self.weight),
                measure="errors",
                total=int(self.weight.sum()) * self.unit,
                candidates=self.candidates,
                best=self.errors * self.unit,
                bound=self.bound * self.unit,
                seconds=self.clock.elapsed,
            )
        )
