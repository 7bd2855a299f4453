"""Which two axes best show what sets a cluster apart."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from clusterscribe.charts.data.by_label import Mask, is_spread
from clusterscribe.charts.data.crosstabs import differences
from clusterscribe.charts.data.number_axis import numbers_of
from clusterscribe.charts.data.projection import is_drawn
from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.subjects import (
    Category,
    Subject,
    Sum,
    alternatives_of,
    subject_of,
    subject_of_half_space,
    subjects_of,
)
from clusterscribe.description.core import Label

ENOUGH = 20_000  # rows to choose axes by
ABOUT_AS_WELL = 0.9  # share of the rows that the best axes exclude
FEW_VALUES = 0.2  # what a difference is worth where dots pile up


def best_axes(rows: Rows, label: Label) -> tuple[Subject, Subject] | None:
    """Return the two axes whose conditions exclude the most other rows.

    Of those that exclude about as many, axes with many values come first: on a few values, dots
    pile up. Where the conditions are about one subject only, or about few values only, the second
    axis may be another feature in which the cluster differs most. None if the table has no two.
    """
    subjects = _candidates(rows, label)
    is_few = not any(has_many(rows, subject) for subject in subjects)
    for _ in range(max(2 - len(subjects), int(is_few))):
        further = _most_different(rows, label, subjects)
        subjects += [] if further is None else [further]
    many = {subject for subject in subjects if has_many(rows, subject)}
    excluded = Excluded(rows, label)
    counts = {pair: excluded.count(pair) for pair in combinations(subjects, 2)}
    if not counts:
        return None
    enough = ABOUT_AS_WELL * max(counts.values())
    good = [pair for pair, count in counts.items() if count >= enough]
    best = max(good, key=lambda pair: (len(many & {*pair}), counts[pair], -_sums(pair)))
    return level_upwards(*best)


def has_many(rows: Rows, subject: Subject) -> bool:
    """Whether the values of a subject are spread over its axis."""
    return not isinstance(subject, Category) and is_spread(numbers_of(rows, subject))


def _candidates(rows: Rows, label: Label) -> list[Subject]:
    """Return the subjects of the conditions, and the features of sums of two numbers."""
    subjects = list(subjects_of(rows.part(label)))
    for subject in list(subjects):
        if isinstance(subject, Sum) and len(subject.terms) == 2:
            features = [subject_of(term.feature) for term in subject.terms]
            if not any(isinstance(feature, Category) for feature in features):
                subjects += [feature for feature in features if feature not in subjects]
    return subjects


class Excluded:
    """Of a sample of the other rows, those that each half-space excludes."""

    def __init__(self, rows: Rows, label: Label) -> None:
        others = np.flatnonzero(rows.others(label))
        few = others[:: max(1, len(others) // ENOUGH)]
        region = rows.part(label)
        values = {feature: rows.values(feature)[few] for feature in region.features}
        self._rows = len(few)
        self._outside: list[list[tuple[Subject, Mask]]] = [
            [(subject_of_half_space(space), ~space.contains(values)) for space in spaces]
            for spaces in alternatives_of(region)
        ]

    def count(self, axes: tuple[Subject, Subject]) -> int:
        """Count the rows that the conditions on two axes exclude from every alternative."""
        outside = np.ones(self._rows, dtype=bool)
        for spaces in self._outside:
            drawn = [mask for subject, mask in spaces if is_drawn(subject, axes)]
            outside &= np.logical_or.reduce(drawn) if drawn else False
        return int(np.count_nonzero(outside))


def _sums(axes: tuple[Subject, Subject]) -> int:
    return sum(isinstance(axis, Sum) for axis in axes)


def _most_different(rows: Rows, label: Label, taken: list[Subject]) -> Subject | None:
    """Return in what a cluster differs most besides these."""
    chosen, everyone = [rows.own_labels(label)], rows.counted_labels()
    apart: dict[Subject, float] = {}
    for moments in rows.moments():
        subject = subject_of(moments.feature)
        gap = abs(float(np.nan_to_num(differences(moments, chosen, everyone)[0])))
        if subject not in taken:
            worth = gap if moments.is_spread else FEW_VALUES * gap
            apart[subject] = max(apart.get(subject, 0.0), worth)
    return max(apart, key=apart.__getitem__, default=None)


def level_upwards(first: Subject, second: Subject) -> tuple[Subject, Subject]:
    """Put levels on the vertical axis, where there is room for words."""
    if isinstance(first, Category) and not isinstance(second, Category):
        return second, first
    return first, second
