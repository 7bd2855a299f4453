"""From chosen prototypes to balls on all rows: the best radii there, and round ones.

What was chosen on a sample is evaluated on all rows that count: with the prototypes fixed, radii
are improved one cluster at a time. A radius then sits at a round number in the gap between the
last row inside and the first one outside.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from clusterscribe.baselines.prototypes.candidate_balls import (
    Ascent,
    Choice,
    Choices,
    Squares,
    separable,
)
from clusterscribe.baselines.prototypes.space import Space
from clusterscribe.clock import Clock
from clusterscribe.description import Ball
from clusterscribe.description.after.adjust import radius_to
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
    cluster, everyone = data.boxes.cluster, np.arange(len(data.boxes))
    squares = [space.squares(np.array([p.row]), everyone) for p in prototypes]
    choices = [Choices.of(line, cluster == k) for k, line in enumerate(squares)]
    pairs = zip(squares, prototypes, strict=True)
    given = tuple(Choice(0, _end(line, prototype.reach)) for line, prototype in pairs)
    ascent = Ascent(choices, data.boxes.weight, clock)
    best = min(given, ascent.climb(given), key=ascent.errors)
    places = np.flatnonzero(data.counted)
    balls = []
    for k, (prototype, choice) in enumerate(zip(prototypes, best, strict=True)):
        inside = choices[k].order[0, : choice.end + 1]
        row = int(places[prototype.row])
        around = partial(space.ball, data.clusters.labels[k], prototype.row, row)
        balls.append(_exact(map(around, _radii(squares[k][0], inside)), data, inside))
    return tuple(balls), ascent.errors(best)


def _end(squares: Squares, reach: float) -> int:
    """Return the place of the last row within reach, or of the next one where a ball can end."""
    order = np.argsort(squares, axis=1, kind="stable")
    within = int(np.searchsorted(squares[0, order[0]], reach, side="right")) - 1
    return within + int(separable(squares, order)[0, within:].argmax())


def _exact(balls: Iterable[Ball], data: Encoded, inside: NDArray[np.int32]) -> Ball:
    """Return the first ball that contains exactly the rows that should be inside."""
    for ball in balls:
        found = ball.contains(data.values, len(data.boxes))
        if int(found.sum()) == len(inside) and found[inside].all():
            return ball
    raise RuntimeError("no radius keeps the rows inside that were chosen")


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
