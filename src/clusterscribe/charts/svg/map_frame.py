"""What maps of rows have in common: where their frame is, and the room for ticks beside it."""

from __future__ import annotations

from clusterscribe.charts.data.axis import Axis
from clusterscribe.charts.svg.axes import WIDTH
from clusterscribe.charts.svg.markup import width_of

TOP, BOTTOM, RIGHT = 22.0, 226.0, WIDTH - 8.0
HEIGHT = 262.0
WIDEST_TICK = 80.0


def room_beside(axis: Axis) -> float:
    """Return how much room the texts of ticks take beside a map."""
    return min(max((width_of(tick.text) for tick in axis.ticks), default=0.0), WIDEST_TICK)
