"""Features by clusters: what each cluster is like, and which features conditions are on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from clusterscribe.charts.data import Heat, rows_of
from clusterscribe.charts.data import heat as heat_of
from clusterscribe.charts.mpl import canvas
from clusterscribe.charts.mpl.canvas import INK
from clusterscribe.charts.mpl.matrix import cells, names
from clusterscribe.description.core import BaseDescription
from clusterscribe.description.words import wording

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FARTHEST = 1.5  # standard deviations, from which on colours are all the same


def heat(
    description: BaseDescription,
    X: object,
    labels: object,
    *,
    ax: Axes | None = None,
    feature_names: Mapping[str, str] | None = None,
    sample_weight: object = None,
    most: int = 20,
) -> Axes:
    """Draw the mean of each feature in each cluster: light is above that of all rows, dark below.

    A sign at the right of a cell says which conditions are on the feature: ≤ and ≥ are bounds,
    ↔ is between two, = and ≠ are levels, ∈ is one of several levels, Σ is in a sum, ≈ is near
    the value of a prototype.
    """
    rows = rows_of(description, X, labels, sample_weight, feature_names=feature_names)
    return draw(heat_of(rows, most), ax)


def draw(picture: Heat, ax: Axes | None = None) -> Axes:
    """Draw a heat map."""
    count, clusters = picture.difference.shape
    ax = canvas.axes(ax, 3.2 + 1.1 * clusters, 1.4 + 0.32 * count)
    cells(ax, picture.difference, picture.means, "cividis", (-FARTHEST, FARTHEST))
    names(ax, [wording.label(label) for label in picture.labels], picture.features)
    for row, marks in enumerate(picture.marks):
        for column, mark in enumerate(marks):
            if mark:
                _mark(ax, column, row, mark)
    ax.xaxis.tick_top()
    left_out = f"; {picture.left_out} more are not shown" if picture.left_out else ""
    canvas.title(ax, (f"mean in each cluster; light: above that of all rows{left_out}",))
    return ax


def _mark(ax: Axes, column: int, row: int, mark: str) -> None:
    """Put a sign at the right of a cell, apart from the mean, of which it says nothing."""
    box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": INK}
    ax.text(column + 0.45, row, mark, ha="right", va="center", fontsize="small", bbox=box)
