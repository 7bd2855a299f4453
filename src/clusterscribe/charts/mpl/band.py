"""Conditions as bands over the distribution of a feature, the cluster against all other rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, assert_never

import numpy as np

from clusterscribe.charts.data import Band, LevelBand, rows_of
from clusterscribe.charts.data.bands import band_of_column
from clusterscribe.charts.data.bands import bands as bands_of
from clusterscribe.charts.mpl import canvas
from clusterscribe.charts.mpl.canvas import ALLOWED, INK, OTHERS, OWN, plain, short
from clusterscribe.description.core import BaseDescription, Label
from clusterscribe.description.words import wording

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 7.2  # inches


def band(
    description: BaseDescription,
    X: object,
    labels: object,
    label: Label,
    column: str,
    *,
    ax: Axes | None = None,
    feature_names: Mapping[str, str] | None = None,
    sample_weight: object = None,
) -> Axes:
    """Draw how a column is distributed in a cluster and among all other rows.

    What the conditions on this column alone let in is shaded.
    """
    rows = rows_of(description, X, labels, sample_weight, feature_names=feature_names)
    return draw(band_of_column(rows, label, column), ax)


def bands(
    description: BaseDescription,
    X: object,
    labels: object,
    label: Label,
    *,
    feature_names: Mapping[str, str] | None = None,
    sample_weight: object = None,
) -> tuple[Axes, ...]:
    """Draw one band below the other for all that the conditions of a cluster are about.

    These are columns, and sums of several columns. All Axes are on one new figure.
    """
    rows = rows_of(description, X, labels, sample_weight, feature_names=feature_names)
    pictures = bands_of(rows, label)
    if not pictures:
        return ()
    heights = [_height(picture) for picture in pictures]
    figure = canvas.figure(WIDTH, sum(heights))
    every = figure.subplots(len(pictures), squeeze=False, height_ratios=heights).ravel()
    return tuple(draw(picture, ax) for picture, ax in zip(pictures, every, strict=True))


def draw(picture: Band | LevelBand, ax: Axes | None = None) -> Axes:
    """Draw a band."""
    ax = canvas.axes(ax, WIDTH, _height(picture))
    match picture:
        case Band():
            _histogram(picture, ax)
        case LevelBand():
            _levels(picture, ax)
        case _:
            assert_never(picture)
    canvas.title(ax, picture.conditions or ("no condition on this alone",))
    return ax


def _height(picture: Band | LevelBand) -> float:
    """Return the height of a picture, in inches."""
    return 2.8 if isinstance(picture, Band) else 1.3 + 0.3 * len(picture.levels)


def _histogram(picture: Band, ax: Axes) -> None:
    canvas.lay_out(ax, across=picture.axis)
    for low, high in picture.allowed:
        ax.axvspan(low, high, color=ALLOWED, zorder=0)
        for end in (low, high):
            if picture.axis.low < end < picture.axis.high:
                ax.axvline(end, color=INK, linewidth=1, linestyle="--", zorder=4)
    ax.stairs(
        picture.heights(picture.others), picture.edges, fill=True, color=OTHERS, label="all others"
    )
    own = picture.heights(picture.own)
    ax.stairs(own, picture.edges, fill=True, color=OWN, alpha=0.35)
    ax.stairs(own, picture.edges, color=OWN, linewidth=1.8, label=_name(picture.label))
    ax.yaxis.set_major_formatter(_percent)
    ax.set_ylabel("share of rows")
    _say_what_is_not_drawn(ax, picture)
    canvas.legend(ax)


def _levels(picture: LevelBand, ax: Axes) -> None:
    places = np.arange(len(picture.levels))
    for place, is_allowed in zip(places, picture.allowed, strict=True):
        if is_allowed is not False:  # None: some of these levels are let in
            hatch = None if is_allowed else "//"
            ax.axhspan(place - 0.5, place + 0.5, facecolor=ALLOWED, hatch=hatch, zorder=0)
    ax.barh(places + 0.2, picture.others, 0.36, color=OTHERS, label="all others", zorder=2)
    ax.barh(places - 0.2, picture.own, 0.36, color=OWN, label=_name(picture.label), zorder=2)
    ax.set_yticks(places, [short(level) for level in picture.levels])
    ax.set_ylim(len(places) - 0.5, -0.5)  # the most frequent one on top
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(_percent)
    ax.set_xlabel("share of rows")
    ax.set_ylabel(short(picture.title))
    ax.spines[["top", "right"]].set_visible(False)
    canvas.legend(ax)


def _say_what_is_not_drawn(ax: Axes, picture: Band) -> None:
    """Say what share is missing, and where bars stand for values beyond the axis."""
    missing = [
        f"{wording.percent(share)} of {whose}"
        for share, whose in (
            (picture.own_missing, wording.label(picture.label)),
            (picture.others_missing, "all others"),
        )
        if share
    ]
    if missing:
        ax.set_xlabel(f"{ax.get_xlabel()}\nmissing: {plain(', '.join(missing))}")
    for at, side, words in ((0, "left", "◂ and less"), (1, "right", "and more ▸")):
        if picture.beyond[at]:
            ax.text(at, 1.0, words, transform=ax.transAxes, fontsize="x-small", ha=side, va="top")


def _name(label: Label) -> str:
    return plain(f"cluster {wording.label(label)}")


def _percent(share: float, _: object) -> str:
    return f"{100 * share:g} %"
