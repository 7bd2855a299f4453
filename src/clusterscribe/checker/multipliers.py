"""Multipliers: how many errors every description of few bounds per cluster makes at least.

Let a description have one polyhedron P[k] for each cluster k. A row is wrong if it is outside its
own polyhedron or inside any other, and w[i] is its weight. Take any multipliers y[i, k] of at least
zero that sum to one at most for every row i. Then, whatever the polyhedra are,

    errors  >=  sum of w[i] y[i, own] over members i outside their own polyhedron
              + sum of w[i] y[i, k] over rows i inside the polyhedron of another cluster k,

as a row that is not wrong has no part in this, and one that is wrong has one of w[i] at most. Where
members outside P[k] may weigh so much at most, those inside weigh least[k] at least, so that for
any recall[k] of at least zero

    0  >=  recall[k] (least[k] - weight of the members of k inside P[k]).

Add all of this up, and sort by polyhedra what depends on them:

    errors  >=  sum of w[i] y[i, own] over all members  +  sum of recall[k] least[k]
              - sum over k of the weight of P[k],

where rows inside weigh w[i] (y[i, k] + recall[k]) if they are members of k, and -w[i] y[i, k] if
they are not. The evidence says what no polyhedron of at most so many bounds weighs more than, for
each cluster, and going through all of them shows whether that is true (`no_heavier.py`). Which
multipliers are good ones is not asked: all of them prove something.

Multipliers are counted in whole units. The evidence is

    unit         units of a multiplier of one
    multipliers  different rows of y, each with a whole number for every cluster
    of_row       which of these each row of the table has, counted from zero
    recall       a whole number for every cluster
    heaviest     what no polyhedron of a cluster weighs more than, for every cluster
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.checker.labelled_rows import NOISE, Rows
from clusterscribe.checker.no_heavier import LARGEST, is_any_heavier
from clusterscribe.checker.refusal import Refused

ENTRIES = {"unit", "multipliers", "of_row", "recall", "heaviest"}
MOST_CONDITIONS = 8  # nobody goes through all polyhedra of more


@dataclass(frozen=True, slots=True)
class Multipliers:
    """Evidence of the right shape: whole numbers of at least zero, and rows within one unit."""

    unit: int
    of_row: NDArray[np.int64]  # rows x clusters
    recall: tuple[int, ...]
    heaviest: tuple[int, ...]

    @classmethod
    def read(cls, evidence: Mapping[str, Any], rows: Rows) -> Multipliers:
        """Refuse whatever is not as it should be."""
        if not isinstance(evidence, Mapping) or set(evidence) != ENTRIES:
            raise Refused(f"multipliers have the entries {', '.join(sorted(ENTRIES))}")
        (unit,) = _whole_numbers([evidence["unit"]], 1, "the unit")
        if not unit:
            raise Refused("the unit of multipliers is zero")
        different = _different(evidence["multipliers"], rows.clusters, unit)
        which = _whole_numbers(evidence["of_row"], len(rows), "the multipliers of rows")
        if max(which, default=-1) >= len(different):
            raise Refused("a row has multipliers that are not there")
        recall = _whole_numbers(evidence["recall"], rows.clusters, "the multipliers of recall")
        heaviest = _whole_numbers(evidence["heaviest"], rows.clusters, "the heaviest weights")
        total = sum(rows.weight.tolist())
        if total * (unit + max(recall, default=0)) >= LARGEST:
            raise Refused("multipliers are too large for weights to be added up exactly")
        table = np.array(different, dtype=np.int64).reshape(len(different), rows.clusters)
        return cls(unit, table[np.array(which, dtype=np.intp)], tuple(recall), tuple(heaviest))

    def weights(self, rows: Rows, cluster: int) -> NDArray[np.int64]:
        """Return what rows weigh inside the polyhedron of a cluster."""
        each = self.of_row[:, cluster]
        signed = np.where(rows.cluster == cluster, each + self.recall[cluster], -each)
        return rows.weight * signed

    def constant(self, rows: Rows, least: Sequence[int]) -> int:
        """Return what does not depend on polyhedra."""
        member = np.flatnonzero(rows.cluster != NOISE)
        own = self.of_row[member, rows.cluster[member]]
        known = sum(each * inside for each, inside in zip(self.recall, least, strict=True))
        return int((rows.weight[member] * own).sum()) + known


def errors_proved(
    rows: Rows,
    conditions: int,
    evidence: Mapping[str, Any],
    *,
    most_outside: Sequence[int] | None = None,
    tell: Callable[[float], None] = lambda share: None,
) -> int:
    """Return how many errors every description of so many bounds per cluster makes at least.

    `most_outside` is what the members of each cluster that are outside of its polyhedron weigh at
    most, if that is asked for. Refuses evidence that does not prove what it says; `tell` hears
    what share is done.
    """
    if not 1 <= conditions <= MOST_CONDITIONS:
        raise Refused(f"multipliers are about 1 to {MOST_CONDITIONS} bounds per cluster")
    given = Multipliers.read(evidence, rows)
    for k, limit in enumerate(given.heaviest):

        def tell_all(share: float, before: int = k) -> None:
            tell((before + share) / rows.clusters)

        weight = given.weights(rows, k)
        if is_any_heavier(rows.values, weight, conditions, limit, tell_all):
            raise Refused(f"a polyhedron of cluster number {k} weighs more than is said of all")
        tell((k + 1) / rows.clusters)
    units = given.constant(rows, _least_inside(rows, most_outside)) - sum(given.heaviest)
    return max(0, -(-units // given.unit))


def _least_inside(rows: Rows, most_outside: Sequence[int] | None) -> list[int]:
    """Return what members inside each polyhedron weigh at least."""
    if most_outside is None:
        return [0] * rows.clusters
    totals = [int(rows.weight[rows.cluster == k].sum()) for k in range(rows.clusters)]
    return [max(0, total - most) for total, most in zip(totals, most_outside, strict=True)]


def _different(given: Any, clusters: int, unit: int) -> list[list[int]]:
    """Return the different rows of multipliers, each of which is within the unit."""
    if not isinstance(given, list):
        raise Refused("the multipliers are not a list")
    different = [_whole_numbers(each, clusters, "the multipliers of a row") for each in given]
    if any(sum(each) > unit for each in different):
        raise Refused("the multipliers of a row sum to more than one")
    return different


def _whole_numbers(given: Any, number: int, what: str) -> list[int]:
    """Return so many whole numbers, from zero to the largest."""
    if not isinstance(given, list) or len(given) != number:
        raise Refused(f"{what} should be {number:,} whole numbers")
    for each in given:
        if type(each) is not int or not 0 <= each < LARGEST:  # True is an int, too
            raise Refused(f"{what} should be whole numbers from zero to 2**53")
    return given
