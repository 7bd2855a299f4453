"""Grouping: rows that are close together are one box to the solver, as in the paper.

    from clusterscribe.grouping import TreeGroups

    PolyhedralDescriber(grouping=TreeGroups(groups=500)).fit(table, labels)

A grouped answer is always judged on the rows themselves.
"""

from clusterscribe.grouping.adaptive import Adaptive
from clusterscribe.grouping.cost import Costs, costs
from clusterscribe.grouping.groups import Groups
from clusterscribe.grouping.hierarchical_groups import HierarchicalGroups
from clusterscribe.grouping.kmeans_groups import KMeansGroups
from clusterscribe.grouping.scheme import Grouping
from clusterscribe.grouping.tree_groups import TreeGroups

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
