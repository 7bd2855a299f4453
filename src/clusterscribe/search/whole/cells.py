"""What polyhedra weigh at most, from sums over the cells of a grid alone.

A threshold may lie anywhere in a block of values. What it may let in, it lets in: all that can be
gained in the block counts, and nothing that is lost there. Where all rows of the block have one
value, no threshold lies within, and losses count, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]


def heaviest_corner(gain: Ints, loss: Ints, single: Sequence[Bools]) -> int:
    """Bound what polyhedra weigh that have one condition, on either side, on each axis."""
    best = 0
    for turned in product((False, True), repeat=gain.ndim):
        axes = tuple(axis for axis, is_turned in enumerate(turned) if is_turned)
        possible, certain = np.flip(gain, axes), np.flip(loss, axes)
        for axis in range(gain.ndim):
            possible, certain = possible.cumsum(axis), certain.cumsum(axis)
            ends = single[axis][::-1] if axis in axes else single[axis]
            certain = np.insert(certain, 0, 0, axis).take(np.arange(len(ends)) + ends, axis)
        best = max(best, int((possible - certain).max()))
    return best


def heaviest_interval(gain: Ints, loss: Ints, single: Bools) -> int:
    """Bound what polyhedra weigh that have a condition on both sides of one feature."""
    gained, lost = np.append(0, gain.cumsum()), np.append(0, loss.cumsum())
    blocks = np.arange(len(gain))
    # from the block `first` to the block `last`, of which only single ones are inside for certain
    up_to = gained[1:] - lost[blocks + single]
    before = gained[:-1] - lost[blocks + 1 - single]
    best = max(0, int((gain - loss * single).max()))
    if len(gain) > 1:
        best = max(best, int((up_to[1:] - np.minimum.accumulate(before)[:-1]).max()))
    return best
