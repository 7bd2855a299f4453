"""Counting: who is inside, who is not, and who should not be.

Everything is counted on raw rows from the description alone, never from what a solver
says about it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.core.base import BaseDescription, ConditionTally, Tally
from clusterscribe.description.core.halfspace import Values
from clusterscribe.description.core.region import Region, checks_of, passing
from clusterscribe.parameters import Label

if TYPE_CHECKING:
    from clusterscribe.table import Distinct


@dataclass(frozen=True, slots=True)
class Judgement:
    """Each row of a table, as a description judges it."""

    labels: tuple[Label, ...]  # those of the polyhedra first, then any others that occur
    own: NDArray[np.intp]  # for each row, the place of its label in `labels`
    inside: NDArray[np.bool_]  # rows x polyhedra
    correct: NDArray[np.bool_]
    counted: NDArray[np.bool_]  # all but ignored noise and what a contrast leaves out
    weights: NDArray[np.float64] | None
    values: Values  # of the features that the description uses

    @property
    def errors(self) -> float:
        """Rows (or their weight) that are not correctly described."""
        return self.amount(self.counted & ~self.correct)

    @property
    def rows(self) -> float:
        """Rows (or their weight) that count."""
        return self.amount(self.counted)

    @property
    def accuracy(self) -> float:
        """Share of rows that are correctly described; of no rows at all, all are."""
        return 1 - self.errors / self.rows if self.rows else 1.0

    def amount(self, chosen: NDArray[np.bool_]) -> float:
        """Count the chosen rows, or sum their weights."""
        if self.weights is None:
            return int(np.count_nonzero(chosen))
        return math.fsum(self.weights[chosen])

    def amounts(self, chosen: NDArray[np.bool_]) -> list[float]:
        """Count the chosen rows of each label that count, or sum their weights."""
        chosen = chosen & self.counted
        weights = None if self.weights is None else self.weights[chosen]
        sums = np.bincount(self.own[chosen], weights=weights, minlength=len(self.labels))
        return sums.tolist()  # type: ignore[no-any-return]


def judge(
    description: BaseDescription, X: object, labels: object, sample_weight: object = None
) -> Judgement:
    """Judge every row of a table by a description."""
    from clusterscribe.table import as_table, read_labels, row_weights, values_of

    table = as_table(X, description.columns)
    values = values_of(table, description.features)
    inside = description.inside(values, len(table))
    polyhedra = len(description.parts)
    places: dict[Label, int] = {part.label: i for i, part in enumerate(description.parts)}
    own = _places(read_labels(labels, len(table)), places)

    homes = inside.sum(axis=1)
    correct = _inside_own(inside, own, polyhedra) & (homes == 1)
    counted = _concerned(description, tuple(places))[own]
    if description.contrast is not None:
        correct |= (own >= polyhedra) & (homes == 0)
    if description.noise is not None and description.noise_label in places:
        is_noise = own == places[description.noise_label]
        if description.noise == "ignore":
            counted &= ~is_noise
        else:
            correct |= is_noise & (homes == 0)
    weights = row_weights(sample_weight, len(table))
    return Judgement(tuple(places), own, inside, correct, counted, weights, values)


def _concerned(description: BaseDescription, labels: Sequence[Label]) -> NDArray[np.bool_]:
    """Return for each label whether its rows count, but for noise."""
    contrast = description.contrast
    return np.array([contrast is None or contrast.concerns(label) for label in labels], dtype=bool)


def _places(labels: Distinct, places: dict[Label, int]) -> NDArray[np.intp]:
    """Return the place of each row's label; labels without one get it in order of their rows."""
    unplaced = [code for code, value in enumerate(labels.values) if value not in places]
    rows = [int(np.argmax(labels.codes == code)) for code in unplaced]
    for _, code in sorted(zip(rows, unplaced, strict=True)):
        places[labels.values[code]] = len(places)
    place_of = np.array([places[value] for value in labels.values], dtype=np.intp)
    return place_of[labels.codes]


def tally(
    description: BaseDescription, X: object, labels: object, sample_weight: object = None
) -> tuple[Tally, ...]:
    """Count the rows of each label: those of the polyhedra in their order, then any others.

    Ignored noise is not counted anywhere, nor is a label without any weight.
    """
    return tallied(description, judge(description, X, labels, sample_weight))


def tallied(description: BaseDescription, judged: Judgement) -> tuple[Tally, ...]:
    """Count the rows of each label, of rows that have been judged already."""
    polyhedra = len(description.parts)
    rows = judged.amounts(judged.counted)
    inside = judged.amounts(_inside_own(judged.inside, judged.own, polyhedra))
    correct = judged.amounts(judged.correct)
    ignored = description.noise_label if description.noise == "ignore" else None
    return tuple(
        Tally(
            label,
            rows[place],
            inside[place],
            correct[place],
            _wrongly_inside(judged, place) if place < polyhedra else 0,
            weighted=judged.weights is not None,
            conditions=_conditions(judged, description.parts[place], place)
            if place < polyhedra
            else (),
        )
        for place, label in enumerate(judged.labels)
        if place < polyhedra or (rows[place] and (ignored is None or label != ignored))
    )


def _conditions(judged: Judgement, part: Region, place: int) -> tuple[ConditionTally, ...]:
    """Count the rows of each condition on its own."""
    tallies = []
    for check in checks_of(part):
        passes = passing(check, judged.values, len(judged.own))
        kept_out = judged.amounts(~passes)
        others = kept_out[:place] + kept_out[place + 1 :]
        tallies.append(ConditionTally(judged.amounts(passes)[place], sum(others)))
    return tuple(tallies)


def _inside_own(
    inside: NDArray[np.bool_], own: NDArray[np.intp], polyhedra: int
) -> NDArray[np.bool_]:
    result = np.zeros(len(own), dtype=bool)
    has_one = np.flatnonzero(own < polyhedra)
    result[has_one] = inside[has_one, own[has_one]]
    return result


def _wrongly_inside(judged: Judgement, place: int) -> float:
    """Rows (or their weight) with other labels that are inside this polyhedron."""
    return judged.amount(judged.inside[:, place] & (judged.own != place) & judged.counted)
