"""Tables of coloured cells with a text in each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.mpl.canvas import plain, short

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROOM = 10  # characters that fit below a column


def cells(
    ax: Axes,
    values: NDArray[np.float64],
    texts: Sequence[Sequence[str]],
    colours: str,
    limits: tuple[float, float],
) -> None:
    """Draw cells, the texts dark on light colours and light on dark ones."""
    image = ax.imshow(values, cmap=colours, vmin=limits[0], vmax=limits[1], aspect="auto")
    shades = image.to_rgba(np.nan_to_num(values))
    for (row, column), _ in np.ndenumerate(values):
        ax.text(
            column,
            row,
            plain(texts[row][column]),
            horizontalalignment="center",
            verticalalignment="center",
            fontsize="small",
            color="black" if lightness(shades[row, column, :3]) > 0.4 else "white",
        )
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)


def names(ax: Axes, across: Sequence[str], up: Sequence[str]) -> None:
    """Name columns and rows; long names of columns stand upright."""
    turn = 90 if max(map(len, across), default=0) > ROOM else 0
    ax.set_xticks(range(len(across)), [short(name, 24) for name in across], rotation=turn)
    ax.set_yticks(range(len(up)), [short(name) for name in up])


def lightness(colour: NDArray[np.float64]) -> float:
    """Return how light a colour looks in grey, from 0 to 1."""
    return float(colour @ np.array([0.299, 0.587, 0.114]))
