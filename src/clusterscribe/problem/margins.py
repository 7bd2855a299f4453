"""The last touch on an answer in columns: the widest margin.

The margin of a half-space is the distance between the last box that it has to keep inside
and the first that it alone keeps out, in scaled units. Of the directions on the same
features that leave every box on its side, one with the widest margin is taken; margins that
differ by less than a tenth count as equal, and then smaller weights win, as they read better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.columns import Column, Direction, Geometry, Polyhedra
from clusterscribe.tolerance import noise

NEARLY = 0.9
MOST_SCORES = 1_000_000_000  # for one column
CHUNK = 2_000_000  # scores that are computed at once


def widened(
    geometry: Geometry,
    polyhedra: Polyhedra,
    weights: dict[int, NDArray[np.float64]],
    clock: Clock,
) -> Polyhedra:
    """Turn each column of several features to its widest margin; no box changes sides.

    `weights` are the directions to choose from (positive weights), by number of features.
    Columns stay as they are when the time is up, or where there are too many directions.
    """
    return tuple(_widened(geometry, part, weights, clock) for part in polyhedra)


def margin(geometry: Geometry, column: Column) -> float:
    """Return the gap between the last box inside a column alone and the first outside, scaled."""
    # in scaled units, also of a column that counts in ranks
    corners = geometry.corners(column.direction, column.cluster)
    along = np.array(column.direction.weights, dtype=np.float64) @ corners
    outside = geometry.outside(column)
    if not outside.any() or outside.all():
        return 0.0
    gap = float(along[outside].min() - along[~outside].max())
    unit = float(geometry.sizes[list(column.features)].max()) or 1.0
    return max(0.0, gap / unit) / float(np.linalg.norm(column.direction.weights))


def _widened(
    geometry: Geometry,
    part: Sequence[Column],
    weights: dict[int, NDArray[np.float64]],
    clock: Clock,
) -> tuple[Column, ...]:
    columns = list(part)
    for place, column in enumerate(columns):
        terms = len(column.features)
        if terms not in weights or clock.expired:
            continue
        if 2**terms * len(weights[terms]) * len(geometry) > MOST_SCORES:
            continue
        others = np.zeros(len(geometry), dtype=bool)
        for other in (*columns[:place], *columns[place + 1 :]):
            others |= geometry.outside(other)
        outside = geometry.outside(column)
        choices = _choices(geometry, column, ~others & ~outside, ~others & outside, weights)
        columns[place] = min(choices, default=(0.0, column))[1]
    return tuple(columns)


def _choices(
    geometry: Geometry,
    column: Column,
    inside: NDArray[np.bool_],
    kept_out: NDArray[np.bool_],
    weights: dict[int, NDArray[np.float64]],
) -> Iterator[tuple[float, Column]]:
    """Yield the columns of nearly the widest margin, with the sum of their weights."""
    if not inside.any() or not kept_out.any():
        return
    rays = weights[len(column.features)]
    signed, gaps, ends = [], [], []
    for signs in product((1, -1), repeat=len(column.features)):
        direction = Direction(column.features, signs)
        corners = geometry.corners(direction, column.cluster) * np.array(signs)[:, None]
        last = _along(rays, corners[:, inside], np.maximum)
        signed.append(rays * np.array(signs))
        gaps.append(_along(rays, corners[:, kept_out], np.minimum) - last)
        ends.append(last)
    directions, gap, end = np.concatenate(signed), np.concatenate(gaps), np.concatenate(ends)
    features = list(column.features)
    close = noise(geometry.sizes[features], directions)
    margin = np.where(gap > 2 * close, gap / np.linalg.norm(directions, axis=1), -np.inf)
    for q in np.flatnonzero((margin > 0) & (margin >= NEARLY * margin.max())).tolist():
        direction = Direction(column.features, tuple(int(w) for w in directions[q]))
        yield (
            float(np.abs(directions[q]).sum()),
            Column(column.cluster, direction, float(end[q] + close[q])),
        )


def _along(
    rays: NDArray[np.float64], corners: NDArray[np.float64], extreme: np.ufunc
) -> NDArray[np.float64]:
    """Return the extreme score along each ray."""
    step = max(1, CHUNK // corners.shape[1])
    parts = [
        extreme.reduce(rays[at : at + step] @ corners, axis=1) for at in range(0, len(rays), step)
    ]
    return np.concatenate(parts)
