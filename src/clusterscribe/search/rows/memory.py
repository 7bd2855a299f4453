"""The rows of a table in memory, of which some are taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description import Description
from clusterscribe.feature import Feature
from clusterscribe.problem.boxes import NOISE
from clusterscribe.search.rows.encode import Encoded, numbers_of
from clusterscribe.search.rows.subject import Subject
from clusterscribe.search.rows.taking import first_of, most_telling
from clusterscribe.search.schedule import RowSchedule


@dataclass(frozen=True, slots=True)
class EvaluationInMemory:
    """A description evaluated on all rows."""

    inside: NDArray[np.bool_]  # rows x polyhedra
    wrong: NDArray[np.intp]  # places of wrongly described rows among those that count
    errors: int
    outside_own: tuple[int, ...]  # weight of each cluster's rows outside its own polyhedron


class RowsInMemory:
    """All rows that count, and which of them are taken."""

    def __init__(self, subject: Subject, seed: int, schedule: RowSchedule) -> None:
        self.subject = subject
        self.schedule = schedule
        self.random = np.random.default_rng(seed)
        self.taken = np.zeros(len(subject.cluster), dtype=bool)
        self._columns_held: dict[Feature, NDArray[np.float64]] = {}
        self._take_first()

    @property
    def share(self) -> float:
        """The share of all rows that is taken."""
        return float(np.count_nonzero(self.taken) / len(self.taken))

    def encoded(self) -> Encoded:
        """Return the numbers of the rows taken so far."""
        return numbers_of(self.subject, np.flatnonzero(self.taken))

    def evaluate(self, description: Description) -> EvaluationInMemory:
        """Evaluate a description on all rows."""
        inside = description.inside(self._held(description), len(self.subject.cluster))
        cluster = self.subject.cluster
        homes = np.count_nonzero(inside, axis=1)
        is_noise = cluster == NOISE
        in_own = inside[np.arange(len(inside)), cluster]
        at_home = in_own & (homes == 1)
        wrong = np.flatnonzero(~np.where(is_noise, homes == 0, at_home))
        errors = int(self.subject.whole[wrong].sum())
        return EvaluationInMemory(inside, wrong, errors, self._weights(~in_own & ~is_noise))

    def _weights(self, rows: NDArray[np.bool_]) -> tuple[int, ...]:
        """Return the weight of these rows, cluster by cluster."""
        weights = np.zeros(len(self.subject.clusters.labels), dtype=np.int64)
        np.add.at(weights, self.subject.cluster[rows], self.subject.whole[rows])
        return tuple(weights.tolist())

    def _held(self, description: Description) -> dict[Feature, NDArray[np.float64]]:
        """Return the columns that a description uses; those of the last one are kept."""
        kept, self._columns_held = self._columns_held, {}
        for feature in description.features:
            column = kept.get(feature)
            self._columns_held[feature] = self._column(feature) if column is None else column
        return self._columns_held

    def take_in(self, evaluation: EvaluationInMemory) -> int:
        """Take in wrongly described rows of every kind, and return how many."""
        new = evaluation.wrong[~self.taken[evaluation.wrong]]
        if not len(new):
            return 0
        new = self.random.permutation(new)[: self.schedule.most_looked_at]
        kinds = self._kinds(new, evaluation.inside[new])
        values = self.subject.numbers(self.subject.features, new)
        columns = [axis.numbers(values[axis.feature]) for axis in self.subject.axes]
        chosen = most_telling(kinds, columns, self.schedule.of_a_kind)
        self.taken[new[chosen]] = True
        return int(np.count_nonzero(chosen))

    def _kinds(self, rows: NDArray[np.intp], inside: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Tell by numbers what is wrong: outside the own polyhedron, or inside which other."""
        own, clusters = self.subject.cluster[rows], inside.shape[1]
        members = np.flatnonzero(own != NOISE)
        outside = np.zeros(len(rows), dtype=bool)
        outside[members] = ~inside[members, own[members]]
        others = inside.copy()
        others[members, own[members]] = False
        where = np.where(outside, clusters, others.argmax(axis=1))
        kinds: NDArray[np.int64] = own * (clusters + 1) + where
        return kinds

    def _take_first(self) -> None:
        """Take a sample of each cluster, and the rows at the ends of each feature in it.

        Noise has no ends that tell; but where it is the end of the whole table, features are
        scaled by it.
        """
        order = np.argsort(_small(self.subject.cluster), kind="stable")
        spans = dict(_spans(self.subject.cluster[order]))
        for span in spans.values():
            rows, schedule = self.schedule.first_rows, self.schedule
            share = min(len(span), first_of(len(span), len(order), rows, schedule))
            chosen = self.random.choice(len(span), share, replace=False)
            self.taken[order[span.start + chosen]] = True
        of_clusters = [span for cluster, span in spans.items() if cluster != NOISE]
        for column in self._columns():
            values = column[order]
            for span in of_clusters:
                part = values[span.start : span.stop]
                ends = [span.start + part.argmin(), span.start + part.argmax()]
                self.taken[order[ends]] = True
            if NOISE in spans:
                self._take_ends(column)

    def _take_ends(self, column: NDArray[np.float64]) -> None:
        """Take the rows where a feature is least and most of all, unless such rows are taken."""
        known = column[self.taken]
        least, most = column.argmin(), column.argmax()
        if column[least] < known.min():
            self.taken[least] = True
        if column[most] > known.max():
            self.taken[most] = True

    def _columns(self) -> Iterator[NDArray[np.float64]]:
        """Yield the numbers of each axis, one at a time."""
        for axis in self.subject.axes:
            yield axis.numbers(self._column(axis.feature))

    def _column(self, feature: Feature) -> NDArray[np.float64]:
        return self.subject.numbers([feature])[feature]


def _spans(ordered: NDArray[np.int64]) -> Iterator[tuple[int, range]]:
    """Yield each cluster and where it stands in rows ordered by cluster."""
    found, starts = np.unique(ordered, return_index=True)
    ends = [*starts[1:].tolist(), len(ordered)]
    for cluster, start, end in zip(found.tolist(), starts.tolist(), ends, strict=True):
        yield cluster, range(start, end)


def _small(cluster: NDArray[np.int64]) -> NDArray[np.integer]:
    """Return cluster numbers in two bytes where they fit, as these are sorted much faster."""
    fits = cluster.max(initial=0) <= np.iinfo(np.int16).max
    return cluster.astype(np.int16) if fits else cluster
