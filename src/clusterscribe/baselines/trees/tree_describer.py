"""`TreeDescriber`: CART, a decision tree with a leaf a cluster, as a describer."""

from __future__ import annotations

from clusterscribe.baselines.effort import check_effort
from clusterscribe.baselines.trees.cart import cart
from clusterscribe.baselines.trees.tree_outcome import checked_leaves, enough_leaves, tree_outcome
from clusterscribe.clock import Clock
from clusterscribe.description import Description, Label, Noise
from clusterscribe.errors import InputError
from clusterscribe.estimator import Describer
from clusterscribe.parameters import LabelledTable
from clusterscribe.problem.boxes import NOISE
from clusterscribe.progress import Listener
from clusterscribe.result import Result
from clusterscribe.search.rows.encode import encode

CRITERIA = ("gini", "entropy", "log_loss")


class TreeDescriber(Describer):
    """Describe clusters by scikit-learn's decision tree (CART), fitted to the labels.

    Each cluster is described by the ways to its leaves: a polyhedron for one leaf, a union
    of polyhedra for several. A cluster without a leaf is given up: no row is inside.

    Parameters
    ----------
    max_leaves : int or None
        Most leaves of the tree, at least one for each cluster; None is one for each cluster,
        and one more if there is noise. A single leaf, beside noise, is that of the cluster,
        even where most rows are noise.
    criterion : "gini", "entropy" or "log_loss"
        What makes a good split.
    random_state : int, RandomState or None
        Seed that decides between equally good splits. None is a fixed seed.
    noise_label : object or None
        The label of rows that belong to no cluster, such as -1 from DBSCAN.
    noise : "outside" or "ignore"
        Noise rows are to lie in leaves of their own, or do not count.

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
        criterion: str = "gini",
        random_state: object = None,
        noise_label: Label = None,
        noise: Noise = "outside",
    ) -> None:
        self.max_leaves = max_leaves
        self.criterion = criterion
        self.random_state = random_state
        self.noise_label = noise_label
        self.noise = noise

    def _describe(
        self, X: object, labels: object, sample_weight: object, listener: Listener
    ) -> tuple[Description, Result]:
        clock = Clock(None)
        max_leaves = checked_leaves(self.max_leaves)
        criterion = _criterion(self.criterion)
        seed = check_effort(None, None, self.random_state).seed
        data = encode(
            LabelledTable(
                X, labels, weights=sample_weight, noise_label=self.noise_label, noise=self.noise
            )
        )
        has_noise = bool((data.boxes.cluster == NOISE).any())
        leaves = enough_leaves(max_leaves, data, default=data.boxes.clusters + has_noise)
        return tree_outcome(data, cart(data, leaves, criterion, seed), clock)


def _criterion(value: object) -> str:
    if isinstance(value, str) and value in CRITERIA:
        return value
    raise InputError(f"criterion must be 'gini', 'entropy' or 'log_loss', not {value!r}")
