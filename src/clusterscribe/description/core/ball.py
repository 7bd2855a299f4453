"""A prototype and all rows that are like it: a ball around one row of the table.

The squared distance of a row from the centre is the sum over the features of

    weight x (share of the value - share of the centre) squared

where the share of a scaled feature is 0 at one value of the table and 1 at another. A step over
the whole range of a feature of weight 1 so counts 1. A level is 1 or 0, and with a weight of 2
another level counts 2, as it does where every level of a column has a 0 or 1 of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.core.halfspace import Label, Term, Values
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature


@dataclass(frozen=True, slots=True)
class Ball:
    """All rows within a radius of one row of the table."""

    label: Label
    terms: tuple[Term, ...]  # weights are above 0: what a full step in a feature counts, squared
    centre: tuple[float, ...]  # the values of the prototype, in the units of the table
    radius: float
    row: int | None = None  # the place of the prototype in the table that was described

    def __post_init__(self) -> None:
        if not self.terms or len(self.terms) != len(self.centre):
            raise InputError(
                f"the prototype of {self.label!r} has {len(self.centre)} values for "
                f"{len(self.terms)} features: give one value for each, and at least one"
            )
        if any(term.weight <= 0 for term in self.terms):
            raise InputError(f"the distances from the prototype of {self.label!r} must add up")
        if not all(map(math.isfinite, self.centre)):
            raise InputError(
                f"the prototype of {self.label!r} must have finite numbers, not {self.centre!r}"
            )
        if not (self.radius >= 0 and math.isfinite(self.squared_radius)):
            raise InputError(
                f"the radius of the prototype of {self.label!r} must be a number of at least 0, "
                f"not {self.radius!r}"
            )

    @property
    def squared_radius(self) -> float:
        """What squared distances are held against."""
        return float(self.radius) * float(self.radius)

    @property
    def complexity(self) -> int:
        """Number of features that the distance adds up, plus one for the radius."""
        return len(self.terms) + 1

    @property
    def features(self) -> tuple[Feature, ...]:
        """Features that the distance adds up."""
        return tuple(term.feature for term in self.terms)

    def squared_distance(self, values: Values) -> NDArray[np.float64]:
        """Squared distance of each row from the prototype, summed in the order of the terms.

        Exports repeat this floating-point formula operation by operation, and so they agree
        with it on every row.
        """
        total: NDArray[np.float64] | float = 0.0
        with np.errstate(over="ignore"):
            for term, centre in zip(self.terms, self.centre, strict=True):
                total = total + counted(term, centre, values[term.feature])
        return np.asarray(total, dtype=np.float64)

    def contains(self, values: Values, rows: int) -> NDArray[np.bool_]:
        """Whether each of the `rows` rows lies inside; a missing value (NaN) lies outside."""
        inside: NDArray[np.bool_] = self.squared_distance(values) <= self.squared_radius
        return inside.reshape(rows)


def counted(term: Term, centre: float, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what each value of a feature adds to the squared distance."""
    with np.errstate(over="ignore", invalid="ignore"):  # beyond all numbers is infinite
        step = (values - centre) / term.span
        return term.weight * (step * step)
