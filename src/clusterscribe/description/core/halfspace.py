"""Half-spaces, in the units of the table.

A half-space is `sum of weight x share of feature <= bound` with small integer weights. The
share of a scaled feature is 0 at one value of the table and 1 at another, so that features of
different units can be added up; that of any other feature is its value. Nothing here knows how
they were found.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError
from clusterscribe.feature import Feature

Values: TypeAlias = Mapping[Feature, NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Term:
    """A feature with its integer weight, and the values of the table that count as 0 and as 1.

    Parameters
    ----------
    feature : Feature
        What it is about.
    weight : int
        An integer other than 0.
    zero : float
        The number that counts as 0.
    one : float
        The number that counts as 1.

    Examples
    --------
    >>> from clusterscribe import Feature, Term
    >>> Term(Feature("age"), 1).is_scaled
    False

    """

    feature: Feature
    weight: int
    zero: float = 0.0
    one: float = 1.0

    def __post_init__(self) -> None:
        if self.is_scaled and self.feature.kind.is_binary:
            raise InputError(
                f"the truth values and levels of column {self.feature.column!r} count as 0 and 1 "
                "and cannot be scaled"
            )
        if self.span == 0 or not math.isfinite(self.span):
            raise InputError(
                f"column {self.feature.column!r} cannot be scaled to 0 at {self.zero!r} and 1 at "
                f"{self.one!r}: use two different numbers a finite distance apart"
            )

    @property
    def is_scaled(self) -> bool:
        """Whether the share of the feature is anything but its value."""
        return (self.zero, self.one) != (0, 1)

    @property
    def span(self) -> float:
        """The distance from the value that counts as 0 to the one that counts as 1."""
        return self.one - self.zero

    @property
    def is_whole(self) -> bool:
        """Whether the share of the feature only takes whole numbers."""
        return self.feature.kind.is_whole and not self.is_scaled

    def points(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Weight times share of each value.

        Exports repeat this floating-point formula operation by operation, and so they agree
        with it on every row.

        Parameters
        ----------
        values : array
            Numbers of the feature.

        Returns
        -------
        array
            What each of them adds to the sum.

        Examples
        --------
        >>> import numpy as np
        >>> from clusterscribe import Feature, Term
        >>> Term(Feature("age"), 2, zero=0, one=100).points(np.array([50.0])).tolist()
        [1.0]

        """
        with np.errstate(over="ignore", invalid="ignore"):  # beyond all numbers is infinite
            share = (values - self.zero) / self.span if self.is_scaled else values
            return self.weight * share


@dataclass(frozen=True, slots=True)
class HalfSpace:
    """All rows with `sum(term.weight * share of term.feature) <= bound`, summed in order.

    Parameters
    ----------
    terms : tuple of Term
        The features with their weights.
    bound : float
        What the sum is at most.

    Examples
    --------
    >>> import numpy as np
    >>> from clusterscribe import Feature, HalfSpace, Term
    >>> age = Feature("age")
    >>> HalfSpace((Term(age, 1),), 30.0).contains({age: np.array([20.0, 40.0])}).tolist()
    [True, False]

    """

    terms: tuple[Term, ...]
    bound: float

    @property
    def complexity(self) -> int:
        """Number of terms plus one."""
        return len(self.terms) + 1

    @property
    def is_threshold(self) -> bool:
        """Whether this bounds one feature, from above or from below, and nothing is scaled."""
        term, *others = self.terms
        return not others and abs(term.weight) == 1 and not term.is_scaled

    def level(self, values: Values) -> NDArray[np.float64]:
        """Left-hand side of the inequality for each row.

        Parameters
        ----------
        values : mapping of Feature to array
            The numbers of each feature, one for each row.

        Returns
        -------
        array
            The sum of each row.

        Examples
        --------
        >>> import numpy as np
        >>> from clusterscribe import Feature, HalfSpace, Term
        >>> age = Feature("age")
        >>> HalfSpace((Term(age, -1),), -30.0).level({age: np.array([20.0])}).tolist()
        [-20.0]

        """
        first, *rest = self.terms
        with np.errstate(over="ignore", invalid="ignore"):
            total = first.points(values[first.feature])
            for term in rest:
                total = total + term.points(values[term.feature])
        return total

    def contains(self, values: Values) -> NDArray[np.bool_]:
        """Whether each row lies inside; a missing value (NaN) lies outside.

        Parameters
        ----------
        values : mapping of Feature to array
            The numbers of each feature, one for each row.

        Returns
        -------
        array of bool
            Whether each row is inside.

        Examples
        --------
        >>> import numpy as np
        >>> from clusterscribe import Feature, HalfSpace, Term
        >>> age = Feature("age")
        >>> HalfSpace((Term(age, 1),), 30.0).contains({age: np.array([20.0, 40.0])}).tolist()
        [True, False]

        """
        inside: NDArray[np.bool_] = self.level(values) <= self.bound
        return inside
