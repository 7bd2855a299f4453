"""How a search ended: what it says of its answer, and why it stopped.

Both are text wherever they are printed or written to JSON.
"""

from __future__ import annotations

from enum import StrEnum


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
    NO_SOLUTION = "no solution"  # of a relaxation over the columns so far
    ROUNDED_WEIGHTS = "rounded weights"  # everything is proved, but for rounded weights
    AGREED = "groups and rows agree"
    SOLVED = "the groups were solved"  # to a proved optimum, which says nothing of the rows
    DONE = "done"
    GREEDY = "greedy"  # a method that never looks back
    UNKNOWN = ""  # no search is known
    # of column generation alone
    GAP = "gap"
    ITERATIONS = "iterations"
    NO_NEGATIVE_COLUMN = "no negative column"
