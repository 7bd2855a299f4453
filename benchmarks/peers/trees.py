"""Any tree of thresholds as regions.

In JSON a leaf is `{"cluster": 1}`, and a node is `{"column": 0, "cut": 2.5, "below": ..., "above":
...}`, below being all rows with at most the cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from benchmarks.peers.rules import Bound, Regions, Rule

Node: TypeAlias = Mapping[str, Any]


def regions_of(tree: Node, clusters: int) -> Regions:
    """Return for each cluster the ways to its leaves; a cluster without leaf has none."""
    ways: list[list[Rule]] = [[] for _ in range(clusters)]
    for cluster, rule in leaves_of(pruned(tree), ()):
        ways[cluster].append(rule)
    return tuple(map(tuple, ways))


def pruned(node: Node) -> Node:
    """Join leaves of one cluster that hang from the same node: their split says nothing."""
    if "cluster" in node:
        return node
    below, above = pruned(node["below"]), pruned(node["above"])
    if "cluster" in below and below.get("cluster") == above.get("cluster"):
        return below
    return {**node, "below": below, "above": above}


def leaves_of(node: Node, way: Rule) -> Iterator[tuple[int, Rule]]:
    """Yield the cluster of each leaf and the conditions on the way to it."""
    if "cluster" in node:
        yield int(node["cluster"]), way
        return
    column, cut = int(node["column"]), float(node["cut"])
    yield from leaves_of(node["below"], (*way, Bound(column, "<=", cut)))
    yield from leaves_of(node["above"], (*way, Bound(column, ">", cut)))
