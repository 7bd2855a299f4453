"""Which grouping is meant: by its name, by an object, or by a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from clusterscribe.grouping.adaptive import Adaptive
from clusterscribe.grouping.hierarchical_groups import HierarchicalGroups
from clusterscribe.grouping.kmeans_groups import KMeansGroups
from clusterscribe.grouping.own_groups import OwnGroups
from clusterscribe.grouping.scheme import Grouping
from clusterscribe.grouping.tree_groups import TreeGroups

SCHEMES: Mapping[str, Callable[[], Grouping]] = {
    "adaptive": Adaptive,
    "hierarchical": HierarchicalGroups,
    "kmeans": KMeansGroups,
    "tree": TreeGroups,
}
NAMES: Mapping[type, str] = {
    Adaptive: "adaptive",
    HierarchicalGroups: "hierarchical",
    KMeansGroups: "kmeans",
    TreeGroups: "tree",
}


def scheme_of(grouping: object) -> Grouping | None:
    """Return the scheme that a checked parameter means; None where rows are not grouped."""
    if grouping is None or isinstance(grouping, str):
        make = SCHEMES.get(grouping or "")
        return None if make is None else make()
    if isinstance(grouping, Grouping):
        return grouping
    return OwnGroups(grouping) if callable(grouping) else None


def name_of(scheme: Grouping) -> str:
    """Return the name of a scheme, for the figures of a result."""
    return NAMES.get(type(scheme), "own")
