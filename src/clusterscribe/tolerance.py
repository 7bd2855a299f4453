"""What rounding can do to a weighted sum of several features.

Numbers of one column are compared as they are: different numbers are different values, and a
bound may lie between any two of them. Weighted sums are compared exactly where their columns
are made of whole steps, such as truth values, levels, counts, dates and whole numbers (see
`Scaling.steps`). Other sums are computed with rounding, and whoever evaluates a
description may add up in another order. So two of them are in a certain order only if they
differ by more than the *noise* of their direction, which comes from the columns in the sum alone:

    (terms + MARGIN) x 2^-52 x sum of |weight| x largest share of the column

A share is computed with three roundings, its product with a weight and each addition with one
more, the compiled search scales and moves the origin once more: together at most half of the
noise for each of the two sums.

Sums whose order is not certain count against every claim: no answer relies on it, and a proof
holds for either order (see `problem/levels.py`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MARGIN = 16
ROUNDING = 2.0**-52
# Steps that an exact sum may have: so few that sums of floating-point shares, too, are
# nearer to the sum of the shares themselves than to any other
MOST_STEPS = 2.0**44


def noise(sizes: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return by how much sums must differ to be in a certain order, for each direction.

    `weights` are directions x terms, `sizes` the largest shares of the columns in the sum.
    """
    return np.asarray(noise_factor(len(sizes)) * (np.abs(weights) @ sizes))


def noise_factor(terms: int) -> float:
    """Return the noise of a sum of so many terms, as a share of the largest that it may be."""
    return (terms + MARGIN) * ROUNDING
