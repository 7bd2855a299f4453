"""Local search over unions of polyhedra of few conditions: best responses of whole polyhedra.

With all other polyhedra fixed, the best possible change of one is the heaviest polyhedron over rows
that count for it or against it (`search/whole/heaviest.py`). Going round all slots, of which some
may be empty, until none has anything better is local search; taking some away and going round again
leads on from there. Importing this module imports numba.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import NOISE
from clusterscribe.problem.columns import Polyhedra
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.stakes import stakes_of
from clusterscribe.search.unions.slots import empty_slots, in_slots, out_of_slots
from clusterscribe.search.whole.best_responses import FEW
from clusterscribe.search.whole.heaviest import HeaviestSearch
from clusterscribe.search.whole.polyhedron import Polyhedron, place_of, set_place

FRUITLESS = 12  # times that some are taken away in vain
TAKEN = 2  # polyhedra at a time


class FewUnions:
    """Improves answers of at most so many conditions per polyhedron."""

    def __init__(self, ranks: Ranks, conditions: int, polyhedra: int, jobs: int, seed: int) -> None:
        self.ranks = ranks
        self.polyhedra = polyhedra
        self.search = HeaviestSearch(ranks, conditions, jobs)
        self.chance = np.random.default_rng(seed)
        self.least = ranks.least_inside

    def improved(self, start: Polyhedra, deadline: Clock) -> Iterator[Polyhedra]:
        """Yield ever better answers, as long as that pays."""
        best = self._read(start)
        errors, fruitless = self._go_round(best, deadline), 0
        yield self._write(best)
        while fruitless < FRUITLESS and not deadline.expired:
            other = list(best)
            for place in self.chance.permutation(len(other))[:TAKEN].tolist():
                other[place] = None
            now = self._go_round(other, deadline)
            fruitless = 0 if now < errors else fruitless + 1
            if now <= errors:
                best, errors = other, now
                yield self._write(best)

    def _go_round(self, slots: list[Polyhedron | None], deadline: Clock) -> int:
        """Improve one polyhedron after the other until none gets better; return the errors."""
        place = waiting = 0
        while waiting < len(slots) and not deadline.expired:
            better = self._response(slots, place, deadline)
            waiting = 0 if better is not None else waiting + 1
            slots[place] = better or slots[place]
            place = (place + 1) % len(slots)
        return self._errors(slots)

    def _response(
        self, slots: Sequence[Polyhedron | None], place: int, deadline: Clock
    ) -> Polyhedron | None:
        """Return a better polyhedron for a slot, None if there is none."""
        cluster, present = place // self.polyhedra, slots[place]
        others = [*slots[:place], None, *slots[place + 1 :]]
        homes, abroad = self._counted(others)
        member = self.ranks.cluster == cluster
        homeless = (homes == 0) & (self.ranks.cluster != NOISE)
        settled = np.where(member, homes > 0, homeless) | (abroad > 0)
        stakes = stakes_of(member, self.ranks.weight, settled)
        now = 0 if present is None else present.weighs(stakes)
        found = self.search.find(cluster, stakes, deadline, beat=max(0, now), most=FEW)
        if found.place is None:
            return None
        better = Polyhedron.of(self.ranks, cluster, found.place)
        held = int(self.ranks.weight[member & ((homes > 0) | better.inside)].sum())
        return better if held >= self.least[cluster] else None

    def _counted(
        self, slots: Sequence[Polyhedron | None]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Count the polyhedra that each row is inside of: those of its own cluster, and others."""
        homes, abroad = np.zeros((2, len(self.ranks)), dtype=np.int64)
        for polyhedron in slots:
            if polyhedron is not None:
                member = self.ranks.cluster == polyhedron.cluster
                homes += polyhedron.inside & member
                abroad += polyhedron.inside & ~member
        return homes, abroad

    def _errors(self, slots: Sequence[Polyhedron | None]) -> int:
        homes, abroad = self._counted(slots)
        wrong = ((homes == 0) & (self.ranks.cluster != NOISE)) | (abroad > 0)
        return int(self.ranks.weight[wrong].sum())

    def _read(self, answer: Polyhedra) -> list[Polyhedron | None]:
        boxes = in_slots(answer, self.polyhedra, self.ranks.sizes)
        there = np.logical_and.reduce(boxes.low <= boxes.high, axis=1).tolist()
        return [
            Polyhedron.of(self.ranks, at // self.polyhedra, place_of(boxes, at))
            if is_there
            else None
            for at, is_there in enumerate(there)
        ]

    def _write(self, slots: Sequence[Polyhedron | None]) -> Polyhedra:
        boxes = empty_slots(self.ranks.clusters, self.polyhedra, self.ranks.sizes)
        for at, polyhedron in enumerate(slots):
            if polyhedron is not None:
                set_place(boxes, at, polyhedron.place)
        return out_of_slots(boxes, self.polyhedra)
