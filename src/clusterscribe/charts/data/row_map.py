"""A map of the rows: two features that separate a cluster well, its polyhedron, and the errors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.axis import Axis
from clusterscribe.charts.data.direction import Direction, direction
from clusterscribe.charts.data.projection import is_drawn, is_slanted, outlines
from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.sampling import sampled
from clusterscribe.charts.data.separation import best_axes
from clusterscribe.charts.data.subjects import Subject, subjects_of
from clusterscribe.charts.data.words import conditions_on
from clusterscribe.description.core import Ball, Label
from clusterscribe.description.words.condition_wording import near


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


def row_map(rows: Rows, label: Label, dots: int = 400) -> RowMap | None:
    """Draw a cluster on the two axes that separate it best; None where there are no two."""
    axes = best_axes(rows, label)
    if axes is None:
        return None
    across, up = (direction(rows, label, subject) for subject in axes)
    inside = rows.judgement.inside[:, rows.place(label)]
    own, counted = rows.own(label), rows.judgement.counted
    possible = counted & ~np.isnan(across.values) & ~np.isnan(up.values)
    wrong = own != inside
    chosen = sampled(own, wrong, possible, dots)
    region = rows.part(label)
    subjects = subjects_of(region)
    is_slant = any(is_slanted(subject, axes) for subject in subjects)
    source = np.random.default_rng(0)
    return RowMap(
        label,
        across.axis,
        up.axis,
        _placed(across, chosen, is_slant, source),
        _placed(up, chosen, is_slant, source),
        own[chosen],
        wrong[chosen],
        outlines(region, across, up),
        _not_drawn(rows, label, axes),
        int(np.count_nonzero(possible)),
    )


def _placed(
    side: Direction, chosen: NDArray[np.intp], is_slant: bool, source: np.random.Generator
) -> NDArray[np.float64]:
    """Return the places of dots; those that would lie on top of each other are shaken.

    No dot crosses the end of what is let in. Where a line is slanted nothing is shaken, as
    a dot might cross it.
    """
    places, axis = side.values[chosen] + side.grid.middle, side.axis
    shake = 0.0 if is_slant else side.grid.shake(axis.high - axis.low)
    places = places + source.uniform(-shake, shake, len(places))
    return np.clip(places, axis.low, axis.high)


def _not_drawn(rows: Rows, label: Label, axes: tuple[Subject, Subject]) -> tuple[str, ...]:
    """Say the conditions that are not on these axes alone."""
    region = rows.part(label)
    if isinstance(region, Ball):
        count = len(region.features)
        return (f"{near(region)}, counting all {count} features",) if count > 2 else ()
    return tuple(
        words
        for subject in subjects_of(region)
        if not is_drawn(subject, axes)
        for words in conditions_on(region, subject, rows.naming)
    )
