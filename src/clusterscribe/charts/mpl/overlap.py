"""The overlap matrix: where the rows of each cluster are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from clusterscribe.charts.data import Overlap, rows_of
from clusterscribe.charts.data import overlap as overlap_of
from clusterscribe.charts.data.figures import amount_of
from clusterscribe.charts.mpl import canvas
from clusterscribe.charts.mpl.matrix import cells, names
from clusterscribe.description.core import BaseDescription
from clusterscribe.description.words import wording

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def overlap(
    description: BaseDescription,
    X: object,
    labels: object,
    *,
    ax: Axes | None = None,
    feature_names: Mapping[str, str] | None = None,
    sample_weight: object = None,
) -> Axes:
    """Draw how many rows of each label are in each polyhedron, in none and in several.

    A row in several polyhedra is counted in each of them, and once under "several".
    """
    rows = rows_of(description, X, labels, sample_weight, feature_names=feature_names)
    return draw(overlap_of(rows), ax)


def draw(picture: Overlap, ax: Axes | None = None) -> Axes:
    """Draw an overlap matrix."""
    counts = np.column_stack([picture.inside, picture.none, picture.several])
    ax = canvas.axes(ax, 2.6 + 0.62 * counts.shape[1], 1.6 + 0.42 * len(counts))
    totals = np.where(picture.rows > 0, picture.rows, 1)[:, None]
    texts = [[amount_of(count) if count else "" for count in row] for row in counts]
    cells(ax, counts / totals, texts, "Blues", (0, 1))
    columns = [wording.label(label) for label in picture.polyhedra] + ["none", "several"]
    lines = [
        f"{wording.label(label)} ({amount_of(rows)})"
        for label, rows in zip(picture.labels, picture.rows, strict=True)
    ]
    names(ax, columns, lines)
    ax.axvline(len(picture.polyhedra) - 0.5, color=canvas.INK, linewidth=1)
    ax.set_xlabel("inside the polyhedron of")
    ax.set_ylabel("label (rows)")
    canvas.title(ax, ("rows by label and polyhedron",))
    return ax
