"""From chosen prototypes to balls on all rows: the best radii there, and round ones.

What was chosen on a sample is held against all rows that count: with the prototypes as they
are, radii are improved one cluster at a time. A radius then sits at a round number in the gap
between the last row inside and the first one outside.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.baselines.prototypes.ascent import Ascent, Balls
from clusterscribe.baselines.prototypes.choices import Choice, choices_of
from clusterscribe.baselines.prototypes.distances import Distances
from clusterscribe.baselines.prototypes.space import Space
from clusterscribe.clock import Clock
from clusterscribe.description import Ball
from clusterscribe.description.after.bound_limits import radius_to
from clusterscribe.description.core.roundness import Gap
from clusterscribe.feature import Kind
from clusterscribe.search.rows.encode import Encoded

BEYOND = 0.1  # how far above the last row a radius may be when no row is outside


@dataclass(frozen=True, slots=True, eq=False)
class Prototype:
    """A row that a cluster is described by, and the squared distance that is still inside."""

    row: int  # among those that count
    reach: float


def placed(
    data: Encoded, space: Space, prototypes: Sequence[Prototype], clock: Clock
) -> tuple[tuple[Ball, ...], int]:
    """Return balls around the prototypes, and the whole weight of the rows they get wrong."""
    boxes = data.boxes
    everyone = np.arange(len(boxes))
    distances = [space.distances(np.array([p.row]), everyone) for p in prototypes]
    choices = [choices_of(line, boxes.cluster == k) for k, line in enumerate(distances)]
    pairs = zip(distances, prototypes, strict=True)
    given = tuple(Choice(0, _end(line, p.reach)) for line, p in pairs)
    ascent = Ascent(choices, boxes.weight, clock)
    best: Balls = min(given, ascent.climb(given), key=ascent.errors)
    balls = tuple(
        _ball(
            data,
            space,
            k,
            prototype.row,
            distances=distances[k],
            inside=choices[k].order[0, : choice.end + 1],
        )
        for k, (prototype, choice) in enumerate(zip(prototypes, best, strict=True))
    )
    return balls, ascent.errors(best)


def _end(distances: Distances, reach: float) -> int:
    """Return the place in the order of the last row within reach, or as good as."""
    order = distances.order()
    ordered = distances.squares[0, order[0]]
    within = int(np.searchsorted(ordered, reach, side="right")) - 1
    return within + int(distances.apart(order)[0, within:].argmax())


def _ball(
    data: Encoded,
    space: Space,
    cluster: int,
    centre: int,
    *,
    distances: Distances,
    inside: NDArray[np.int32],
) -> Ball:
    """Return a ball that contains exactly the rows that are to be inside."""
    label = data.clusters.labels[cluster]
    row = int(np.flatnonzero(data.counted)[centre])
    for radius in _radii(distances.squares[0], inside):
        ball = space.ball(label, centre, radius, row)
        if _holds(ball, data, inside):
            return ball
    raise RuntimeError(f"no radius around row {row} keeps the rows inside that were chosen")


def _radii(distance: NDArray[np.float64], inside: NDArray[np.int32]) -> tuple[float, ...]:
    """Return a round radius, the middle one and the smallest that keep the same rows inside."""
    outside = np.ones(len(distance), dtype=bool)
    outside[inside] = False
    last = math.sqrt(distance[inside].max())
    first = math.sqrt(distance[outside].min()) if outside.any() else (1 + BEYOND) * last
    # away from both rows by a quarter of the gap, so that neither just makes it
    quarter = (first - last) / 4
    middle = Gap(last, first, 1, Kind.NUMBER).middle
    roundest = Gap(last + quarter, first - quarter, 1, Kind.NUMBER).roundest
    return roundest, middle, radius_to(float(distance[inside].max()))


def _holds(ball: Ball, data: Encoded, inside: NDArray[np.int32]) -> bool:
    """Whether the ball contains exactly these rows."""
    found = ball.contains(data.values, len(data.boxes))
    return int(found.sum()) == len(inside) and bool(found[inside].all())
