"""A map of the rows: two features that separate a cluster well, its polyhedron, and the errors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description import Label
from clusterscribe.pictures.axis import Axis


@dataclass(frozen=True, slots=True, eq=False)
class RowMap:
    """A sample of the rows as dots. Of the conditions, those on the two axes alone are drawn.

    Wrongly described rows are those of the cluster outside its polyhedron, and others inside.
    What the drawn conditions let in is one polygon, of a union several, and none where they
    let nothing in.
    """

    label: Label
    across: Axis
    up: Axis
    x: NDArray[np.float64]  # of each dot
    y: NDArray[np.float64]
    own: NDArray[np.bool_]  # whether the dot is a row of the cluster
    wrong: NDArray[np.bool_]  # whether it is wrongly described as far as this cluster goes
    outlines: tuple[tuple[tuple[float, float], ...], ...]  # the corners of each polygon
    not_drawn: tuple[str, ...]  # the other conditions, in words
    rows: int  # that could have been dots
