"""The heaviest polyhedron of at most so many axis-parallel conditions, over signed whole weights.

    coarse     every set of literals on a grid of blocks: a bound each, from two tables of sums
    refine     those whose bound is above the best, the most promising first: blocks that can still
               win are halved until the best place is found, and nothing better is left

Sums are whole numbers, so that every weight and bound is exact. The search may be stopped at any
time: what was not looked at is covered by the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.ranks import Ranks
from clusterscribe.search.whole import heaviest_kernels as kernels
from clusterscribe.search.whole.grid import MOST_BLOCKS, Candidates, Grid, shapes

Ints: TypeAlias = NDArray[np.int64]
Task = TypeVar("Task")
Outcome = TypeVar("Outcome")
ROWS_PER_CELL = 8  # of a coarse table: with fewer, the tables cost more than the rows
FEWEST_BLOCKS = 5
PARTS = 16  # pieces of the coarse pass, between which the clock is looked at
FIRST = 8  # sets of literals that are refined before all others
MOST_AT_ONCE = 256  # sets of literals that are refined between two looks at the clock
WORK = 200_000_000  # rows and cells that a thread may look at for these
MOST_CONDITIONS = kernels.MOST


class Literal(NamedTuple):
    """A condition on one feature: ranks, turned for `x >= t`, that are at most the threshold."""

    feature: int
    side: int  # 0: `x <= t`, 1: `x >= t`
    threshold: int


Place: TypeAlias = tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Heaviest:
    """The heaviest polyhedron found, None if nothing is above zero, and a bound for all."""

    weight: int
    place: Place | None
    bound: int
    promise: Ints  # a bound for each of the shapes that were searched


class _Signed:
    """Rows with weight, those that count for a polyhedron and those against it."""

    def __init__(self, grid: Grid, weight: Ints) -> None:
        self.gain_rows = np.flatnonzero(weight > 0).astype(np.int32)
        self.loss_rows = np.flatnonzero(weight < 0).astype(np.int32)
        self.gain_codes, self.loss_codes = (
            grid.codes[:, self.gain_rows],
            grid.codes[:, self.loss_rows],
        )
        self.gain, self.loss = weight[self.gain_rows], -weight[self.loss_rows]


@dataclass(frozen=True, slots=True)
class _Queue:
    """Sets of literals whose bound is above the weight to beat, the most promising first."""

    shapes: Ints
    patterns: Ints  # bit j: literal j is `x >= t`
    bounds: Ints

    @classmethod
    def of(cls, shapes: Ints, promise: Ints, bounds: Ints, most: int, least: int) -> _Queue:
        """Queue the most promising, as far as their bound is above the least."""
        flat, promise = bounds.ravel(), promise.ravel()
        places = np.flatnonzero(flat > least)
        if len(places) > most:
            places = places[np.argpartition(-promise[places], most)[:most]]
        places = places[np.argsort(-promise[places], kind="stable")]
        shape, pattern = np.divmod(places, bounds.shape[1])
        return cls(shapes[shape], pattern, flat[places])

    def __len__(self) -> int:
        return len(self.bounds)

    def __getitem__(self, part: slice) -> _Queue:
        return _Queue(self.shapes[part], self.patterns[part], self.bounds[part])


class _Hunt:
    """The heaviest place so far, or the list of all places above a weight, and what is open."""

    def __init__(self, beat: int, spare: int, room: int = 0) -> None:
        self.bar = np.array([beat])
        self.spare = spare
        self.room = room  # for places to list; where there is some, the weight to beat stays
        self.place: Place | None = None
        self.listed: list[Place] = []
        self.left = -kernels.ENOUGH  # a bound for what was not searched

    @property
    def least(self) -> int:
        """What a bound has to be above to be worth a look."""
        return int(self.bar[0]) + self.spare

    @property
    def is_full(self) -> bool:
        """Whether there is no room for more places to list."""
        return len(self.listed) > self.room

    def begin(self) -> tuple[Ints, Ints, Ints]:
        """Return what a thread works with: its state, its best place and what it lists."""
        state = np.zeros(kernels.STATES, dtype=np.int64)
        state[[kernels.BEST, kernels.SPARE, kernels.LIMIT]] = self.bar[0], self.spare, WORK
        state[kernels.OPEN] = -kernels.ENOUGH
        best = np.full((kernels.MOST, 3), -1, dtype=np.int64)
        return state, best, np.full((self.room, 2 * kernels.MOST), -1, dtype=np.int64)

    def end(self, state: Ints, best: Ints, listed: Ints) -> None:
        """Take over what a thread has found."""
        if best[0, 0] >= 0 and state[kernels.BEST] >= self.bar[0]:
            self.bar[0] = state[kernels.BEST]
            self.place = tuple(Literal(*row) for row in best.tolist() if row[0] >= 0)
        self.left = max(self.left, int(state[kernels.OPEN]))
        self.listed += [_listed(row) for row in listed[: state[kernels.LISTED]].tolist()]
        if state[kernels.LISTED] > len(listed):  # more than could be written down
            self.listed += [()] * (self.room + 1)


class HeaviestSearch:
    """Searches the same rows again and again, for one cluster and set of weights at a time."""

    def __init__(self, ranks: Ranks, conditions: int, jobs: int) -> None:
        varying = np.flatnonzero(ranks.sizes > 1).tolist()
        self.ranks = ranks
        self.conditions = min(conditions, 2 * len(varying))
        self.jobs = jobs
        self.grid = Grid.of(ranks, _blocks(len(ranks), self.conditions))
        self.shapes = shapes(tuple(varying), self.conditions)
        self.candidates = [Candidates.of(ranks, self.grid, k) for k in range(ranks.clusters)]
        self.threads = ThreadPoolExecutor(jobs)

    def find(
        self,
        cluster: int,
        weight: Ints,
        clock: Clock,
        *,
        beat: int = 0,
        spare: int = 0,
        among: Ints | None = None,
        most: int | None = None,
    ) -> Heaviest:
        """Find a polyhedron heavier than `beat`, to within `spare` of the heaviest.

        `among` restricts the search to some shapes, and what is proved to these. `most` is how many
        sets of literals are refined, where a good polyhedron is enough.
        """
        signed, chosen = _Signed(self.grid, weight), self._among(among)
        bounds, values = self._coarse(cluster, signed, chosen, clock)
        hunt = _Hunt(max(beat, int(values.max(initial=0)) - 1 - spare, 0), spare)
        # what is best on the grid soon shows how much there is to beat
        self._refine(
            cluster, signed, _Queue.of(chosen, values, bounds, FIRST, hunt.least), hunt, clock
        )
        queue = _Queue.of(chosen, bounds, bounds, bounds.size, hunt.least)
        if most is not None and len(queue) > most:
            hunt.left, queue = int(queue.bounds[most]), queue[:most]
        self._refine(cluster, signed, queue, hunt, clock)
        return Heaviest(
            weight=int(hunt.bar[0]),
            place=hunt.place,
            bound=max(hunt.least, hunt.left),
            promise=bounds.max(axis=1),
        )

    def above(
        self, cluster: int, weight: Ints, cutoff: int, most: int, clock: Clock
    ) -> list[Place] | None:
        """List all polyhedra of at least this weight; None if there are more, or no time."""
        signed = _Signed(self.grid, weight)
        bounds, _ = self._coarse(cluster, signed, self.shapes, clock)
        hunt = _Hunt(cutoff - 1, 0, most)
        self._refine(
            cluster,
            signed,
            _Queue.of(self.shapes, bounds, bounds, bounds.size, cutoff - 1),
            hunt,
            clock,
        )
        return None if hunt.is_full or hunt.left >= cutoff else hunt.listed

    def on(self, places: Iterable[Place]) -> Ints:
        """Return the shapes that have all features of one of these places."""
        wanted = np.zeros(len(self.shapes), dtype=bool)
        for features in {tuple(literal.feature for literal in place) for place in places}:
            has = [(self.shapes == d).sum(axis=1) >= features.count(d) for d in set(features)]
            wanted |= np.logical_and.reduce(has)
        return np.flatnonzero(wanted)

    def _among(self, among: Ints | None) -> Ints:
        return self.shapes if among is None else self.shapes[among]

    def _coarse(
        self, cluster: int, signed: _Signed, chosen: Ints, clock: Clock
    ) -> tuple[Ints, Ints]:
        """Return a bound for every shape and pattern of sides, and the best weights at block ends.

        Where the time is over, the bound is all that could be gained.
        """
        grid, candidates = self.grid, self.candidates[cluster]
        bounds = np.full((len(chosen), 1 << self.conditions), signed.gain.sum(), dtype=np.int64)
        values = np.zeros_like(bounds)

        def run(part: slice) -> None:
            if not clock.expired:
                kernels.coarse(
                    signed.gain_codes, signed.gain, signed.loss_codes, signed.loss,
                    grid.count, grid.single, candidates.holds,
                    chosen[part], bounds[part], values[part],
                )  # fmt: skip

        self._in_threads(run, _parts(len(chosen), PARTS))
        return bounds, values

    def _refine(
        self, cluster: int, signed: _Signed, queue: _Queue, hunt: _Hunt, clock: Clock
    ) -> None:
        grid, candidates, ranks = self.grid, self.candidates[cluster], self.ranks
        tops, at, step = ranks.sizes - 1, 0, self.jobs

        def run(part: _Queue) -> tuple[Ints, Ints, Ints]:
            state, best, listed = hunt.begin()
            kernels.refine_shapes(
                ranks.lower, tops, signed.gain_rows, signed.gain_codes, signed.gain,
                signed.loss_rows, signed.loss_codes, signed.loss,
                grid.count, grid.single, candidates.holds, candidates.steps, candidates.intervals,
                part.shapes, part.patterns, part.bounds, hunt.bar, state, best, listed,
            )  # fmt: skip
            return state, best, listed

        while at < len(queue) and not hunt.is_full:
            left = int(queue.bounds[at:].max())
            if left <= hunt.least:
                return
            if clock.expired:
                hunt.left = max(hunt.left, left)
                return
            now = queue[at : at + step]
            parts = [now[first :: self.jobs] for first in range(self.jobs)]
            for found in self._in_threads(run, parts):
                hunt.end(*found)
            at, step = at + step, min(2 * step, MOST_AT_ONCE)

    def _in_threads(self, run: Callable[[Task], Outcome], tasks: Iterable[Task]) -> list[Outcome]:
        return list(self.threads.map(run, tasks))


def _blocks(rows: int, literals: int) -> int:
    """Return how many blocks a feature is cut into, so that tables are no larger than needed."""
    blocks = int((rows / ROWS_PER_CELL) ** (1 / max(1, literals)))
    return min(MOST_BLOCKS, max(FEWEST_BLOCKS, blocks))


def _parts(length: int, parts: int) -> list[slice]:
    step = max(1, -(-length // parts))
    return [slice(start, start + step) for start in range(0, length, step)]


def _listed(row: list[int]) -> Place:
    thresholds, literals = row[: kernels.MOST], row[kernels.MOST :]
    pairs = zip(literals, thresholds, strict=True)
    return tuple(
        Literal(*divmod(literal, 2), threshold) for literal, threshold in pairs if literal >= 0
    )
