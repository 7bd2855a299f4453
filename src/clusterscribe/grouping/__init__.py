"""Grouping: rows that are close together are one box to the solver, as in the paper.

    from clusterscribe.grouping import TreeGroups

    PolyhedralDescriber(grouping=TreeGroups(groups=500)).fit(table, labels)

A grouped answer is always judged on the rows themselves.
"""

from clusterscribe.grouping.cost import Costs, costs
from clusterscribe.grouping.groups import Groups
from clusterscribe.grouping.schemes import (
    Adaptive,
    Grouping,
    HierarchicalGroups,
    KMeansGroups,
    TreeGroups,
)

__all__ = [
    "Adaptive",
    "Costs",
    "Grouping",
    "Groups",
    "HierarchicalGroups",
    "KMeansGroups",
    "TreeGroups",
    "costs",
]
