"""The noise of a sum covers what rounding does to it, wherever it is computed."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from clusterscribe.tolerance import noise

SHARE = st.floats(-1, 1, allow_subnormal=False)
TERM = st.tuples(st.integers(1, 20), SHARE, SHARE)
HAIR = 2.0**-53  # of 1: all that is added to it is lost


def worst_of(terms):
    return [(1, 1.0, -1.0)] + [(1, HAIR, -HAIR)] * (terms - 1)


@given(st.lists(TERM, min_size=1, max_size=40))
@example(worst_of(10))
@example(worst_of(40))
def test_half_of_the_noise_covers_a_sum_and_the_same_from_another_origin(terms):
    """As whoever evaluates a description adds up, and as the compiled search does."""
    plain, moved = 0.0, 0.0
    for weight, share, origin in terms:
        plain += weight * share
        moved += weight * (share - origin)
    exact = sum(Fraction(weight) * Fraction(share) for weight, share, _ in terms)
    shift = sum(Fraction(weight) * Fraction(origin) for weight, _, origin in terms)
    off = abs(Fraction(plain) - exact) + abs(Fraction(moved) + shift - exact)
    sizes = np.array([max(abs(share), abs(origin)) for _, share, origin in terms])
    weights = np.array([[weight for weight, _, _ in terms]], dtype=float)
    assert off <= Fraction(float(noise(sizes, weights)[0])) / 2
