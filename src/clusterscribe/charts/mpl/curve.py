"""The frontier: how long a description is for every useful number of errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from clusterscribe.charts.data import Curve, Stop
from clusterscribe.charts.data.figures import grouped
from clusterscribe.charts.data.stops import Errors
from clusterscribe.charts.mpl import canvas
from clusterscribe.charts.mpl.canvas import OTHERS, OWN, WRONG, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def curve(chart: Curve, ax: Axes | None = None) -> Axes:
    """Draw errors against length, one dot per description: filled dots are proved."""
    ax = canvas.axes(ax, 6.4, 4.0)
    errors = [stop.errors for stop in chart.stops]
    values = [stop.value for stop in chart.stops]
    ax.step(errors, values, where="post", color=OWN, linewidth=1.5, zorder=2)
    for stop in chart.stops:
        reach = [stop.fewest_errors, stop.errors, stop.errors], [stop.value, stop.value, stop.bound]
        ax.plot(*reach, color=OTHERS, linewidth=1.2, zorder=1)
    for proved, fill, name in ((True, OWN, "proved"), (False, "white", "open")):
        some = [stop for stop in chart.stops if stop.proved is proved]
        if some:
            _dots(ax, some, size=44, fill=fill, edge=OWN, name=name)
    if chart.chosen is not None:
        chosen = [chart.stops[chart.chosen]]
        _dots(ax, chosen, size=190, fill="none", edge=WRONG, name="chosen")
    _lay_out(ax, chart)
    canvas.legend(ax)
    return ax


def _lay_out(ax: Axes, chart: Curve) -> None:
    """Set range, ticks and titles; few and many errors have steps of ten, so both can be seen."""
    from matplotlib.ticker import MaxNLocator

    ax.margins(x=0.08)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
        axis.set_major_formatter(lambda value, _: grouped(value))
    side = Errors.of(chart.stops)
    if side.in_tens:
        ax.set_xscale("function", functions=(np.log1p, np.expm1))
        ax.set_xticks(side.values(), [grouped(value) for value in side.values()])
        ax.set_xticks([], minor=True)
    ax.set_xlabel("errors")
    ax.set_ylabel(plain(chart.objective))
    ax.set_ylim(bottom=0)
    ax.grid(color="#E5E5E5", zorder=0)
    ax.spines[["top", "right"]].set_visible(False)


def _dots(ax: Axes, stops: Sequence[Stop], *, size: float, fill: str, edge: str, name: str) -> None:
    places = [stop.errors for stop in stops], [stop.value for stop in stops]
    dots = ax.scatter(*places, size, facecolors=fill, edgecolors=edge, label=name)
    dots.set(linewidths=1.8, zorder=3)
