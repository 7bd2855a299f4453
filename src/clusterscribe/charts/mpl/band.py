"""Conditions as bands over the distribution of a feature, the cluster against all other rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

import numpy as np

from clusterscribe.charts.data import Band, LevelBand
from clusterscribe.charts.mpl import canvas
from clusterscribe.charts.mpl.canvas import ALLOWED, INK, OTHERS, OWN, plain, short
from clusterscribe.description.core import Label
from clusterscribe.description.words import wording

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

WIDTH = 7.2  # inches


def bands(charts: Sequence[Band | LevelBand], ax: Axes | None = None) -> tuple[Axes, ...]:
    """Draw one band below the other, in the place of the given Axes or on one new figure."""
    if not charts:
        return ()
    heights = [_height(chart) for chart in charts]
    every = canvas.below_each_other(ax, WIDTH, heights)
    return tuple(band(chart, ax) for chart, ax in zip(charts, every, strict=True))


def band(chart: Band | LevelBand, ax: Axes | None = None) -> Axes:
    """Draw the shares of a cluster and of all other rows; what conditions allow is shaded."""
    ax = canvas.axes(ax, WIDTH, _height(chart))
    match chart:
        case Band():
            _histogram(chart, ax)
        case LevelBand():
            _levels(chart, ax)
        case _:
            assert_never(chart)
    canvas.title(ax, chart.conditions or ("no condition on this alone",))
    return ax


def _height(chart: Band | LevelBand) -> float:
    """Return the height of a band, in inches."""
    return 2.8 if isinstance(chart, Band) else 1.3 + 0.3 * len(chart.levels)


def _histogram(chart: Band, ax: Axes) -> None:
    canvas.lay_out(ax, across=chart.axis)
    for low, high in chart.allowed:
        ax.axvspan(low, high, color=ALLOWED, zorder=0)
        for end in (low, high):
            if chart.axis.low < end < chart.axis.high:
                ax.axvline(end, color=INK, linewidth=1, linestyle="--", zorder=4)
    own, others = chart.heights(chart.own), chart.heights(chart.others)
    ax.stairs(others, chart.edges, fill=True, color=OTHERS, label="all others")
    ax.stairs(own, chart.edges, fill=True, color=OWN, alpha=0.35)
    ax.stairs(own, chart.edges, color=OWN, linewidth=1.8, label=_name(chart.label))
    ax.yaxis.set_major_formatter(_percent)
    ax.set_ylabel("share of rows")
    _say_what_is_not_drawn(ax, chart)
    canvas.legend(ax)


def _levels(chart: LevelBand, ax: Axes) -> None:
    places = np.arange(len(chart.levels))
    for place, is_allowed in zip(places, chart.allowed, strict=True):
        if is_allowed is not False:  # None: some of these levels are allowed
            hatch = None if is_allowed else "//"
            ax.axhspan(place - 0.5, place + 0.5, facecolor=ALLOWED, hatch=hatch, zorder=0)
    ax.barh(places + 0.2, chart.others, 0.36, color=OTHERS, label="all others", zorder=2)
    ax.barh(places - 0.2, chart.own, 0.36, color=OWN, label=_name(chart.label), zorder=2)
    ax.set_yticks(places, [short(level) for level in chart.levels])
    ax.set_ylim(len(places) - 0.5, -0.5)  # the most frequent one on top
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(_percent)
    ax.set_xlabel("share of rows")
    ax.set_ylabel(short(chart.title))
    ax.spines[["top", "right"]].set_visible(False)
    canvas.legend(ax)


def _say_what_is_not_drawn(ax: Axes, chart: Band) -> None:
    """Say what share is missing, and where bars stand for values beyond the axis."""
    missing = [
        f"{wording.percent(share)} of {whose}"
        for share, whose in (
            (chart.own_missing, wording.label(chart.label)),
            (chart.others_missing, "all others"),
        )
        if share
    ]
    if missing:
        ax.set_xlabel(f"{ax.get_xlabel()}\nmissing: {plain(', '.join(missing))}")
    for at, side, words in ((0, "left", "◂ and less"), (1, "right", "and more ▸")):
        if chart.beyond[at]:
            ax.text(at, 1.0, words, transform=ax.transAxes, fontsize="x-small", ha=side, va="top")


def _name(label: Label) -> str:
    return plain(f"cluster {wording.label(label)}")


def _percent(share: float, _: object) -> str:
    return f"{100 * share:g} %"
