"""Slanted conditions without any search: one for each pair of clusters.

A penalised logistic regression on a sample picks some features, each set of at most three of them
is fitted, rounded to whole weights and swept over all rows of both clusters, and the best
sum becomes a half-space of either. A cluster's polyhedron is all of its half-spaces; those
without which no more errors are made are dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from clusterscribe.description import Description, HalfSpace, Polyhedron, Term
from clusterscribe.feature import Feature
from clusterscribe.parameters import LabelledTable
from clusterscribe.search.rows.encode import encode

Rows: TypeAlias = NDArray[np.bool_]
Spaces: TypeAlias = dict[tuple[int, int], HalfSpace]  # of a cluster, against another

SAMPLE, FEATURES = 3000, 8
MAX_TERMS, MAX_COEFFICIENT = 3, 10
REGRESSION = LogisticRegression(solver="liblinear", random_state=0)  # thousands of small fits


def separators(table: Any, labels: NDArray[Any]) -> Description:  # noqa: ANN401
    """Describe a table by one slanted cut for each pair of its clusters."""
    data = encode(LabelledTable(table, labels))
    numbers = Numbers(data.values, data.boxes.cluster, np.random.default_rng(0))
    spaces: Spaces = {}
    for pair in combinations(range(data.boxes.clusters), 2):
        cut = numbers.best_cut(pair)
        spaces[pair], spaces[pair[::-1]] = cut, negated(cut)
    spaces = without_idle(
        spaces, {key: h.contains(data.values) for key, h in spaces.items()}, data.boxes.cluster
    )
    parts = (
        Polyhedron(label, tuple(h for (own, _), h in spaces.items() if own == place))
        for place, label in enumerate(data.clusters.labels)
    )
    return Description(columns=data.table.columns, parts=tuple(parts))


class Numbers:
    """All rows as numbers, and the scale of each feature."""

    def __init__(
        self,
        values: dict[Feature, NDArray[np.float64]],
        cluster: NDArray[np.int64],
        random: np.random.Generator,
    ) -> None:
        self._values, self._cluster, self._random = values, cluster, random
        self._varied = [feature for feature, column in values.items() if np.ptp(column) > 0]

    def best_cut(self, pair: tuple[int, int]) -> HalfSpace:
        """Return the sum of few features that mixes up the fewest rows of two clusters."""
        rows = np.flatnonzero(np.isin(self._cluster, pair))
        some = self._random.choice(rows, min(SAMPLE, len(rows)), replace=False)
        is_second = self._cluster[rows] == pair[1]
        values = {feature: column[rows] for feature, column in self._values.items()}
        sums = self._sums(some, self._cluster[some] == pair[1])
        cuts = (swept(terms, values, is_second) for terms in sums)
        return min(cuts, key=lambda cut: cut.key).half_space

    def _sums(self, rows: NDArray[np.intp], is_second: Rows) -> Iterator[tuple[Term, ...]]:
        """Yield the sums that are fitted to some rows, each once."""
        weights, _ = self._fitted(self._varied, rows, is_second)
        picked = [self._varied[place] for place in np.argsort(-np.abs(weights))[:FEATURES]]
        seen = set()
        sets = chain.from_iterable(combinations(picked, size) for size in range(1, MAX_TERMS + 1))
        for features in sets:
            weights, deviation = self._fitted(features, rows, is_second)
            terms = self._rounded(features, weights / deviation)
            if terms and terms not in seen:
                seen.add(terms)
                yield terms

    def _fitted(
        self, features: Iterable[Feature], rows: NDArray[np.intp], is_second: Rows
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Fit a regression that is high in the second cluster.

        Return its weights for features in units of their deviation, which can be compared, and
        the deviations.
        """
        numbers = np.column_stack([self._values[feature][rows] for feature in features])
        deviation = numbers.std(axis=0)
        deviation[deviation == 0] = 1  # all the same in the sample
        scaled = (numbers - numbers.mean(axis=0)) / deviation
        if is_second.all() or not is_second.any():  # a tiny cluster that the sample has missed
            return np.ones(numbers.shape[1]), deviation
        return REGRESSION.fit(scaled, is_second).coef_[0], deviation

    def _rounded(
        self, features: tuple[Feature, ...], weights: NDArray[np.float64]
    ) -> tuple[Term, ...]:
        """Round weights to whole ones of the share of each feature's range, in lowest terms."""
        lowest = [float(self._values[feature].min()) for feature in features]
        highest = [float(self._values[feature].max()) for feature in features]
        shares = weights * (np.array(highest) - np.array(lowest))
        if not shares.any():
            return ()
        whole = np.rint(MAX_COEFFICIENT * shares / np.abs(shares).max()).astype(int)
        whole //= np.gcd.reduce(whole)
        return tuple(
            Term(feature, int(weight), zero, one)
            for feature, weight, zero, one in zip(features, whole, lowest, highest, strict=True)
            if weight
        )


class Cut(NamedTuple):
    """A half-space of the first of two clusters, and the rows of both that it mixes up."""

    errors: int
    half_space: HalfSpace

    @property
    def key(self) -> tuple[int, int]:
        """What is best: few errors, then few features."""
        return self.errors, self.half_space.complexity


def swept(
    terms: tuple[Term, ...], values: dict[Feature, NDArray[np.float64]], is_second: Rows
) -> Cut:
    """Return the best bound of a sum: between two values, the first cluster below it."""
    levels = HalfSpace(terms, 0.0).level(values)
    order = np.argsort(levels, kind="stable")
    levels, is_second = levels[order], is_second[order]
    # with the bound behind each row: second ones below, and first ones above
    wrong = np.cumsum(is_second) + (~is_second).sum() - np.cumsum(~is_second)
    ends = np.flatnonzero(np.append(levels[1:] > levels[:-1], True))
    end = int(ends[wrong[ends].argmin()])
    above = min(end + 1, len(levels) - 1)
    return Cut(int(wrong[end]), HalfSpace(terms, float(levels[end] + levels[above]) / 2))


def negated(space: HalfSpace) -> HalfSpace:
    """Return the other side."""
    terms = (Term(term.feature, -term.weight, term.zero, term.one) for term in space.terms)
    return HalfSpace(tuple(terms), -space.bound)


def without_idle(
    spaces: Spaces, inside: dict[tuple[int, int], Rows], cluster: NDArray[np.int64]
) -> Spaces:
    """Drop half-spaces without which no more errors are made, the longest first."""
    kept = dict(spaces)
    errors = errors_of(kept, inside, cluster)
    for key in sorted(spaces, key=lambda key: -spaces[key].complexity):
        fewer = {other: space for other, space in kept.items() if other != key}
        without = errors_of(fewer, inside, cluster)
        if without <= errors:
            kept, errors = fewer, without
    return kept


def errors_of(
    spaces: Spaces, inside: dict[tuple[int, int], Rows], cluster: NDArray[np.int64]
) -> int:
    """Count the rows that are not inside their own polyhedron and no other."""
    wrong = np.zeros(len(cluster), dtype=bool)
    for place in range(int(cluster.max()) + 1):
        within = np.ones(len(cluster), dtype=bool)
        for own, other in spaces:
            if own == place:
                within &= inside[own, other]
        wrong |= within != (cluster == place)
    return int(wrong.sum())
