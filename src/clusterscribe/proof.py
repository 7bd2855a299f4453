"""What is proved, by which laws proofs combine, and how a search ended.

A proof is about all descriptions of a class on some rows. It has two sides: how many errors every
description makes, and how large the objective of every description is that makes no more than so
many errors. Everything is in whole units of weight, and of the goal.

Statuses and reasons are text wherever they are printed or written to JSON.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is proved of every description of a class.

    Each makes at least so many `errors`; and for each budget in `lengths`, those within it have at
    least the objective beside it. Budgets rise there, and objectives fall.
    """

    errors: int = 0
    lengths: tuple[tuple[int, int], ...] = ()

    def least(self, budget: int) -> int:
        """Return the least objective within a budget.

        Whatever is within a budget is within every larger one, so that what is proved for that
        holds here too.
        """
        return max((least for within, least in self.lengths if within >= budget), default=0)

    def fewest(self, objective: int) -> int:
        """Return the errors that descriptions of at most this objective make at least.

        Within a budget for which more is needed than this objective there is none of them.
        """
        beyond = [within + 1 for within, least in self.lengths if least > objective]
        return max(self.errors, *beyond, 0)

    def with_errors(self, errors: int) -> Bounds:
        """Add a bound on the errors."""
        return replace(self, errors=max(self.errors, errors))

    def with_least(self, budget: int, least: int) -> Bounds:
        """Add a bound on the objective within a budget."""
        if least <= self.least(budget):
            return self
        kept = [(b, v) for b, v in self.lengths if b > budget or v > least]
        return replace(self, lengths=tuple(sorted([*kept, (budget, least)])))

    def __and__(self, other: Bounds) -> Bounds:
        """Return what both prove together, of the same rows and class: the better of each."""
        both = self.with_errors(other.errors)
        for budget, least in other.lengths:
            both = both.with_least(budget, least)
        return both

    def of_more_rows(self) -> Bounds:
        """Return what is proved of a table by what is proved of some of its rows: the same.

        A description makes no fewer errors on all rows than on some of them. So it makes at least
        as many as every description makes on these, and where it is within a budget on all rows
        it is so on these, and has at least the objective that is needed there.
        """
        return self

    @staticmethod
    def of_parts(errors: Iterable[int]) -> Bounds:
        """Return what parts of the rows prove together that have no row in common.

        Errors are counted row by row, so those of a description are the sum of those on the parts.
        """
        return Bounds(sum(errors))


class Status(StrEnum):
    """Whether anything is left open."""

    OPTIMAL = "optimal"  # both gaps are closed, over all half-spaces of the class
    FEASIBLE = "feasible"  # valid, and the bounds hold, but they are not met


class StopReason(StrEnum):
    """Why a search ended."""

    OPTIMAL = "optimal"  # everything is proved
    TIME_LIMIT = "time limit"
    INTERRUPTED = "interrupted"  # by Ctrl-C, or it has not come to an end yet
    TOO_LARGE = "too large"  # for a model, and local search found nothing better
    NO_COLUMN = "no better column found"
    ROUNDED_WEIGHTS = "rounded weights"  # everything is proved, but for rounded weights
    AGREED = "groups and rows agree"
    SOLVED = "the groups were solved"  # to a proved optimum, which says nothing of the rows
    DONE = "done"
    GREEDY = "greedy"  # a method that never looks back
    UNKNOWN = ""  # no search is known
