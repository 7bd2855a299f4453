"""From a table and labels to several descriptions by different columns."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass, field, replace
from fractions import Fraction
from numbers import Real
from typing import TypeAlias

from clusterscribe.clock import Clock
from clusterscribe.constraints import Constraints
from clusterscribe.describing import describe_clusters
from clusterscribe.description import Description
from clusterscribe.description.core import all_rows
from clusterscribe.description.words import wording
from clusterscribe.engine.asking import is_table
from clusterscribe.engine.survey import columns_of
from clusterscribe.errors import DescriptionWarning, InfeasibleError, InputError, hint
from clusterscribe.parameters import LabelledTable, Parameters, whole_number
from clusterscribe.problem.weights import decimal, decimal_or_fraction
from clusterscribe.progress import Listener, Snapshot
from clusterscribe.proof import StopReason
from clusterscribe.result import Result
from clusterscribe.table import as_table, describing_columns
from clusterscribe.table.shape import listed
from clusterscribe.ways.alternatives import ROUNDING, Alternatives
from clusterscribe.ways.exclusions import Columns, Exclusions, Solved
from clusterscribe.ways.way import Way

FIRST = 0.5  # of all time at most, for the first description
MOST_LOSS = 1_000_000  # times as many errors: that is any number of them
LEAST_SECONDS = 0.05  # of a search: with less there is nothing to be found

Pair: TypeAlias = tuple[Description, Result]


def find_ways(
    data: LabelledTable, parameters: Parameters, listener: Listener, n: object, loss: object
) -> Alternatives:
    """Describe the clusters of a table, and then again by other columns as often as asked.

    `time_limit` is for all of it. Ctrl-C and the limit return what was found so far.
    """
    asked, share = _count(n), _loss(loss)
    run = _Run(_with_chosen_columns(data), parameters, Clock(parameters.time_limit), listener)
    first = run.first()
    allowed = _Allowed.beside(first[1], share)
    run.allow(allowed, first[0])
    tree = Exclusions(allowed.solved(first), allowed.limit)
    ways = [Way(*first, (), first[1].bound)]
    try:
        while len(ways) <= asked:
            found = tree.next(lambda without: run.without(without, tree.open_nodes))
            if found is None or found.solved.content is None:
                break
            left_out = run.in_order(found.solved.excluded)
            ways.append(Way(*found.solved.content, left_out, found.least))
    except KeyboardInterrupt:
        run.interrupted = True
    if run.interrupted:
        hint("interrupted: these are the descriptions so far")
    return Alternatives(
        ways=tuple(ways),
        asked=asked,
        loss=share,
        objective=parameters.objective_name,
        max_errors=float(allowed.errors),
        proved_within=min(run.within, float(allowed.errors)),
        max_objective=allowed.objective,
        least=tree.least,
        interrupted=run.interrupted,
    )


@dataclass(frozen=True, slots=True)
class _Allowed:
    """How many errors others may make, and how long they may be, beside the first description."""

    errors: Fraction
    objective: float
    is_same: bool  # whether the first one was allowed as many errors

    @classmethod
    def beside(cls, first: Result, loss: float) -> _Allowed:
        """Return what is within a loss; whatever the first one was allowed, others are, too."""
        more = 1 + decimal(loss)
        asked = decimal_or_fraction(first.max_errors)
        errors = max(asked, more * decimal_or_fraction(first.errors))
        if isinstance(first.errors, int):  # rows are counted
            errors = Fraction(math.floor(errors))
        objective = float(more * decimal_or_fraction(first.objective))
        return cls(errors, objective, is_same=errors == asked)

    @property
    def limit(self) -> float:
        """What a larger objective is certainly larger than."""
        return self.objective * (1 + ROUNDING)

    def solved(self, first: Pair) -> Solved[Pair]:
        """Return the first description as the root of the tree.

        Where others are allowed more errors, nothing is proved of them yet.
        """
        bound = first[1].bound if self.is_same and not first[1].over_budget else 0.0
        return Solved(frozenset(), bound, _rank(first[1]), frozenset(first[0].used_columns), first)


@dataclass(slots=True)
class _Run:
    """Describes the same rows without some columns, as long as there is time."""

    data: LabelledTable
    parameters: Parameters
    clock: Clock
    listener: Listener
    interrupted: bool = False
    within: float = math.inf  # the errors that all bounds hold for
    most: dict[str, float] = field(default_factory=dict)  # that is of any use, by stage
    is_hopeless: bool = False  # whether that was exceeded
    without_all: float = 0.0  # what no description without any column is below

    def allow(self, allowed: _Allowed, first: Description) -> None:
        """Allow so much from now on, and look for nothing that is worse."""
        self.parameters = replace(self.parameters, max_errors=allowed.errors)
        errors = float(allowed.errors) * (1 + ROUNDING)
        self.most = {"fewest errors": errors, "shortest description": allowed.limit}
        self.without_all = math.inf if _errors_without_columns(first) > errors else 0.0

    def first(self) -> Pair:
        """Describe the rows as they were asked for."""
        limit = self.clock.limit * FIRST if math.isfinite(self.clock.limit) else None
        parameters = replace(self.parameters, time_limit=limit)
        description, result = describe_clusters(self.data, parameters, self.listener)
        self.interrupted = result.stop_reason == StopReason.INTERRUPTED
        return description, result

    def without(self, columns: Columns, others: int) -> Solved[Pair] | None:
        """Describe the rows without some columns; None if there is no time for it.

        `others` are sets of columns that are to be tried as well, in the same time.
        """
        if self.interrupted or self.clock.remaining < LEAST_SECONDS:
            return None
        wishes = self.parameters.constraints
        if not columns.isdisjoint(wishes.require):
            return Solved(columns, math.inf)
        if columns.issuperset(self.data.features or ()):
            return Solved(columns, self.without_all)
        share = self.clock.remaining / (others + 1)
        parameters = replace(
            self.parameters,
            time_limit=max(share, LEAST_SECONDS) if math.isfinite(share) else None,
            constraints=_without(wishes, columns),
        )
        data = replace(self.data, exclude=sorted(columns))
        try:
            pair = self._describe(data, parameters, f"without {self._names(columns)}")
        except InfeasibleError:
            return Solved(columns, 0.0)  # none was found; whether there is one is not said
        except KeyboardInterrupt:
            if not self.is_hopeless:
                raise
            return Solved(columns, 0.0)  # it was ended before there was any answer
        return self._solved(columns, pair)

    def in_order(self, columns: Columns) -> tuple[str, ...]:
        """Return columns in the order of the table."""
        return tuple(name for name in self.data.features or () if name in columns)

    def _describe(self, data: LabelledTable, parameters: Parameters, what: str) -> Pair:
        def hear(snapshot: Snapshot) -> None:
            # which description is the best so far is not known until the end
            stage, seconds = f"{what}: {snapshot.stage}", self.clock.elapsed
            self.listener(replace(snapshot, stage=stage, seconds=seconds, answer=None))
            if (snapshot.bound or 0.0) > self.most.get(snapshot.stage, math.inf):
                self.is_hopeless = True
                raise KeyboardInterrupt  # the search returns what it has proved

        self.is_hopeless = False
        with warnings.catch_warnings():
            # what they say of the rows was said for the first one
            warnings.simplefilter("ignore", DescriptionWarning)
            return describe_clusters(data, parameters, hear)

    def _solved(self, columns: Columns, pair: Pair) -> Solved[Pair]:
        description, result = pair
        is_stopped = result.stop_reason == StopReason.INTERRUPTED
        self.interrupted = is_stopped and not self.is_hopeless
        self.within = min(self.within, result.max_errors)
        if result.over_budget:
            budget = self.parameters.max_errors or 0
            is_impossible = decimal_or_fraction(result.error_bound) > budget
            return Solved(columns, math.inf if is_impossible else result.bound)
        proof = description.proof
        if proof is not None:
            without = dict.fromkeys((*proof.without, *self.in_order(columns)))
            proof = replace(proof, without=tuple(without), capped=None)
        pair = replace(description, proof=proof), replace(result, proof=proof)
        used = frozenset(description.used_columns)
        return Solved(columns, result.bound, _rank(result), used, pair)

    def _names(self, columns: Columns) -> str:
        return listed([wording.name(name) for name in self.in_order(columns)], 3)


def _errors_without_columns(description: Description) -> float:
    """Return the errors where every row is inside every cluster, as it is without conditions."""
    tallies, clusters = description.tallies or (), len(description.parts)
    right = sum(tally.rows for tally in tallies[:clusters]) if clusters == 1 else 0
    return all_rows(tallies) - right


def _rank(result: Result) -> tuple[float, ...]:
    """Return by what descriptions are ordered: what is minimised, then what breaks ties."""
    return result.objective, result.complexity, result.sparsity, result.errors


def _without(wishes: Constraints, columns: Columns) -> Constraints:
    """Return the wishes about other columns; those about columns that are left out are met."""
    if columns.isdisjoint(wishes.columns):
        return wishes
    groups = (tuple(name for name in group if name not in columns) for group in wishes.exclusive)
    return replace(
        wishes,
        bounds={name: one for name, one in wishes.bounds.items() if name not in columns},
        costs={name: one for name, one in wishes.costs.items() if name not in columns},
        cut_points={name: one for name, one in wishes.cut_points.items() if name not in columns},
        exclusive=tuple(group for group in groups if len(group) > 1),
    )


def _with_chosen_columns(data: LabelledTable) -> LabelledTable:
    """Choose the columns that can describe once for all searches, with remarks on the others."""
    if is_table(data.table):
        return replace(data, features=columns_of(data), exclude=None)
    table = as_table(data.table)
    described = describing_columns(table, data.features, data.exclude, data.missing)
    return replace(data, table=described.table, features=described.columns, exclude=None)


def _count(n: object) -> int:
    asked = whole_number(n)
    if asked is None or asked < 1:
        raise InputError(f"n must be a whole number of at least 1, not {n!r}")
    return asked


def _loss(loss: object) -> float:
    share = float(loss) if isinstance(loss, Real) and not isinstance(loss, bool) else math.nan
    if not 0 <= share <= MOST_LOSS:
        raise InputError(
            "loss must be the share of more errors and of more length that is allowed, such as "
            f"0.1, and at most {MOST_LOSS:,}, not {loss!r}"
        )
    return share
