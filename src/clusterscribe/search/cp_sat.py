"""Running CP-SAT: time limit, progress, Ctrl-C, and what is proven at the end.

On Ctrl-C the solver is told to stop, and the interrupt goes on to the caller, who holds
the best answer so far.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from ortools.sat.python import cp_model

from clusterscribe.clock import Clock
from clusterscribe.search.patience import wait_for
from clusterscribe.search.solver_version import hint_if_untested

# More workers than cores on purpose: each worker is another strategy, and on this problem
# it is the mix that proves (bank, fewest errors: 24 s with two workers, 1.4 s with eight,
# both on two cores).
WORKERS = 8


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended: the best value, a proven bound, and whether that closes the case."""

    found: bool
    optimal: bool
    infeasible: bool
    value: float
    bound: float

    @property
    def proved(self) -> float:
        """What no solution of the model is below, as far as the run has told."""
        if not self.found:
            return float("-inf")
        return self.value if self.optimal else self.bound


# given a function that tells the value of a literal, says whether the search may stop
OnSolution: TypeAlias = Callable[[Callable[[Any], bool]], bool | None]


class _Watcher(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]  # untyped
    """Hands every better solution on as it is found, and stops if that was enough."""

    def __init__(self, on_solution: OnSolution) -> None:
        super().__init__()
        self._on_solution = on_solution

    def on_solution_callback(self) -> None:
        if self._on_solution(self.boolean_value):
            self.stop_search()


def run(
    model: cp_model.CpModel,
    clock: Clock,
    seconds: float,
    *,
    on_solution: OnSolution,
    on_bound: Callable[[float], None] | None = None,
    enough: Callable[[], bool] | None = None,
    seed: int = 0,
    workers: int | None = None,
) -> Outcome:
    """Solve for at most `seconds`, never beyond the clock, and until that is `enough`."""
    hint_if_untested()
    solver = cp_model.CpSolver()
    _avoid_known_faults(solver.parameters)
    solver.parameters.max_time_in_seconds = max(0.0, min(seconds, clock.remaining))
    solver.parameters.num_workers = workers or WORKERS
    solver.parameters.random_seed = seed
    solver.parameters.catch_sigint_signal = False
    if on_bound is not None:
        solver.best_bound_callback = on_bound
    watcher = _Watcher(on_solution)
    status = wait_for(lambda: solver.solve(model, watcher), solver.stop_search, enough)
    if status == cp_model.MODEL_INVALID:
        raise RuntimeError(f"the solver refuses the model: {model.validate() or 'unknown reason'}")
    found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return Outcome(
        found=found,
        optimal=status == cp_model.OPTIMAL,
        infeasible=status == cp_model.INFEASIBLE,
        value=solver.objective_value if found else float("inf"),
        bound=solver.best_objective_bound if status != cp_model.INFEASIBLE else float("inf"),
    )


def _avoid_known_faults(parameters: Any) -> None:  # noqa: ANN401  (the solver's own type)
    """Leave out what is known to make presolve drop solutions: google/or-tools#5293.

    A later version may have no such parameter, and then it has no need of it.
    """
    if hasattr(parameters, "presolve_inclusion_work_limit"):
        parameters.presolve_inclusion_work_limit = 0
