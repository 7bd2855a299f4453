"""`IMMDescriber`: trees that separate the means of the clusters, as a describer."""

from __future__ import annotations

from dataclasses import replace

from clusterscribe.baselines.effort import check_effort
from clusterscribe.baselines.trees.centres import Centres, Places
from clusterscribe.baselines.trees.exkmc import expand
from clusterscribe.baselines.trees.growth import Growth
from clusterscribe.baselines.trees.imm import separate_centres
from clusterscribe.baselines.trees.threshold_tree import ThresholdTree
from clusterscribe.baselines.trees.tree_outcome import checked_leaves, enough_leaves, tree_outcome
from clusterscribe.clock import Clock
from clusterscribe.description import Description, Label, Noise
from clusterscribe.estimator import Describer
from clusterscribe.parameters import LabelledTable
from clusterscribe.problem.boxes import NOISE, Boxes
from clusterscribe.progress import Listener
from clusterscribe.result import Result
from clusterscribe.search.rows.encode import Encoded, encode


class IMMDescriber(Describer):
    """Describe clusters by a tree that separates their means with few mistakes (IMM).

    With more leaves than clusters, the tree is expanded (ExKMC) to bring rows nearer to the
    mean that their leaf is named after. Each cluster is described by the ways to its leaves:
    a polyhedron for one leaf, a union of polyhedra for several. A cluster without a leaf, as
    there may be when two clusters have the same mean, is given up: no row is inside.

    Parameters
    ----------
    max_leaves : int or None
        Most leaves of the tree, at least one for each cluster; None is one for each cluster.
    random_state : int, RandomState or None
        Taken as other describers take it; nothing here is left to chance.
    noise_label : object or None
        The label of rows that belong to no cluster, such as -1 from DBSCAN.
    noise : "outside" or "ignore"
        Noise rows take no part in either case; with "outside" each of them is an error,
        as the leaves cover all of the space.

    Attributes
    ----------
    description_ : Description
        What was found, independent of how.
    result_ : Result
        How it was found: `objective` is the number of errors, and nothing is proven.

    """

    def __init__(
        self,
        max_leaves: int | None = None,
        random_state: object = None,
        noise_label: Label = None,
        noise: Noise = "outside",
    ) -> None:
        self.max_leaves = max_leaves
        self.random_state = random_state
        self.noise_label = noise_label
        self.noise = noise

    def _describe(
        self, X: object, labels: object, sample_weight: object, listener: Listener
    ) -> tuple[Description, Result]:
        clock = Clock(None)
        max_leaves = checked_leaves(self.max_leaves)
        check_effort(None, None, self.random_state)
        data = encode(
            LabelledTable(
                X, labels, weights=sample_weight, noise_label=self.noise_label, noise=self.noise
            )
        )
        leaves = enough_leaves(max_leaves, data, default=data.boxes.clusters)
        return tree_outcome(data, imm_tree(data, leaves), clock)


def imm_tree(data: Encoded, leaves: int) -> ThresholdTree:
    """Separate the centres of the clusters, and expand the tree if it may have more leaves."""
    data = _without_noise(data)
    growth, centres = Growth(data), Centres.of(data.boxes)
    separate_centres(growth, Places.of(centres, growth.ranks))
    if leaves > data.boxes.clusters:
        expand(growth, data.boxes.weight[:, None] * centres.squared_distances(), leaves)
    return growth.tree


def _without_noise(data: Encoded) -> Encoded:
    """Return the rows that are in a cluster, as if there were no others."""
    boxes, kept = data.boxes, data.boxes.cluster != NOISE
    if kept.all():
        return data
    counted = data.counted.copy()
    counted[counted] = kept
    return replace(
        data,
        counted=counted,
        values={feature: column[kept] for feature, column in data.values.items()},
        boxes=Boxes.from_rows(
            boxes.lower[kept], boxes.cluster[kept], boxes.clusters, boxes.weight[kept]
        ),
    )
