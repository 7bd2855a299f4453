"""Any description, ours or another's: counted on the rows, and whether it is of a class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
        "polyhedra": most_polyhedra(description),
        **length(description),
    }


def most_polyhedra(description: Description) -> int:
    """Return the most polyhedra of one cluster; that nothing is inside takes one."""
    return max(
        len(part.polyhedra) or 1 if isinstance(part, Union) else 1 for part in description.parts
    )


def length(description: Description) -> dict[str, int]:
    """Return the complexity, the most conditions of one polyhedron, and features of one condition.

    Of several bounds on one side of a sum, as on the way to a leaf, only the tightest counts.
    """
    polyhedra = [{space.terms for space in part.half_spaces} for part in polyhedra_of(description)]
    terms = [len(sum_) for sums in polyhedra for sum_ in sums]
    return {
        "complexity": sum(terms) + len(terms),
        "conditions": max(map(len, polyhedra), default=1),
        "terms": max(terms, default=0),
    }


def polyhedra_of(description: Description) -> Iterator[Polyhedron]:
    """Yield all polyhedra of all clusters."""
    for part in description.parts:
        if isinstance(part, Polyhedron):
            yield part
        elif isinstance(part, Union):
            yield from part.polyhedra


def is_as_short(answer: Answer, way: Way) -> bool:
    """Whether an answer has no more of anything than what is asked for may have."""
    if answer["polyhedra"] > way.max_polyhedra or answer["terms"] > way.max_terms:
        return False
    return way.max_conditions is None or bool(answer["conditions"] <= way.max_conditions)


def is_of(answer: Answer, way: Way) -> bool:
    """Whether an answer could be one to what is asked for, which bounds are about."""
    return is_as_short(answer, way) and bool(answer["recall"] >= MIN_RECALL)
