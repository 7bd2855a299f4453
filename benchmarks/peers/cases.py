"""The methods, and what is asked of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

LIMIT, QUICK_LIMIT = 15.0, 5.0  # seconds for all settings of a method on a table


@dataclass(frozen=True)
class Method:
    """One method: its name, what it gives each cluster, and the runner that it is."""

    name: str
    gives: str
    module: str
    function: str
    options: Mapping[str, Any] = field(default_factory=dict)
    package: str = "clusterscribe"
    most_rows: int | None = None  # with more it is not tried
    why: str = ""  # it is not tried with more

    @property
    def is_foreign(self) -> bool:
        """Whether it runs in the environment of the others."""
        return self.package not in ("clusterscribe", "scikit-learn")

    @property
    def uses_all_cores(self) -> bool:
        """Whether it has all cores for itself, as its solver uses them."""
        return self.function in ("polyhedra", "prototypes")


FEW = 5_000
PAIRS = "its kernel has a number for each pair of rows"
SLOW = "the time limit is far too short for that"
TWICE = {"leaves": 2}
METHODS = (
    Method("clusterscribe", "a polyhedron", "ours", "polyhedra"),
    Method(
        "clusterscribe, 2 conditions", "a polyhedron", "ours", "polyhedra", {"max_conditions": 2}
    ),
    Method(
        "clusterscribe, 3 features", "a slanted polyhedron", "ours", "polyhedra",
        {"max_terms": 3, "max_coefficient": 10},
    ),
    Method(
        "clusterscribe, 2 polyhedra", "up to two polyhedra", "ours", "polyhedra",
        {"max_polyhedra": 2},
    ),
    Method("tree, K leaves", "leaves", "learned_tree", "tree", package="scikit-learn"),
    Method("tree, 2K leaves", "leaves", "learned_tree", "tree", TWICE, "scikit-learn"),
    Method("STreeD, K leaves", "leaves", "streed", "optimal_tree", package="pystreed"),
    Method("STreeD, 2K leaves", "leaves", "streed", "optimal_tree", TWICE, "pystreed"),
    Method("our IMM", "a leaf", "ours", "imm"),
    Method("our ExKMC, 2K leaves", "leaves", "ours", "imm", TWICE),
    Method("IMM", "a leaf", "centre_trees", "exkmc", package="ExKMC"),
    Method("ExKMC, 2K leaves", "leaves", "centre_trees", "exkmc", TWICE, "ExKMC"),
    Method("ShallowTree", "a leaf", "centre_trees", "shallow", package="ShallowTree"),
    Method("Kauri", "leaves", "kauri", "kauri", {}, "gemclus", FEW, PAIRS),
    Method(
        "Kauri, labels as kernel", "leaves", "kauri", "kauri", {"by_labels": True}, "gemclus",
        FEW, PAIRS,
    ),
    Method("Cluster-Explorer", "a box", "explorer", "conjunctions", package="cluster-explorer"),
    Method("csd, heuristics", "a box", "subgroups", "heuristics", package="csd"),
    Method("csd, solver", "a box", "subgroups", "solver", {}, "csd", FEW, SLOW),
    Method(
        "RUG, depth 2", "weighted rules", "weighted_rules", "generated",
        {"settings": [{"max_depth": 2}]}, "ruleopt",
    ),
    Method(
        "RUG", "weighted rules", "weighted_rules", "generated",
        {"settings": [{}, {"max_depth": 3, "class_weight": "balanced", "max_rmp_calls": 20}]},
        "ruleopt",
    ),
    Method("RUX", "weighted rules", "weighted_rules", "extracted", package="ruleopt"),
    Method("our PROTO", "a ball", "ours", "prototypes"),
)  # fmt: skip
OF_NAME = {method.name: method for method in METHODS}
