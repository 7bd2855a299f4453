"""What is left of wishes for a sample of the rows, as that of a bootstrap."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.constraints import Constraints


def for_sample(
    constraints: Constraints, clusters: Collection[Any], drawn: NDArray[np.bool_]
) -> Constraints:
    """Return the wishes about clusters and rows that are in a sample, and all about columns."""
    names = {str(label) for label in clusters}
    by_cluster: dict[str, Any] = {
        field: {
            label: value
            for label, value in getattr(constraints, field).items()
            if str(label) in names
        }
        for field in ("max_conditions", "max_errors", "min_recall")
    }
    by_cluster["separate"] = tuple(
        pair for pair in constraints.separate if {str(label) for label in pair} <= names
    )
    return replace(constraints, **by_cluster, right_rows=_drawn(constraints, drawn))


def of_columns(constraints: Constraints) -> Constraints:
    """Return the wishes that any rows can be described with."""
    return replace(constraints, require=(), max_errors={}, separate=(), right_rows=())


def _drawn(constraints: Constraints, drawn: NDArray[np.bool_]) -> Any:  # noqa: ANN401
    """Return the rows that must be right, as far as they were drawn, and more than once too."""
    rows = constraints.right_rows
    if isinstance(rows, str) or not len(rows):
        return ()  # the column that tells is no part of the rows that samples are made of
    if all(isinstance(one, bool | np.bool_) for one in rows):
        return tuple((np.array(rows, dtype=bool) & drawn).tolist())
    return tuple(int(row) for row in rows if drawn[int(row)])
