"""The numbers of a feature in blocks, as an expression that every engine can evaluate.

The block of a number is a sum of terms that never fall as the number rises, whatever an engine does
to round them. So every threshold has whole blocks on both sides, and cuts through one at most,
which is all that a bound needs. Where the blocks end only decides how good the bound is: they have
about equal weight in a sample, and a value of much weight has one of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from math import inf
from operator import add

import numpy as np
from numpy.typing import NDArray

from clusterscribe.engine.asking import ibis
from clusterscribe.engine.expressions import Expression, double

MOST = 256  # blocks of a feature: what a byte distinguishes
MOST_SPIKES = 16  # values with a block of their own
CUTS = (0, 1 / 64, 1 / 8, 1 / 4, 1 / 2, 3 / 4, 7 / 8, 63 / 64, 1)  # shares of the sample
SURELY = 1 + 1e-9  # so that the end of a stretch is beyond its last block, however it is rounded
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Stretch:
    """So many blocks of equal width, from a number on."""

    low: float
    factor: float
    blocks: int

    def expression(self, number: Expression) -> Expression:
        """Return the blocks of a stretch that end up to a number."""
        steps = (number - double(self.low)) * double(self.factor)
        return steps.clip(lower=double(0), upper=double(self.blocks)).floor().cast("int64")


@dataclass(frozen=True, slots=True)
class Blocks:
    """The blocks of one feature, and which of them have one value for certain."""

    stretches: tuple[Stretch, ...]
    spikes: tuple[float, ...]  # in order
    single: NDArray[np.bool_]

    @classmethod
    def of_whole_numbers(cls, low: int, high: int) -> Blocks:
        """Give each whole number between two of them a block."""
        return cls((Stretch(float(low), 1.0, high - low),), (), np.ones(high - low + 1, dtype=bool))

    @classmethod
    def of_sample(
        cls, values: Floats, weight: NDArray[np.int64], low: float, high: float
    ) -> Blocks:
        """Cut the range of all numbers into blocks, by the values of a sample."""
        distinct, place = np.unique(values, return_inverse=True)
        mass = np.bincount(place, weight) / weight.sum()
        spikes = _heaviest(distinct, mass)
        ends = np.searchsorted(np.cumsum(mass), CUTS, side="left").clip(0, len(distinct) - 1)
        cuts = np.unique(np.concatenate([[low, high], distinct[ends], spikes]))
        share = np.where(np.isin(distinct, spikes), 0.0, mass)
        room = MOST - 1 - 2 * len(spikes) - len(cuts)
        stretches = tuple(
            Stretch(start, factor, blocks)
            for start, end in zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True)
            if (blocks := _blocks(distinct, share, start, end, room))
            and 0 < (factor := SURELY * blocks / (end - start)) < inf
        )
        single = np.zeros(1 + sum(s.blocks for s in stretches) + 2 * len(spikes), dtype=bool)
        for number, spike in enumerate(spikes):
            # all stretches up to it are complete there, and none of the others has begun
            single[1 + 2 * number + sum(s.blocks for s in stretches if s.low < spike)] = True
        return cls(stretches, tuple(spikes), single)

    @property
    def count(self) -> int:
        """How many blocks there are."""
        return len(self.single)

    def expression(self, number: Expression) -> Expression:
        """Return the block of a number, from 0 on."""
        terms = [stretch.expression(number) for stretch in self.stretches]
        for spike in self.spikes:
            terms += [
                (number >= double(spike)).cast("int64"),
                (number > double(spike)).cast("int64"),
            ]
        return reduce(add, terms, ibis().literal(0))

    def merging(self, most: int) -> int:
        """Return how many neighbouring blocks make one, so that there are at most so many."""
        merged = 1
        while -(-self.count // merged) > most:
            merged *= 2
        return merged

    def single_of(self, merged: int) -> NDArray[np.bool_]:
        """Return which of the merged blocks have one value for certain."""
        if merged == 1:
            return self.single
        return np.zeros(-(-self.count // merged), dtype=bool)


def _heaviest(distinct: Floats, mass: Floats) -> list[float]:
    """Return the values that have more weight than a block should have, in order."""
    heavy = np.flatnonzero(mass > 1 / MOST)
    heaviest = heavy[np.argsort(-mass[heavy], kind="stable")[:MOST_SPIKES]]
    return [float(value) for value in np.sort(distinct[heaviest])]


def _blocks(distinct: Floats, share: Floats, start: float, end: float, room: int) -> int:
    """Return the blocks of a stretch, by its share of the sample."""
    there = float(share[(distinct > start) & (distinct <= end)].sum())
    return int(room * there) + (there > 0)
