"""A map of the rows: two features that separate a cluster well, its polyhedron, and the errors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from clusterscribe.charts.data.axis import Axis
from clusterscribe.charts.data.by_label import Floats, Mask, Places
from clusterscribe.charts.data.projection import (
    Direction,
    direction,
    is_drawn,
    is_slanted,
    outlines,
)
from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.separation import best_axes
from clusterscribe.charts.data.subjects import Subject, subjects_of
from clusterscribe.charts.data.words import conditions_on
from clusterscribe.description.core import Ball, Label
from clusterscribe.description.words.condition_wording import near

WRONG = 0.25  # share of the dots that may be errors
LEAST, MOST = 0.3, 0.6  # share of the other dots for the cluster itself


@dataclass(frozen=True, slots=True, eq=False)
class RowMap:
    """A sample of the rows as dots. Of the conditions, those on the two axes alone are drawn.

    Wrongly described rows are those of the cluster outside its polyhedron, and others inside.
    The drawn conditions allow one polygon, several for a union, and none where they allow nothing.
    """

    label: Label
    across: Axis
    up: Axis
    x: Floats  # of each dot
    y: Floats
    own: Mask  # whether the dot is a row of the cluster
    wrong: Mask  # whether this cluster describes it wrongly
    outlines: tuple[tuple[tuple[float, float], ...], ...]  # the corners of each polygon
    not_drawn: tuple[str, ...]  # the other conditions, in words
    rows: int  # that could have been dots


def row_map(rows: Rows, label: Label, dots: int = 400) -> RowMap | None:
    """Map a cluster on the two axes that separate it best; None if there are no two."""
    axes = best_axes(rows, label)
    if axes is None:
        return None
    region = rows.part(label)
    across, up = (direction(rows, label, subject) for subject in axes)
    own = rows.own(label)
    wrong = own != rows.judgement.inside[:, rows.place(label)]
    possible = rows.judgement.counted & ~np.isnan(across.values) & ~np.isnan(up.values)
    chosen = _sampled(own, wrong, possible, dots)
    is_slant = any(is_slanted(subject, axes) for subject in subjects_of(region))
    source = np.random.default_rng(0)
    return RowMap(
        label,
        across.axis,
        up.axis,
        placed(across, chosen, is_slant, source),
        placed(up, chosen, is_slant, source),
        own[chosen],
        wrong[chosen],
        outlines(region, across, up),
        _not_drawn(rows, label, axes),
        int(np.count_nonzero(possible)),
    )


def _sampled(own: Mask, wrong: Mask, possible: Mask, dots: int) -> Places:
    """Return the rows to draw, the same ones every time.

    Rows of others come first, then those of the cluster, then errors.
    """
    source = np.random.default_rng(0)
    errors = np.flatnonzero(possible & wrong)
    few = _both(errors[~own[errors]], errors[own[errors]], int(WRONG * dots), (0.0, 1.0), source)
    right = np.flatnonzero(possible & ~wrong)
    many = _both(right[~own[right]], right[own[right]], dots - len(few), (LEAST, MOST), source)
    return np.concatenate([many, few])


def _both(
    others: Places,
    own: Places,
    room: int,
    shares: tuple[float, float],
    source: np.random.Generator,
) -> Places:
    """Choose rows of two kinds in proportion, within a least and a most share of the second."""
    least, most = shares
    total = len(own) + len(others)
    if total > room:
        share = min(max(len(own) / total, least), most)
        for_own = min(len(own), max(round(share * room), min(1, len(own))))
        for_others = min(len(others), max(room - for_own, min(1, len(others))))
        for_own = min(len(own), room - for_others)
        own = np.sort(source.choice(own, for_own, replace=False))
        others = np.sort(source.choice(others, for_others, replace=False))
    return np.concatenate([others, own])


def placed(side: Direction, chosen: Places, is_slant: bool, source: np.random.Generator) -> Floats:
    """Return the places of dots; those that would lie on top of each other are jittered.

    No dot crosses the end of what is allowed. Next to a slanted line nothing is jittered, as a dot
    might cross it.
    """
    places, axis = side.values[chosen] + side.grid.middle, side.axis
    jitter = 0.0 if is_slant else side.grid.jitter(axis.high - axis.low)
    places = places + source.uniform(-jitter, jitter, len(places))
    return np.clip(places, axis.low, axis.high)


def _not_drawn(rows: Rows, label: Label, axes: tuple[Subject, Subject]) -> tuple[str, ...]:
    """Write the conditions that are not on these axes alone."""
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
