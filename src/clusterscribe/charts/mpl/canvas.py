"""Figures and axes, and what all plots have in common: colours and texts."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from clusterscribe.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from clusterscribe.charts.data import Axis

# of the palette by Okabe and Ito; the lightness alone distinguishes them as well
OWN = "#0072B2"
OTHERS = "#BBBBBB"
WRONG = "#D55E00"
ALLOWED = "#FBF3C4"
INK = "#222222"

LONGEST = 40  # characters of a name on an axis
BELOW = 55  # characters that fit side by side below it


def figure(width: float, height: float) -> Figure:
    """Make a figure that pyplot knows of, so that a notebook shows it and `plt.show()` as well."""
    try:
        import matplotlib.pyplot as plt
    except ModuleNotFoundError as error:
        raise InputError(
            "plots need matplotlib, which is not installed; install it with "
            'pip install "clusterscribe[plot]"'
        ) from error
    made: Figure = plt.figure(figsize=(width, height), layout="constrained")
    return made


def axes(ax: Axes | None, width: float = 6.4, height: float = 3.6) -> Axes:
    """Return the given Axes, or new ones on a figure of this size (in inches)."""
    return figure(width, height).subplots() if ax is None else ax


def below_each_other(ax: Axes | None, width: float, heights: Sequence[float]) -> list[Axes]:
    """Divide the place of given Axes into several, or make them on a new figure."""
    if ax is None:
        grid = figure(width, sum(heights))
        return list(grid.subplots(len(heights), squeeze=False, height_ratios=heights).ravel())
    if len(heights) == 1:
        return [ax]
    place = ax.get_subplotspec()
    if place is None:
        raise InputError(
            "several charts are drawn here, and there is no room to divide in an ax that stands "
            "free; give one of plt.subplots(), or none"
        )
    ax.set_axis_off()
    rows = place.subgridspec(len(heights), 1, height_ratios=heights)
    return [ax.figure.add_subplot(rows[row]) for row in range(len(heights))]


def plain(text: str) -> str:
    """Return a text in which no dollar sign starts a formula."""
    return text.replace("$", r"\$")


def short(text: str, longest: int = LONGEST) -> str:
    """Return a name that fits on an axis."""
    return plain(text if len(text) <= longest else f"{text[: longest - 1]}…")


def title(ax: Axes, lines: tuple[str, ...], width: int = 60) -> None:
    """Write a title, long lines broken."""
    broken = [piece for line in lines for piece in textwrap.wrap(line, width) or [""]]
    ax.set_title(plain("\n".join(broken)), loc="left", fontsize="medium")


def lay_out(ax: Axes, across: Axis | None = None, up: Axis | None = None) -> None:
    """Set range, ticks and title of axes."""
    if across is not None:
        ax.set_xlim(across.low, across.high)
        texts = [short(tick.text, 24) for tick in across.ticks]
        ax.set_xticks([tick.at for tick in across.ticks], texts)
        if len("".join(texts)) > BELOW:
            ax.tick_params(axis="x", rotation=30)
            for text in ax.get_xticklabels():
                text.set_horizontalalignment("right")
        ax.set_xlabel(short(across.title, 2 * LONGEST))
    if up is not None:
        ax.set_ylim(up.low, up.high)
        ax.set_yticks([t.at for t in up.ticks], [short(t.text, 24) for t in up.ticks])
        ax.set_ylabel(short(up.title, 2 * LONGEST))
    ax.spines[["top", "right"]].set_visible(False)


def legend(ax: Axes, columns: int = 1) -> None:
    """Put a legend beside the axes, where it covers nothing."""
    ax.legend(
        loc="upper left",
        bbox_to_anchor=(1, 1),
        frameon=False,
        fontsize="small",
        handlelength=1.4,
        ncols=columns,
    )
