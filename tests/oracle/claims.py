"""Holds whatever a run claims against the best that there is.

Errors are compared exactly where weights are whole numbers. Other weights are floats, whose sum
depends on the order, and 0.1 + 0.2 may be meant to be 0.3: there an amount stands for all amounts
within `ROUNDING` of it, and a claim must hold for one of these.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from fractions import Fraction
from math import gcd
from typing import Any, TypeAlias

import pytest

from clusterscribe import describe

from .best import Best
from .case import Case, allowed_errors
from .recount import errors_of, length_of, most_conditions, most_polyhedra, shares_inside

ROUNDING = Fraction(1, 10**12)
FINEST = 2**40
LAST_BIT = Fraction(1, 2**52)  # a float that stands for a whole number above 2**53
Runner: TypeAlias = Callable[..., tuple[Any, Any]]
OBJECTIVES = {"complexity": (1, 0), "sparsity": (0, 1)}


class Judge:
    """A case, what was asked about it, and the best descriptions of the class."""

    def __init__(self, case: Case, asked: dict[str, Any], best: Best) -> None:
        self.case, self.asked, self.best = case, asked, best
        self.objective = OBJECTIVES.get(
            asked.get("objective", "complexity"), asked.get("objective")
        )
        small = case.is_whole and case.total < 2**53
        self.rounding = Fraction(0) if small else LAST_BIT if case.is_whole else ROUNDING

    @property
    def limit(self) -> Fraction | None:
        """The budget that was asked for: an amount, or a share of all weight."""
        budget = self.asked.get("max_errors")
        if budget is None:
            return None
        return Fraction(str(budget)) * (self.case.total if isinstance(budget, float) else 1)

    def near(self, claimed: Any, true: Fraction) -> bool:
        """Whether a float is what an amount looks like."""
        return abs(Fraction(claimed) - true) <= self.rounding * true

    def at_most(self, claimed: Any, true: Fraction) -> bool:
        """Whether an amount is not above another."""
        return Fraction(claimed) <= true * (1 + self.rounding)

    def least(self, budget: Any, lenient: int = 0) -> int | None:
        """The least objective within a budget; +1 or -1 for a hair more of it, or less."""
        amount = Fraction(budget) * (1 + lenient * self.rounding)
        return self.best.least(amount, *self.objective)

    def status_of(self, run: Callable[[], tuple[Any, Any]]) -> str:
        """Check whatever a run claims; return its status, or "over budget"."""
        description, result = run()
        self.check(description, result)
        return "over budget" if result.over_budget else str(result.status)

    def check(self, description: Any, result: Any) -> None:
        """Check all claims about an answer."""
        self.check_answer(description, result)
        fewest = self.best.fewest_errors
        assert self.at_most(result.error_bound, fewest), ("error_bound", result, fewest)
        shortest = self.least(result.bounded_within, -1)
        if shortest is not None:
            assert result.bound <= shortest, ("bound", result, shortest)
        if result.status == "optimal":
            self.check_optimum(description, result)

    def check_answer(self, description: Any, result: Any) -> None:
        """Check what was counted, and that no budget is exceeded."""
        errors = errors_of(description, self.case)
        assert self.near(result.errors, errors), ("errors", result, errors)
        assert (result.complexity, result.sparsity) == length_of(description)
        self.check_limits(description)
        value = self.objective[0] * result.complexity + self.objective[1] * result.sparsity
        assert result.objective == value
        if result.over_budget:
            self.check_over_budget(result)
        else:
            assert self.at_most(errors, Fraction(result.max_errors)), ("max_errors", result, errors)
        if self.limit is not None:
            met = self.at_most(errors, self.limit)
            assert met or result.over_budget, ("budget", result, errors)
            assert result.max_errors <= self.limit * (1 + ROUNDING), ("budget in force", result)

    def check_limits(self, description: Any) -> None:
        """Check that no polyhedron has too many conditions, or too little of its cluster inside."""
        most = self.asked.get("max_conditions")
        assert most is None or most_conditions(description) <= most, ("conditions", description)
        assert most_polyhedra(description) <= self.asked.get("max_polyhedra", 1)
        least = Fraction(str(self.asked.get("min_recall", 0)))
        shares = shares_inside(description, self.case)
        if max(self.case.amounts) > FINEST * min(self.case.amounts) and least < 1:
            return  # weights of very different sizes are rounded, and so is what is inside
        assert all(self.at_most(least, share) for share in shares), ("recall", shares)

    def check_optimum(self, description: Any, result: Any) -> None:
        """Check that nothing better exists, whatever the bounds say."""
        fewest = self.best.fewest_errors
        if self.limit is None:
            assert self.near(result.error_bound, fewest), ("optimal errors", result, fewest)
            slack = self.asked.get("error_slack", 0.05)
            allowed = min(allowed_errors(fewest, slack, self.case.is_whole), self.case.total)
            assert self.at_most(result.max_errors, allowed), ("allowed", result, allowed)
            # above that, whole weights may be counted in a larger unit, and so is the budget
            if self.case.is_whole and sum(self.case.weights or [1]) <= 2**52:
                # budgets between which no sum of weights lies are the same: weights of clusters
                # may count in fractions
                unit = gcd(*map(int, self.case.amounts)) or 1
                assert Fraction(result.max_errors) // unit == allowed // unit, (result, allowed)
            if self.case.is_whole and not slack:  # to the last unit, however large the total
                errors = errors_of(description, self.case)
                assert errors == fewest, ("optimal errors", errors, fewest)
        most, least = self.least(result.max_errors, -1), self.least(result.max_errors, 1)
        assert least is not None
        assert least <= result.objective, ("the oracle is beaten", result, least)
        assert most is None or result.objective <= most, ("optimal objective", result, most)

    def check_over_budget(self, result: Any) -> None:
        """Check what is said of a budget that was not met."""
        fewest = self.best.fewest_errors
        assert self.limit is not None
        assert result.status == "feasible", ("over budget", result)
        if result.error_bound >= result.errors:  # said to be the fewest
            assert fewest > self.limit * (1 - ROUNDING), ("over budget", result, fewest)
            assert self.near(result.errors, fewest), ("over budget", result, fewest)


def in_memory(case: Case, **options: Any) -> tuple[Any, Any]:
    """Describe a case as a table of pandas."""
    return describe(case.table, case.labels, **case.arguments, **options)


def check_claims(
    case: Case, asked: dict[str, Any], best: Best, run: Runner = in_memory, **options: Any
) -> str:
    """Describe a case and check what is claimed; return the status. Failures come with code."""
    judge = Judge(case, asked, best)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            wanted = {"min_recall": 0, **asked}  # nothing is asked of shares inside, unless it is
            return judge.status_of(lambda: run(case, time_limit=20, **wanted, **options))
    except Exception as failure:
        failure.add_note(f"{case}\nasked = { ({**asked, **options})!r}")
        raise


def check_all(seeds: Iterable[int], check: Callable[[int], None]) -> None:
    """Check many seeds, and say of all of them which fail; the first one comes with its code."""
    failures: dict[int, Exception] = {}
    for seed in seeds:
        try:
            check(seed)
        except Exception as failure:
            failures[seed] = failure
    if failures:
        first = next(iter(failures.values()))
        first.add_note(f"seeds that fail: {list(failures)}")
        raise first


def some_quick(seeds: range, share: float = 0.2) -> list[Any]:
    """Return seeds, all but the first share of them for `make test-all` only."""
    quick = int(share * len(seeds))
    later = [pytest.param(seed, marks=pytest.mark.slow) for seed in seeds[quick:]]
    return [*seeds[:quick], *later]
