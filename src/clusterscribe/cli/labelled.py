"""A table file with a label column: the table, its labels and its weights."""

from __future__ import annotations

import csv
import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterscribe.cli.inputs import EngineOptions, FormatOptions, refuse_only_for_engine
from clusterscribe.contrast import Contrast, contrast_of
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError, hint
from clusterscribe.parameters import ClassWeight, LabelledTable, Parameters

if TYPE_CHECKING:
    from clusterscribe.table.file_options import FileOptions


@dataclass(frozen=True, slots=True)
class LabelledFile:
    """A pyarrow table with its labels and weights, or an Ibis table with their column names."""

    table: Any
    labels: Any
    weights: Any
    columns: tuple[str, ...]
    reserved: frozenset[str]  # the names of the label and weight columns
    in_engine: bool = False

    def chosen(self, features: Iterable[str] | None) -> list[str] | None:
        """Return the columns that --features names."""
        if features is None:
            return None
        names = column_names(features, self.columns)
        for name in names:
            if name in self.reserved:
                raise InputError(
                    f"--features names the column {name!r}, which holds the labels or weights; "
                    "leave it out"
                )
        return names

    def left_out(self, exclude: Iterable[str] | None) -> list[str]:
        """Return the columns that --exclude names, and those of labels and weights."""
        return sorted(self.reserved.union(column_names(exclude or (), self.columns)))

    def rows(self, data: LabelledTable, parameters: Parameters) -> dict[str, Any]:
        """Return the rows for the charts of a report; none if they stay in an engine."""
        if self.in_engine:
            return {}
        from clusterscribe.describing import weights_of

        left_out = set(data.exclude or ())
        names = [name for name in data.features or self.columns if name not in left_out]
        return {
            "X": self.table.select(names),
            "labels": self.labels,
            "sample_weight": weights_of(data, parameters),
        }

    def label_like(self, text: str | None) -> Any:  # noqa: ANN401
        """Return the noise label in the type of the labels: `-1` may be a number or a text."""
        if text is None:
            return None
        label = self.find_label(text)
        if label is None:
            hint(f"no row has the noise label {text!r}, so no row is noise")
        return text if label is None else label

    def contrast(self, cluster: str | None, against: str | None) -> Contrast | None:
        """Return what --cluster and --against ask for, in the type of the labels."""
        if cluster is None and against is not None:
            raise InputError("--against needs --cluster, the cluster that is described against it")
        if cluster is None:
            return None
        # what no label is written like is refused when the labels are read
        found = [None if t is None else self.find_label(t) for t in (cluster, against)]
        pair = [
            text if label is None else label
            for text, label in zip((cluster, against), found, strict=True)
        ]
        return contrast_of(*pair)

    def by_label(self, class_weight: ClassWeight) -> ClassWeight:
        """Return weights by the labels themselves that are given by labels as they are written."""
        if class_weight is None or class_weight == "balanced":
            return class_weight
        found = {text: self.find_label(str(text)) for text in class_weight}
        return {
            text if label is None else label: class_weight[text] for text, label in found.items()
        }

    def find_label(self, text: str) -> Any:  # noqa: ANN401
        """Return the label that is written like this; None if no row has it."""
        if self.in_engine:
            from clusterscribe.engine.clusters import different_labels

            return label_written(text, different_labels(self.table, self.labels))
        return label_written(text, _distinct(self.labels))

    def clusters(self, noise_label: object) -> list[Any]:
        """Return the labels of rows with weight, in order of first occurrence, without noise."""
        import pyarrow.compute as pc

        labels = self.labels
        if self.weights is not None:
            labels = labels.filter(pc.greater(self.weights, 0))
        return [label for label in _distinct(labels) if noise_label is None or label != noise_label]


def _distinct(labels: object) -> list[Any]:
    """Return the distinct labels as the library reads them."""
    from clusterscribe.table.labels import distinct_labels

    return distinct_labels(labels).values


def read_labelled(
    file: Path,
    labels: str,
    weights: str | None,
    reading: EngineOptions | None = None,
    form: FormatOptions | None = None,
) -> LabelledFile:
    """Read a file and separate its label and weight columns.

    Without `reading`, folders and databases, which stay in their engine, are refused. Without
    `form`, everything about a file is found by looking.
    """
    from clusterscribe.table.file import read_file

    options = (form or FormatOptions()).checked()
    if reading is None:
        refuse_only_for_engine(file)
    elif reading.leaves_in_engine(file):
        return _open_labelled(file, labels, weights, reading.memory_limit, options)
    table = read_file(file, options=options)
    reserved = _reserved(file, table.column_names, labels, weights)
    return LabelledFile(
        table,
        table.column(labels),
        None if weights is None else _numbers(table.column(weights), weights),
        tuple(table.column_names),
        reserved,
    )


def _open_labelled(
    file: Path, labels: str, weights: str | None, memory_limit: str | None, options: FileOptions
) -> LabelledFile:
    from clusterscribe.engine.opening import open_table

    table = open_table(file, memory_limit=memory_limit, options=options)
    reserved = _reserved(file, table.columns, labels, weights)
    return LabelledFile(table, labels, weights, tuple(table.columns), reserved, in_engine=True)


def _reserved(
    file: Path, columns: Sequence[str], labels: str, weights: str | None
) -> frozenset[str]:
    """Return the columns that hold labels and weights; refuse missing ones."""
    from clusterscribe.table.shape import unknown_column

    _refuse_several(labels, columns)
    for flag, name in (("--labels", labels), ("--weights", weights)):
        if name is not None and name not in columns:
            raise unknown_column(name, columns, f"{flag}: the column {name!r}")
    if labels == weights:
        raise InputError(f"--labels and --weights both name the column {labels!r}")
    reserved = frozenset({labels} if weights is None else {labels, weights})
    if set(columns) <= reserved:
        raise InputError(f"{str(file)!r} has no column left to describe the clusters with")
    return reserved


def _refuse_several(labels: str, columns: Sequence[str]) -> None:
    """Refuse several label columns, for which there is a command of its own."""
    names = column_names([labels], columns)
    if len(names) > 1 and set(names) <= set(columns):
        raise InputError(
            f"--labels names {len(names)} columns, which describes segments within segments: use "
            f"clusterscribe nested FILE --labels {labels}"
        )


def _numbers(column: Any, name: str) -> Any:  # noqa: ANN401
    from pyarrow import types

    if types.is_integer(column.type) or types.is_floating(column.type):
        return column
    raise InputError(f"--weights: the column {name!r} must hold numbers, one per row")


def label_written(text: str, labels: Iterable[Any]) -> Any:  # noqa: ANN401
    """Return the label that is written like this, or None."""
    number = number_of(text)
    for label in labels:
        if isinstance(label, bool):  # Python treats these as the numbers 0 and 1
            same = text.casefold() == str(label).casefold()
        else:
            same = text in (str(label), wording.label(label)) or (
                number is not None and label == number
            )
        if same:
            return label
    return None


def number_of(text: str) -> int | float | None:
    """Read `3` as an int and `3.0` as a float; None for anything that is not a finite number."""
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        return number if math.isfinite(number) else None
    return None


def column_names(values: Iterable[str], known: Collection[str]) -> list[str]:
    """Read names given one by one, or several separated by commas.

    A value that is itself the name of a column is that column, commas included; otherwise
    it is read as a line of CSV, so that quotes protect a comma.
    """
    names: list[str] = []
    for value in values:
        if value in known:
            names.append(value)
        else:
            cells = next(csv.reader([value], skipinitialspace=True), [])
            names += [cell.strip() for cell in cells]
    return list(dict.fromkeys(name for name in names if name))
