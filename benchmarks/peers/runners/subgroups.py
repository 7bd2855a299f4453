"""csd, constrained subgroup discovery: a box for each cluster against all others.

The heuristics are PRIM, BestInterval and beam search, with different numbers of features, one
cluster after the other; all boxes are one pool of alternatives. The solver (SCIP) proves its box
best, by weighted relative accuracy, and has an equal share of the time for each cluster.
"""

from __future__ import annotations

import math
from importlib import import_module
from typing import Any

import pandas as pd

from benchmarks.peers.runners.given import Given, Offers

SETTINGS: tuple[tuple[str, int | None], ...] = (
    ("PRIM", None), ("BestInterval", 2), ("BestInterval", None), ("BeamSearch", None),
    ("BestInterval", 3), ("BestInterval", 1),
)  # fmt: skip
OPTIMAL = 0  # the status of the solver


def heuristics(given: Given) -> Offers:
    """Find boxes with one setting after the other."""
    package, frame = import_module("csd"), given.frame
    yield None
    for name, most in SETTINGS:
        for cluster in range(given.clusters):
            model = getattr(package, f"{name}SubgroupDiscoverer")(k=most)
            model.fit(frame, target(given, cluster))
            yield {"alternatives": only(given, cluster, box_of(model)), "is_one_by_one": True}


def solver(given: Given) -> Offers:
    """Find the best box of each cluster; without one for a cluster, the rest is not tried."""
    package, frame = import_module("csd"), given.frame
    yield None
    for cluster in range(given.clusters):
        model = package.MIPSubgroupDiscoverer(timeout=given.limit / given.clusters)
        result = model.fit(frame, target(given, cluster))
        if math.isnan(result["objective_value"]):
            raise TimeoutError(f"no box for cluster {cluster} in its share of the time limit")
        yield {
            "alternatives": only(given, cluster, box_of(model)),
            "is_one_by_one": True,
            "is_optimal": result["optimization_status"] == OPTIMAL,
        }


def target(given: Given, cluster: int) -> pd.Series[int]:
    """Return 1 for the rows of a cluster."""
    return pd.Series((given.labels == cluster).astype(int))


def only(given: Given, cluster: int, box: list[Any]) -> list[list[Any]]:
    """Return the alternatives of all clusters when there is one for one."""
    return [[box] if place == cluster else [] for place in range(given.clusters)]


def box_of(model: Any) -> list[Any]:  # noqa: ANN401
    """Return the bounds of a box that are finite."""
    return box(model.get_box_lbs().tolist(), model.get_box_ubs().tolist())


def box(lower: list[float], upper: list[float]) -> list[Any]:
    """Return the finite ones of some bounds."""
    ends = [(">=", lower), ("<=", upper)]
    return [
        [column, sign, float(value)]
        for sign, values in ends
        for column, value in enumerate(values)
        if math.isfinite(value)
    ]
