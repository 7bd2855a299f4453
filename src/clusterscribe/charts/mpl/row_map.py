"""A map of the rows on the two axes that separate a cluster best."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from clusterscribe.charts.data import RowMap, rows_of
from clusterscribe.charts.data import row_map as row_map_of
from clusterscribe.charts.mpl import canvas
from clusterscribe.charts.mpl.canvas import ALLOWED, INK, OTHERS, OWN, WRONG
from clusterscribe.description.core import BaseDescription, Label
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def row_map(
    description: BaseDescription,
    X: object,
    labels: object,
    label: Label,
    *,
    ax: Axes | None = None,
    feature_names: Mapping[str, str] | None = None,
    sample_weight: object = None,
    dots: int = 400,
) -> Axes:
    """Draw rows as dots, what the conditions of a cluster let in, and which rows are wrong.

    The axes are the two columns (or sums) whose conditions keep out the most other rows; the title
    names the conditions that are on others. Of many rows a sample is drawn, errors first.
    """
    rows = rows_of(description, X, labels, sample_weight, feature_names=feature_names)
    picture = row_map_of(rows, label, dots)
    if picture is None:
        raise InputError("a map needs two columns, and the table has one; draw a band instead")
    return draw(picture, ax)


def draw(picture: RowMap, ax: Axes | None = None) -> Axes:
    """Draw a map."""
    ax = canvas.axes(ax, 7.4, 5.2)
    canvas.lay_out(ax, across=picture.across, up=picture.up)
    for corners in picture.outlines:
        ax.fill(*zip(*corners, strict=True), facecolor=ALLOWED, edgecolor="none", zorder=0)
        ax.fill(*zip(*corners, strict=True), facecolor="none", edgecolor=INK, linestyle="--")
    _dots(picture, ax)
    lines = [f"cluster {wording.label(picture.label)}"]
    if len(picture.x) < picture.rows:
        lines[0] += f", {len(picture.x):,} of {picture.rows:,} rows"
    if picture.not_drawn:
        lines.append(f"not drawn: {'; '.join(picture.not_drawn)}")
    canvas.title(ax, tuple(lines), width=80)
    return ax


def _dots(picture: RowMap, ax: Axes) -> None:
    own, wrong = picture.own, picture.wrong
    kinds = [
        (~own & ~wrong, "all others", "o", OTHERS),
        (own & ~wrong, "the cluster", "o", OWN),
        (own & wrong, "the cluster, outside", "X", WRONG),
        (~own & wrong, "others, inside", "P", WRONG),
    ]
    for chosen, name, marker, colour in kinds:
        is_error = colour is WRONG
        if chosen.any():
            ax.scatter(
                picture.x[chosen],
                picture.y[chosen],
                s=52 if is_error else 18,
                marker=marker,
                color=colour,
                edgecolors=INK if is_error else "white",
                linewidths=0.5,
                label=name,
                zorder=3,
            )
    canvas.legend(ax)
