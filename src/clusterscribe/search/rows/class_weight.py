"""How much the rows of each cluster count, as factors of their weights."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError
from clusterscribe.parameters import ClassWeight
from clusterscribe.problem.weights import Unit, decimal_or_fraction, multiplied, whole_weights
from clusterscribe.table import NOISE, Clusters
from clusterscribe.table.shape import listed


def class_factors(
    class_weight: ClassWeight, clusters: Clusters, sizes: Sequence[int]
) -> list[Fraction]:
    """Return the factor of each cluster, given its number of rows, and last that of noise.

    Balanced are clusters as in scikit-learn: rows / (clusters * rows of the cluster). That counts
    rows that are in a cluster; noise is in none, and its weights stay as they are.
    """
    labels, noise_label = clusters.labels, clusters.noise_label
    if class_weight == "balanced":
        rows = sum(sizes)
        return [*(Fraction(rows, len(labels) * size) for size in sizes), Fraction(1)]
    weights = class_weight or {}
    for label in weights:
        if label not in labels and (noise_label is None or label != noise_label):
            raise InputError(
                f"class_weight names the label {label!r}, which no row has; there are "
                f"{listed([repr(one) for one in labels])}"
            )
    return [decimal_or_fraction(weights.get(label, 1.0)) for label in (*labels, noise_label)]


def row_factors(class_weight: ClassWeight, clusters: Clusters) -> list[Fraction]:
    """Return the factor of each cluster and last that of noise, given the cluster of each row."""
    codes = clusters.codes
    sizes = np.bincount(codes[codes != NOISE], minlength=len(clusters.labels))
    return class_factors(class_weight, clusters, sizes.tolist())


def whole_factors(
    weight: NDArray[np.float64], cluster: NDArray[np.int64], factors: Sequence[Fraction]
) -> tuple[NDArray[np.int64], Unit]:
    """Multiply weights by the factors of their clusters, and return them in whole units."""
    whole, unit = whole_weights(weight)
    places = cluster % len(factors)  # NOISE picks the last one
    units = [int(whole[places == place].sum()) for place in range(len(factors))]
    finer = multiplied(unit, units, factors)
    if finer is None:
        return whole_weights(weight * np.array(factors, dtype=np.float64)[places])
    return whole * np.array(finer[0], dtype=np.int64)[places], finer[1]
