"""Any description, ours or another's: counted on the rows, and whether it is of a class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.segments.cases import Way
from clusterscribe.description import Description, Polyhedron, Union
from clusterscribe.parameters import MIN_RECALL

Answer: TypeAlias = Mapping[str, Any]


def counted(description: Description, table: Any, labels: NDArray[Any]) -> dict[str, Any]:  # noqa: ANN401
    """Count a description on the rows: errors, smallest recall, length, and what it is made of."""
    inside = description.membership(table)
    own = np.array([part.label for part in description.parts]) == labels[:, None]
    recall = (inside & own).sum(axis=0) / own.sum(axis=0)
    return {
        "errors": int((inside != own).any(axis=1).sum()),
        "recall": float(recall.min()),
        "complexity": description.complexity,
        "conditions": most_conditions(description),
        "terms": most_terms(description),
    }


def most_conditions(description: Description) -> int | None:
    """Return the most conditions of one cluster; None if one has several polyhedra.

    Of several bounds on one side of a sum only the tightest is a condition, and that nothing is
    inside takes one.
    """
    if any(isinstance(part, Union) and part.polyhedra for part in description.parts):
        return None
    return max(
        len({space.terms for space in part.half_spaces}) if isinstance(part, Polyhedron) else 1
        for part in description.parts
    )


def most_terms(description: Description) -> int:
    """Return the most features in one condition."""
    return max(
        len(space.terms)
        for part in description.parts
        for path in (part.polyhedra if isinstance(part, Union) else (part,))
        if isinstance(path, Polyhedron)
        for space in path.half_spaces
    )


def is_as_short(answer: Answer, way: Way) -> bool:
    """Whether an answer has no more conditions and features than what is asked for may have."""
    if answer["conditions"] is None or answer["terms"] > way.max_terms:
        return False
    return way.max_conditions is None or bool(answer["conditions"] <= way.max_conditions)


def is_of(answer: Answer, way: Way) -> bool:
    """Whether an answer could be one to what is asked for, which bounds are about."""
    return is_as_short(answer, way) and bool(answer["recall"] >= MIN_RECALL)
