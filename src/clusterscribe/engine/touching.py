"""A bound for all rows of a table in an engine, where clusters touch.

    sample       prices of few kinds of rows that prove much there (`whole/priced_kinds.py`)
    all rows     the kind of a row is an expression, and so is what it weighs (`priced_rows.py`)
    histograms   what polyhedra weigh at most over all rows (`histograms.py`)

The bound is that of `search/whole/whole_search.py`. Any prices prove one, so that it does not
matter where they are from: whatever rows cost, it is summed over all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.engine.blocks import MOST, Blocks
from clusterscribe.engine.histograms import Histograms
from clusterscribe.engine.priced_rows import PricedRows
from clusterscribe.engine.survey import Survey
from clusterscribe.problem.columns import moved, ranges_of
from clusterscribe.problem.ranks import Ranks, rank
from clusterscribe.problem.repair import repaired
from clusterscribe.search.answer import Answer
from clusterscribe.search.goal import FEWEST_ERRORS
from clusterscribe.search.incumbent import Incumbent, RangeEncoding
from clusterscribe.search.integer import Runner
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.settings import least_inside
from clusterscribe.search.task import Task
from clusterscribe.search.whole.compiling import compilation
from clusterscribe.search.whole.means import Means
from clusterscribe.search.whole.priced_kinds import PricedKinds, price_kinds

SAMPLE = 250_000  # rows that prices are sought on
PRICING = 0.4  # share of the time for it


@dataclass(frozen=True)
class TouchingRows:
    """All rows in the engine, and a sample of them."""

    survey: Survey
    task: Task
    sample: Encoded

    def error_bound(self, conditions: int, answer: Answer, clock: Clock) -> int | None:
        """Bound the errors of descriptions of at most so many conditions per cluster.

        In whole units of weight; None if there was no time. `answer` is the best one known.
        """
        blocks = list(self._blocks())
        ranks, values = rank(self.sample.boxes)
        if not (ranks.sizes > 1).any() or not compilation().wait(clock):
            return None
        priced = self._priced(self._limited(ranks, conditions), values, answer, clock)
        rows = None if priced is None else PricedRows.of(self.survey, values, priced)
        if rows is None or clock.expired:
            return None
        with rows.kept(blocks) as kept:
            histograms = Histograms(kept, [here for _, here in blocks], ranks.clusters)
            if not histograms.look_at_all(conditions, clock):
                return None
        return self._proved(rows, histograms)

    def _blocks(self) -> Iterator[tuple[int, Blocks]]:
        """Yield the blocks of every axis that varies.

        Polyhedra may have bounds on both sides of any of them here: what none of these exceeds,
        those with fewer sides do not exceed either.
        """
        boxes = self.sample.boxes
        for place, axis in enumerate(self.survey.axes):
            low, high = self.survey.ends_seen(axis)
            if (axis.cuts or axis.feature.kind.is_whole) and 0 < high - low < MOST:
                yield place, Blocks.of_whole_numbers(int(low), int(high))
            elif low < high:
                yield place, Blocks.of_sample(boxes.lower[:, place], boxes.weight, low, high)

    def _limited(self, ranks: Ranks, conditions: int) -> Ranks:
        """Return some rows of the sample, with limits that are about as strict as those of all."""
        inside = least_inside(self.sample, self.task.shares_inside)
        settings = replace(self.task.settings, max_conditions=conditions, least_inside=inside)
        limits = settings.limits(ranks.cluster_weights.tolist())
        ranks = replace(ranks, limits=limits)
        if len(ranks) <= SAMPLE:
            return ranks
        chance = np.random.default_rng(self.task.parameters.seed)
        return ranks.of_rows(np.sort(chance.choice(len(ranks), SAMPLE, replace=False)))

    def _priced(
        self, ranks: Ranks, values: list[np.ndarray], answer: Answer, clock: Clock
    ) -> PricedKinds | None:
        settings, limit = self.task.settings, Clock(PRICING * clock.remaining)
        known = ranges_of(moved(answer.polyhedra, answer.values, values), ranks.sizes)
        incumbent = Incumbent(
            RangeEncoding(ranks),
            repaired(ranks, known),
            limit,
            self.task.listener,
            "prices of a sample",
            (FEWEST_ERRORS, settings.goal),
        )
        runner = Runner(limit, settings.seed, settings.workers)
        means = Means(runner, settings.schedule.whole, settings.jobs)
        return price_kinds(ranks, ranks.limits.max_conditions or 1, incumbent, means, limit)

    def _proved(self, rows: PricedRows, histograms: Histograms) -> int:
        """Put the bound together, in whole numbers of any size."""
        clusters = range(len(self.survey.clusters.labels))
        least = self.task.settings.least_inside or (0,) * len(clusters)
        units = 0
        for k in clusters:
            recall, members = rows.of_recall[k], self.survey.cluster_totals[k]
            units += histograms.gained[k] - recall * members  # what members cost outside
            units += recall * least[k] - histograms.heaviest[k]
        return max(0, -(-units // rows.unit))
