"""The relaxed master over polyhedra, and the multipliers of its rows.

With shares x of polyhedra that sum to one for each cluster, and multipliers y of a row that are
at least zero and sum to one at most, the relaxation is the saddle point of

    sum over rows of weight * ( y[own] (1 - inside its own) + sum of y[k] inside those of k )
      + recall[k] * (least weight inside - weight of own rows inside)
      + price * (conditions - ceiling)

where "inside" adds up the shares of the polyhedra that hold the row. Any multipliers prove a bound
(see `whole_search.py`), so that they need not be exact, and a first-order method does: primal-dual
steps of both players from where the last round left them, which is also what keeps the
multipliers from jumping. Rows of one pattern have the same multipliers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.boxes import NOISE
from clusterscribe.problem.ranks import Ranks
from clusterscribe.search.whole.patterns import Patterns
from clusterscribe.search.whole.polyhedron import Polyhedron

Floats = NDArray[np.float64]
FULL_PRICE = 10  # conditions that cost as much as an average cluster weighs, at a price of one


class Multipliers:
    """Shares of the polyhedra and multipliers of the patterns, improved in place."""

    def __init__(self, ranks: Ranks, ceiling: int | None = None) -> None:
        patterns, clusters = Patterns.of(ranks), ranks.clusters
        self.patterns = patterns
        self.clusters = clusters
        self.least_inside = least_inside(ranks)
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

    @property
    def price(self) -> float:
        """What a condition costs, in errors."""
        return float(self.of_length[0]) * length_scale(self.patterns.ranks)

    def keep(self, places: NDArray[np.intp]) -> None:
        """Forget all polyhedra but these; rows that are no longer told apart share multipliers."""
        before, kept = self.patterns, [self.patterns.polyhedra[i] for i in places.tolist()]
        self.patterns = Patterns.of(before.ranks, kept)
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

    def improve(self, steps: int) -> None:
        """Take steps of both players, and keep the mean of where they were."""
        game = _Game.of(self.patterns, np.array(self.least_inside, dtype=float), self.ceiling)
        share, others = self.share, (self.of_row, self.of_recall, self.of_length)
        mean = [np.zeros_like(part) for part in (share, *others)]
        for _ in range(steps):
            new = game.better_shares(share, *others)
            others = game.better_multipliers(2 * new - share, *others)
            share = new
            mean = [total + part for total, part in zip(mean, (share, *others), strict=True)]
        self.share, self.of_row, self.of_recall, self.of_length = (t / steps for t in mean)


@dataclass(frozen=True, slots=True)
class _Game:
    """One round: the columns of each cluster, and how far each player may go in a step."""

    columns: list[NDArray[np.intp]]  # of each cluster
    inside: list[NDArray[np.float32]]  # patterns x columns of each cluster
    sign: Floats  # patterns x clusters: 1 for the own cluster, -1 for others
    weight: Floats  # of patterns
    own: Floats  # of each column: weight of the cluster's rows inside
    length: Floats  # of each column: its conditions, scaled
    least_inside: Floats
    ceiling: float  # of all lengths together, scaled
    step: Floats  # of the shares, by cluster
    row_step: Floats  # of the multipliers, by pattern
    recall_step: Floats
    length_step: float

    @classmethod
    def of(cls, patterns: Patterns, least_inside: Floats, ceiling: int | None) -> _Game:
        clusters = patterns.ranks.clusters
        cluster = np.array([p.cluster for p in patterns.polyhedra])
        columns = [np.flatnonzero(cluster == k) for k in range(clusters)]
        inside = [np.ascontiguousarray(patterns.inside[:, c]) for c in columns]
        weight = patterns.weight.astype(float)
        own = np.array([float(p.own) for p in patterns.polyhedra])
        mass = [weight @ part for part in inside]
        degree = np.max([part.sum(axis=1) for part in inside], axis=0)
        length = np.array([float(p.conditions) for p in patterns.polyhedra])
        scale = length_scale(patterns.ranks)
        binds = 1.0 + (least_inside > 0) + (ceiling is not None)
        sums = np.array([own[c].sum() for c in columns])
        return cls(
            columns=columns,
            inside=inside,
            sign=np.where(patterns.own[:, None] == np.arange(clusters), 1.0, -1.0),
            weight=weight,
            own=own,
            length=length * scale,
            least_inside=least_inside,
            ceiling=np.inf if ceiling is None else ceiling * scale,
            step=np.array([1 / max(1.0, part.max(initial=0.0)) for part in mass]) / binds,
            row_step=1 / np.maximum(1.0, degree),
            recall_step=np.where(least_inside > 0, 1 / np.maximum(1.0, sums), 0.0),
            length_step=0.0 if ceiling is None else 1 / max(1.0, float((length * scale).sum())),
        )

    def better_shares(
        self, share: Floats, of_row: Floats, of_recall: Floats, of_length: Floats
    ) -> Floats:
        """Move shares towards the heaviest polyhedra."""
        signed = self.sign * of_row * self.weight[:, None]
        new = share.copy()
        for k, columns in enumerate(self.columns):
            gain = signed[:, k].astype(np.float32) @ self.inside[k]
            gain = gain + of_recall[k] * self.own[columns] - of_length * self.length[columns]
            new[columns] = _on_simplex(share[columns] + self.step[k] * gain)
        return new

    def better_multipliers(
        self, share: Floats, of_row: Floats, of_recall: Floats, of_length: Floats
    ) -> tuple[Floats, Floats, Floats]:
        """Move multipliers towards the clusters that get a row wrong."""
        held = np.stack(
            [
                part @ share[columns].astype(np.float32)
                for part, columns in zip(self.inside, self.columns, strict=True)
            ],
            axis=1,
        )
        fault = np.where(self.sign > 0, 1 - held, held)
        rows = _within_simplex(of_row + self.row_step[:, None] * fault)
        covered = np.array([share[c] @ self.own[c] for c in self.columns])
        recall = np.maximum(0, of_recall + self.recall_step * (self.least_inside - covered))
        over = 0.0 if np.isinf(self.ceiling) else share @ self.length - self.ceiling
        return rows, recall, np.maximum(0, of_length + self.length_step * over)


def length_scale(ranks: Ranks) -> float:
    """Return what a condition costs at a price of one: steps of the price fit the others then."""
    return max(1.0, ranks.total_weight / (FULL_PRICE * ranks.clusters))


def least_inside(ranks: Ranks) -> list[int]:
    """Return the weight of each cluster that has to be inside its own polyhedron."""
    if not ranks.limits.most_outside:
        return [0] * ranks.clusters
    pairs = zip(ranks.cluster_weights.tolist(), ranks.limits.most_outside, strict=True)
    return [max(0, weight - outside) for weight, outside in pairs]


def _on_simplex(values: Floats) -> Floats:
    """Return the nearest numbers that are at least zero and sum to one."""
    falling = np.sort(values)[::-1]
    excess = (np.cumsum(falling) - 1) / np.arange(1, len(values) + 1)
    last = np.flatnonzero(falling > excess)[-1]
    nearest: Floats = np.maximum(values - excess[last], 0)
    return nearest


def _within_simplex(rows: Floats) -> Floats:
    """Return for each row the nearest numbers that are at least zero and sum to one at most."""
    rows = np.maximum(rows, 0)
    large = np.flatnonzero(rows.sum(axis=1) > 1)
    if len(large):
        falling = np.sort(rows[large], axis=1)[:, ::-1]
        excess = (np.cumsum(falling, axis=1) - 1) / np.arange(1, rows.shape[1] + 1)
        last = (falling > excess).sum(axis=1) - 1
        rows[large] = np.maximum(rows[large] - excess[np.arange(len(large)), last][:, None], 0)
    return rows
