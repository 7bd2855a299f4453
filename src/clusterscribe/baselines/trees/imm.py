"""IMM, iterative mistake minimisation: a tree that separates the centres of the clusters.

Dasgupta, Frost, Moshkovitz and Rashtchian, "Explainable k-means and k-medians clustering"
(2020), Algorithm 1, with the means of the clusters as centres. At each node a threshold is
chosen that separates at least two centres with the fewest mistakes. A mistake is a row that
goes to another side than its centre; it is dropped, and later nodes do not count it.

Of thresholds with equally few mistakes, the first feature and then the lowest threshold is
taken, as in the authors' program.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.baselines.trees.centres import Places
from clusterscribe.baselines.trees.growth import Growth, Rows
from clusterscribe.problem.ranks import Ranks


@dataclass(frozen=True, slots=True)
class Separation:
    """A cut behind a place of a feature, and the weight of the rows that it parts from home."""

    feature: int
    place: int
    mistakes: float


def separate_centres(growth: Growth, places: Places) -> None:
    """Split a tree of one leaf, in which there is no noise, until each leaf has one centre."""
    ranks = growth.ranks
    kept = np.ones(len(ranks), dtype=bool)  # the rows that still share a leaf with their centre
    stack = [(leaf, np.arange(ranks.clusters)) for leaf in growth.leaves]
    while stack:
        leaf, centres = stack.pop()
        members = growth.rows(leaf)
        members = members[kept[members]]
        present = np.unique(ranks.cluster[members])  # centres that lost all rows do not count
        cut = fewest_mistakes(places, ranks, members, present)
        if cut is None:
            growth.name(leaf, _heaviest(ranks, members, present if len(present) else centres))
            continue
        is_left = places.centres[cut.feature] <= cut.place
        goes_left = places.rows[cut.feature, members] <= cut.place
        kept[members[goes_left != is_left[ranks.cluster[members]]]] = False
        split = int(places.splits[cut.feature][cut.place])
        on_left, on_right = present[is_left[present]], present[~is_left[present]]
        between = places.between(cut.feature, on_left, on_right)
        left, right = growth.split(leaf, cut.feature, split, between)
        stack += [(left, on_left), (right, on_right)]


def fewest_mistakes(
    places: Places, ranks: Ranks, members: Rows, centres: NDArray[np.int64]
) -> Separation | None:
    """Return the best cut between these centres; None where they are one, or all the same."""
    best: Separation | None = None
    if len(centres) < 2:
        return best
    weight, cluster = ranks.weight[members], ranks.cluster[members]
    for d in range(ranks.features):
        homes = places.centres[d]
        first, last = int(homes[centres].min()), int(homes[centres].max())
        if first == last:
            continue
        mistakes = _mistakes(places.rows[d, members], homes[cluster], weight, first, last)
        place = int(mistakes.argmin())
        if best is None or mistakes[place] < best.mistakes:
            best = Separation(d, first + place, float(mistakes[place]))
    return best


def _mistakes(
    rows: NDArray[np.int32],
    homes: NDArray[np.int32],
    weight: NDArray[np.int64],
    first: int,
    last: int,
) -> NDArray[np.float64]:
    """Return the mistakes of a cut behind each place from the first to before the last.

    A cut is a mistake for a row from the nearer of its own place and its centre's up to
    before the farther one, so that mistakes come and go along the places.
    """
    nearer = np.clip(np.minimum(rows, homes), first, last) - first
    farther = np.clip(np.maximum(rows, homes), first, last) - first
    length = last - first + 1
    come = np.bincount(nearer, weight, minlength=length)
    go = np.bincount(farther, weight, minlength=length)
    return np.cumsum(come - go)[:-1]


def _heaviest(ranks: Ranks, members: Rows, centres: NDArray[np.int64]) -> int:
    """Return which of the centres has most of the rows that are left; the first of equals."""
    weight = np.bincount(ranks.cluster[members], ranks.weight[members], minlength=ranks.clusters)
    return int(centres[weight[centres].argmax()])
