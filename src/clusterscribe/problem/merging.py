"""Boxes that are equal in everything are one box with their common weight."""

from __future__ import annotations

import numpy as np

from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.packing import pack
from clusterscribe.problem.ranks import Ranks


def merge_equal(boxes: Boxes, ranks: Ranks) -> tuple[Boxes, Ranks]:
    """Return one box for all that have the same cluster and corners, with its ranks."""
    own = (ranks.cluster - ranks.cluster.min(initial=0), ranks.clusters + 1)
    _, first, kind = np.unique(
        pack(len(ranks), [own, *_digits(ranks)]), return_index=True, return_inverse=True
    )
    weight = np.bincount(kind, weights=ranks.weight).astype(np.int64)
    plain = ranks.lower is ranks.upper
    lower, rank_lower = boxes.lower[first], ranks.lower[:, first]
    upper = lower if plain else boxes.upper[first]
    rank_upper = rank_lower if plain else ranks.upper[:, first]
    cluster = boxes.cluster[first]
    return (
        Boxes(lower, upper, weight, cluster, boxes.clusters),
        Ranks(rank_lower, rank_upper, ranks.sizes, weight, cluster, ranks.clusters),
    )


def unavoidable_errors(ranks: Ranks) -> int:
    """Return a bound on the errors of any description whatever its half-spaces.

    Boxes with the same corners lie inside the same polyhedra, so only those of one cluster
    among them can be right.
    """
    _, place = np.unique(pack(len(ranks), _digits(ranks)), return_inverse=True)
    kinds = ranks.clusters + 1  # noise is a kind of its own
    key, group = np.unique(place * kinds + ranks.cluster + 1, return_inverse=True)
    weight = np.bincount(group, weights=ranks.weight)
    best = np.zeros(int(place.max(initial=-1)) + 1)
    np.maximum.at(best, key // kinds, weight)
    return int(ranks.total_weight - best.sum())


def _digits(ranks: Ranks) -> list[tuple[np.ndarray, int]]:
    sides = [ranks.lower] if ranks.lower is ranks.upper else [ranks.lower, ranks.upper]
    sizes = ranks.sizes.tolist()
    return [(side[d], sizes[d]) for side in sides for d in range(len(sizes))]
