"""From a table and labels to boxes, with what is needed to find the way back."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import hint
from clusterscribe.feature import Feature
from clusterscribe.parameters import ClassWeight, LabelledTable
from clusterscribe.problem.boxes import Boxes
from clusterscribe.search.rows.subject import Subject, read_subject


@dataclass(frozen=True, slots=True)
class Encoded(Subject):
    """A table as numbers: those of all rows that count, or of some of them."""

    values: dict[Feature, NDArray[np.float64]]
    boxes: Boxes


def encode(data: LabelledTable, class_weight: ClassWeight = None) -> Encoded:
    """Read a table and its labels, and turn all rows that count into boxes."""
    return numbers_of(read_subject(data, class_weight))


def numbers_of(subject: Subject, rows: NDArray[np.intp] | None = None) -> Encoded:
    """Turn the rows that count into boxes, or only some: places among those that count."""
    values = subject.numbers(subject.features, rows)
    cluster, whole = subject.cluster, subject.whole
    if rows is not None:
        cluster, whole = cluster[rows], whole[rows]
    corners = np.empty((len(cluster), len(values)))
    for d, feature in enumerate(subject.features):
        corners[:, d] = values[feature]
        values[feature] = corners[:, d]  # the same numbers need not be kept twice
    boxes = Boxes.from_rows(corners, cluster, len(subject.clusters.labels), whole)
    if rows is None and (boxes.lower == boxes.lower[:1]).all():
        hint(
            "all rows are the same in every column, so that no description can tell the "
            "clusters apart; add columns in which they differ"
        )
    known = {field.name: getattr(subject, field.name) for field in fields(Subject)}
    return Encoded(**known, values=values, boxes=boxes)
