"""The number of each row that an axis shows: a feature, or a sum of features."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description import HalfSpace
from clusterscribe.feature import Feature
from clusterscribe.pictures.distribution import Distribution
from clusterscribe.pictures.rows import Rows
from clusterscribe.pictures.subjects import Sum


def numbers_of(rows: Rows, subject: Feature | Sum) -> NDArray[np.float64]:
    """Return the number of each row."""
    if isinstance(subject, Feature):
        return rows.values(subject)
    features = [term.feature for term in subject.terms]
    return HalfSpace(subject.terms, 0.0).level({f: rows.values(f) for f in features})


def distribution_of(rows: Rows, subject: Feature | Sum) -> Distribution:
    """Return the numbers in order; those of features are kept."""
    if isinstance(subject, Feature):
        return rows.sheet.distribution(subject)
    return rows.sheet.by_label.distribution(numbers_of(rows, subject))
