"""Answers to begin with: trees of more leaves than clusters, and clusters that are split."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.boxes import NOISE
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.starts import balanced
from clusterscribe.problem.tree import cart, fitted, leaves_of
from clusterscribe.search.unions.slots import from_leaves

LARGER = (1.0, 1.5, 2.0, 3.0, 5.0)  # times as many leaves as there may be polyhedra


def union_starts(ranks: Ranks, polyhedra: int, seed: int) -> Iterator[Ranges]:
    """Yield boxes in slots, the most promising first, and then by chance without end."""
    clusters, sizes = ranks.clusters, ranks.sizes
    for times in LARGER:
        leaves = round(times * polyhedra * clusters)
        for weight in (ranks.weight, balanced(ranks)):
            tree = leaves_of(cart(ranks, weight, leaves, seed), sizes)
            yield from_leaves(tree, clusters, polyhedra, sizes)
        yield _from_halves(ranks, polyhedra, leaves, seed)
    yield from _by_chance(ranks, polyhedra, np.random.default_rng(seed))


def errors_of_tree(ranks: Ranks, leaves: int, seed: int) -> int:
    """Return what a tree of so many leaves gets wrong, whichever clusters they are named after."""
    tree = cart(ranks, ranks.weight, leaves, seed)
    wrong = tree.predict(ranks.lower.T) != ranks.cluster
    return int(ranks.weight[wrong].sum())


def _from_halves(ranks: Ranks, polyhedra: int, leaves: int, seed: int) -> Ranges:
    """Split every cluster by k-means, and fit a tree to the pieces."""
    pieces = _pieces(ranks, polyhedra, seed)
    tree = fitted(ranks.lower.T, pieces, ranks.weight, leaves, seed=seed)
    named = (
        leaf._replace(cluster=leaf.cluster // polyhedra if leaf.cluster >= 0 else NOISE)
        for leaf in leaves_of(tree, ranks.sizes)
    )
    return from_leaves(named, ranks.clusters, polyhedra, ranks.sizes)


def _pieces(ranks: Ranks, polyhedra: int, seed: int) -> NDArray[np.int64]:
    """Split each cluster, and give its pieces numbers that stand side by side."""
    from sklearn.cluster import KMeans

    pieces = np.full(len(ranks), NOISE, dtype=np.int64)
    shares = (ranks.lower / np.maximum(1, ranks.sizes - 1)[:, None]).T
    for k in range(ranks.clusters):
        own = np.flatnonzero(ranks.cluster == k)
        number = min(polyhedra, len(np.unique(shares[own], axis=0)))
        if not number:
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = KMeans(number, n_init=1, random_state=seed).fit(
                shares[own], sample_weight=ranks.weight[own].astype(float)
            )
        pieces[own] = k * polyhedra + found.labels_
    return pieces


def _by_chance(ranks: Ranks, polyhedra: int, chance: np.random.Generator) -> Iterator[Ranges]:
    """Yield trees on half of the features, without end."""
    while True:
        number = (ranks.features + 1) // 2
        chosen = np.sort(chance.permutation(ranks.features)[:number]).tolist()
        some = ranks.on(chosen)
        leaves = ranks.clusters * int(chance.integers(polyhedra, 3 * polyhedra + 1))
        tree = leaves_of(cart(some, some.weight, leaves), some.sizes)
        found = from_leaves(tree, some.clusters, polyhedra, some.sizes)
        whole = Ranges.everything(len(found.low), ranks.sizes)
        whole.low[:, chosen], whole.high[:, chosen] = found.low, found.high
        yield whole
