"""Polygons cut by half-planes (Sutherland and Hodgman), and ellipses as polygons."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

Corner: TypeAlias = tuple[float, float]
Polygon: TypeAlias = tuple[Corner, ...]

CORNERS = 72  # of an ellipse


@dataclass(frozen=True, slots=True)
class HalfPlane:
    """All points with `across x + up y <= bound`."""

    across: float
    up: float
    bound: float

    def excess(self, corner: Corner) -> float:
        """Return how far a point is beyond the line; at most 0 is inside."""
        return self.across * corner[0] + self.up * corner[1] - self.bound


def rectangle(left: float, right: float, bottom: float, top: float) -> Polygon:
    """Return a rectangle."""
    return (left, bottom), (right, bottom), (right, top), (left, top)


def ellipse(centre: Corner, across: float, up: float) -> Polygon:
    """Return an ellipse with these half axes."""
    turns = (2 * math.pi * corner / CORNERS for corner in range(CORNERS))
    return tuple(
        (centre[0] + across * math.cos(turn), centre[1] + up * math.sin(turn)) for turn in turns
    )


def clipped(polygon: Polygon, half_plane: HalfPlane) -> Polygon:
    """Return the part of a convex polygon inside a half-plane; none of it is no corner."""
    if not polygon:
        return ()
    corners: list[Corner] = []
    for start, end in pairwise((*polygon, polygon[0])):
        before, after = half_plane.excess(start), half_plane.excess(end)
        if before <= 0:
            corners.append(start)
        if (before < 0 < after) or (after < 0 < before):
            share = before / (before - after)
            corners.append(tuple(a + share * (b - a) for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
    return tuple(corners) if len(corners) > 2 else ()
