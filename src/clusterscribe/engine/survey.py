"""A survey of a table in an engine: what `search/rows/subject.py` is to a table in memory.

A few aggregates give all that a search needs to begin: the features, the clusters and their sizes,
and the least and largest values of each cluster.
"""

from __future__ import annotations

import hashlib
import secrets
import weakref
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import add

import numpy as np
from numpy.typing import NDArray

from clusterscribe.constraints import NO_CONSTRAINTS, Constraints
from clusterscribe.contrast import Contrast
from clusterscribe.engine.asking import ask, small_table
from clusterscribe.engine.clusters import (
    Weights,
    cluster_of,
    different_labels,
    is_either,
    read_clusters,
    read_weights,
    weights_by_class,
)
from clusterscribe.engine.expressions import Expression, double, kind_of, number_of, text_of
from clusterscribe.engine.features import read_features
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind, Level
from clusterscribe.parameters import ClassWeight, Label, LabelledTable, Noise
from clusterscribe.problem.boxes import NOISE
from clusterscribe.problem.weights import Unit
from clusterscribe.search.rows.axis import Axis, axes_of
from clusterscribe.table import Clusters, select_columns
from clusterscribe.table.contrasts import found_contrast, only_one, weights_that_count
from clusterscribe.table.shape import unknown_column


@dataclass(frozen=True)
class Survey:
    """What is known of a table before the search, and those of its rows that count.

    `rows` has the columns `cluster`, `label` (a place in `labels`, NOISE for noise), `weight`,
    `whole` (the weight in whole units), and one column for each column used as a feature, a number
    or a text: `c0`, `c1`, and so on.
    """

    columns: tuple[str, ...]  # of the table, all of them
    features: tuple[Feature, ...]
    clusters: Clusters
    noise: Noise | None
    weights: Weights | None
    rows: Expression
    labels: tuple[Label, ...]  # of the clusters, also of those that are only to be kept out
    contrast: Contrast | None = None
    unwanted: tuple[str, ...] = ()  # columns that are not to be described with
    constraints: Constraints = NO_CONSTRAINTS

    @cached_property
    def axes(self) -> tuple[Axis, ...]:
        """The axes of the features, as the search sees them."""
        return axes_of(self.features, self.constraints, self._ends)

    def _ends(self, feature: Feature) -> tuple[float, float]:
        return self.extremes.ranges[self.places[feature.column]]

    @property
    def outsiders(self) -> Label:
        """A label for rows of no cluster that is described."""
        others = [label for label in self.labels if label not in self.clusters.labels]
        return others[0] if others else self.clusters.noise_label

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each column that features use."""
        used = dict.fromkeys(feature.column for feature in self.features)
        return {name: place for place, name in enumerate(used)}

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """What each of these columns holds; LEVEL for a category."""
        # that a number may be missing is a level of its column, and comes after the number
        kinds = {feature.column: feature.kind for feature in reversed(self.features)}
        return tuple(kinds[name] for name in self.places)

    @property
    def names(self) -> list[str]:
        """What each of these columns is called in `rows`."""
        return [f"c{place}" for place in range(len(self.places))]

    @cached_property
    def hashes(self) -> dict[str, Expression]:
        """For each category, a table of its levels and a number from 0 to 1 for each of them."""
        levels: dict[str, list[Level]] = {}
        for feature in self.features:
            if feature.kind is Kind.LEVEL and feature.level is not None:
                levels.setdefault(self.names[self.places[feature.column]], []).append(feature.level)
        return {
            name: small_table({f"level_{name}": known, f"hash_{name}": [*map(_hash, known)]})
            for name, known in levels.items()
        }

    @property
    def unit(self) -> Unit:
        """What a whole unit of weight stands for."""
        return Unit() if self.weights is None else self.weights.unit

    @property
    def total(self) -> int:
        """The weight of all rows that count, in whole units."""
        return sum(self.extremes.whole.values())

    @property
    def cluster_totals(self) -> tuple[int, ...]:
        """The weight of each cluster, in whole units."""
        return tuple(self.extremes.whole[code] for code in range(len(self.clusters.labels)))

    @cached_property
    def extremes(self) -> Extremes:
        """The sizes of the clusters, and the least and largest values in each."""
        return _extremes(self)

    def seen(self, rows: Expression) -> list[Expression]:
        """Return what the search sees of rows that have the columns of `rows`, by axis."""
        numbers = self.numbers(rows, self.features)
        return [_seen(axis, numbers[axis.feature]) for axis in self.axes]

    def ends_seen(self, axis: Axis) -> tuple[float, float]:
        """Return the least and the largest number that the search may see on an axis."""
        if axis.cuts:
            return 0.0, float(len(axis.cuts))
        return (0.0, 1.0) if axis.feature.kind is Kind.LEVEL else self._ends(axis.feature)

    def numbers(self, rows: Expression, features: Iterable[Feature]) -> dict[Feature, Expression]:
        """Return the numbers of features for rows that have the columns of `rows`."""
        return {feature: self._number(rows, feature) for feature in features}

    def _number(self, rows: Expression, feature: Feature) -> Expression:
        column = rows[f"c{self.places[feature.column]}"]
        return number_of(column, feature) if feature.kind is Kind.LEVEL else column


@dataclass(frozen=True, slots=True)
class Extremes:
    """For each cluster, noise among them, its size and the ends of its columns."""

    size: dict[int, int]  # rows
    whole: dict[int, int]  # weight in whole units
    low: dict[int, NDArray[np.float64]]  # for each column; NaN for a category, or without numbers
    high: dict[int, NDArray[np.float64]]

    @property
    def ranges(self) -> dict[int, tuple[float, float]]:
        """The least and largest number of each column over all clusters."""
        # a cluster may have no number in a column: fmin and fmax pass over what is missing
        low = np.fmin.reduce(list(self.low.values()), axis=0).tolist()
        high = np.fmax.reduce(list(self.high.values()), axis=0).tolist()
        return dict(enumerate(zip(low, high, strict=True)))


def survey(
    data: LabelledTable,
    class_weight: ClassWeight = None,
    constraints: Constraints = NO_CONSTRAINTS,
) -> Survey:
    """Survey a table with its labels; refuse what cannot be described."""
    table: Expression = data.table
    label_column, weight_column = _label_and_weight(data)
    found = _features(data)  # of all rows, as in memory, also if not all of them count
    contrast = None
    if data.contrast is not None:
        known = different_labels(table, label_column)
        contrast = found_contrast(data.contrast, known, data.noise_label)
        class_weight = weights_that_count(class_weight, contrast, known)
        table = table.filter(is_either(table[label_column], contrast))
    weighted = None if weight_column is None else read_weights(table, weight_column)
    counts = None if weighted is None else weighted.counts
    clusters = read_clusters(table, label_column, counts, data.noise_label, data.noise)
    if class_weight is not None:
        weighted = weights_by_class(table, label_column, weighted, clusters, class_weight)
    described = only_one(clusters, contrast)
    rows = _rows(table, label_column, found, (clusters, described), weighted)
    if data.noise == "ignore":
        rows = rows.filter(rows.label != NOISE)
    if any(feature.form is not None for feature in found):
        rows = _read_once(rows)
    return Survey(
        columns=tuple(table.columns),
        features=found,
        clusters=described,
        noise=None if clusters.noise_label is None else data.noise,
        weights=weighted,
        rows=rows,
        labels=clusters.labels,
        contrast=contrast,
        unwanted=data.unwanted,
        constraints=constraints,
    )


def columns_of(data: LabelledTable) -> tuple[str, ...]:
    """Return the columns of a table that can describe, with remarks on the others."""
    return tuple(dict.fromkeys(feature.column for feature in _features(data)))


def _features(data: LabelledTable) -> tuple[Feature, ...]:
    table: Expression = data.table
    reserved = {name for name in _label_and_weight(data) if name is not None}
    chosen = select_columns(table.columns, data.features, {*reserved, *(data.exclude or ())})
    return read_features(table, chosen, data.features is not None, data.missing)


def _label_and_weight(data: LabelledTable) -> tuple[str, str | None]:
    """Return the columns that hold the labels and the weights."""
    label_column = _named(data.table, "labels", data.labels)
    if data.weights is None:
        return label_column, None
    weight_column = _named(data.table, "weights", data.weights)
    if weight_column == label_column:
        raise InputError(f"labels and weights both name the column {label_column!r}")
    return label_column, weight_column


def _named(table: Expression, parameter: str, name: object) -> str:
    if not isinstance(name, str):
        given = "weights (sample_weight)" if parameter == "weights" else parameter
        raise InputError(
            f"{given} must be the name of a column of the table, not {type(name).__name__}: for a "
            f"table in an engine, {parameter} are one of its columns"
        )
    if name not in table.columns:
        raise unknown_column(name, table.columns, f"{parameter}: the column {name!r}")
    return name


def _hash(level: Level) -> float:
    digest = hashlib.md5(str(level).encode(), usedforsecurity=False).digest()
    return int.from_bytes(digest[:6]) / 2**48


def _rows(
    table: Expression,
    label_column: str,
    features: tuple[Feature, ...],
    clusters: tuple[Clusters, Clusters],
    weights: Weights | None,
) -> Expression:
    """Return the rows that count, with the columns that `Survey` lists.

    `clusters` are all of them, and those that are described.
    """
    every, described = clusters
    columns: dict[str, Expression] = {}
    for name in dict.fromkeys(feature.column for feature in features):
        columns[f"c{len(columns)}"] = _value(table[name], name, features)
    rows = table.select(
        cluster=cluster_of(table[label_column], described),
        label=cluster_of(table[label_column], every),
        whole=1 if weights is None else weights.whole,
        weight=1 if weights is None else weights.weight,
        **columns,
    )
    if weights is not None:
        rows = rows.filter(rows.whole > 0)
    return rows


def _read_once(rows: Expression) -> Expression:
    """Let DuckDB keep the numbers that it read from text, which takes longer than to query.

    The table is a temporary one, and dropped when nobody needs it any more.
    """
    engine, name = rows.get_backend(), f"clusterscribe_{secrets.token_hex(8)}"
    if engine.name != "duckdb":
        return rows
    try:
        kept = engine.create_table(name, rows, temp=True)
    except Exception:  # where nothing may be kept, text is read every time
        return rows
    weakref.finalize(kept, _dropped, engine, name).atexit = False  # it goes with the connection
    return kept


def _dropped(engine: Expression, name: str) -> None:
    with suppress(Exception):  # the connection may be closed
        engine.drop_table(name, force=True)


def _value(column: Expression, name: str, features: tuple[Feature, ...]) -> Expression:
    feature = next(feature for feature in features if feature.column == name)
    if feature.kind is not Kind.LEVEL:
        return number_of(column, feature)
    return column if kind_of(name, column) is Kind.BOOLEAN else text_of(column)


def _seen(axis: Axis, number: Expression) -> Expression:
    """Return what `Axis.numbers` returns, as the engine computes it."""
    if axis.fill is not None:
        number = number.fill_null(double(axis.fill))
    if not axis.cuts:
        return number
    beyond = [number > double(cut) if axis.high else number >= double(cut) for cut in axis.cuts]
    return reduce(add, (is_beyond.cast("int64") for is_beyond in beyond)).cast("float64")


def _extremes(known: Survey) -> Extremes:
    rows = known.rows
    numeric = [
        (place, rows[name])
        for place, (name, kind) in enumerate(zip(known.names, known.kinds, strict=True))
        if kind is not Kind.LEVEL
    ]
    ends = {f"low{place}": column.min() for place, column in numeric}
    ends |= {f"high{place}": column.max() for place, column in numeric}
    grouped = rows.group_by("cluster").aggregate(size=rows.count(), weight=rows.whole.sum(), **ends)
    found = ask(grouped, "the ends of the clusters were looked for").to_pylist()
    found.sort(key=lambda row: row["cluster"])

    def sides(row: dict[str, float], side: str) -> NDArray[np.float64]:
        ends = [row.get(f"{side}{p}") for p in range(len(known.kinds))]
        return np.array(ends, dtype=np.float64)  # NaN in place of None

    return Extremes(
        size={row["cluster"]: row["size"] for row in found},
        whole={row["cluster"]: row["weight"] for row in found},
        low={row["cluster"]: sides(row, "low") for row in found},
        high={row["cluster"]: sides(row, "high") for row in found},
    )
