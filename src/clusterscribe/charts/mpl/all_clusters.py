"""All clusters in one picture, a colour for each: on a map, and by columns from bound to bound."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from clusterscribe.charts.data import ClusterMap, RangeCell, Ranges
from clusterscribe.charts.data.figures import grouped
from clusterscribe.charts.data.shared_map import MappedCluster
from clusterscribe.charts.mpl import canvas
from clusterscribe.charts.mpl.canvas import OTHERS, short
from clusterscribe.charts.mpl.palette import colour_of, marker_of
from clusterscribe.description.words import wording

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GREY = "#DFE3E8"
WIDE, TALL = 0.9, 0.72  # of a cell; the rest is room for the bound, and between cells
LISTED = 20  # clusters in a column of the legend
FAINT = 0.35  # where there is no condition


def cluster_map(chart: ClusterMap, ax: Axes | None = None) -> Axes:
    """Draw rows as dots and the area of each cluster; wrong rows are hollow."""
    columns = math.ceil(len(chart.clusters) / LISTED)
    ax = canvas.axes(ax, 6.0 + 1.4 * columns, 5.2)
    canvas.lay_out(ax, across=chart.across, up=chart.up)
    if chart.up is None:  # dots are spread upwards at random
        ax.set_ylim(0, 1)
        ax.set_yticks([])
    light = min(0.08, 0.4 / len(chart.clusters))  # many areas lie over each other
    for one in chart.clusters:
        _area(one, ax, light)
    # clusters that nobody describes are below the others
    for one in sorted(chart.clusters, key=lambda one: one.place is not None):
        _dots(one, ax)
    canvas.title(ax, (_sampled(chart),), width=80)
    canvas.legend(ax, columns)
    return ax


def ranges(chart: Ranges, ax: Axes | None = None) -> Axes:
    """Draw a line of cells per cluster: where its rows are on each column, and what is allowed."""
    across, up = len(chart.headings), len(chart.clusters)
    ax = canvas.axes(ax, 2.2 + 1.7 * across, 1.1 + 0.62 * up)
    for base, one in zip(reversed(range(up)), chart.clusters, strict=True):
        for left, cell in enumerate(one.cells):
            _cell(ax, cell, left, base, colour_of(one.place))
    ax.set_xlim(0, across)
    ax.set_ylim(-0.05, up)
    titles = [_heading(chart, left) for left in range(across)]
    ax.set_xticks([left + WIDE / 2 for left in range(across)], titles, fontsize="small")
    ax.xaxis.tick_top()
    names = [short(wording.label(one.label), 24) for one in chart.clusters]
    ax.set_yticks([base + TALL / 2 for base in reversed(range(up))], names)
    for text, one in zip(ax.get_yticklabels(), chart.clusters, strict=True):
        text.set(color=colour_of(one.place), fontweight="bold")
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    note = "grey: all rows; colour: the rows of the cluster"
    further = f"; columns and sums not shown: {chart.left_out}" if chart.left_out else ""
    ax.set_xlabel(f"{note}{further}", fontsize="small")
    return ax


def _heading(chart: Ranges, place: int) -> str:
    """Name a column, and below it what its axis goes from and to, or its few levels."""
    heading, is_level = chart.headings[place], chart.clusters[0].cells[place].is_level
    ends = (", " if is_level else " to ").join(heading.ends)
    return f"{short(heading.title, 26)}\n{short(ends, 30)}"


def _cell(ax: Axes, cell: RangeCell, left: float, base: float, colour: str) -> None:
    for low, high in cell.allowed:
        ax.broken_barh(
            [(left + WIDE * low, WIDE * (high - low))],
            (base, TALL),
            facecolors=colour,
            alpha=0.12,
            zorder=0,
        )
        inner = [end for end in (low, high) if 0 < end < 1 and not cell.is_level]
        ax.vlines([left + WIDE * end for end in inner], base, base + TALL, color=colour, zorder=4)
    edges, part = left + WIDE * cell.edges, 1 if cell.is_used else FAINT
    for heights, fill in ((cell.every, GREY), (cell.own, colour)):
        bars = base + TALL * heights
        ax.stairs(bars, edges, baseline=base, fill=True, color=fill, alpha=part, zorder=2)
    ax.hlines(base, left, left + WIDE, color=OTHERS, linewidth=0.8, zorder=3)
    if cell.bound:
        place = left + WIDE / 2, base + TALL
        words = short(cell.bound, 22)
        ax.text(*place, words, color=colour, fontsize="x-small", ha="center", va="bottom")


def _area(one: MappedCluster, ax: Axes, light: float) -> None:
    if one.place is None:
        return
    for corners in one.outlines:
        colour = colour_of(one.place)
        ax.fill(*zip(*corners, strict=True), facecolor=colour, alpha=light, zorder=0)
        ax.fill(*zip(*corners, strict=True), facecolor="none", edgecolor=colour, alpha=0.4)


def _dots(one: MappedCluster, ax: Axes) -> None:
    colour = OTHERS if one.place is None else colour_of(one.place)
    marker = "o" if one.place is None else marker_of(one.place)
    name = f"{short(wording.label(one.label), 24)}, {grouped(one.rows)}"
    for chosen, fill in ((~one.wrong, colour), (one.wrong, "white")):
        if chosen.any():
            dots = ax.scatter(one.x[chosen], one.y[chosen], 16, fill, marker=marker, label=name)
            dots.set(edgecolors=colour, linewidths=0.9, zorder=3 if one.place is not None else 2)
            name = "_" + name  # in the legend once


def _sampled(chart: ClusterMap) -> str:
    drawn, rows = (sum(len(one.x) for one in chart.clusters), sum(o.rows for o in chart.clusters))
    some = f"all {grouped(rows)}" if drawn == rows else f"{grouped(drawn)} of {grouped(rows)}"
    hollow = "; hollow: wrongly described" if any(one.wrong.any() for one in chart.clusters) else ""
    return f"{some} rows{hollow}"
