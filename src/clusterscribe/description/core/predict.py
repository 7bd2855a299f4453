"""The label of the one polyhedron that a row is in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.core.halfspace import Label

NOWHERE = -1


def only_label(inside: NDArray[np.bool_], labels: Sequence[Label]) -> NDArray[Any]:
    """Return the label of the only polyhedron each row is in, else -1 or None.

    -1 stands for none or several where all labels are integers and -1 is not one of them.
    """
    by_place: NDArray[Any] = np.empty(len(labels) + 1, dtype=object)
    for place, label in enumerate(labels):  # one by one, or tuples would be taken for rows
        by_place[place] = label
    if are_plain_integers(labels):
        by_place[-1] = NOWHERE
        by_place = by_place.astype(np.int64)
    place_of = inside.argmax(axis=1) if len(labels) else np.zeros(len(inside), dtype=np.intp)
    return by_place[np.where(inside.sum(axis=1) == 1, place_of, len(labels))]


def are_plain_integers(labels: Sequence[Label]) -> bool:
    """Whether -1 can stand for no label."""
    limits = np.iinfo(np.int64)
    return NOWHERE not in labels and all(
        isinstance(label, int) and not isinstance(label, bool) and limits.min <= label <= limits.max
        for label in labels
    )
