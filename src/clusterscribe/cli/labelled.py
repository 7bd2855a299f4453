"""A file with a label column: the table, the labels and the weights apart."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterscribe.cli.values import column_names, number_of
from clusterscribe.description.words import wording
from clusterscribe.errors import DescriptionWarning, InputError

if TYPE_CHECKING:
    import pyarrow as pa


class LabelledColumns(ABC):
    """The columns of a table, and which of them are not to be described with."""

    reserved: frozenset[str]  # the names of the label and weight columns

    @property
    @abstractmethod
    def column_names(self) -> list[str]:
        """The names of all columns."""

    @abstractmethod
    def find_label(self, text: str) -> Any:  # noqa: ANN401
        """Return the label that is written like this; None if no row has it."""

    def chosen(self, features: Iterable[str] | None) -> list[str] | None:
        """Return the columns that --features names."""
        if features is None:
            return None
        names = self._names(features)
        for name in names:
            if name in self.reserved:
                raise InputError(
                    f"--features names the column {name!r}, which holds the labels or weights; "
                    "leave it out"
                )
        return names

    def left_out(self, exclude: Iterable[str] | None) -> list[str]:
        """Return the columns that --exclude names; labels and weights are left out anyway."""
        return sorted(self.reserved.union(() if exclude is None else self._names(exclude)))

    def label_like(self, text: str | None) -> Any:  # noqa: ANN401
        """Return the label that is written like this: `-1` is a number where labels are."""
        if text is None:
            return None
        label = self.find_label(text)
        if label is not None:
            return label
        warnings.warn(
            f"no row has the noise label {text!r}, so none is noise",
            DescriptionWarning,
            stacklevel=2,
        )
        return text

    def _names(self, values: Iterable[str]) -> list[str]:
        return column_names(values, set(self.column_names))


@dataclass(frozen=True)
class Labelled(LabelledColumns):
    """The whole table in memory."""

    table: pa.Table
    labels: pa.ChunkedArray
    weights: pa.ChunkedArray | None
    reserved: frozenset[str]

    @property
    def column_names(self) -> list[str]:
        """The names of all columns."""
        names: list[str] = self.table.column_names
        return names

    def described(self, features: Iterable[str] | None, exclude: Iterable[str] | None) -> pa.Table:
        """Return the columns that clusters are described with."""
        chosen = self.chosen(features)
        left_out = set(self.left_out(exclude))
        names = self.table.column_names if chosen is None else chosen
        return self.table.select([name for name in names if name not in left_out])

    def find_label(self, text: str) -> Any:  # noqa: ANN401
        """Return the label that is written like this; None if no row has it."""
        return label_written(text, self._labels_of(self.labels))

    def clusters(self, noise_label: object) -> list[Any]:
        """Return the labels of the rows that count, in order of their first row."""
        import pyarrow.compute as pc

        labels = self.labels
        if self.weights is not None:
            labels = labels.filter(pc.greater(self.weights, 0))
        found = self._labels_of(labels)
        return [label for label in found if noise_label is None or label != noise_label]

    def _labels_of(self, column: pa.ChunkedArray) -> list[Any]:
        """Return the different labels as all methods read them."""
        from clusterscribe.table.labels import distinct_labels

        return distinct_labels(column).values


def label_written(text: str, labels: Iterable[Any]) -> Any:  # noqa: ANN401
    """Return the label that is written like this, or None."""
    number = number_of(text)
    for label in labels:
        if isinstance(label, bool):  # which Python takes for the numbers 0 and 1
            same = text.casefold() == str(label).casefold()
        else:
            same = text in (str(label), wording.label(label)) or (
                number is not None and label == number
            )
        if same:
            return label
    return None


def read_labelled(file: Path, labels: str, weights: str | None) -> Labelled:
    """Read a file and set its label and weight columns apart."""
    from clusterscribe.table.file import read_file

    whole = read_file(file)
    reserved = reserved_columns(file, whole.column_names, labels, weights)
    return Labelled(
        whole,
        whole.column(labels),
        None if weights is None else _numbers(whole.column(weights), weights),
        reserved,
    )


def reserved_columns(
    file: Path, columns: Sequence[str], labels: str, weights: str | None
) -> frozenset[str]:
    """Return the columns that hold labels and weights; refuse those that are not there."""
    from clusterscribe.table.shape import unknown_column

    for flag, name in (("--labels", labels), ("--weights", weights)):
        if name is not None and name not in columns:
            raise unknown_column(name, columns, f"{flag}: the column {name!r}")
    if labels == weights:
        raise InputError(f"--labels and --weights both name the column {labels!r}")
    reserved = frozenset({labels} if weights is None else {labels, weights})
    if set(columns) <= reserved:
        raise InputError(f"{str(file)!r} has no column to describe the clusters with")
    return reserved


def _numbers(column: pa.ChunkedArray, name: str) -> pa.ChunkedArray:
    from pyarrow import types

    if types.is_integer(column.type) or types.is_floating(column.type):
        return column
    raise InputError(f"--weights: the column {name!r} must hold numbers, one a row")
