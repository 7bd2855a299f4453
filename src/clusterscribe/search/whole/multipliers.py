"""The relaxed master over polyhedra, and the multipliers of its rows.

With shares x of polyhedra that sum to one for each cluster, and multipliers y of a row that are
at least zero and sum to one at most, the relaxation is the saddle point of

    sum over rows of weight * ( y[own] (1 - inside its own) + sum of y[k] inside those of k )
      + recall[k] * (least weight inside - weight of own rows inside)
      + price * (conditions - ceiling)

where "inside" adds up the shares of the polyhedra that hold the row. Where a cluster may have
several polyhedra, "inside its own" counts that many times (`unions/union_bound.py`). Any
multipliers prove a bound (see `whole_search.py`), so that they need not be exact, and a first-order
method does: primal-dual steps of both players from where the last round left them, which is also
what keeps the multipliers from jumping. Rows of one pattern have the same multipliers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.boxes import NOISE
from clusterscribe.problem.ranks import Ranks
from clusterscribe.search.whole.multiplier_kernels import Game, State, take_steps
from clusterscribe.search.whole.patterns import Patterns
from clusterscribe.search.whole.polyhedron import Polyhedron

Floats = NDArray[np.float64]
FULL_PRICE = 10  # conditions that cost as much as an average cluster weighs, at a price of one


class Multipliers:
    """Shares of the polyhedra and multipliers of the patterns, improved in place."""

    def __init__(self, ranks: Ranks, ceiling: int | None = None, polyhedra: int = 1) -> None:
        patterns, clusters = Patterns.of(ranks), ranks.clusters
        self.polyhedra = polyhedra  # that a cluster may have
        self.patterns = patterns
        self.clusters = clusters
        self.least_inside = ranks.least_inside
        self.share = np.zeros(0)  # of each polyhedron
        self.of_row = np.full((len(patterns), clusters), 0.5 / max(1, clusters - 1))
        members = np.flatnonzero(patterns.own != NOISE)
        self.of_row[members, patterns.own[members]] = 0.5
        self.of_recall = np.zeros(clusters)
        self.ceiling = ceiling  # conditions of all polyhedra together
        self.of_length = np.zeros(1)

    def add(self, polyhedron: Polyhedron) -> None:
        """Let another polyhedron take part, at first with no share unless it is the first."""
        self.patterns, origin = self.patterns.split_by(polyhedron)
        self.of_row = self.of_row[origin]
        known = [p.cluster for p in self.patterns.polyhedra[:-1]]
        self.share = np.append(self.share, float(polyhedron.cluster not in known))

    def keep(self, places: NDArray[np.intp]) -> None:
        """Keep these polyhedra alone; rows that none of them distinguishes share multipliers."""
        before, kept = self.patterns, [self.patterns.polyhedra[i] for i in places.tolist()]
        self.patterns = before.anew(kept)
        weight, total = before.ranks.weight, self.patterns.weight
        of_row = self.of_row[before.of_row]
        self.of_row = np.stack(
            [
                np.bincount(self.patterns.of_row, weight * of_row[:, k], minlength=len(total))
                / total
                for k in range(self.clusters)
            ],
            axis=1,
        )
        self.share = self.share[places]

    def of_all(self, ranks: Ranks, rows: NDArray[np.intp]) -> Multipliers:
        """Return multipliers of all rows that begin where those of some of them have led.

        A row like none of them is blamed on the cluster that gets it most wrong.
        """
        whole = Multipliers(ranks, self.ceiling, self.polyhedra)
        places = [(p.cluster, p.place) for p in self.patterns.polyhedra]
        whole.patterns = Patterns.of(ranks, (Polyhedron.of(ranks, *place) for place in places))
        whole.share, whole.of_recall, whole.of_length = self.share, self.of_recall, self.of_length
        fault = whole._fault()
        most = fault.max(axis=1, keepdims=True)
        whole.of_row = (most > 0) * (fault == most) / (fault == most).sum(axis=1, keepdims=True)
        whole.of_row[whole.patterns.of_row[rows]] = self.of_row[self.patterns.of_row]
        return whole

    def _fault(self) -> Floats:
        """Return how far each cluster gets each pattern wrong, by the shares."""
        columns = [[p.cluster == k for p in self.patterns.polyhedra] for k in range(self.clusters)]
        held = self.patterns.inside @ (np.array(columns).T * self.share[:, None])
        is_own = self.patterns.own[:, None] == np.arange(self.clusters)
        return np.where(is_own, 1 - self.polyhedra * held, held)

    def improve(self, steps: int) -> None:
        """Take steps of both players, and keep the mean of where they were."""
        cluster = np.array([p.cluster for p in self.patterns.polyhedra])
        order = np.argsort(cluster, kind="stable")  # those of a cluster together
        game = self._game(order, np.searchsorted(cluster[order], np.arange(self.clusters + 1)))
        state = State(self.share[order], self.of_row, self.of_recall, self.of_length)
        share, self.of_row, self.of_recall, self.of_length = take_steps(game, state, steps)
        self.share = np.empty_like(share)
        self.share[order] = share

    def _game(self, order: NDArray[np.intp], first: NDArray[np.intp]) -> Game:
        patterns, least = self.patterns, np.array(self.least_inside, dtype=float)
        inside = np.ascontiguousarray(patterns.inside[:, order])
        weight = patterns.weight.astype(float)
        ordered = [patterns.polyhedra[i] for i in order.tolist()]
        if self.polyhedra > 1:
            is_own = patterns.own[:, None] == np.array([p.cluster for p in ordered])
            inside = np.where(is_own, np.uint8(self.polyhedra) * inside, inside)
        members = np.array([float(self.polyhedra * p.own) for p in ordered])
        scale = length_scale(patterns.ranks)
        length = scale * np.array([float(p.conditions) for p in ordered])
        binds = 1.0 + (least > 0) + (self.ceiling is not None)
        heaviest = np.maximum.reduceat(weight @ inside, first[:-1])
        most_held = np.add.reduceat(inside, first[:-1], axis=1, dtype=float).max(axis=1)
        known = np.add.reduceat(members, first[:-1])
        return Game(
            inside=inside,
            first=first,
            own=patterns.own,
            weight=weight,
            members=members,
            length=length,
            least_inside=least,
            ceiling=np.inf if self.ceiling is None else self.ceiling * scale,
            step=1 / np.maximum(1.0, heaviest) / binds,
            row_step=1 / np.maximum(1.0, most_held),
            recall_step=np.where(least > 0, 1 / np.maximum(1.0, known), 0.0),
            length_step=0.0 if self.ceiling is None else 1 / max(1.0, float(length.sum())),
        )


def length_scale(ranks: Ranks) -> float:
    """Return what a condition costs at a price of one: steps of the price fit the others then."""
    return max(1.0, ranks.total_weight / (FULL_PRICE * ranks.clusters))
