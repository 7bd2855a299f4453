"""What a search is asked for, in whole units of weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from clusterscribe.parameters import Parameters
from clusterscribe.problem.limits import Limits
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.weights import Unit, decimal, decimal_or_fraction
from clusterscribe.problem.wishes import NO_WISHES, Wishes
from clusterscribe.search.goal import Goal
from clusterscribe.search.schedule import DEFAULT, Schedule
from clusterscribe.search.wishes.resolve import Described, Resolver


@dataclass(frozen=True, slots=True)
class Settings:
    """What is asked for, and how the time is divided."""

    goal: Goal
    max_errors: int | None = None
    error_slack: float = 0.05
    seed: int = 0
    workers: int | None = None
    jobs: int = 2  # tasks of pricing that run at once
    error_unit: float = 1.0  # what a whole unit of errors stands for, in reports of progress
    rounding: int = 0  # units that rounding of weights can make of nothing
    max_conditions: int | None = None  # in one polyhedron
    most_conditions: tuple[int | None, ...] = ()  # by cluster, where they differ
    least_inside: tuple[int, ...] = ()  # units of each cluster in its own polyhedron; (): any
    parts: bool = True  # whether a bound on the errors is of any use
    max_polyhedra: int = 1  # of one cluster
    schedule: Schedule = DEFAULT
    wishes: Wishes = NO_WISHES
    right: NDArray[np.bool_] | None = None  # the rows that must be right

    def limits(self, weights: Sequence[int]) -> Limits:
        """Return what polyhedra have to keep to, given the weight of each cluster."""
        outside = tuple(weights[k] - least for k, least in enumerate(self.least_inside))
        return Limits(self.max_conditions, outside, self.most_conditions)

    @property
    def of_some_rows(self) -> Settings:
        """What may be asked of some of the rows, so that what is proved of them holds for all.

        No polyhedron has more conditions for some rows than for all. But it may have all that it
        leaves outside among them, so that nothing is asked of the share inside; and of wishes only
        those are left that do not look at rows.
        """
        return replace(self, least_inside=(), wishes=self.wishes.of_some_rows, right=None)

    def of_all_rows(self, ranks: Ranks) -> Ranks:
        """Return the ranks of all rows, with what every answer has to keep to."""
        limits = self.limits(ranks.cluster_weights.tolist())
        return replace(ranks, limits=limits, wishes=self.wishes, right=self.right)

    def covering(self, errors: int) -> int:
        """Return the budget within which is whatever weighs no more than so many units."""
        return errors + self.rounding if errors else 0  # rounding makes no weight of nothing

    def is_met_by(self, errors: int) -> bool:
        """Whether so many errors are within the budget; every number is, where none was given."""
        return self.max_errors is None or errors <= self.max_errors

    def allowed(self, errors: int, *, total: int, worst: int, proved: bool) -> int:
        """Return the budget of stage two: the one given, or the fewest errors and the slack.

        A given budget that is not met gives way to the errors that are found.

        Where the fewest errors are not `proved`, the slack is not spent on answers that are
        worse than `worst`, the errors of the best tree with one leaf per cluster.
        """
        if self.max_errors is not None:
            return self.max_errors if self.is_met_by(errors) else self.covering(errors)
        allowed = self.covering(floor((1 + decimal(self.error_slack)) * errors))
        if not proved:
            allowed = min(allowed, self.covering(max(errors, worst)))
        return min(allowed, total)


class Weighted(Described, Protocol):
    """Rows whose weights are counted in whole units."""

    @property
    def total(self) -> int:
        """The weight of all rows that count, in whole units."""


def settings_for(
    rows: Weighted,
    parameters: Parameters,
    schedule: Schedule = DEFAULT,
    right: NDArray[np.bool_] | None = None,
) -> Settings:
    """Return what the search is asked for; a budget that is a share is one of all these rows.

    `right` are the rows that must be right, where there are any.
    """
    wished = Resolver(rows, parameters.constraints)
    wished.check()
    limits = Limits.of_conditions(wished.most_conditions(parameters.max_conditions))
    return Settings(
        goal=wished.goal(Goal.of(parameters.complexity_weight, parameters.sparsity_weight)),
        max_errors=rows.unit.budget(parameters.max_errors, rows.total),
        error_slack=parameters.error_slack,
        seed=parameters.seed,
        workers=parameters.workers,
        jobs=parameters.jobs,
        error_unit=rows.unit.amount(1),
        rounding=rows.unit.rounding,
        max_conditions=limits.max_conditions,
        most_conditions=limits.most_conditions,
        least_inside=least_inside(rows, wished.min_recall(parameters.min_recall)),
        max_polyhedra=parameters.max_polyhedra,
        schedule=schedule,
        wishes=wished.wishes(),
        right=right,
    )


def least_inside(rows: Weighted, shares: Sequence[float]) -> tuple[int, ...]:
    """Return the least weight of each cluster inside its own polyhedron, in whole units.

    Whatever has the share of the weights has that many units: where weights are rounded, that is
    less than the share of the units by the worst that rounding can have done. All is all.
    """
    if not any(shares):
        return ()
    pairs = zip(shares, rows.cluster_totals, strict=True)
    return tuple(_least_of(rows.unit, decimal_or_fraction(share), total) for share, total in pairs)


def _least_of(unit: Unit, share: Fraction, total: int) -> int:
    if share == 1:
        return total
    least = share * (total * unit.size - unit.excess)
    return max(0, ceil((least - unit.shortfall) / unit.size))
