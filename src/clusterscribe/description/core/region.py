"""What can describe a cluster: a polyhedron, and what the methods we compare with give.

A polyhedron is the intersection of the half-spaces of one cluster.

A union is several polyhedra, and rows inside any of them are inside. A search may be asked for
them, and a decision tree may have more than one leaf per cluster: each polyhedron is then the path
to a leaf, its half-spaces in the order of the nodes that they come from. Whoever reads a union
reads every half-space of every polyhedron, so that its complexity counts them all.

A ball is a prototype and all rows that are like it. The squared distance of a row from the centre
is the sum over the features of

    weight x (share of the value - share of the centre) squared

where the share of a scaled feature is 0 at one value of the table and 1 at another. A step over
the whole range of a feature of weight 1 so counts 1. A level is 1 or 0, and with a weight of 2
another level counts 2, as it does where every level of a column has a 0 or 1 of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.core.halfspace import HalfSpace, Term, Values
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature
from clusterscribe.parameters import Label


@dataclass(frozen=True, slots=True)
class Polyhedron:
    """The half-spaces that together describe one cluster; with none, every row is inside.

    Parameters
    ----------
    label : object
        The label of the cluster.
    half_spaces : tuple of HalfSpace
        All of which a row has to be in.

    Examples
    --------
    >>> from clusterscribe import Feature, HalfSpace, Polyhedron, Term
    >>> young = Polyhedron("young", (HalfSpace((Term(Feature("age"), 1),), 30.0),))
    >>> young.complexity
    2

    """

    label: Label
    half_spaces: tuple[HalfSpace, ...]

    @property
    def complexity(self) -> int:
        """Sum of the complexities of the half-spaces."""
        return sum(h.complexity for h in self.half_spaces)

    @property
    def features(self) -> tuple[Feature, ...]:
        """Features used by any half-space, in order of their first use."""
        return tuple(dict.fromkeys(term.feature for h in self.half_spaces for term in h.terms))

    def contains(self, values: Values, rows: int) -> NDArray[np.bool_]:
        """Whether each of the `rows` rows lies inside all half-spaces.

        Parameters
        ----------
        values : mapping of Feature to array
            The numbers of each feature, one for each row.
        rows : int
            How many rows there are.

        Returns
        -------
        array of bool
            Whether each row is inside.

        Examples
        --------
        >>> import numpy as np
        >>> from clusterscribe import Feature, HalfSpace, Polyhedron, Term
        >>> age = Feature("age")
        >>> young = Polyhedron("young", (HalfSpace((Term(age, 1),), 30.0),))
        >>> young.contains({age: np.array([20.0, 40.0])}, 2).tolist()
        [True, False]

        """
        inside = np.ones(rows, dtype=bool)
        for half_space in self.half_spaces:
            inside &= half_space.contains(values)
        return inside


@dataclass(frozen=True, slots=True)
class Union:
    """The polyhedra that together describe one cluster; with none, no row is inside.

    Parameters
    ----------
    label : object
        The label of the cluster.
    polyhedra : tuple of Polyhedron
        Any of which a row may be in.

    Examples
    --------
    >>> from clusterscribe import Feature, HalfSpace, Polyhedron, Term, Union
    >>> young = Polyhedron("young", (HalfSpace((Term(Feature("age"), 1),), 30.0),))
    >>> [feature.column for feature in Union("young", (young,)).features]
    ['age']

    """

    label: Label
    polyhedra: tuple[Polyhedron, ...]

    def __post_init__(self) -> None:
        if any(part.label != self.label for part in self.polyhedra):
            raise InputError(f"the polyhedra of a union must all have its label {self.label!r}")

    @property
    def complexity(self) -> int:
        """Sum of the complexities of the polyhedra."""
        return sum(part.complexity for part in self.polyhedra)

    @property
    def features(self) -> tuple[Feature, ...]:
        """Features used by any half-space, in order of their first use."""
        return tuple(dict.fromkeys(f for part in self.polyhedra for f in part.features))

    def contains(self, values: Values, rows: int) -> NDArray[np.bool_]:
        """Whether each of the `rows` rows lies inside any polyhedron.

        Parameters
        ----------
        values : mapping of Feature to array
            The numbers of each feature, one for each row.
        rows : int
            How many rows there are.

        Returns
        -------
        array of bool
            Whether each row is inside.

        Examples
        --------
        >>> from clusterscribe import Union
        >>> Union("nobody", ()).contains({}, 2).tolist()
        [False, False]

        """
        inside = np.zeros(rows, dtype=bool)
        for part in self.polyhedra:
            inside |= part.contains(values, rows)
        return inside


@dataclass(frozen=True, slots=True)
class Ball:
    """All rows within a radius of one row of the table.

    Parameters
    ----------
    label : object
        The label of the cluster.
    terms : tuple of Term
        The features that the distance adds up.
    centre : tuple of float
        The values of the prototype, in the units of the table.
    radius : float
        How far a row may be.
    row : int or None
        Which row of the table is the prototype.

    Examples
    --------
    >>> from clusterscribe import Ball, Feature, Term
    >>> Ball("young", (Term(Feature("age"), 1),), (25.0,), radius=10.0).complexity
    2

    """

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
            raise InputError(f"the weights of the prototype of {self.label!r} must be above 0")
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
        """What squared distances are compared with."""
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

        Parameters
        ----------
        values : mapping of Feature to array
            The numbers of each feature, one for each row.

        Returns
        -------
        array
            The squared distance of each row.

        Examples
        --------
        >>> import numpy as np
        >>> from clusterscribe import Ball, Feature, Term
        >>> age = Feature("age")
        >>> young = Ball("young", (Term(age, 1),), (25.0,), radius=10.0)
        >>> young.squared_distance({age: np.array([20.0])}).tolist()
        [25.0]

        """
        total: NDArray[np.float64] | float = 0.0
        with np.errstate(over="ignore"):
            for term, centre in zip(self.terms, self.centre, strict=True):
                total = total + counted(term, centre, values[term.feature])
        return np.asarray(total, dtype=np.float64)

    def contains(self, values: Values, rows: int) -> NDArray[np.bool_]:
        """Whether each of the `rows` rows lies inside; a missing value (NaN) lies outside.

        Parameters
        ----------
        values : mapping of Feature to array
            The numbers of each feature, one for each row.
        rows : int
            How many rows there are.

        Returns
        -------
        array of bool
            Whether each row is inside.

        Examples
        --------
        >>> import numpy as np
        >>> from clusterscribe import Ball, Feature, Term
        >>> age = Feature("age")
        >>> young = Ball("young", (Term(age, 1),), (25.0,), radius=10.0)
        >>> young.contains({age: np.array([20.0, 40.0])}, 2).tolist()
        [True, False]

        """
        inside: NDArray[np.bool_] = self.squared_distance(values) <= self.squared_radius
        return inside.reshape(rows)


Region: TypeAlias = Polyhedron | Union | Ball
Check: TypeAlias = HalfSpace | Polyhedron | Ball  # what rows are compared with, for counting


def polyhedra_of(region: Region) -> tuple[Polyhedron, ...]:
    """Return the polyhedra of a region: one, several, or none of a ball."""
    match region:
        case Polyhedron():
            return (region,)
        case Union():
            return region.polyhedra
        case Ball():
            return ()
        case _:
            assert_never(region)


def checks_of(region: Region) -> tuple[Check, ...]:
    """Return the half-spaces of a polyhedron, the alternatives of a union, a ball as a whole."""
    match region:
        case Polyhedron():
            return region.half_spaces
        case Union():
            return region.polyhedra
        case Ball():
            return (region,)
        case _:
            assert_never(region)


def passing(check: Check, values: Values, rows: int) -> NDArray[np.bool_]:
    """Whether each row lies inside."""
    if isinstance(check, HalfSpace):
        return check.contains(values)
    return check.contains(values, rows)


def counted(term: Term, centre: float, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what each value of a feature adds to the squared distance."""
    with np.errstate(over="ignore", invalid="ignore"):  # beyond all numbers is infinite
        step = (values - centre) / term.span
        return term.weight * (step * step)
