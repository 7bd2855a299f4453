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
from clusterscribe.baselines.prototypes.choices import Choice, Choices, choices_of
from clusterscribe.baselines.prototypes.space import Space
from clusterscribe.clock import Clock
from clusterscribe.description import Ball
from clusterscribe.description.roundness import Gap
from clusterscribe.encode import Encoded
from clusterscribe.feature import Kind
from clusterscribe.tolerance import SCORE

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
    distances = [space.squared_distances(np.array([p.row]), everyone) for p in prototypes]
    choices = [choices_of(line, boxes.cluster == k) for k, line in enumerate(distances)]
    pairs = zip(choices, distances, prototypes, strict=True)
    given = tuple(Choice(0, _end(c, line[0], p.reach)) for c, line, p in pairs)
    ascent = Ascent(choices, boxes.weight, clock)
    best: Balls = min(given, ascent.climb(given), key=ascent.errors)
    rows = np.flatnonzero(data.counted)
    balls = []
    for k, (prototype, ball) in enumerate(zip(prototypes, best, strict=True)):
        inside = choices[k].order[0, : ball.end + 1]
        radii = _radii(distances[k][0], inside)
        label, row = data.clusters.labels[k], int(rows[prototype.row])
        tried = [space.ball(label, prototype.row, radius, row) for radius in radii]
        balls.append(next((b for b in tried if _holds(b, data, inside)), tried[-1]))
    return tuple(balls), ascent.errors(best)


def _end(choices: Choices, distance: NDArray[np.float64], reach: float) -> int:
    """Return the place in the order of the last row within reach, or as good as."""
    ordered = distance[choices.order[0]]
    end = int(np.searchsorted(ordered, reach, side="right")) - 1
    while end + 1 < len(ordered) and ordered[end + 1] - ordered[end] <= SCORE:
        end += 1
    return end


def _radii(distance: NDArray[np.float64], inside: NDArray[np.int32]) -> tuple[float, float]:
    """Return a round radius and the middle one that keep the same rows inside."""
    outside = np.ones(len(distance), dtype=bool)
    outside[inside] = False
    last = math.sqrt(distance[inside].max())
    first = math.sqrt(distance[outside].min()) if outside.any() else (1 + BEYOND) * last
    # away from both rows by a quarter of the gap, so that neither just makes it
    quarter = (first - last) / 4
    middle = Gap(last, first, 1, Kind.NUMBER).middle
    return Gap(last + quarter, first - quarter, 1, Kind.NUMBER).roundest, middle


def _holds(ball: Ball, data: Encoded, inside: NDArray[np.int32]) -> bool:
    """Whether the ball contains exactly these rows."""
    found = ball.contains(data.values, len(data.boxes))
    return int(found.sum()) == len(inside) and bool(found[inside].all())
