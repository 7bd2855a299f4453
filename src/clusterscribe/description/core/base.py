"""What a description is: one region per cluster, and what was counted and proved of it.

Everything that writes, explains or adjusts a description works on this class. `Description`, which
users get, adds all of that as methods.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from clusterscribe.contrast import Contrast
from clusterscribe.description.core.halfspace import Values
from clusterscribe.description.core.proof import Proof
from clusterscribe.description.core.region import Region
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature
from clusterscribe.parameters import Label, Noise
from clusterscribe.table_like import TableLike

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class ConditionTally:
    """What one condition of a cluster does, whatever the others do."""

    own: float  # rows with the label of the cluster that satisfy it
    others: float  # rows with other labels that it keeps out


@dataclass(frozen=True, slots=True)
class Tally:
    """The rows with one label. With row weights, every figure is a sum of weights.

    Rows with the noise label, and rows with a label that has no polyhedron, are tallied
    too: none of them is inside a polyhedron of its own.
    """

    label: Label
    rows: float  # that have this label
    inside: float  # of them, those inside their own polyhedron
    correct: float  # of them, those correctly described: inside their own and no other
    wrongly_inside: float  # rows with other labels that are inside this polyhedron
    weighted: bool = False
    conditions: tuple[ConditionTally, ...] = ()  # one for each of `checks_of` the polyhedron

    @property
    def outside(self) -> float:
        """Rows with this label that are outside their own polyhedron."""
        return self.rows - self.inside

    @property
    def elsewhere_too(self) -> float:
        """Rows inside their own polyhedron and inside another one as well."""
        return self.inside - self.correct

    @property
    def errors(self) -> float:
        """Rows with this label that are not correctly described."""
        return self.rows - self.correct


@dataclass(frozen=True, slots=True)
class BaseDescription:
    """What each cluster is, in the units of the table, independent of how it was found.

    A row is correctly described when it is inside the polyhedron of its own label and
    inside no other. Rows with the `noise_label` belong to no polyhedron: they must lie
    outside all of them (`noise="outside"`), or they do not count (`noise="ignore"`).

    With a `contrast` one cluster is described alone: rows of others are correctly described
    when they are outside, or do not count.
    """

    columns: tuple[str, ...]  # all columns of the table that was described, in its order
    parts: tuple[Region, ...]
    tallies: tuple[Tally, ...] | None = None  # of the rows that were described
    proof: Proof | None = None
    noise_label: Label | None = None
    noise: Noise | None = None
    contrast: Contrast | None = None
    # what was asked for, as plain values; it says nothing of the description itself
    made: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        labels = [part.label for part in self.parts]
        if self.contrast is not None and any(one != self.contrast.cluster for one in labels):
            raise InputError(
                f"the description is of {self.contrast.cluster!r} alone, and has other polyhedra"
            )
        if len(set(labels)) < len(labels):
            raise InputError("two polyhedra of a description have the same label")
        if self.noise is not None and self.noise_label in labels:
            raise InputError(f"the noise label {self.noise_label!r} has a polyhedron of its own")

    @property
    def polyhedra(self) -> Mapping[Label, Region]:
        """What describes each label, in order: a polyhedron, or what another method gave."""
        return MappingProxyType({part.label: part for part in self.parts})

    @property
    def complexity(self) -> int:
        """Sum over all half-spaces of the number of features in it plus one.

        A union counts those of all its polyhedra, and a ball counts like one half-space.
        """
        return sum(part.complexity for part in self.parts)

    @property
    def features(self) -> tuple[Feature, ...]:
        """The different features that are used, in order of their first use."""
        return tuple(dict.fromkeys(feature for part in self.parts for feature in part.features))

    @property
    def sparsity(self) -> int:
        """Number of different features that are used; a level of a category is a feature.

        That a number or date is missing, or known, counts as that number or date.
        """
        return len({feature.counted for feature in self.features})

    @property
    def used_columns(self) -> tuple[str, ...]:
        """The columns of the table that are used, in the order of the table."""
        used = dict.fromkeys(feature.column for feature in self.features)
        places = {column: place for place, column in enumerate(self.columns)}
        return tuple(sorted(used, key=lambda column: places.get(column, len(places))))

    def tally_of(self, label: Label) -> Tally | None:
        """Return the tally of a label, where the rows were counted.

        Parameters
        ----------
        label : object
            The label of the cluster.

        Returns
        -------
        Tally or None
            What was counted of its rows.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> description, result = describe(ages, labels)
        >>> description.tally_of("young").rows
        2

        """
        return next((tally for tally in self.tallies or () if tally.label == label), None)

    def membership(self, X: TableLike) -> NDArray[np.bool_]:
        """Return whether each row lies inside each polyhedron (rows x clusters).

        Parameters
        ----------
        X : table
            The rows: a DataFrame, an array, a list of rows or a sparse matrix.

        Returns
        -------
        array of bool
            Rows x clusters.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> description, result = describe(ages, labels)
        >>> description.membership([[18]]).tolist()  # old, young
        [[False, True]]

        """
        # loads narwhals, and who only reads a description does without it
        from clusterscribe.table import as_table, values_of

        table = as_table(X, self.columns)
        return self.inside(values_of(table, self.features), len(table))

    def inside(self, values: Values, rows: int) -> NDArray[np.bool_]:
        """Return the same for rows whose numbers have been read already.

        Parameters
        ----------
        values : mapping of Feature to array
            The numbers of each feature, one for each row.
        rows : int
            How many rows there are.

        Returns
        -------
        array of bool
            Rows x clusters.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> description, result = describe(ages, labels)
        >>> import numpy as np
        >>> (age,) = description.features
        >>> description.inside({age: np.array([18.0])}, 1).tolist()  # old, young
        [[False, True]]

        """
        inside = np.empty((rows, len(self.parts)), dtype=bool)
        for place, part in enumerate(self.parts):
            inside[:, place] = part.contains(values, rows)
        return inside

    def predict(self, X: TableLike) -> NDArray[Any]:
        """Return the label of the only polyhedron that each row is in.

        A row in none or in several gets -1 where all labels are integers and -1 is not
        one of them, else None (in an array of objects).

        Parameters
        ----------
        X : table
            The rows: a DataFrame, an array, a list of rows or a sparse matrix.

        Returns
        -------
        array
            One label per row.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> description, result = describe(ages, labels)
        >>> description.predict([[18], [50.5]]).tolist()
        ['young', 'old']

        """
        return _only_label(self.membership(X), tuple(self.polyhedra))


AnyDescription = TypeVar("AnyDescription", bound=BaseDescription)


def all_rows(tallies: Iterable[Tally]) -> float:
    """Count the rows of all labels."""
    return sum(t.rows for t in tallies)


def all_errors(tallies: Iterable[Tally]) -> float:
    """Count the rows that are not correctly described."""
    return sum(t.errors for t in tallies)


def _only_label(inside: NDArray[np.bool_], labels: Sequence[Label]) -> NDArray[Any]:
    """Return the label of the only polyhedron each row is in, else -1 or None."""
    by_place: NDArray[Any] = np.empty(len(labels) + 1, dtype=object)
    for place, label in enumerate(labels):  # one by one, or tuples would be taken for rows
        by_place[place] = label
    if are_plain_integers(labels):
        by_place[-1] = NOWHERE
        by_place = by_place.astype(np.int64)
    place_of = inside.argmax(axis=1) if len(labels) else np.zeros(len(inside), dtype=np.intp)
    return by_place[np.where(inside.sum(axis=1) == 1, place_of, len(labels))]


def are_plain_integers(labels: Sequence[Label]) -> bool:
    """Whether -1 can stand for no label."""
    limits = np.iinfo(np.int64)
    return NOWHERE not in labels and all(
        isinstance(label, int) and not isinstance(label, bool) and limits.min <= label <= limits.max
        for label in labels
    )
