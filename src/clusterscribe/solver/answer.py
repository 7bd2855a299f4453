"""What a search returns: the answer, and what is proven about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.endings import StopReason
from clusterscribe.problem.columns import Polyhedra, complexity, used_features
from clusterscribe.problem.scaling import Scaling


@dataclass(frozen=True, slots=True)
class Answer:
    """The columns of each cluster, in whole units of weight, and what their figures mean."""

    polyhedra: Polyhedra
    values: list[NDArray[np.float64]]  # of each feature, which ranks stand for
    scaling: Scaling | None  # of columns with several features, where there may be any
    errors: int
    error_bound: int
    budget: int
    objective: int
    bound: int
    optimal: bool
    stop_reason: StopReason
    fewest_as_short: int = 0  # errors that no description as short makes fewer of, in a frontier
    statistics: dict[str, Any] = field(default_factory=dict)

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
