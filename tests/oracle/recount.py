"""What a description says of each row, read from its JSON with plain comparisons of floats."""

from __future__ import annotations

import json
from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from .case import Case, number


def errors_of(description: Any, case: Case) -> Fraction:
    """The exact weight of the rows that a description is wrong about."""
    clusters = json.loads(description.to_json())["clusters"]
    wrong = Fraction(0)
    for i, own in enumerate(case.clusters):
        row = {name: values[i] for name, values in case.columns.items()}
        inside = [cluster["label"] for cluster in clusters if is_inside(cluster, row)]
        if inside != ([] if own is None else [own]):
            wrong += case.amounts[i]
    return wrong


def shares_inside(description: Any, case: Case) -> list[Fraction]:
    """For each cluster of a description the exact share of its rows inside its own polyhedron."""
    shares = []
    for cluster in json.loads(description.to_json())["clusters"]:
        own = [i for i, label in enumerate(case.clusters) if label == cluster["label"]]
        rows = {i: {name: values[i] for name, values in case.columns.items()} for i in own}
        inside = sum((case.amounts[i] for i in own if is_inside(cluster, rows[i])), Fraction(0))
        shares.append(inside / sum(case.amounts[i] for i in own))
    return shares


def most_conditions(description: Any) -> int:
    """The number of conditions of the polyhedron that has the most."""
    clusters = json.loads(description.to_json())["clusters"]
    return max(len(one["half_spaces"]) for cluster in clusters for one in polyhedra(cluster))


def most_polyhedra(description: Any) -> int:
    """The number of polyhedra of the cluster that has the most."""
    return max(map(len, map(polyhedra, json.loads(description.to_json())["clusters"])))


def polyhedra(cluster: dict[str, Any]) -> list[dict[str, Any]]:
    """The alternatives of a cluster, or itself where there are none."""
    alternatives: list[dict[str, Any]] = cluster.get("alternatives", [cluster])
    return alternatives


def is_inside(cluster: dict[str, Any], row: dict[str, Any]) -> bool:
    """Whether a row is inside any polyhedron of a cluster."""
    return any(meets_all(one, row) for one in polyhedra(cluster))


def meets_all(polyhedron: dict[str, Any], row: dict[str, Any]) -> bool:
    """Whether a row meets every condition of a polyhedron."""
    for half_space in polyhedron["half_spaces"]:
        total = 0.0
        for term in half_space["terms"]:
            total += term["weight"] * share(term, row)
        if not total <= half_space["bound"]:
            return False
    return True


def share(term: dict[str, Any], row: dict[str, Any]) -> float:
    """The number of a row that a term weighs."""
    value = row[term["column"]]
    if term["kind"] == "level":
        return float(value == term["level"])
    if "zero" in term:
        return (number(value) - term["zero"]) / (term["one"] - term["zero"])
    return number(value)


def length_of(description: Any) -> tuple[int, int]:
    """Complexity and sparsity, counted."""
    terms = [
        half_space["terms"]
        for cluster in json.loads(description.to_json())["clusters"]
        for one in polyhedra(cluster)
        for half_space in one["half_spaces"]
    ]
    used: set[Hashable] = {(t["column"], t.get("level")) for each in terms for t in each}
    return sum(len(each) + 1 for each in terms), len(used)
