"""What the rows count for the polyhedron of one cluster, while those of the others stay."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def stakes_of(
    member: NDArray[np.bool_], weight: NDArray[np.int64], lost: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Return what each row counts for a polyhedron of its members, or against it.

    A row that another polyhedron gets wrong is lost, whatever this one does.
    """
    stakes: NDArray[np.int64] = np.where(lost, 0, np.where(member, weight, -weight))
    return stakes
