"""STreeD of the package pystreed: optimal trees over a set of cuts.

The cuts of each column are those of a small tree on that column alone, the package's strategy
"tree", which does better here than its quantiles: 5 of them, of a wide table first the 60 that
matter most to a random forest, as the package can choose them; then 10 and 20. Each setting has
half of the time that is left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from benchmarks.peers.runners.given import NAME, Given, Offers

SETTINGS = ((5, 60), (5, None), (10, None), (20, None))  # cuts per column, and most in all
DEEPEST = 4  # unless there are more leaves than that depth can have
LEAST = 1.0  # seconds without which another setting is not begun
BETWEEN = 0.5  # the cut of a column of zeros and ones


def optimal_tree(given: Given, leaves: int = 1) -> Offers:
    """Find the best tree with so many leaves for each cluster on average."""
    package = import_module("pystreed")
    frame, most = given.frame, leaves * given.clusters
    depth = max(math.ceil(math.log2(most)), min(most - 1, DEEPEST))
    yield None
    for thresholds, in_all in SETTINGS:
        if in_all is not None and in_all >= thresholds * frame.shape[1]:
            continue
        if given.left < LEAST:
            return
        most_cuts = f", {in_all} in all" if in_all else ""
        model = package.STreeDClassifier(
            max_depth=depth,
            max_num_nodes=most - 1,
            time_limit=given.left / 2,
            continuous_binarize_strategy="tree",
            n_thresholds=thresholds,
            max_num_binary_features=in_all,
        )
        model.fit(frame, given.labels)
        yield {
            "tree": node_of(model.get_tree(), list(model.feature_names_in_)),
            "predicted": model.predict(frame).tolist(),
            "setting": f"{thresholds} cuts per column{most_cuts}, depth at most {depth}",
            "is_optimal": bool(model.fit_result.is_optimal()),
        }


def node_of(node: Any, names: Sequence[str]) -> dict[str, Any]:  # noqa: ANN401
    """Return a node; rows that meet its condition go to the right."""
    if node.is_leaf_node():
        return {"cluster": int(node.label)}
    column, cut, is_below = test_of(names[node.feature])
    meets, others = node_of(node.right_child, names), node_of(node.left_child, names)
    below, above = (meets, others) if is_below else (others, meets)
    return {"column": column, "cut": cut, "below": below, "above": above}


def test_of(name: str) -> tuple[int, float, bool]:
    """Read a test: the column, the cut, and whether rows below it meet the test."""
    column, _, cut = name.partition(" <= ")
    place = int(column.removeprefix(NAME))
    return (place, float(cut), True) if cut else (place, BETWEEN, False)
