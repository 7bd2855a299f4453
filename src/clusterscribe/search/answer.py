"""What a search returns: the answer, and what is proven about it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.columns import Polyhedra, complexity, used_features
from clusterscribe.problem.scaling import Scaling
from clusterscribe.proof import Bounds, CappedBound, Ending, StopReason
from clusterscribe.search.statistics import Statistics


@dataclass(frozen=True, slots=True)
class Answer:
    """The columns of each cluster, in whole units of weight, and what their figures mean."""

    polyhedra: Polyhedra
    values: list[NDArray[np.float64]]  # of each feature, which ranks stand for
    scaling: Scaling | None  # of columns with several features, where there may be any
    errors: int
    budget: int
    objective: int
    bounds: Bounds
    optimal: bool
    stop_reason: StopReason
    statistics: Statistics = field(default_factory=Statistics)
    capped: CappedBound[int] | None = None  # where any number of conditions is allowed

    @property
    def error_bound(self) -> int:
        """Errors that every description makes at least."""
        return min(self.errors, self.bounds.errors)

    @property
    def bound(self) -> int:
        """The objective that every description within the budget has at least."""
        return min(self.objective, self.bounds.least(self.budget))

    @property
    def fewest_as_short(self) -> int:
        """Errors that every description makes at least that is as short."""
        return min(self.errors, self.bounds.fewest(self.objective))

    def interrupted(self) -> Answer:
        """Return what an interrupt leaves of the answer."""
        ending = Ending(self.optimal, self.stop_reason).interrupted()
        return replace(self, optimal=ending.optimal, stop_reason=ending.reason)

    @property
    def complexity(self) -> int:
        """Sum of the complexities of all columns."""
        return complexity(self.polyhedra)

    @property
    def sparsity(self) -> int:
        """Number of different features."""
        return len(used_features(self.polyhedra))


class BudgetNotMetError(Exception):
    """No description within the error budget was found."""

    def __init__(self, fewest: int, bound: int) -> None:
        super().__init__(f"fewest errors found: {fewest}, proven bound: {bound}")
        self.fewest = fewest
        self.bound = bound
