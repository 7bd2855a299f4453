"""Other rows, weighed as those were that a description was found on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.core.base import BaseDescription
from clusterscribe.description.export.made import asked_for
from clusterscribe.parameters import Label, check

if TYPE_CHECKING:
    from clusterscribe.table import Distinct


def weighed_as_made(description: BaseDescription, labels: object, sample_weight: object) -> object:
    """Return the weights of rows, by class where the description was found with class weights.

    These multiply the weights that are given, as they do in `describe`. Balanced are the clusters
    of these rows, not of those.
    """
    asked = asked_for(description.made).get("class_weight")
    class_weight = check(class_weight=asked).class_weight
    if class_weight is None:
        return sample_weight
    from clusterscribe.table import row_weights
    from clusterscribe.table.labels import distinct_labels

    found = distinct_labels(labels)
    rows = len(found.codes)
    given = row_weights(sample_weight, rows)
    weights = np.ones(rows) if given is None else given
    if isinstance(class_weight, Mapping):
        by_label = dict(class_weight)
    else:
        by_label = _balanced(found, weights > 0, description)
    factors = np.array([by_label.get(label, 1.0) for label in found.values])
    return weights * factors[found.codes]


def _balanced(
    labels: Distinct, counted: NDArray[np.bool_], description: BaseDescription
) -> dict[Label, float]:
    """Return rows / (clusters * rows of the cluster), for each of the clusters that has any."""
    sizes = np.bincount(labels.codes[counted], minlength=len(labels.values)).tolist()
    there = {
        label: size
        for label, size in zip(labels.values, sizes, strict=True)
        if size and _is_cluster(label, description)
    }
    return {label: sum(there.values()) / (len(there) * size) for label, size in there.items()}


def _is_cluster(label: Label, description: BaseDescription) -> bool:
    """Whether rows with the label are in a cluster that counts; only one may be described."""
    contrast = description.contrast
    if contrast is None:
        return label in description.polyhedra
    is_noise = description.noise is not None and label == description.noise_label
    return contrast.concerns(label) and not is_noise
