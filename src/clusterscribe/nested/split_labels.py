"""The children of a split as the clusters of its rows."""

from __future__ import annotations

import numpy as np

from clusterscribe.nested.hierarchy import Branch
from clusterscribe.parameters import Label
from clusterscribe.table import NOISE, Distinct


def split_labels(split: Branch, noise_label: Label) -> Distinct:
    """Return the label of each row: the child that it is in, or that of noise."""
    values = [*split.labels, noise_label] if split.has_noise else list(split.labels)
    return Distinct(values, np.where(split.codes == NOISE, len(split.labels), split.codes))
