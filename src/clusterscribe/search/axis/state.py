"""The state of a search: the best answer so far, and the tools to better it.

A `Search` outlives every model and every stage, so that whatever stops the work (the time
limit, Ctrl-C) there is an answer to return.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import InitVar, dataclass, field
from typing import Any, TypeAlias

from clusterscribe.clock import Clock
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.reduce import Reduced, Reducer
from clusterscribe.progress import Listener, Snapshot
from clusterscribe.search.axis.master import Expression, Master
from clusterscribe.search.cp_sat import OnSolution, Outcome, run
from clusterscribe.search.goal import Ceiling, Goal, rounded_up

Key: TypeAlias = tuple[int, ...]


@dataclass(slots=True)
class Search:
    """The best answer under the present order of goals, and who is told of progress."""

    ranks: Ranks
    reduce: Reducer
    start: InitVar[Ranges]
    clock: Clock
    listener: Listener
    seed: int = 0
    workers: int | None = None
    error_unit: float = 1.0  # what a whole unit of errors stands for
    stage: str = ""
    goals: tuple[Goal, ...] = ()
    focus: int = 0  # which of the goals is being worked on
    budget: int | None = None
    ceiling: Ceiling | None = None
    bound: float = 0.0
    # answer and errors together, so that Ctrl-C never finds one without the other
    held: tuple[Ranges, int] = field(init=False)

    def __post_init__(self, start: Ranges) -> None:
        self.held = start, start.errors(self.ranks)

    @property
    def best(self) -> Ranges:
        """The best answer so far."""
        return self.held[0]

    def begin(
        self,
        stage: str,
        goals: tuple[Goal, ...],
        budget: int | None = None,
        focus: int = 0,
        ceiling: Ceiling | None = None,
    ) -> None:
        """Start a stage: answers are compared by its goals, in order, within its limits."""
        self.stage, self.goals, self.focus = stage, goals, focus
        self.budget, self.ceiling, self.bound = budget, ceiling, 0.0

    @property
    def errors(self) -> int:
        """Errors of the best answer."""
        return self.held[1]

    @property
    def value(self) -> int:
        """Value of the goal that is being worked on for the best answer."""
        return self.goals[self.focus].value(self.best, self.errors)

    @property
    def closed(self) -> bool:
        """Whether the bound has reached the best answer."""
        return self.bound >= self.value

    def raise_bound(self, bound: float) -> None:
        """Take note of a proven bound, rounded up to what the goal can be."""
        self.bound = max(self.bound, rounded_up(bound, self.goals[self.focus].step))

    def offer(self, answer: Ranges) -> None:
        """Take an answer (in original ranks) if it is better than the best one."""
        answer = answer.tightened(self.ranks)
        errors = answer.errors(self.ranks)
        if self._key(answer, errors) < self._key(self.best, self.errors):
            self.held = answer, errors

    def _key(self, answer: Ranges, errors: int) -> Key:
        excess = 0 if self.budget is None else max(0, errors - self.budget)
        if self.ceiling is not None:
            excess += self.ceiling.excess(answer)
        return (excess, *(goal.value(answer, errors) for goal in self.goals))

    def tell(self, problem: Reduced) -> None:
        """Report progress on a problem."""
        self.tell_of(len(problem.ranks), problem.candidates)

    def tell_of(self, rows: int, candidates: int = 0) -> None:
        """Report progress, in the user's units."""
        unit = self.goals[self.focus].unit_with(self.error_unit)
        snapshot = Snapshot(
            stage=self.stage,
            rows=rows,
            candidates=candidates,
            best=self.value * unit,
            bound=self.bound * unit,
            seconds=self.clock.elapsed,
        )
        self.listener(snapshot)

    def minimise(
        self,
        master: Master,
        objective: Expression,
        seconds: float,
        enough: Callable[[], bool] = lambda: False,
    ) -> Outcome:
        """Minimise an expression from the best answer on; every better answer is kept."""
        problem = master.problem

        def on_solution(value: Callable[[Any], bool]) -> bool:
            self.offer(problem.restore(master.read(value)))
            self.tell(problem)
            return enough()

        def on_bound(bound: float) -> None:
            self.raise_bound(bound)
            self.tell(problem)

        self.tell(problem)
        outcome = self._run(master, objective, seconds, on_solution, on_bound)
        if outcome.optimal:
            self.raise_bound(outcome.value)
        elif outcome.found:
            self.raise_bound(outcome.bound)
        return outcome

    def choose(self, master: Master, cost: Expression, seconds: float) -> bool:
        """Among answers as good as the best, take the cheapest; say whether it is proven."""

        def on_solution(value: Callable[[Any], bool]) -> None:
            answer = master.problem.restore(master.read(value))
            errors = answer.errors(self.ranks)
            if self._key(answer, errors) <= self._key(self.best, self.errors):
                self.held = answer, errors

        return self._run(master, cost, seconds, on_solution).optimal

    def _run(
        self,
        master: Master,
        expression: Expression,
        seconds: float,
        on_solution: OnSolution,
        on_bound: Callable[[float], None] | None = None,
    ) -> Outcome:
        """Minimise from the best answer on."""
        master.hint(master.problem.express(self.best))
        master.model.minimize(expression)
        return run(
            master.model,
            self.clock,
            seconds,
            on_solution=on_solution,
            on_bound=on_bound,
            seed=self.seed,
            workers=self.workers,
        )
