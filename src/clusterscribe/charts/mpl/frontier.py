"""The frontier: how long a description is for every useful number of errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from clusterscribe.charts.data import Curve, Stop, curve
from clusterscribe.charts.data.curve import Described, FrontierLike
from clusterscribe.charts.data.errors import errors_of
from clusterscribe.charts.data.figures import grouped
from clusterscribe.charts.mpl import canvas
from clusterscribe.charts.mpl.canvas import OTHERS, OWN, WRONG, plain
from clusterscribe.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def frontier(
    frontier: FrontierLike, *, ax: Axes | None = None, chosen: Described | int | None = None
) -> Axes:
    """Draw errors against length, one dot per description: full ones are proved.

    From an open one lines lead to what is proved: how short, and how few errors, a better
    one could be at most. `chosen` marks a point, or the one at that place.
    """
    return draw(curve(frontier.points, frontier.objective, _place(frontier, chosen)), ax)


def _place(frontier: FrontierLike, chosen: Described | int | None) -> int | None:
    if chosen is None or isinstance(chosen, int | np.integer):
        return chosen
    if chosen not in frontier.points:
        raise InputError("chosen must be a point of this frontier, such as `choose` returns")
    return frontier.points.index(chosen)


def draw(picture: Curve, ax: Axes | None = None) -> Axes:
    """Draw a frontier."""
    ax = canvas.axes(ax, 6.4, 4.0)
    from matplotlib.ticker import MaxNLocator

    errors = [stop.errors for stop in picture.stops]
    values = [stop.value for stop in picture.stops]
    ax.step(errors, values, where="post", color=OWN, linewidth=1.5, zorder=2)
    for stop in picture.stops:
        reach = [stop.fewest_errors, stop.errors, stop.errors], [stop.value, stop.value, stop.bound]
        ax.plot(*reach, color=OTHERS, linewidth=1.2, zorder=1)
    for proved, fill, name in ((True, OWN, "proved"), (False, "white", "open")):
        some = [stop for stop in picture.stops if stop.proved is proved]
        if some:
            _dots(ax, some, size=44, fill=fill, edge=OWN, name=name)
    if picture.chosen is not None:
        stop = picture.stops[picture.chosen]
        _dots(ax, [stop], size=190, fill="none", edge=WRONG, name="chosen")
    ax.margins(x=0.08)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
        axis.set_major_formatter(lambda value, _: grouped(value))
    _in_tens(ax, picture)
    ax.set_xlabel("errors")
    ax.set_ylabel(plain(picture.objective))
    ax.set_ylim(bottom=0)
    ax.grid(color="#E5E5E5", zorder=0)
    ax.spines[["top", "right"]].set_visible(False)
    canvas.legend(ax)
    return ax


def _in_tens(ax: Axes, picture: Curve) -> None:
    """Give few and many errors steps of ten, so that both can be seen."""
    side = errors_of(picture.stops)
    if side.in_tens:
        ax.set_xscale("function", functions=(np.log1p, np.expm1))
        ax.set_xticks(side.values(), [grouped(value) for value in side.values()])
        ax.set_xticks([], minor=True)


def _dots(ax: Axes, stops: Sequence[Stop], *, size: float, fill: str, edge: str, name: str) -> None:
    ax.scatter(
        [stop.errors for stop in stops],
        [stop.value for stop in stops],
        s=size,
        facecolors=fill,
        edgecolors=edge,
        linewidths=1.8,
        zorder=3,
        label=name,
    )
