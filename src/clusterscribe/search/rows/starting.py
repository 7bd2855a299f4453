"""A description as a start: half-spaces turned into columns over the ranks of some rows.

Whatever comes out is only offered to a search, which judges it exactly on its rows and within its
limits before it takes it. So it can shorten a search, and perhaps less is proved in the end, but
nothing false.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description import Description, HalfSpace, Polyhedron
from clusterscribe.problem.columns import Column, Direction
from clusterscribe.search.answer import Draft
from clusterscribe.search.rows.axis import Axis
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.solve import Stages

GIVEN_UP = -1.0  # the bound of a column without any rows inside


def begin_with_description(stages: Stages, data: Encoded, description: Description | None) -> None:
    """Offer a description to stages, if it is one of these clusters and features."""
    known = None if description is None else start_of(data, description)
    if known is not None:
        stages.begin_with(known)


def start_of(data: Encoded, description: Description) -> Draft | None:
    """Return a description as columns.

    None where it is about other clusters or features, or has sums or several polyhedra per
    cluster: these are found anew.
    """
    parts = {part.label: part for part in description.parts}
    if set(parts) != set(data.clusters.labels) or description.contrast != data.contrast:
        return None
    values = [np.unique(data.boxes.lower[:, d]) for d in range(len(data.axes))]
    polyhedra = []
    for cluster, label in enumerate(data.clusters.labels):
        part = parts[label]
        if not isinstance(part, Polyhedron):
            return None
        columns = [_column(data, cluster, one, values) for one in part.half_spaces]
        if any(column is None for column in columns):
            return None
        polyhedra.append(tuple(one for one in columns if one is not None and _cuts(one, values)))
    return Draft(tuple(polyhedra), values, None)


def _cuts(column: Column, values: list[NDArray[np.float64]]) -> bool:
    """Whether a column leaves any of these rows outside."""
    return column.bound < len(values[column.features[0]]) - 1


def _column(
    data: Encoded, cluster: int, half_space: HalfSpace, values: list[NDArray[np.float64]]
) -> Column | None:
    """Return a half-space of one feature as a column; None where no axis has such a bound."""
    if len(half_space.terms) > 1:
        return None
    (term,) = half_space.terms
    is_upper = term.weight > 0
    for d, axis in enumerate(data.axes):
        if axis.feature == term.feature and (axis.high if is_upper else axis.low):
            bound = term.zero + (term.one - term.zero) * half_space.bound / term.weight
            seen = _seen(axis, bound)
            if seen is not None:
                weights = (1,) if is_upper else (-1,)
                return Column(cluster, Direction((d,), weights), _inside(values[d], seen, is_upper))
    return None


def _seen(axis: Axis, bound: float) -> float | None:
    """Return the bound that the search sees, which has to be a cut point where there are any."""
    if not axis.cuts:
        return bound
    if bound not in axis.cuts:
        return None
    place = axis.cuts.index(bound)
    return float(place if axis.high else place + 1)


def _inside(values: NDArray[np.float64], bound: float, is_upper: bool) -> float:
    """Return the last rank inside, counted inwards."""
    if is_upper:
        inside = int(np.searchsorted(values, bound, "right")) - 1
    else:
        inside = len(values) - 1 - int(np.searchsorted(values, bound, "left"))
    return float(inside) if inside >= 0 else GIVEN_UP
