"""How many clauses it takes to limit a sum, known without writing them."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd


def clauses_of_limit(weights: Sequence[int], most: int) -> int:
    """Return how many clauses `Formula.at_most` writes for such weights, or somewhat more.

    A node of its tree has no more values than there are sums of a value of one half and one of
    the other, nor than there are multiples of what all weights are multiples of. It takes a clause
    for each pair of values, and no more than one for each that is above the limit.
    """
    light = [weight for weight in weights if weight <= most]
    largest = most // gcd(*light) if light else 0
    values, clauses = [1] * len(light), len(weights) - len(light)
    while len(values) > 1:
        above = []
        for one, other in zip(values[::2], values[1::2], strict=False):
            pairs = (one + 1) * (other + 1) - 1
            above.append(min(pairs, largest))
            clauses += pairs + above[-1]
        values = above + values[len(values) & ~1 :]
    return clauses
