"""From a table and labels to boxes, with what is needed to find the way back."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from clusterscribe.constraints import NO_CONSTRAINTS, Constraints
from clusterscribe.errors import hint
from clusterscribe.feature import Feature
from clusterscribe.parameters import ClassWeight, LabelledTable
from clusterscribe.problem.boxes import Boxes
from clusterscribe.search.rows.axis import filled_axes, holes_of, sides_of
from clusterscribe.search.rows.subject import Subject, read_subject


@dataclass(frozen=True, slots=True)
class Encoded(Subject):
    """A table as numbers: those of all rows that count, or of some of them."""

    values: dict[Feature, NDArray[np.float64]]
    boxes: Boxes


def encode(
    data: LabelledTable,
    class_weight: ClassWeight = None,
    constraints: Constraints = NO_CONSTRAINTS,
) -> Encoded:
    """Read a table and its labels, and turn all rows that count into boxes."""
    return numbers_of(read_subject(data, class_weight, constraints))


def encode_filled(data: LabelledTable) -> Encoded:
    """Read a table as methods see it for which no value is missing: it is in the middle there."""
    subject = read_subject(data)

    def middle(feature: Feature) -> float:
        values = subject.numbers([feature])[feature]
        return float(np.nanmedian(values)) if not np.isnan(values).all() else 0.0

    return numbers_of(replace(subject, axes=filled_axes(subject.features, middle)))


def numbers_of(subject: Subject, rows: NDArray[np.intp] | None = None) -> Encoded:
    """Turn the rows that count into boxes, or only some: places among those that count."""
    values = subject.numbers(subject.features, rows)
    cluster, whole = subject.cluster, subject.whole
    if rows is not None:
        cluster, whole = cluster[rows], whole[rows]
    axes = subject.axes
    corners = np.empty((len(cluster), len(axes)))
    holes = holes_of(axes, values)
    for d, axis in enumerate(axes):
        corners[:, d] = axis.numbers(values[axis.feature])
        if axis.is_whole:
            values[axis.feature] = corners[:, d]  # the same numbers need not be kept twice
    boxes = Boxes.from_rows(corners, cluster, len(subject.clusters.labels), whole)
    boxes = replace(boxes, axes=sides_of(axes), holes=holes)
    if rows is None and (boxes.lower == boxes.lower[:1]).all():
        hint(
            "all rows are the same in every column, so that no description can tell the "
            "clusters apart; add columns in which they differ"
        )
    known = {field.name: getattr(subject, field.name) for field in fields(Subject)}
    return Encoded(**known, values=values, boxes=boxes)
