"""A frontier as JSON: all points with their descriptions and results, read back with care."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from clusterscribe.description.export.json import as_it_stands, is_as_written
from clusterscribe.description.export.node import Node
from clusterscribe.description.export.strict_json import loads
from clusterscribe.errors import InputError
from clusterscribe.frontiers.frontier import Frontier, Point
from clusterscribe.proof import Status, StopReason
from clusterscribe.result import Result

FORMAT = "clusterscribe-frontier"
VERSION = 1
EDITED = (
    "it was edited after it was written, or is of a version that could not tell, and the figures "
    "beside it need not hold for it; find the frontier again"
)


def to_json(frontier: Frontier, indent: int | None = 2) -> str:
    """Write a frontier as JSON text."""
    return json.dumps(to_dict(frontier), indent=indent, allow_nan=False)


def from_json(text: str) -> Frontier:
    """Read a frontier from JSON text."""
    return from_dict(loads(text, "frontier"))


def to_dict(frontier: Frontier) -> dict[str, Any]:
    """Return a frontier as plain values that JSON can write."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "objective": frontier.objective,
        "interrupted": frontier.interrupted,
        "points": [
            {
                "fewest_errors": point.fewest_errors,
                "description": point.description.to_dict(),
                "result": point.result.to_dict(),
            }
            for point in frontier
        ],
    }


def from_dict(values: object) -> Frontier:
    """Read a frontier from plain values."""
    root = Node(values, document="frontier")
    root.check_format(FORMAT, VERSION)
    points = root.field("points")
    read = tuple(_read_point(node) for node in points.items())
    if not read:
        raise points.should_be("a list of at least one point")
    if not all(one.errors < other.errors for one, other in pairwise(read)):
        raise InputError(
            "the frontier is broken: points should be ordered, the fewest errors first"
        )
    return Frontier(
        points=read,
        objective=root.field("objective").text(),
        interrupted=root.field("interrupted").truth(),
    )


def _read_point(node: Node) -> Point:
    described = node.field("description")
    try:
        description = as_it_stands(described.value)
    except InputError as problem:
        raise described.broken(problem) from None
    if not is_as_written(description, described.value):
        raise described.broken(InputError(EDITED))
    fewest = node.field("fewest_errors").figure()
    return Point(description, _read_result(node.field("result")), fewest)


def _read_result(node: Node) -> Result:
    statistics = node.field("statistics")
    if not isinstance(statistics.value, Mapping):
        raise statistics.should_be("an object")
    return Result(
        status=Status(node.field("status").one_of(*Status)),
        errors=node.field("errors").figure(),
        accuracy=node.field("accuracy").finite(),
        complexity=node.field("complexity").whole(),
        sparsity=node.field("sparsity").whole(),
        columns=node.field("columns").whole(),
        objective=node.field("objective").finite(),
        bound=node.field("bound").finite(),
        gap=node.field("gap").finite(),
        error_bound=node.field("error_bound").figure(),
        max_errors=node.field("max_errors").figure(),
        stop_reason=StopReason(node.field("stop_reason").one_of(*StopReason)),
        seconds=node.field("seconds").finite(),
        statistics=statistics.value,
    )
