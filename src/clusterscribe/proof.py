"""What is proved, the laws by which proofs combine, and how a search ended.

A proof is about all descriptions of a class on some rows. It has two sides: how many errors every
description makes, and how large the objective of every description is that makes no more than so
many errors. `Bounds` counts in whole units of weight and of the goal, as searches do; `Figures`
are in the units of the user, as results and reports are. No other module computes a bound from
bounds: `clusterscribe.search.outcome` turns `Bounds` into `Figures`, and everybody else calls the
laws below.

Statuses and reasons are text wherever they are printed or written to JSON.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from clusterscribe.parameters import Scale
from clusterscribe.wish import Wish, all_implied

Number = TypeVar("Number", int, float)
# (within, least): whatever has at most `within` of one measure has at least `least` of another;
# the first rises from one claim to the next, and the second falls
Claims: TypeAlias = tuple[tuple[Number, Number], ...]


@dataclass(frozen=True, slots=True)
class DescriptionClass:
    """The descriptions that a proof is about.

    They are made of half-spaces with at most `max_terms` features and integer weights up to
    `max_coefficient`. Weights are those of features as `scale` makes them, if that is known.
    With one feature, neither weights nor scale make a difference, and so they are not kept.
    A polyhedron has at most `max_conditions` half-spaces, if that is a number. A cluster has at
    most `max_polyhedra` of them, and they contain at least the share `min_recall` of its rows.
    All of them keep to the `wishes`.
    """

    max_terms: int
    max_coefficient: int
    scale: Scale | None = None
    max_conditions: int | None = None
    min_recall: float = 0.0
    max_polyhedra: int = 1
    wishes: tuple[Wish, ...] = ()

    def __post_init__(self) -> None:
        if self.max_terms == 1:
            object.__setattr__(self, "max_coefficient", 1)
            object.__setattr__(self, "scale", None)

    def __le__(self, other: DescriptionClass) -> bool:
        """Whether every description of this class belongs to the other one.

        Half-spaces of several features on different scales are different half-spaces. Fewer
        conditions, fewer polyhedra, a higher recall and wishes leave fewer descriptions.
        """
        if self.max_terms > other.max_terms or not self._keeps_to_recall_of(other):
            return False
        if not all_implied(_but_recall(other.wishes), by=self.wishes):
            return False
        if self._most_conditions > other._most_conditions:
            return False
        if self.max_polyhedra > other.max_polyhedra:
            return False
        same_scale = self.scale == other.scale and self.max_coefficient <= other.max_coefficient
        return self.max_terms == 1 or same_scale

    def _keeps_to_recall_of(self, other: DescriptionClass) -> bool:
        """Whether no cluster has to have less inside; that of one cluster replaces that of all."""
        own, others = _recall(self.wishes), _recall(other.wishes)
        if own == others:
            return self.min_recall >= other.min_recall
        lowest = min((self.min_recall, *own.values()))
        return lowest >= max((other.min_recall, *others.values()))

    @property
    def _most_conditions(self) -> float:
        return inf if self.max_conditions is None else self.max_conditions


def _recall(wishes: Iterable[Wish]) -> dict[tuple[str, ...], float]:
    """Return the share inside that single clusters have to have."""
    shares = [wish for wish in wishes if wish.kind == "min_recall"]
    return {wish.of: wish.value for wish in shares if isinstance(wish.value, int | float)}


def _but_recall(wishes: Iterable[Wish]) -> list[Wish]:
    return [wish for wish in wishes if wish.kind != "min_recall"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is proved of every description of a class, in whole units.

    Each makes at least so many `errors`; and for each budget in `lengths`, those within it have at
    least the objective beside it. Budgets rise there, and objectives fall.
    """

    errors: int = 0
    lengths: Claims[int] = ()

    def least(self, budget: int) -> int:
        """Return the least objective within a budget.

        Whatever is within a budget is within every larger one, so that what is proved for that
        holds here too.
        """
        return _least(self.lengths, budget, 0)

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
        return replace(self, lengths=_with(self.lengths, budget, least))

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


@dataclass(frozen=True, slots=True)
class CappedBound(Generic[Number]):
    """What is proved of descriptions of few conditions, where more of them are allowed.

    No description with at most `max_conditions` conditions in each polyhedron makes fewer `errors`.
    """

    max_conditions: int
    errors: Number


@dataclass(frozen=True, slots=True)
class Figures:
    """What is proved of every description of a class, in the units of the user.

    Each makes at least so many `errors`. For each number of errors in `lengths`, those that make
    no more have at least the objective beside it; and for each objective in `counts`, those with
    no more of it make at least the errors beside it.

    Weights need not be whole, so that "more than 3" is not "4 or more" here. Neither list follows
    from the other as in whole units, and each says only what was said in whole units.
    """

    descriptions: DescriptionClass | None  # None: not known, and nothing is combined with it
    objective: str  # in words, which tells one measure from another
    errors: float = 0.0
    lengths: Claims[float] = ()
    counts: Claims[float] = ()

    def least(self, errors: float) -> float:
        """Return the least objective of descriptions that make at most so many errors.

        Whatever makes no more than these makes no more than any larger number.
        """
        return _least(self.lengths, errors, 0.0)

    def fewest(self, objective: float) -> float:
        """Return the errors that descriptions of at most this objective make at least.

        Whatever is as short as this is as short as anything longer.
        """
        return max(self.errors, _least(self.counts, objective, 0.0))

    def with_errors(self, errors: float) -> Figures:
        """Add a bound on the errors, which may say more than some of those beside an objective."""
        errors = max(self.errors, errors)
        return replace(self, errors=errors, counts=tuple(c for c in self.counts if c[1] > errors))

    def with_least(self, errors: float, least: float) -> Figures:
        """Add a bound on the objective of descriptions that make at most so many errors."""
        if least <= self.least(errors):
            return self
        return replace(self, lengths=_with(self.lengths, errors, least))

    def with_fewest(self, objective: float, fewest: float) -> Figures:
        """Add a bound on the errors of descriptions of at most this objective."""
        if fewest <= self.fewest(objective):
            return self
        return replace(self, counts=_with(self.counts, objective, fewest))

    def __and__(self, other: Figures) -> Figures:
        """Return what both prove together, of the same rows: the better of each.

        Proofs of different classes, or of different objectives, are refused: `of_smaller_class`
        and `of_other_objective` say what is left of one that is to be combined.
        """
        about = self.descriptions, self.objective
        if self.descriptions is None or about != (other.descriptions, other.objective):
            raise ValueError(
                f"what is proved of {other.objective} over {other.descriptions} cannot be combined "
                f"with what is proved of {self.objective} over {self.descriptions}"
            )
        both = self.with_errors(other.errors)
        for errors, least in other.lengths:
            both = both.with_least(errors, least)
        for objective, fewest in other.counts:
            both = both.with_fewest(objective, fewest)
        return both

    def of_smaller_class(self, smaller: DescriptionClass) -> Figures:
        """Return what is proved of a class by what is proved of a larger one: the same.

        What holds for all descriptions holds for some of them, and never the other way round.
        """
        if self.descriptions is None or not smaller <= self.descriptions:
            raise ValueError(f"a proof for {self.descriptions} says nothing of {smaller}")
        return replace(self, descriptions=smaller)

    def of_other_objective(self, objective: str) -> Figures:
        """Return what is left where something else is minimised: the errors of all."""
        if objective == self.objective:
            return self
        return Figures(self.descriptions, objective, self.errors)

    def met_by(self, errors: float, objective: float) -> Figures:
        """Return what can be said beside a description with these errors and this objective.

        It is there, so that no bound that holds for it lies above it. In exact arithmetic that
        changes nothing; a sum of floating-point numbers may come out below what is proved of it.
        """
        met = Figures(self.descriptions, self.objective, min(errors, self.errors))
        for within, least in self.lengths:
            met = met.with_least(within, min(objective, least) if within >= errors else least)
        for within, fewest in self.counts:
            met = met.with_fewest(within, min(errors, fewest) if within >= objective else fewest)
        return met


def _least(claims: Claims[Number], within: Number, nothing: Number) -> Number:
    """Return the most that is claimed of whatever has at most so much of the first measure."""
    return max((least for limit, least in claims if limit >= within), default=nothing)


def _with(claims: Claims[Number], within: Number, least: Number) -> Claims[Number]:
    """Add a claim that says something new, and drop those that it says as well."""
    stated = [claim for claim in claims if claim[0] > within or claim[1] > least]
    stated.append((within, least))
    return tuple(sorted(stated))


class Status(StrEnum):
    """Whether anything is left open."""

    OPTIMAL = "optimal"  # both gaps are closed, over all half-spaces of the class
    FEASIBLE = "feasible"  # valid, and the bounds hold, but they are not met


class StopReason(StrEnum):
    """Why a search ended."""

    OPTIMAL = "optimal"  # everything is proved
    TIME_LIMIT = "time limit"
    INTERRUPTED = "interrupted"  # by Ctrl-C, or it has not come to an end yet
    STALLED = "nothing moved any more"  # neither the answer nor its bound, for a while
    TOO_LARGE = "too large"  # for a model; files of version 0.1.0 say so where it stalled
    NO_COLUMN = "no better column found"
    ROUNDED_WEIGHTS = "rounded weights"  # everything is proved, but for rounded weights
    AGREED = "groups and rows agree"
    SOLVED = "the groups were solved"  # to a proved optimum, which says nothing of the rows
    DONE = "done"
    GREEDY = "greedy"  # a method that never looks back
    UNKNOWN = ""  # no search is known


class Ending(NamedTuple):
    """How a search ended: whether its answer is proved to be the best, and why it stopped."""

    optimal: bool
    reason: StopReason

    @property
    def status(self) -> Status:
        """The status of the answer."""
        return Status.OPTIMAL if self.optimal else Status.FEASIBLE

    def interrupted(self) -> Ending:
        """Return what an interrupt leaves of a search.

        It takes nothing away from what was proved until then, and adds nothing: bounds stay as
        they are, and an answer is the best only if that was proved before.
        """
        return self._replace(reason=StopReason.INTERRUPTED)

    def of_rounded_weights(self) -> Ending:
        """Return what is left for weights by what was proved for their rounded values.

        The best for rounded weights may not be the best; bounds are lowered by what rounding did.
        """
        if not self.optimal:
            return self
        return Ending(optimal=False, reason=StopReason.ROUNDED_WEIGHTS)
