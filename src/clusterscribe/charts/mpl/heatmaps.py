"""Tables of coloured cells with a text in each: the overlap matrix, and features by clusters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from clusterscribe.charts.data import Heat, Overlap
from clusterscribe.charts.data.by_label import Floats
from clusterscribe.charts.data.figures import amount_of
from clusterscribe.charts.mpl import canvas
from clusterscribe.charts.mpl.canvas import INK, plain, short
from clusterscribe.description.words import wording

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROOM = 10  # characters that fit below a column
FARTHEST = 1.5  # standard deviations, from which colours are all the same


def overlap(chart: Overlap, ax: Axes | None = None) -> Axes:
    """Draw how many rows of each label are in each description, in none and in several."""
    counts = np.column_stack([chart.inside, chart.none, chart.several])
    ax = canvas.axes(ax, 2.6 + 0.62 * counts.shape[1], 1.6 + 0.42 * len(counts))
    totals = np.where(chart.rows > 0, chart.rows, 1)[:, None]
    texts = [[amount_of(count) if count else "" for count in row] for row in counts]
    _cells(ax, counts / totals, texts, "Blues", (0, 1))
    columns = [wording.label(label) for label in chart.polyhedra] + ["none", "several"]
    lines = [
        f"{wording.label(label)} ({amount_of(rows)})"
        for label, rows in zip(chart.labels, chart.rows, strict=True)
    ]
    _names(ax, columns, lines)
    ax.axvline(len(chart.polyhedra) - 0.5, color=INK, linewidth=1)
    ax.set_xlabel("inside the polyhedron of")
    ax.set_ylabel("label (rows)")
    canvas.title(ax, ("rows by label and polyhedron",))
    return ax


def heat(chart: Heat, ax: Axes | None = None) -> Axes:
    """Draw the means of each cluster, with the signs of its conditions."""
    count, clusters = chart.difference.shape
    ax = canvas.axes(ax, 3.2 + 1.1 * clusters, 1.4 + 0.32 * count)
    _cells(ax, chart.difference, chart.means, "cividis", (-FARTHEST, FARTHEST))
    _names(ax, [wording.label(label) for label in chart.labels], chart.features)
    # a sign is at the right of a cell, apart from the mean, of which it says nothing
    box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": INK}
    for row, marks in enumerate(chart.marks):
        for column, mark in enumerate(marks):
            if mark:
                place = column + 0.45, row
                ax.text(*place, mark, ha="right", va="center", fontsize="small", bbox=box)
    ax.xaxis.tick_top()
    left_out = f"; {chart.left_out} more are not shown" if chart.left_out else ""
    canvas.title(ax, (f"mean in each cluster; light: above that of all rows{left_out}",))
    return ax


def lightness(colour: Floats) -> float:
    """Return how light a colour looks in grey, from 0 to 1."""
    return float(colour @ np.array([0.299, 0.587, 0.114]))


def _cells(
    ax: Axes,
    values: Floats,
    texts: Sequence[Sequence[str]],
    colours: str,
    limits: tuple[float, float],
) -> None:
    """Draw cells, with dark texts on light colours and light ones on dark colours."""
    image = ax.imshow(values, cmap=colours, vmin=limits[0], vmax=limits[1], aspect="auto")
    shades = image.to_rgba(np.nan_to_num(values))
    for (row, column), _ in np.ndenumerate(values):
        colour = "black" if lightness(shades[row, column, :3]) > 0.4 else "white"
        text = plain(texts[row][column])
        ax.text(column, row, text, ha="center", va="center", fontsize="small", color=colour)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)


def _names(ax: Axes, across: Sequence[str], up: Sequence[str]) -> None:
    """Name columns and rows; long names of columns are vertical."""
    turn = 90 if max(map(len, across), default=0) > ROOM else 0
    ax.set_xticks(range(len(across)), [short(name, 24) for name in across], rotation=turn)
    ax.set_yticks(range(len(up)), [short(name) for name in up])
