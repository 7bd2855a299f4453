"""Where the rows of each cluster are: in which polyhedra, in none, in several."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.rows import Rows
from clusterscribe.description.core import Judgement, Label


@dataclass(frozen=True, slots=True, eq=False)
class Overlap:
    """Counts (or sums of weights) for each label of a row and each polyhedron.

    A row inside several polyhedra is counted in each of them, and once in `several`.
    """

    labels: tuple[Label, ...]  # of rows: those of the polyhedra first, then any others
    polyhedra: tuple[Label, ...]
    inside: NDArray[np.float64]  # labels x polyhedra
    none: NDArray[np.float64]
    several: NDArray[np.float64]
    rows: NDArray[np.float64]


def overlap(rows: Rows) -> Overlap:
    """Count the rows of each label in each polyhedron, in none and in several."""
    judged = rows.judgement
    homes = judged.inside.sum(axis=1)
    every = _by_label(judged, np.ones(len(judged.own), dtype=bool))
    inside = np.column_stack([_by_label(judged, column) for column in judged.inside.T])
    polyhedra = tuple(part.label for part in rows.description.parts)
    shown = (every > 0) | (np.arange(len(every)) < len(polyhedra))
    return Overlap(
        tuple(label for label, is_shown in zip(judged.labels, shown, strict=True) if is_shown),
        polyhedra,
        inside[shown],
        _by_label(judged, homes == 0)[shown],
        _by_label(judged, homes > 1)[shown],
        every[shown],
    )


def _by_label(judged: Judgement, chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Count the chosen rows of each label, or sum their weights."""
    chosen = chosen & judged.counted
    weights = None if judged.weights is None else judged.weights[chosen]
    count = len(judged.labels)
    return np.bincount(judged.own[chosen], weights=weights, minlength=count).astype(np.float64)
