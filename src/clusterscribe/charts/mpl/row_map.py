"""A map of the rows on the two axes that separate a cluster best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterscribe.charts.data import RowMap
from clusterscribe.charts.mpl import canvas
from clusterscribe.charts.mpl.canvas import ALLOWED, INK, OTHERS, OWN, WRONG
from clusterscribe.description.words import wording

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def row_map(chart: RowMap, ax: Axes | None = None) -> Axes:
    """Draw rows as dots, the area that conditions allow, and which rows are wrong."""
    ax = canvas.axes(ax, 7.4, 5.2)
    canvas.lay_out(ax, across=chart.across, up=chart.up)
    for corners in chart.outlines:
        ax.fill(*zip(*corners, strict=True), facecolor=ALLOWED, edgecolor="none", zorder=0)
        ax.fill(*zip(*corners, strict=True), facecolor="none", edgecolor=INK, linestyle="--")
    _dots(chart, ax)
    lines = [f"cluster {wording.label(chart.label)}"]
    if len(chart.x) < chart.rows:
        lines[0] += f", {len(chart.x):,} of {chart.rows:,} rows"
    if chart.not_drawn:
        lines.append(f"not drawn: {'; '.join(chart.not_drawn)}")
    canvas.title(ax, tuple(lines), width=80)
    return ax


def _dots(chart: RowMap, ax: Axes) -> None:
    own, wrong = chart.own, chart.wrong
    kinds = [
        (~own & ~wrong, "all others", "o", OTHERS),
        (own & ~wrong, "the cluster", "o", OWN),
        (own & wrong, "the cluster, outside", "X", WRONG),
        (~own & wrong, "others, inside", "P", WRONG),
    ]
    for chosen, name, marker, colour in kinds:
        if chosen.any():
            size, edge = (52, INK) if colour is WRONG else (18, "white")
            x, y = chart.x[chosen], chart.y[chosen]
            dots = ax.scatter(x, y, size, colour, marker=marker, label=name)
            dots.set(edgecolors=edge, linewidths=0.5, zorder=3)
    canvas.legend(ax)
