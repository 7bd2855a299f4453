"""Rows fetched from the engine: equal ones are one, with their total weight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.engine.survey import Survey
from clusterscribe.feature import Kind
from clusterscribe.search.rows.encode import Encoded, numbers_of
from clusterscribe.search.rows.subject import Subject
from clusterscribe.table import Clusters, Distinct, Table
from clusterscribe.table.arrays import column_of_objects, object_array
from clusterscribe.table.column import Column, Numbers, Unusable

if TYPE_CHECKING:
    import pyarrow as pa

NOT_FETCHED = Unusable("values that were not fetched", "look at the table itself")


class Fetched:
    """The rows fetched so far, none of them twice."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self._weight: dict[tuple[Any, ...], int] = {}  # of each cluster with its values

    def __len__(self) -> int:
        return len(self._weight)

    @property
    def whole(self) -> int:
        """The weight of all rows that they stand for, in whole units."""
        return sum(self._weight.values())

    def add(self, rows: pa.Table) -> int:
        """Add the rows that are new, in order, and return their number."""
        columns = [rows[name].to_pylist() for name in ["cluster", *self.survey.names, "whole"]]
        before = len(self)
        for *row, whole in zip(*columns, strict=True):
            self._weight.setdefault(tuple(row), whole)
        return len(self) - before

    def encoded(self) -> Encoded:
        """Return the rows as the solver sees them."""
        cluster, *columns = map(list, zip(*self._weight, strict=True))
        whole = np.array(list(self._weight.values()), dtype=np.int64)
        return numbers_of(_subject(self.survey, np.array(cluster, dtype=np.int64), whole, columns))


def encoded_at_once(survey: Survey, rows: pa.Table) -> Encoded:
    """Return many rows, none of them twice, as the solver sees them."""
    columns = [
        rows[name].to_pylist() if kind is Kind.LEVEL else rows[name].to_numpy()
        for name, kind in zip(survey.names, survey.kinds, strict=True)
    ]
    cluster, whole = (rows[name].to_numpy().astype(np.int64) for name in ("cluster", "whole"))
    return numbers_of(_subject(survey, cluster, whole, columns))


def _subject(
    known: Survey,
    codes: NDArray[np.int64],
    whole: NDArray[np.int64],
    columns: Sequence[Any],
) -> Subject:
    labels = [*known.clusters.labels, known.outsiders]  # NOISE picks the last one
    return Subject(
        table=_table(known, columns, len(codes)),
        labels=Distinct(labels, codes % len(labels)),
        weight=None
        if known.weights is None
        else np.multiply(whole, float(known.unit.size), dtype=np.float64),
        features=known.features,
        axes=known.axes,
        clusters=Clusters(known.clusters.labels, codes, known.clusters.noise_label),
        counted=np.ones(len(codes), dtype=bool),
        cluster=codes,
        whole=whole,
        unit=known.unit,
        noise=known.noise,
        contrast=known.contrast,
    )


def _table(known: Survey, columns: Sequence[Any], rows: int) -> Table:
    plain = {feature.column: feature for feature in known.features if not feature.is_hole}

    def read(position: int) -> Column:
        name = known.columns[position]
        if name not in known.places:
            return NOT_FETCHED
        place = known.places[name]
        kind, values = known.kinds[place], columns[place]
        if kind is Kind.LEVEL:
            return column_of_objects(object_array(values))
        feature = plain[name]
        numbers = np.array(values, dtype=np.float64)  # NaN in place of None
        return Numbers(kind, numbers, feature.zoned, form=feature.form)

    return Table(known.columns, rows, read)
