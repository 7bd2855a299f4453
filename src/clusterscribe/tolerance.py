"""What rounding can do to a weighted sum of several features.

Numbers of one column are compared as they are: different numbers are different values, and a
bound may lie between any two of them. Weighted sums are compared exactly where the shares of their
columns are whole steps of which a power of two make 1, as are truth values and unscaled whole
numbers (see `Scaling.steps`). Other sums are computed with rounding, and whoever evaluates a
description may add up in another order, though in the same one for every row. So two of them are
in a certain order only if they differ by more than the *noise* of their direction, which comes from
the columns in the sum alone:

    (PER_TERM x terms + MARGIN) x 2^-52 x sum of |weight| x largest share of the column

Whoever evaluates a sum of t terms computes each share with three roundings, and its product with
a weight and each addition with one more: t + 3, in units of 2^-53 of that sum. The compiled search
does the same after moving the origin, which is another rounding and may make shares twice as
large: 2t + 5. Half of the noise covers both, for each of the two sums that are compared, and the
rounding of the comparison itself.

Sums whose order is not certain count against every claim: no answer relies on it, and a proof
holds for either order (see `problem/levels.py`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

PER_TERM, MARGIN = 3, 10
ROUNDING = 2.0**-52
# steps that an exact sum may have
MOST_STEPS = 2.0**44


def noise(sizes: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return by how much sums must differ to be in a certain order, for each direction.

    `weights` are directions x terms, `sizes` the largest shares of the columns in the sum.
    """
    return np.asarray(noise_factor(len(sizes)) * (np.abs(weights) @ sizes))


def noise_factor(terms: int) -> float:
    """Return the noise of a sum of so many terms, as a share of the largest that it may be."""
    return (PER_TERM * terms + MARGIN) * ROUNDING
