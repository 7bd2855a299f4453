"""When column generation ends: small rules that can be put together with `|`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from clusterscribe.clock import Clock


class End(StrEnum):
    """Why column generation ended, for now or for good."""

    TIME_LIMIT = "time limit"
    ITERATIONS = "iterations"
    NO_COLUMN = "no negative column"
    GAP = "gap"
    NO_SOLUTION = "no solution"  # of the relaxation over the columns so far


@dataclass(frozen=True, slots=True)
class Round:
    """One iteration of column generation, as the statistics keep it."""

    iteration: int
    relaxation: float  # value over the columns so far
    bound: float  # proven so far, rounded to what the goal can be
    best: float  # value of the best answer so far
    pricer: str  # who found the columns, or proved that there are none
    added: int  # columns in this iteration
    columns: int  # in all
    rows: int
    least: float  # lowest reduced cost that is proved, over all clusters
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)


class Rule:
    """Says whether to stop after an iteration, and why."""

    def reached(self, last: Round) -> End | None:
        """Return the reason to stop, or None."""
        raise NotImplementedError

    def __or__(self, other: Rule) -> Rule:
        """Stop as soon as one of both says so."""
        return Either(self, other)


@dataclass(frozen=True, slots=True)
class Either(Rule):
    """Stops when one of two rules does."""

    first: Rule
    second: Rule

    def reached(self, last: Round) -> End | None:
        """Ask both, in order."""
        return self.first.reached(last) or self.second.reached(last)


@dataclass(frozen=True, slots=True)
class TimeLimit(Rule):
    """Stops when the time is over."""

    clock: Clock

    def reached(self, last: Round) -> End | None:
        """Look at the clock."""
        return End.TIME_LIMIT if self.clock.expired else None


@dataclass(frozen=True, slots=True)
class Iterations(Rule):
    """Stops after so many iterations."""

    most: int

    def reached(self, last: Round) -> End | None:
        """Count."""
        return End.ITERATIONS if last.iteration >= self.most else None


@dataclass(frozen=True, slots=True)
class NoColumn(Rule):
    """Stops when no pricer has found a column."""

    def reached(self, last: Round) -> End | None:
        """Look at what was added."""
        return End.NO_COLUMN if last.added == 0 else None


@dataclass(frozen=True, slots=True)
class Gap(Rule):
    """Stops when the bound is close enough to the best answer, as a share of it."""

    largest: float = 0.0

    def reached(self, last: Round) -> End | None:
        """Compare bound and best answer."""
        return End.GAP if last.best - last.bound <= self.largest * abs(last.best) else None
