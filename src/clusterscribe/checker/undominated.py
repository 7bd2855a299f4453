"""The half-spaces among which a description need choose: those that no other one dominates.

A half-space can be replaced by one that is right about every row about which it is right, and that
costs no more: has no more features, or, where features themselves count, none that it has not.
What was right stays right, and nothing gets longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clusterscribe.checker.half_spaces import Found
from clusterscribe.checker.refusal import Refused

MOST_BITS = 2**27  # of different half-spaces of a cluster, rows and features of each
BLOCK = 2**9  # that are compared with others together


class Choice(NamedTuple):
    """Half-spaces of a cluster: the rows about which they are right, and their features."""

    right: NDArray[np.bool_]
    features: NDArray[np.bool_]

    @property
    def complexity(self) -> list[int]:
        """Features plus one, of each half-space."""
        numbers: list[int] = (self.features.sum(axis=1) + 1).tolist()
        return numbers


def undominated(
    found: Iterable[Found],
    rows: int,
    features: int,
    *,
    features_count: bool,
    pulse: Callable[[], None] = lambda: None,
) -> Choice:
    """Return half-spaces such that each that was found is dominated by one of them, or is one.

    `pulse` is called again and again, and may raise something to end it.
    """
    different: dict[bytes, tuple[int, ...]] = {}  # virtues in bits, and features
    for some in found:
        pulse()
        lacking = np.ones(features, dtype=bool)
        # features themselves, or how many they are
        lacking[list(some.features) if features_count else slice(len(some.features))] = False
        virtues = np.hstack([some.right, np.tile(lacking, (len(some.right), 1))])
        for bits in np.packbits(virtues, axis=1):
            different[bits.tobytes()] = some.features
        if len(different) * (rows + features) > MOST_BITS:
            raise Refused(f"{len(different):,} half-spaces of a cluster are too many to compare")
    shape = len(different), (rows + features + 7) // 8
    packed = np.frombuffer(b"".join(different), dtype=np.uint8).reshape(shape)
    virtues = np.unpackbits(packed, axis=1, count=rows + features).view(bool)
    kept = _maximal(virtues, pulse)
    used = np.zeros((len(different), features), dtype=bool)
    for place, chosen in enumerate(different.values()):
        used[place, list(chosen)] = True
    return Choice(virtues[kept, :rows], used[kept])


def _maximal(virtues: NDArray[np.bool_], pulse: Callable[[], None]) -> NDArray[np.int64]:
    """Return the places of sets, no two of them the same, that no other one contains."""
    size = virtues.sum(axis=1)
    order = np.argsort(-size, kind="stable")  # whatever contains a set comes before it
    kept = np.zeros(0, dtype=np.int64)
    for start in range(0, len(order), BLOCK):
        pulse()
        block = order[start : start + BLOCK]
        for other in range(0, len(kept), BLOCK):
            block = block[~_is_within(virtues, size, block, kept[other : other + BLOCK])]
        kept = np.concatenate([kept, block[~_is_within(virtues, size, block, block)]])
    return kept


def _is_within(
    virtues: NDArray[np.bool_],
    size: NDArray[np.int64],
    some: NDArray[np.int64],
    others: NDArray[np.int64],
) -> NDArray[np.bool_]:
    """Which of some sets are within one of the others, and smaller."""
    # numbers of common virtues, which are small and so exact
    common = virtues[some].astype(np.float32) @ virtues[others].astype(np.float32).T
    is_smaller = size[some][:, None] < size[others]
    within: NDArray[np.bool_] = ((common == size[some][:, None]) & is_smaller).any(axis=1)
    return within
