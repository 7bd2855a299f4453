"""What trees of thresholds have in common as describers: their parameters and their result."""

from __future__ import annotations

from clusterscribe.baselines.outcome import ERRORS, Achievement, outcome
from clusterscribe.baselines.trees.threshold_tree import ThresholdTree
from clusterscribe.clock import Clock
from clusterscribe.description import Description
from clusterscribe.errors import InputError
from clusterscribe.parameters import whole_number
from clusterscribe.proof import StopReason
from clusterscribe.result import Result
from clusterscribe.search.rows.encode import Encoded


def checked_leaves(max_leaves: object) -> int | None:
    """Check how many leaves a tree may have, as far as that can be said without a table."""
    if max_leaves is None:
        return None
    leaves = whole_number(max_leaves)
    if leaves is not None and leaves >= 1:
        return leaves
    raise InputError(
        "max_leaves must be a whole number of at least the number of clusters, or None for one "
        f"leaf a cluster, not {max_leaves!r}"
    )


def enough_leaves(max_leaves: int | None, data: Encoded, default: int) -> int:
    """Return how many leaves the tree of a table may have: at least one for each cluster."""
    clusters = data.boxes.clusters
    if max_leaves is not None and max_leaves < clusters:
        raise InputError(
            f"max_leaves is {max_leaves}, and the table has {clusters} clusters, each of which "
            f"needs a leaf: use max_leaves={clusters} or more, or None"
        )
    return default if max_leaves is None else max_leaves


def tree_outcome(data: Encoded, tree: ThresholdTree, clock: Clock) -> tuple[Description, Result]:
    """Return the description and the result of a tree, which was grown without looking back."""
    statistics = {"leaves": tree.leaves, "depth": tree.depth, "nodes": len(tree.nodes)}
    achievement = Achievement(ERRORS, stop_reason=StopReason.GREEDY, statistics=statistics)
    return outcome(data, tree.regions(data.features, data.clusters.labels), achievement, clock)
