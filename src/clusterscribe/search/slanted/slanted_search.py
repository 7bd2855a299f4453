"""Local search over polyhedra of slanted half-spaces, from any answer.

    pool        the best separators of each cluster from each other, and from the rest
    descend     one cluster after the other, with the others as they are: a half-space is replaced
                by the best in any direction of the pool or next to it, another one is added,
                or one is dropped
    border      one cut between two clusters is moved, of which each of them takes a side
    shake       take some half-spaces away, learn separators of the rows that these decided on,
                and descend from there
    shorten     fewer terms or half-spaces within a budget, and descend at that length

All directions are looked at coarsely, and the most promising exactly, on all rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.columns import Direction, Geometry, Polyhedra, admitted
from clusterscribe.search.integer import never
from clusterscribe.search.slanted.borders import Border, borders, new_border, opposite
from clusterscribe.search.slanted.candidates import Reaching, as_arrays, neighbours
from clusterscribe.search.slanted.separators import separators
from clusterscribe.search.slanted.slant_kernels import promises
from clusterscribe.search.slanted.working import Bools, Cut, Ints, Working, best_cut, rows_inside

SAMPLE = 3_000  # rows of a cluster that separators are fitted to
SCREENED = 6_000  # rows that directions are looked at on
OF_A_PAIR = 24  # directions that are kept of one pair of clusters
MOST_KNOWN = 400  # directions of a cluster; the latest are kept
MOST_NEAR = 200  # directions whose neighbours are kept
EXACT = 4  # directions that are tried on all rows


class Move(NamedTuple):
    """Other half-spaces for one cluster, and what they gain there."""

    gain: int
    complexity: int
    cuts: tuple[Cut, ...]

    @property
    def key(self) -> tuple[int, int]:
        """What moves are compared by: much gained, then a short description."""
        return self.gain, -self.complexity


@dataclass(frozen=True, eq=False, slots=True)
class Opening:
    """Where a half-space of a cluster may go: beside others, which leave some rows inside."""

    cluster: int
    rest: tuple[Cut, ...]
    stakes: Ints
    inside: Bools
    least: int  # weight of the cluster that has to stay inside

    @property
    def contested(self) -> Ints:
        """The rows that matter."""
        return np.flatnonzero(self.inside & (self.stakes != 0))

    @property
    def unfilled(self) -> Move:
        """Leave it open."""
        return _move(self.rest, self.stakes, self.inside)

    def filled(self, cut: Cut) -> Move:
        """Put a half-space there."""
        return _move((*self.rest, cut), self.stakes, self.inside & ~cut.outside)


@dataclass(frozen=True, slots=True)
class Errand:
    """The time there is, whom to tell of every better answer, and when it is good enough."""

    clock: Clock
    tell: Callable[[Polyhedra], object]
    enough: Callable[[], bool] = never

    @property
    def is_over(self) -> bool:
        """Whether to stop."""
        return self.clock.expired or self.enough()


class SlantedSearch:
    """Improves answers on the rows of one geometry."""

    def __init__(self, geometry: Geometry, reach: Reaching, seed: int, jobs: int) -> None:
        self.geometry = geometry
        self.reach = reach
        self.ranks = geometry.ranks
        self.chance = np.random.default_rng(seed)
        self.pool: list[list[Direction]] = []
        self.jobs = jobs
        self.threads = ThreadPoolExecutor(jobs)
        self.near: dict[Direction, list[Direction]] = {}  # neighbours of directions

    # ---- starts -----------------------------------------------------------------------

    def fill_pool(self, clock: Clock) -> None:
        """Find separators of each cluster from each other, and from all others together."""
        clusters = self.ranks.clusters
        self.pool = [[] for _ in range(clusters)]
        some = [self._some(np.flatnonzero(self.ranks.cluster == k)) for k in range(clusters)]
        for k in range(clusters):
            others = [j for j in range(clusters) if j != k]
            rest = np.concatenate([some[j] for j in others]) if others else np.zeros(0, dtype=int)
            for against in [*(some[j] for j in others), self._some(rest)]:
                if clock.expired:
                    return
                self._add_separators(k, some[k], against)

    def _add_separators(self, cluster: int, own: Ints, against: Ints) -> None:
        sides = (np.ascontiguousarray(self._shares(rows).T) for rows in (own, against))
        found = list(dict.fromkeys(separators(self.reach, *sides)))
        rows = np.concatenate([own, against])
        # both sides count the same, whatever their number
        stakes = np.repeat(
            [1 / max(1, len(own)), -1 / max(1, len(against))], [len(own), len(against)]
        )
        best = self._most_promising(found, rows, stakes, OF_A_PAIR)
        self.pool[cluster] += [d for d in best if d not in self.pool[cluster]]

    def _shares(self, rows: Ints) -> NDArray[np.float64]:
        """Return some rows as they are scaled, features x rows."""
        return self.geometry.lower[:, rows]

    def _some(self, rows: Ints, most: int = SAMPLE) -> Ints:
        if len(rows) <= most:
            return rows
        return np.sort(self.chance.choice(rows, most, replace=False))

    def by_pairs(self, clock: Clock) -> Working:
        """Return the answer made of one border between each two clusters."""
        working = Working(self.geometry, ((),) * self.ranks.clusters)
        for pair in combinations(range(self.ranks.clusters), 2):
            if not clock.expired:
                self._draw_border(working, pair)
        return working

    def _draw_border(self, working: Working, pair: tuple[int, int]) -> None:
        """Add the border that separates two clusters best, whatever becomes of other rows."""
        border = new_border(working, *pair)
        for direction in self._for_border(working, border, 1):
            moved = border.moved(working, direction)
            if moved is not None:
                self._put_all(working, moved, pair)

    # ---- descent ----------------------------------------------------------------------

    def descend(
        self,
        working: Working,
        errand: Errand,
        *,
        most: int | None = None,
        only: Iterable[int] | None = None,
    ) -> None:
        """Improve one polyhedron after the other until none gets better.

        `most` is the complexity that all polyhedra together may have.
        """
        everyone = range(len(working.cuts))
        waiting = list(everyone if only is None else only)
        while waiting and not errand.is_over:
            place = waiting.pop(0)
            if self.improve(working, place, errand.clock, most):
                errand.tell(working.polyhedra)
                waiting = [other for other in everyone if other != place] + [place]
            if not waiting and only is None:
                waiting = self._move_borders(working, errand, most)

    def _move_borders(self, working: Working, errand: Errand, most: int | None) -> list[int]:
        """Move the first border that is better elsewhere; return whose border it is."""
        owner = working.owner
        places = permutations(range(len(owner)), 2)
        pairs = [(first, second) for first, second in places if owner[first] != owner[second]]
        for i in self.chance.permutation(len(pairs)).tolist():
            for border in borders(working, *pairs[i]):
                if errand.is_over:
                    return []
                best = self._best_border(working, border, most)
                if best.key < working.key:
                    self._put_all(working, best, pairs[i])
                    errand.tell(working.polyhedra)
                    return list(pairs[i])
        return []

    def _best_border(self, working: Working, border: Border, most: int | None) -> Working:
        """Return the best of the answer as it is and of those with the border elsewhere."""
        moved = (border.moved(working, d) for d in self._for_border(working, border, EXACT))
        short = [m for m in moved if m is not None and (most is None or m.complexity <= most)]
        return min(working, *short, key=lambda answer: answer.key) if short else working

    def _for_border(self, working: Working, border: Border, most: int) -> list[Direction]:
        """Return the most promising directions of a border, known ones and those next to it."""
        first, second = (working.owner[place] for place in border.places)
        known = [*self.pool[first], *map(opposite, self.pool[second])]
        near = [] if border.old is None else self._near(border.old.column.direction)
        rows = self._some(border.contested, SCREENED)
        stakes = border.stakes[rows].astype(float)
        looked_at = (list(dict.fromkeys(known)), near)
        return [d for some in looked_at for d in self._most_promising(some, rows, stakes, most)]

    @staticmethod
    def _put_all(working: Working, other: Working, places: Iterable[int]) -> None:
        for place in places:
            working.put(place, other.cuts[place])

    def improve(self, working: Working, place: int, clock: Clock, most: int | None = None) -> bool:
        """Make the best change of one polyhedron, as often as there is one; say whether one was."""
        improved = False
        while not clock.expired:
            cuts, stakes = working.cuts[place], working.stakes(place)
            now = _move(cuts, stakes, working.inside[place])
            spare = None if most is None else most - working.complexity
            found = self._moves(working, place, stakes, spare, clock)
            best = max(found, key=lambda move: move.key, default=now)
            if best.key <= now.key:
                return improved
            working.put(place, best.cuts)
            improved = True
        return improved

    def _moves(
        self, working: Working, place: int, stakes: Ints, spare: int | None, clock: Clock
    ) -> Iterator[Move]:
        """Yield changes of one half-space: without it, with another one, and with one more."""
        most, cuts = self.ranks.limits.most_of(working.owner[place]), working.cuts[place]
        for opening, cut in self._openings(working, place, stakes):
            if clock.expired or (cut is None and len(cuts) == most):
                return
            longest = self.reach.max_terms + 1
            if spare is not None:
                longest = min(longest, spare + (0 if cut is None else cut.complexity))
            if cut is not None:
                yield opening.unfilled
                yield from self._around(opening, cut, longest)
            yield from self._from_pool(opening, longest)

    def _shorter_moves(
        self, working: Working, place: int, stakes: Ints, clock: Clock
    ) -> Iterator[Move]:
        """Yield changes of one half-space to one of fewer features, or to none."""
        for opening, cut in self._openings(working, place, stakes):
            if clock.expired or cut is None:
                return
            yield opening.unfilled
            yield from self._around(opening, cut, cut.complexity - 1)
            yield from self._from_pool(opening, cut.complexity - 1)

    def _openings(
        self, working: Working, place: int, stakes: Ints
    ) -> Iterator[tuple[Opening, Cut | None]]:
        """Yield where each half-space of a polyhedron is, and at last a place for another."""
        cuts, cluster, least = working.cuts[place], working.owner[place], working.least(place)
        in_question = ~working.held_by_others(place)
        for i in range(len(cuts) + 1):
            rest = (*cuts[:i], *cuts[i + 1 :])
            inside = rows_inside(rest, len(self.ranks)) & in_question
            cut = cuts[i] if i < len(cuts) else None
            yield Opening(cluster, rest, stakes, inside, least), cut

    def _around(self, opening: Opening, cut: Cut, longest: int) -> Iterator[Move]:
        """Yield the best half-spaces next to one that is in use.

        They differ in what they do to the rows near its border.
        """
        direction, rows = cut.column.direction, opening.contested
        if len(rows) > SCREENED:
            scores = self.geometry.scores(direction, opening.cluster)[rows]
            far = np.abs(scores - cut.column.bound)
            rows = rows[np.argpartition(far, SCREENED)[:SCREENED]]
        yield from self._best(opening, self._near(direction), rows, longest)

    def _near(self, direction: Direction) -> list[Direction]:
        """Return the neighbours of a direction, of which the same are asked for again and again."""
        if direction not in self.near:
            if len(self.near) >= MOST_NEAR:
                self.near.clear()
            self.near[direction] = list(dict.fromkeys(neighbours(self.reach, direction)))
        return self.near[direction]

    def _from_pool(self, opening: Opening, longest: int) -> Iterator[Move]:
        """Yield the best half-spaces of the directions that are known."""
        rows = self._some(opening.contested, SCREENED)
        yield from self._best(opening, self.pool[opening.cluster], rows, longest)

    def _best(
        self, opening: Opening, directions: Iterable[Direction], rows: Ints, longest: int
    ) -> Iterator[Move]:
        """Yield half-spaces of at most such a complexity that are the best on some rows."""
        short = [d for d in directions if len(d.features) < longest]
        stakes = opening.stakes[rows].astype(float)
        for direction in self._most_promising(short, rows, stakes, EXACT):
            cut = best_cut(
                self.geometry,
                direction,
                opening.cluster,
                opening.stakes,
                opening.inside,
                opening.least,
            )
            if cut is not None:
                yield opening.filled(cut)

    def _most_promising(
        self, directions: Sequence[Direction], rows: Ints, stakes: NDArray[np.float64], most: int
    ) -> list[Direction]:
        """Return the directions that gain most on some rows; of equals, the shortest."""
        if self.ranks.axes is not None:
            allowed = (admitted(direction, self.ranks.axes) for direction in directions)
            directions = [*dict.fromkeys(d for d in allowed if d is not None)]
        if not len(rows) or not directions:
            return []
        features, weights = as_arrays(directions, self.reach.max_terms)
        shares = self._shares(rows)

        def look(part: slice) -> NDArray[np.float64]:
            gains: NDArray[np.float64] = promises(shares, stakes, features[part], weights[part])
            return gains

        step = -(-len(directions) // self.jobs)
        parts = [slice(start, start + step) for start in range(0, len(directions), step)]
        gains = np.concatenate([*self.threads.map(look, parts)])
        order = np.lexsort((np.count_nonzero(weights, axis=1), -gains))
        return [directions[i] for i in order[:most].tolist()]

    # ---- beyond the nearest -----------------------------------------------------------

    def shaken(self, working: Working, errand: Errand) -> Working:
        """Take half-spaces away, descend from there, and return the better of both."""
        other = working.copy()
        places = self.chance.permutation(len(other.cuts))[:2].tolist()
        for place in places:
            cuts = other.cuts[place]
            if cuts:
                gone = int(self.chance.integers(len(cuts)))
                other.put(place, [cut for i, cut in enumerate(cuts) if i != gone])
                self._learn(other, place)
        self.descend(other, errand, only=places)
        self.descend(other, errand)
        return other if other.key <= working.key else working

    def _learn(self, working: Working, place: int) -> None:
        """Find separators of the rows that another half-space of a polyhedron would decide on."""
        stakes, inside, cluster = working.stakes(place), working.inside[place], working.owner[place]
        own, against = (np.flatnonzero(inside & side) for side in (stakes > 0, stakes < 0))
        if len(own) and len(against):
            self._add_separators(cluster, self._some(own), self._some(against))
            self.pool[cluster] = self.pool[cluster][-MOST_KNOWN:]

    def shorten(self, working: Working, budget: int, errand: Errand) -> None:
        """Make an answer shorter as long as it stays within a budget of errors."""
        while not errand.is_over:
            shorter = self._shorter(working, budget, errand.clock)
            if shorter is None:
                return
            working.put(*shorter)
            errand.tell(working.polyhedra)
            self.descend(working, errand, most=working.complexity)

    def _shorter(
        self, working: Working, budget: int, clock: Clock
    ) -> tuple[int, tuple[Cut, ...]] | None:
        """Return the change that saves most complexity for each further error, within a budget."""
        best: tuple[float, int, tuple[Cut, ...]] | None = None
        errors = working.errors
        for k in range(len(working.cuts)):
            stakes = working.stakes(k)
            now = _move(working.cuts[k], stakes, working.inside[k])
            for move in self._shorter_moves(working, k, stakes, clock):
                lost, saved = now.gain - move.gain, now.complexity - move.complexity
                if saved > 0 and errors + lost <= budget:
                    price = (lost + 0.5) / saved
                    if best is None or price < best[0]:
                        best = price, k, move.cuts
        return None if best is None else (best[1], best[2])


def _move(cuts: Sequence[Cut], stakes: Ints, inside: Bools) -> Move:
    gain = int(stakes[inside].sum())
    return Move(gain, sum(cut.complexity for cut in cuts), tuple(cuts))
