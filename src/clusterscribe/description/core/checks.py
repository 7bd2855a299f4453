"""What the rows of a cluster are held against one after the other, for counting.

That is each half-space of a polyhedron, each alternative of a union, and a ball as a whole.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.core.ball import Ball
from clusterscribe.description.core.halfspace import HalfSpace, Polyhedron, Values
from clusterscribe.description.core.region import Region
from clusterscribe.description.core.union import Union

Check: TypeAlias = HalfSpace | Polyhedron | Ball


def checks_of(region: Region) -> tuple[Check, ...]:
    """Return what a region is made of."""
    match region:
        case Polyhedron():
            return region.half_spaces
        case Union():
            return region.polyhedra
        case Ball():
            return (region,)
        case _:
            assert_never(region)


def passing(check: Check, values: Values, rows: int) -> NDArray[np.bool_]:
    """Whether each row lies inside."""
    if isinstance(check, HalfSpace):
        return check.contains(values)
    return check.contains(values, rows)
