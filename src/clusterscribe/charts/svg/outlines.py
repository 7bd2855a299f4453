"""Shapes as short paths: bars of a histogram, dots, crosses and diamonds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clusterscribe.charts.svg.markup import coordinate

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """A small shape: where it starts and where the pen ends, relative to its middle."""

    path: str
    start: Place = (0.0, 0.0)
    end: Place = (0.0, 0.0)


DOT = Shape("h0")  # a line without length, drawn with round ends
SQUARE = Shape("h.1", (0.0, 0.0), (0.1, 0.0))  # square ends need a length on paper
CROSS = Shape("l6 6m0-6l-6 6", (-3.0, -3.0), (-3.0, 3.0))
DIAMOND = Shape("l3-3 3 3-3 3z", (-3.0, 0.0), (-3.0, 0.0))


def silhouette(edges: Sequence[float], tops: Sequence[float], ground: float) -> str:
    """Draw bars beside each other as one shape, above or below the ground."""
    levels = [*map(coordinate, tops), coordinate(ground)]
    level = coordinate(ground)
    pieces = [f"M{coordinate(edges[0])} {level}"]
    for edge, following in zip(edges, levels, strict=True):
        if following != level:
            pieces.append(f"H{coordinate(edge)}V{following}")
            level = following
    return "".join([*pieces, "z"])


def rectangle(left: float, top: float, width: float, height: float) -> str:
    """Draw a rectangle."""
    return (
        f"M{coordinate(left)} {coordinate(top)}h{coordinate(width)}v{coordinate(height)}"
        f"h{coordinate(-width)}z"
    )


def polygon(corners: Iterable[Place]) -> str:
    """Draw a closed shape through its corners."""
    places = [f"{coordinate(x)} {coordinate(y)}" for x, y in corners]
    return f"M{'L'.join(places)}z" if places else ""


def scattered(places: Iterable[Place], shape: Shape) -> str:
    """Draw one shape at many places, in few letters: each place relative to the one before."""
    pieces = []
    x = y = 0.0  # where the pen is
    for place in sorted(places):
        right = round(place[0] + shape.start[0] - x, 1)
        down = round(place[1] + shape.start[1] - y, 1)
        pieces.append(f"m{_pair(right, down)}{shape.path}")
        x += right + shape.end[0] - shape.start[0]
        y += down + shape.end[1] - shape.start[1]
    return "".join(pieces)


def _pair(right: float, down: float) -> str:
    second = coordinate(down)
    return f"{coordinate(right)}{'' if second.startswith('-') else ' '}{second}"
