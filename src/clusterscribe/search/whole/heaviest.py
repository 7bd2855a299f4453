"""The heaviest polyhedron of at most so many axis-parallel conditions, over signed whole weights.

    bound      every shape, which is a set of features, on slots of the thresholds that can win:
               a bound each, from two tables of sums
    refine     those whose bound is above the best, the most promising first: ranges of thresholds
               are narrowed and swept until the best place is found, and nothing better is left

Sums are whole numbers, so that every weight and bound is exact. The search may be stopped at any
time: what was not looked at is covered by the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from copy import copy
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
ROWS_PER_CELL = 2  # of a table of all slots: with fewer, tables cost more than rows
FEWEST_SLOTS = 6  # that the thresholds of a feature are cut into: its slots
MOST_SLOTS = 96
FIRST = 8  # shapes that are searched before all others
PARTS = 16  # pieces of the pass over all shapes, between which the clock is looked at
MOST_AT_ONCE = 256  # shapes that are refined between two looks at the clock
WORK = 200_000_000  # rows and cells that a thread may look at for these


class Literal(NamedTuple):
    """A condition on one feature: ranks, turned for `x >= t`, that are at most the threshold."""

    feature: int
    side: int  # 0: `x <= t`, 1: `x >= t`
    threshold: int


Place: TypeAlias = tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Heaviest:
    """The heaviest polyhedron found, None if none is heavier than was asked for; a bound for all.

    Without a polyhedron the weight is what was known to be reached, or to be worth nothing.
    """

    weight: int
    place: Place | None
    bound: int
    promise: Ints  # a bound for each of the shapes that were searched
    others: tuple[Place, ...] = ()  # of some shapes, where several were asked for

    @property
    def places(self) -> tuple[Place, ...]:
        """All polyhedra found, the heaviest first."""
        return self.others if self.place is None else (self.place, *self.others)


@dataclass(frozen=True, slots=True)
class _View:
    """The rows of one call, and the slots of the thresholds that can beat what is known."""

    fine: kernels.Fine
    signed: kernels.Signed
    axes: kernels.Axes


class _Hunt:
    """The heaviest place so far, or the list of all places above a weight, and what is open."""

    def __init__(self, beat: int, spare: int, room: int = 0) -> None:
        self.weight = beat
        self.bar = np.array([beat])
        self.spare = spare
        self.room = room  # for places to list; where there is some, the weight to beat stays
        self.place: Place | None = None
        self.listed: list[Place] = []
        self.left = -kernels.ENOUGH  # a bound for what was not searched

    @property
    def least(self) -> int:
        """What a bound has to be above to be worth a look."""
        return self.weight + self.spare

    @property
    def is_full(self) -> bool:
        """Whether there is no room for more places to list."""
        return len(self.listed) > self.room

    def begin(self, literals: int) -> kernels.Hunt:
        """Return what a thread works with."""
        return kernels.Hunt(
            bar=self.bar,
            spare=self.spare,
            limit=WORK,
            work=np.zeros(1, dtype=np.int64),
            open=np.full(1, -kernels.ENOUGH),
            weight=np.full(1, -kernels.ENOUGH),
            place=np.zeros((literals, 3), dtype=np.int64),
            listed=np.zeros((self.room, literals, 3), dtype=np.int64),
            count=np.zeros(1, dtype=np.int64),
        )

    def end(self, found: kernels.Hunt) -> None:
        """Take over what a thread has found."""
        if found.weight[0] > self.weight:
            self.weight, self.place = int(found.weight[0]), _place(found.place)
        self.bar[0] = self.weight  # threads may have overwritten what others had found
        self.left = max(self.left, int(found.open[0]))
        count = int(found.count[0])
        if count > self.room:  # more than could be written down
            self.listed += [()] * count
        self.listed += [_place(place) for place in found.listed[:count]]


class HeaviestSearch:
    """Searches the same rows again and again, for one cluster and set of weights at a time."""

    def __init__(self, ranks: Ranks, conditions: int, jobs: int) -> None:
        self.ranks = ranks
        self.jobs = jobs
        self.grid = Grid.of(ranks, MOST_BLOCKS)
        self.candidates = [Candidates.of(ranks, self.grid, k) for k in range(ranks.clusters)]
        self.threads = ThreadPoolExecutor(jobs)
        self._allow(conditions)

    def of_fewer(self, conditions: int) -> HeaviestSearch:
        """Return a search of fewer conditions on the same rows, which need not be read again."""
        fewer = copy(self)
        fewer._allow(conditions)
        return fewer

    def _allow(self, conditions: int) -> None:
        varying = np.flatnonzero(self.ranks.sizes > 1).tolist()
        self.conditions = min(conditions, 2 * len(varying))
        self.slots = _slots(len(self.ranks), self.conditions)
        self.shapes = shapes(tuple(varying), self.conditions)

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
        several: int = 0,
    ) -> Heaviest:
        """Find a polyhedron heavier than `beat`, to within `spare` of the heaviest.

        `among` restricts the search to some shapes, and what is proved to these. `most` is how many
        sets of literals are refined, where a good polyhedron is enough. `several` is how many
        shapes bring up a polyhedron that is heavier than `beat`, too, if a rough look shows one.
        """
        chosen = self.shapes if among is None else self.shapes[among]
        view = self._view(cluster, weight, max(beat, 0) + spare)
        bounds, values, cells = self._bounds(view, chosen, clock)
        hunt = _Hunt(max(beat, int(values.max(initial=0)) - 1 - spare, 0), spare)
        # what is best at the ends of slots soon shows how much there is to beat
        first = _best_first(values, bounds, hunt.least)[:FIRST]
        self._refine(view, chosen[first], bounds[first], hunt, clock)
        places = _best_first(bounds, bounds, hunt.least)
        if most is not None and len(places) > most:
            hunt.left = max(hunt.left, int(bounds[places[most]]))
            places = places[:most]
        self._refine(view, chosen[places], bounds[places], hunt, clock)
        valuable = _best_first(values, values, max(beat, 0))[:several]
        return Heaviest(
            weight=hunt.weight,
            place=hunt.place,
            bound=max(hunt.least, hunt.left),
            promise=bounds,
            others=tuple(self._loosest(view, chosen[s], int(cells[s])) for s in valuable),
        )

    def _loosest(self, view: _View, shape: Ints, cell: int) -> Place:
        """Return the place of a cell with the loosest thresholds of its slots."""
        return _place(kernels.loosest_of_cell(view.fine.steps, view.axes, shape, cell))

    def above(
        self, cluster: int, weight: Ints, cutoff: int, most: int, clock: Clock
    ) -> list[Place] | None:
        """List all polyhedra of at least this weight; None if there are more, or no time."""
        if most < 1:
            return None
        hunt = _Hunt(cutoff - 1, 0, most)
        view = self._view(cluster, weight, hunt.least)
        bounds, _, _ = self._bounds(view, self.shapes, clock)
        places = _best_first(bounds, bounds, hunt.least)
        self._refine(view, self.shapes[places], bounds[places], hunt, clock)
        return None if hunt.is_full or hunt.left >= cutoff else hunt.listed

    def on(self, places: Iterable[Place]) -> Ints:
        """Return the shapes that have all features of one of these places."""
        wanted = np.zeros(len(self.shapes), dtype=bool)
        for features in {tuple(literal.feature for literal in place) for place in places}:
            has = [(self.shapes == d).sum(axis=1) >= features.count(d) for d in set(features)]
            wanted |= np.logical_and.reduce(has)
        return np.flatnonzero(wanted)

    def _view(self, cluster: int, weight: Ints, least: int) -> _View:
        """Lay out slots for polyhedra that weigh more than the least."""
        grid, candidates = self.grid, self.candidates[cluster]
        fine = kernels.Fine(
            codes=grid.codes,
            count=grid.count,
            single=grid.single,
            intervals=candidates.intervals,
            steps=candidates.steps,
            tops=self.ranks.sizes - 1,
        )
        gains, losses = kernels.masses(fine, weight)
        axes = kernels.Axes(*kernels.lay_out(fine, gains, losses, least, self.slots))
        sides = self._in_threads(
            lambda sign: kernels.choose_rows(grid.codes, axes.block_of, weight, sign), (1, -1)
        )
        gain, loss = (kernels.Side(*side) for side in sides)
        return _View(fine, kernels.Signed(gain, loss), axes)

    def _bounds(self, view: _View, chosen: Ints, clock: Clock) -> tuple[Ints, Ints, Ints]:
        """Return a bound for every shape, what its best place at the ends of slots weighs, and it.

        Where the time is over, the bound is all that can be gained.
        """
        bounds = np.full(len(chosen), view.signed.gain.weight.sum(), dtype=np.int64)
        values, cells = np.zeros_like(bounds), np.zeros_like(bounds)

        def run(part: slice) -> None:
            if not clock.expired:
                kernels.bound_shapes(
                    view.signed,
                    view.axes,
                    chosen[part],
                    bounds[part],
                    values[part],
                    cells[part],
                )

        self._in_threads(run, _parts(len(chosen), PARTS))
        return bounds, values, cells

    def _refine(self, view: _View, chosen: Ints, bounds: Ints, hunt: _Hunt, clock: Clock) -> None:
        """Search shapes, the best bounds first, as long as one of them is above the best."""
        at, step = 0, self.jobs

        def run(part: slice) -> kernels.Hunt:
            found = hunt.begin(self.conditions)
            kernels.refine_shapes(
                self.ranks.lower,
                view.fine,
                view.signed,
                view.axes,
                np.ascontiguousarray(chosen[part]),
                np.ascontiguousarray(bounds[part]),
                found,
            )
            return found

        while at < len(chosen) and (left := int(bounds[at:].max())) > hunt.least:
            is_over = clock.expired  # asked once: time may pass between two questions
            if is_over:
                hunt.left = max(hunt.left, left)
            if is_over or hunt.is_full:
                return
            end = min(len(chosen), at + step)
            parts = [slice(first, end, self.jobs) for first in range(at, min(end, at + self.jobs))]
            for found in self._in_threads(run, parts):
                hunt.end(found)
            at, step = end, min(2 * step, MOST_AT_ONCE)

    def _in_threads(self, run: Callable[[Task], Outcome], tasks: Iterable[Task]) -> list[Outcome]:
        return list(self.threads.map(run, tasks))


def _best_first(promise: Ints, bounds: Ints, least: int) -> NDArray[np.intp]:
    """Return where the bounds above the least are, the most promising first."""
    places = np.flatnonzero(bounds > least)
    return places[np.argsort(-promise[places], kind="stable")]


def _slots(rows: int, literals: int) -> int:
    """Return how many slots a feature has, so that tables do not cost more than rows."""
    slots = int((rows / ROWS_PER_CELL) ** (1 / max(1, literals)))
    return min(MOST_SLOTS, max(FEWEST_SLOTS, slots))


def _parts(length: int, parts: int) -> list[slice]:
    step = max(1, -(-length // parts))
    return [slice(start, start + step) for start in range(0, length, step)]


def _place(rows: Ints) -> Place:
    return tuple(Literal(*row) for row in rows.tolist())
