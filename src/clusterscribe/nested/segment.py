"""A tree of segments: each is described among its siblings, on the rows of their parent alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description import Description
from clusterscribe.description.core.halfspace import Values
from clusterscribe.errors import InputError, did_you_mean
from clusterscribe.feature import Feature
from clusterscribe.nested.hierarchy import Path, in_words
from clusterscribe.parameters import Label, Noise
from clusterscribe.proof import Status
from clusterscribe.result import Result

NOWHERE = -1  # the place of a row that is in none of several segments, or in more than one


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment of a tree, and what tells its children apart.

    Parameters
    ----------
    path : tuple of labels
        From coarse to fine; that of the root is empty.
    rows : float
        How many rows it has, or the sum of their weights.
    children : tuple of Segment
        The segments that it is divided into.
    description : Description or None
        A polyhedron for each child, on the rows of this segment alone. None where there is nothing
        to tell apart: without children, or with one that holds all rows.
    result : Result or None
        What is proved of that.
    is_open : bool
        Whether the children are not described, as the search did not come to it.

    Examples
    --------
    >>> from clusterscribe import describe_nested
    >>> rows = [[1, 5], [2, 6], [8, 5], [9, 6]]
    >>> labels = [["low", "a"], ["low", "b"], ["high", "a"], ["high", "b"]]
    >>> describe_nested(rows, labels).segment("low")
    <Segment low: 2 rows, 2 parts>

    """

    path: Path
    rows: float
    children: tuple[Segment, ...] = ()
    description: Description | None = None
    result: Result | None = None
    is_open: bool = False

    def __repr__(self) -> str:
        return f"<Segment {self.name}: {self.rows:g} rows, {len(self.children)} parts>"

    def __post_init__(self) -> None:
        for child in self.children:
            if child.path[:-1] != self.path or not child.path:
                raise InputError(f"the segment {child.path!r} is not a part of {self.path!r}")
        if self.description is not None and tuple(self.description.polyhedra) != self.labels:
            raise InputError(
                f"the segment {in_words(self.path)} has other children than its description has "
                "polyhedra"
            )
        is_told = self.is_open or self.description is not None
        if not is_told and len(self.children) > 1:
            raise InputError(f"the segment {in_words(self.path)} has no description")

    @property
    def label(self) -> Label:
        """The label of the segment among its siblings; None for the root."""
        return self.path[-1] if self.path else None

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels of the children."""
        return tuple(child.label for child in self.children)

    @property
    def name(self) -> str:
        """The whole path in words: `North / Young`."""
        return in_words(self.path)

    def walk(self) -> Iterator[Segment]:
        """Return this segment and all below it, parents first.

        Returns
        -------
        iterator of Segment
            Each before its parts.

        """
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def is_proved(self) -> bool:
        """Whether nothing shorter is as accurate, of all that could tell the children apart."""
        proof = None if self.description is None else self.description.proof
        return proof is not None and (proof.status == Status.OPTIMAL or proof.bound >= proof.value)

    def inside(self, values: Values, rows: int) -> NDArray[np.bool_]:
        """Return whether each row meets what each child needs, whatever is needed above.

        Parameters
        ----------
        values : mapping of Feature to array
            The numbers of each feature, one for each row.
        rows : int
            How many rows there are.

        Returns
        -------
        array of bool
            Rows x children.

        """
        if self.description is not None:
            return self.description.inside(values, rows)
        return np.full((rows, len(self.children)), not self.is_open)


@dataclass(frozen=True, slots=True)
class LevelTally:
    """How many rows are wrong on one level or above it; with row weights, sums of weights.

    A row is right on a level if it is told to be in its own segments down to that level, and in
    none where it is noise. So it is wrong on every level below the first where it is wrong.
    """

    level: str
    rows: float
    errors: float

    @property
    def accuracy(self) -> float:
        """Share of rows that are right."""
        return 1 - self.errors / self.rows if self.rows else 1.0


@dataclass(frozen=True, slots=True)
class BaseNestedDescription:
    """What each segment is among its siblings, for segments within segments."""

    levels: tuple[str, ...]  # names, from coarse to fine
    columns: tuple[str, ...]  # all columns of the table that was described, in its order
    root: Segment
    tallies: tuple[LevelTally, ...] | None = None  # of the rows that were described
    weighted: bool = False  # whether figures are sums of weights
    noise_label: Label = None
    noise: Noise | None = None

    @property
    def segments(self) -> tuple[Segment, ...]:
        """All segments below the root, each before its parts."""
        return tuple(self.root.walk())[1:]

    @property
    def splits(self) -> tuple[Segment, ...]:
        """The segments whose children are distinguished by a description of their own."""
        return tuple(one for one in self.root.walk() if one.description is not None)

    @property
    def open_splits(self) -> tuple[Segment, ...]:
        """The segments whose children are not described, as the search did not come to them."""
        return tuple(one for one in self.root.walk() if one.is_open)

    @property
    def complexity(self) -> int:
        """The complexity of all descriptions together."""
        return sum(d.complexity for d in self._descriptions)

    @property
    def features(self) -> tuple[Feature, ...]:
        """The different features that are used anywhere, in order of their first use."""
        return tuple(dict.fromkeys(chain.from_iterable(d.features for d in self._descriptions)))

    @property
    def sparsity(self) -> int:
        """Number of different features that are used anywhere."""
        return len({feature.counted for feature in self.features})

    @property
    def _descriptions(self) -> list[Description]:
        return [one.description for one in self.root.walk() if one.description is not None]

    def segment(self, *path: Label) -> Segment:
        """Return the segment at the end of a path of labels: `segment("North", "Young")`.

        Parameters
        ----------
        *path : labels
            From coarse to fine; none is the root.

        Returns
        -------
        Segment
            What is there.

        """
        found = self.root
        for label in path:
            below = next((child for child in found.children if child.label == label), None)
            if below is None:
                close = did_you_mean(str(label), map(str, found.labels))
                raise InputError(f"there is no segment {label!r} in {found.name}.{close}")
            found = below
        return found

    def membership(self, X: object) -> NDArray[np.bool_]:
        """Return whether each row is inside each of `segments`, along its whole path.

        Parameters
        ----------
        X : table
            The rows.

        Returns
        -------
        array of bool
            Rows x segments.

        """
        values, rows = self._read(X)
        inside: list[NDArray[np.bool_]] = []
        _follow(self.root, np.ones(rows, dtype=bool), values, inside)
        return np.column_stack(inside) if inside else np.empty((rows, 0), dtype=bool)

    def predict(self, X: object) -> NDArray[Any]:
        """Return the path of each row: its label on each level, as far as it is decided.

        A row goes down while it is inside exactly one of the children; from there on, and below a
        segment without children, there is None.

        Parameters
        ----------
        X : table
            The rows.

        Returns
        -------
        array of objects
            Rows x levels.

        """
        values, rows = self._read(X)
        paths = np.full((rows, len(self.levels)), None, dtype=object)
        _decide(self.root, np.arange(rows), values, paths)
        return paths

    def _read(self, X: object) -> tuple[Values, int]:
        # loads narwhals, and who only reads a description does without it
        from clusterscribe.table import as_table, values_of

        table = as_table(X, self.columns)
        return values_of(table, self.features), len(table)


def only_child(inside: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the place of the only child that each row is in, NOWHERE for none or several."""
    if not inside.shape[1]:
        return np.full(len(inside), NOWHERE, dtype=np.intp)
    return np.where(inside.sum(axis=1) == 1, inside.argmax(axis=1), NOWHERE)


def of_rows(values: Values, rows: NDArray[np.intp]) -> dict[Feature, NDArray[np.float64]]:
    """Return the numbers of some rows."""
    return {feature: column[rows] for feature, column in values.items()}


def _follow(
    segment: Segment, above: NDArray[np.bool_], values: Values, found: list[NDArray[np.bool_]]
) -> None:
    inside = segment.inside(values, len(above)) & above[:, None]
    for place, child in enumerate(segment.children):
        found.append(inside[:, place])
        _follow(child, inside[:, place], values, found)


def _decide(segment: Segment, rows: NDArray[np.intp], values: Values, paths: NDArray[Any]) -> None:
    """Send rows down to the children that they are in; the values are those of these rows."""
    if not segment.children or not len(rows):
        return
    chosen = only_child(segment.inside(values, len(rows)))
    for place, child in enumerate(segment.children):
        here = np.flatnonzero(chosen == place)
        label = np.empty((), dtype=object)  # or a label that is a tuple would be taken for several
        label[()] = child.label
        paths[rows[here], len(segment.path)] = label
        _decide(child, rows[here], of_rows(values, here), paths)
