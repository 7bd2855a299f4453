"""A cluster that is described alone, among the labels of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.contrast import Contrast
from clusterscribe.errors import InputError, did_you_mean
from clusterscribe.parameters import ClassWeight, Label
from clusterscribe.table.distinct import Distinct
from clusterscribe.table.labels import NOISE, Clusters, ordered_labels, plain_label
from clusterscribe.table.shape import listed


def found_contrast(
    contrast: Contrast | None, labels: Sequence[Label], noise_label: Label
) -> Contrast | None:
    """Return a contrast of labels that there are; refuse labels that no row has, and noise."""
    if contrast is None:
        return None
    cluster = _found("cluster", contrast.cluster, labels, noise_label)
    if contrast.against is None:
        return Contrast(cluster)
    return Contrast(cluster, _found("against", contrast.against, labels, noise_label))


def concerned(contrast: Contrast | None, labels: Distinct) -> NDArray[np.bool_]:
    """Return which rows count, as far as that depends on their labels."""
    if contrast is None:
        return np.ones(len(labels.codes), dtype=bool)
    each = np.array([contrast.concerns(value) for value in labels.values], dtype=bool)
    return each[labels.codes]


def weights_that_count(
    class_weight: ClassWeight, contrast: Contrast | None, labels: Sequence[Label]
) -> ClassWeight:
    """Return the weights of labels without those of rows that do not count."""
    if contrast is None or not isinstance(class_weight, Mapping):
        return class_weight
    idle = [label for label in labels if not contrast.concerns(label)]
    return {label: weight for label, weight in class_weight.items() if label not in idle}


def only_one(clusters: Clusters, contrast: Contrast | None) -> Clusters:
    """Return the cluster that is described; the rows of all others must lie outside, as noise."""
    if contrast is None:
        return clusters
    if contrast.cluster not in clusters.labels:
        raise InputError(f"cluster={contrast.cluster!r}: no row with that label has any weight")
    code = clusters.labels.index(contrast.cluster)
    codes = np.where(clusters.codes == code, 0, NOISE).astype(np.int64)
    return Clusters((contrast.cluster,), codes, clusters.noise_label)


def _found(parameter: str, wanted: Any, labels: Sequence[Label], noise_label: Label) -> Label:  # noqa: ANN401
    plain = plain_label(wanted)
    if noise_label is not None and plain == noise_label:
        raise InputError(
            f"{parameter}={wanted!r} is the noise label, and noise is no cluster; name another one"
        )
    clusters = [label for label in labels if noise_label is None or label != noise_label]
    for label in clusters:
        if label == plain:
            return label
    # labels that differ only in their type are the most likely slip
    namesakes = {str(label): label for label in clusters}
    if str(plain) in namesakes:
        hint = f" Did you mean {namesakes[str(plain)]!r}?"
    elif isinstance(plain, str):
        hint = did_you_mean(plain, [label for label in clusters if isinstance(label, str)])
    else:
        hint = ""
    known = hint or f" There are {listed([repr(label) for label in ordered_labels(clusters)])}."
    raise InputError(f"{parameter}={wanted!r}: no row has that label.{known}")
