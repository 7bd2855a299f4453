"""Disjoint sets of tags that cover each cluster, as few tags as possible.

The disjoint-tag minimisation model of Davidson, Gourru and Ravi ("The cluster description
problem", NeurIPS 2018). With `use[k, t]` for the tags t that rows of cluster k have, and
`bare[i]` for a row that may stay uncovered:

    sum over k of use[k, t]  <=  1                       no tag is used by two clusters
    bare[i]  or  some use[cluster of i, t], t of row i   each row has a tag of its cluster
    sum of weight[i] bare[i]  <=  budget                 cover or forget

The first stage finds the fewest rows that must stay uncovered, or that the budget can be met;
the second the fewest tags, and of these the ones that the fewest rows of other clusters and of
noise have, which the model leaves open. Rows of one cluster with the same tags are one row.
Where nothing may stay uncovered, a row whose tags include those of another row is covered
whenever that one is, and is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from clusterscribe.baselines.baseline import Effort
from clusterscribe.baselines.tags.tagged_rows import (
    Cover,
    TaggedRows,
    greedy_cover,
    undominated,
    weight_elsewhere,
    without_idle_tags,
)
from clusterscribe.progress import Measure, Snapshot
from clusterscribe.proof import StopReason
from clusterscribe.search.cp_sat import Outcome, run
from clusterscribe.search.integer import Expression

FIRST_SHARE = 0.5  # of the time, for the first stage where the second one needs some as well
LITERALS_PER_SECOND = 400_000  # that are written into a model


class TagCover:
    """Finds the tags in two stages, and holds the best answer so far."""

    def __init__(
        self, rows: TaggedRows, budget: int | None, effort: Effort, unit: float = 1.0
    ) -> None:
        self.rows = rows.merged()
        self.budget = budget
        self.effort = effort
        self.clock = effort.clock
        self.unit = unit  # what a whole weight stands for
        self.cover = greedy_cover(self.rows)
        # proven: no cover leaves fewer rows uncovered, and none that leaves as few has fewer tags
        self.fewest_uncovered = int(self.rows.weight[~self.rows.has.any(axis=1)].sum())
        self.fewest_tags = 0
        self.stopped = StopReason.INTERRUPTED

    @property
    def tags(self) -> int:
        """Number of tags of the best answer."""
        return int(self.cover.sum())

    @property
    def uncovered(self) -> int:
        """Weight of the rows that the best answer leaves uncovered."""
        return self.rows.uncovered(self.cover)

    @property
    def bound(self) -> int:
        """Proven: so many tags are needed for what may stay uncovered."""
        # with fewer uncovered rows, more tags might be needed
        is_final = self._first_stage_is_over
        return self.fewest_tags if is_final else min(self.fewest_tags, max(0, self.tags - 1))

    @property
    def is_within_budget(self) -> bool:
        """Whether no more rows are uncovered than may be."""
        return self.uncovered <= self._allowed

    @property
    def stop_reason(self) -> StopReason:
        """Optimal if no tags are fewer; which of equally few are taken is not part of that."""
        is_proved = self._first_stage_is_over and self.fewest_tags >= self.tags
        return StopReason.OPTIMAL if is_proved else self.stopped

    def run(self) -> None:
        """Find the fewest uncovered rows (or meet the budget), then the fewest tags."""
        self.cover = without_idle_tags(self.rows, self.cover)
        self._tell_uncovered()
        if not self._first_stage_is_over and self._has_time:
            self._find_fewest_uncovered()
        if self.is_within_budget:
            self._find_fewest_tags()
        self.stopped = StopReason.TIME_LIMIT

    @property
    def _allowed(self) -> int:
        return self.uncovered if self.budget is None else self.budget

    @property
    def _first_stage_is_over(self) -> bool:
        target = self.fewest_uncovered if self.budget is None else self.budget
        return self.uncovered <= target

    @property
    def _has_time(self) -> bool:
        """Whether a model of the rows can be written down and searched before the end."""
        literals = int(self.rows.has.sum()) + len(self.rows.weight)
        return literals < LITERALS_PER_SECOND * self.clock.remaining

    def _find_fewest_uncovered(self) -> None:
        model = _CoverModel(self.rows, is_hard=False)
        model.model.minimize(model.uncovered)
        model.suggest(self.cover)
        # a budget that is met ends the stage, and one that is not leaves nothing for the second
        share = FIRST_SHARE if self.budget is None else 1.0
        outcome = self._solve(model, share * self.clock.remaining, self._offer_uncovered)
        self.fewest_uncovered = max(
            self.fewest_uncovered, min(self.uncovered, ceil(outcome.bound - 1e-6))
        )

    def _find_fewest_tags(self) -> None:
        self.cover = without_idle_tags(self.rows, self.cover, self._allowed)
        self._tell_tags()
        if not self._has_time:
            return
        is_hard = self._allowed == 0
        rows = self.rows.chosen(undominated(self.rows)) if is_hard else self.rows
        model = _CoverModel(rows, is_hard=is_hard)
        model.model.add(model.uncovered <= self._allowed)
        model.model.minimize(model.tags)
        model.suggest(self.cover)
        outcome = self._solve(model, self.clock.remaining, self._offer_tags)
        self.fewest_tags = min(self.tags, max(0, ceil(outcome.bound - 1e-6)))
        self._tell_tags()
        if not self.clock.expired:
            self._find_rarest_elsewhere(model)

    def _find_rarest_elsewhere(self, model: _CoverModel) -> None:
        """Choose among the covers of the fewest tags, in the model that they were found by.

        One worker, from no answer: several of them end on any of equal covers.
        """
        model.model.clear_hints()
        model.model.add(model.uncovered <= self._allowed)  # which may be less by now
        model.model.add(model.tags <= self.tags)
        price = weight_elsewhere(self.rows)
        model.model.minimize(model.priced(price))
        self._solve(model, self.clock.remaining, partial(self._offer_rarer, price), workers=1)

    def _solve(
        self,
        model: _CoverModel,
        seconds: float,
        offer: Callable[[Cover], bool],
        workers: int | None = None,
    ) -> Outcome:
        return run(
            model.model,
            self.clock,
            seconds,
            on_solution=lambda value: offer(model.read(value)),
            seed=self.effort.seed,
            workers=workers or self.effort.workers,
        )

    def _offer_uncovered(self, cover: Cover) -> bool:
        """Take a cover that leaves fewer rows; say whether that is all that was asked for."""
        if self.rows.uncovered(cover) < self.uncovered:
            self.cover = cover
            self._tell_uncovered()
        return self.budget is not None and self.uncovered <= self.budget

    def _offer_tags(self, cover: Cover) -> bool:
        """Take a cover of fewer tags; the search goes on."""
        if cover.sum() < self.tags:
            self.cover = cover
            self._tell_tags()
        return False

    def _offer_rarer(self, price: NDArray[np.int64], cover: Cover) -> bool:
        """Take a cover whose tags no more rows of other clusters have; the search goes on."""
        if price[cover].sum() <= price[self.cover].sum():
            self.cover = cover
        return False

    def _tell_uncovered(self) -> None:
        self._tell("fewest uncovered rows", "errors", self.uncovered * self.unit, 0)

    def _tell_tags(self) -> None:
        self._tell("fewest tags", "tags", self.tags, self.fewest_tags)

    def _tell(self, stage: str, measure: Measure, best: float, bound: float) -> None:
        rows, tags = self.rows.has.shape
        seconds = self.clock.elapsed
        self.effort.listener(Snapshot(stage, rows, tags, best, bound, seconds, measure=measure))


class _CoverModel:
    """The model of covers of these rows; `is_hard`: none of them may stay uncovered."""

    def __init__(self, rows: TaggedRows, *, is_hard: bool) -> None:
        self.rows = rows
        self.model = cp_model.CpModel()
        self.use = self._add_tags()
        self.bare = self._add_rows(is_hard)

    @property
    def uncovered(self) -> Expression:
        """Weight of the rows without a tag of their cluster."""
        weight = [int(self.rows.weight[row]) for row in self.bare]
        return cp_model.LinearExpr.weighted_sum(list(self.bare.values()), weight)

    @property
    def tags(self) -> Expression:
        """Number of tags in use."""
        return cp_model.LinearExpr.sum(list(self.use.values()))

    def priced(self, price: NDArray[np.int64]) -> Expression:
        """Sum of the prices (clusters x tags) of the tags in use."""
        prices = [int(price[place]) for place in self.use]
        return cp_model.LinearExpr.weighted_sum(list(self.use.values()), prices)

    def suggest(self, cover: Cover) -> None:
        """Start the search from an answer."""
        for place, literal in self.use.items():
            self.model.add_hint(literal, bool(cover[place]))
        bare = self.rows.bare(cover)
        for row, literal in self.bare.items():
            self.model.add_hint(literal, bool(bare[row]))

    def read(self, value: Callable[[Any], bool]) -> Cover:
        """Turn the values of literals into a cover."""
        cover = np.zeros((self.rows.clusters, self.rows.has.shape[1]), dtype=bool)
        for place, literal in self.use.items():
            cover[place] = value(literal)
        return cover

    def _add_tags(self) -> dict[tuple[int, int], Any]:
        use: dict[tuple[int, int], Any] = {}
        for tag in range(self.rows.has.shape[1]):
            users = np.unique(self.rows.cluster[self.rows.has[:, tag]]).tolist()
            for cluster in users:
                use[cluster, tag] = self.model.new_bool_var("")
            self.model.add_at_most_one([use[cluster, tag] for cluster in users])
        return use

    def _add_rows(self, is_hard: bool) -> dict[int, Any]:
        bare: dict[int, Any] = {}
        for row, cluster in enumerate(self.rows.cluster.tolist()):
            clause = [self.use[cluster, t] for t in np.flatnonzero(self.rows.has[row]).tolist()]
            if not is_hard:
                bare[row] = self.model.new_bool_var("")
                clause.append(bare[row])
            self.model.add_bool_or(clause)
        return bare
