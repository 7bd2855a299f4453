"""Compiling the search over slanted conditions, while other work goes on."""

from __future__ import annotations

from functools import cache

import numpy as np

from clusterscribe.background import Background


@cache
def compilation() -> Background:
    """Return the one compilation of this process, which begins with the first call."""
    return Background(_compile)


def _compile() -> None:
    from clusterscribe.search.slanted.cone_kernels import bound_cones
    from clusterscribe.search.slanted.slant_kernels import promises

    shares = np.array([[0.0, 1.0], [1.0, 0.0]])
    features, weights = np.array([[0, 1]]), np.array([[1.0, -1.0]])
    promises(shares, np.array([1.0, -1.0]), features, weights)
    bounds = np.zeros(1, dtype=np.int64)
    bound_cones(shares, np.array([1, -1]), features, weights, weights, bounds)
