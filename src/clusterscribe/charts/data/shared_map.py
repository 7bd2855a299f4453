"""All clusters on one map: the two axes that show them best, their areas, and the errors.

The best axes are those whose conditions keep most rows out of the areas of other clusters: counted
for each cluster and each row of others, as that is what a reader sees on the map. Of axes that do
so about as well, those with many values are taken, as dots pile up on a few.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from clusterscribe.charts.data.axis import Axis
from clusterscribe.charts.data.by_label import Floats, Mask, Places
from clusterscribe.charts.data.crosstabs import differences
from clusterscribe.charts.data.dots import placed
from clusterscribe.charts.data.projection import (
    Direction,
    Polygon,
    is_drawn,
    is_slanted,
    outlines,
    shared_direction,
)
from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.separation import (
    ABOUT_AS_WELL,
    FEW_VALUES,
    Excluded,
    has_many,
    level_upwards,
)
from clusterscribe.charts.data.subjects import Subject, Sum, is_same, subject_of, subjects_of
from clusterscribe.description.core import Label

DOTS = 900
MOST_AXES = 12  # that are tried in pairs, the best ones alone first


@dataclass(frozen=True, slots=True, eq=False)
class MappedCluster:
    """The dots of one cluster, and the area that its conditions on the two axes allow."""

    label: Label
    place: int | None  # among the clusters of the description; None: no cluster describes it
    x: Floats
    y: Floats
    wrong: Mask  # whether the dot is wrongly described
    outlines: tuple[Polygon, ...]  # empty where no condition is on these axes
    rows: int  # that could have been dots
    errors: int


@dataclass(frozen=True, slots=True, eq=False)
class ClusterMap:
    """A sample of all rows. With one axis (`up` is None), dots are spread upwards at random."""

    across: Axis
    up: Axis | None
    clusters: tuple[MappedCluster, ...]


def cluster_map(rows: Rows, dots: int = DOTS) -> ClusterMap | None:
    """Map all clusters; None where there is nothing to map them by."""
    axes = _best_axes(rows)
    if not axes:
        return None
    across, *rest = (shared_direction(rows, subject) for subject in axes)
    up = rest[0] if rest else None
    possible = rows.judgement.counted & ~np.isnan(across.values)
    if up is not None:
        possible &= ~np.isnan(up.values)
    chosen = _sampled(rows, possible, dots)
    source = np.random.default_rng(0)
    is_slant = up is not None and any(
        is_slanted(subject, (across.subject, up.subject))
        for part in rows.description.parts
        for subject in subjects_of(part)
    )
    x = placed(across, chosen, is_slant, source)
    spread = source.uniform(0.08, 0.92, len(chosen))
    y = spread if up is None else placed(up, chosen, is_slant, source)
    clusters = tuple(_clusters(rows, possible, chosen, (x, y), (across, up)))
    return ClusterMap(across.axis, None if up is None else up.axis, clusters)


def placed_as(shown: ClusterMap, places: Mapping[Label, int]) -> ClusterMap:
    """Return the map with other places of clusters, such as those of another description."""
    clusters = (
        one if one.place is None else replace(one, place=places.get(one.label, one.place))
        for one in shown.clusters
    )
    return replace(shown, clusters=tuple(clusters))


def _clusters(
    rows: Rows,
    possible: Mask,
    chosen: Places,
    dots: tuple[Floats, Floats],
    sides: tuple[Direction, Direction | None],
) -> list[MappedCluster]:
    judged, found = rows.judgement, []
    for place, label in enumerate(judged.labels):
        its = possible & np.equal(judged.own, place)
        is_described = place < len(rows.description.parts)
        if not (is_described or its.any()):
            continue
        drawn = its[chosen]
        found.append(
            MappedCluster(
                label,
                place if is_described else None,
                dots[0][drawn],
                dots[1][drawn],
                ~judged.correct[chosen][drawn],
                _areas(rows, place, *sides) if is_described else (),
                int(np.count_nonzero(its)),
                int(np.count_nonzero(its & ~judged.correct)),
            )
        )
    return found


def _areas(rows: Rows, place: int, across: Direction, up: Direction | None) -> tuple[Polygon, ...]:
    """Return the area of a cluster, where any of its conditions is on these axes."""
    part = rows.description.parts[place]
    subjects = subjects_of(part)
    if up is None:
        if not any(is_same(subject, across.subject) for subject in subjects):
            return ()
        up = Direction(Sum(()), Axis("", 0.0, 1.0, ()), across.values, across.grid)
    axes = across.subject, up.subject
    if not any(is_drawn(subject, axes) for subject in subjects):
        return ()
    return outlines(part, across, up)


def _sampled(rows: Rows, possible: Mask, dots: int) -> Places:
    """Return the rows to draw, the same ones every time: right and wrong ones in proportion.

    Every cluster and every kind of row has at least one dot.
    """
    source = np.random.default_rng(0)
    judged = rows.judgement
    kinds = [
        np.flatnonzero(possible & np.equal(judged.own, place) & (judged.correct == right))
        for place in range(len(judged.labels))
        for right in (True, False)
    ]
    total = sum(map(len, kinds))
    if total > dots:
        rooms = [min(len(kind), max(1, round(dots * len(kind) / total))) for kind in kinds]
        kinds = [
            source.choice(kind, room, replace=False) if room else kind
            for kind, room in zip(kinds, rooms, strict=True)
        ]
    return np.sort(np.concatenate([*kinds, np.empty(0, dtype=np.intp)])).astype(np.intp)


def _best_axes(rows: Rows) -> tuple[Subject, ...]:
    """Return two axes, or one where the table has no more."""
    subjects = _candidates(rows)
    further = _most_different(rows, subjects)
    subjects += further[: max(0, 2 - len(subjects))]
    if not any(has_many(rows, subject) for subject in subjects):
        subjects += [one for one in further if one not in subjects][:1]
    if len(subjects) < 2:
        return tuple(subjects)
    excluded = [Excluded(rows, part.label) for part in rows.description.parts]

    def count(pair: tuple[Subject, Subject]) -> int:
        return sum(one.count(pair) for one in excluded)

    alone = {n: count((subject, subject)) for n, subject in enumerate(subjects)}
    order = sorted(alone, key=lambda n: -alone[n])[:MOST_AXES]
    tried = [subjects[n] for n in sorted(order)]
    counts = {pair: count(pair) for pair in combinations(tried, 2)}
    enough = ABOUT_AS_WELL * max(counts.values())
    many = {subject for subject in tried if has_many(rows, subject)}
    good = [pair for pair in counts if counts[pair] >= enough]
    return level_upwards(*max(good, key=lambda pair: (len(many & {*pair}), counts[pair])))


def _candidates(rows: Rows) -> list[Subject]:
    """Return the columns that conditions use, those of sums among them."""
    found: dict[Subject, None] = {}
    for part in rows.description.parts:
        for subject in subjects_of(part):
            if not isinstance(subject, Sum):
                found[subject] = None
    for feature in rows.description.features:
        found[subject_of(feature)] = None
    return list(found)


def _most_different(rows: Rows, taken: list[Subject]) -> list[Subject]:
    """Return the other columns, those first in which clusters differ most."""
    chosen = [rows.own_labels(part.label) for part in rows.description.parts]
    everyone = rows.counted_labels()
    apart: dict[Subject, float] = {}
    for moments in rows.moments():
        subject = subject_of(moments.feature)
        gaps = np.abs(np.nan_to_num(differences(moments, chosen, everyone)))
        worth = float(gaps.max(initial=0.0)) * (1.0 if moments.is_spread else FEW_VALUES)
        if subject not in taken:
            apart[subject] = max(apart.get(subject, 0.0), worth)
    return sorted(apart, key=lambda subject: -apart[subject])
