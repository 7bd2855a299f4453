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

    errors  >=  constant - sum over k of the weight of P[k],
    constant =  sum of w[i] y[i, own] over all members + sum of recall[k] least[k],

where rows inside weigh w[i] (y[i, k] + recall[k]) if they are members of k, and -w[i] y[i, k] if
they are not. The evidence says what no polyhedron of at most so many bounds weighs more than, for
each cluster, and going through all of them shows whether that is true (`no_heavier.py`). Which
multipliers are good ones is not asked: all of them prove something.

Where one set of multipliers does not prove enough, descriptions are taken apart. In one that makes
fewer errors than claimed, by the inequality above, no polyhedron is lighter than

    constant - (errors claimed - 1) - heaviest weights of all other clusters.

So all polyhedra of a cluster that may be part of it can be *listed*, and from then on these are all
there are: their heaviest weight is that of the list. (Bounds can be moved so that members are let
in or other rows shut out, until they are at members before another row. So only such bounds are
listed.) A listed cluster is *split* by a row, which is inside the polyhedron or outside. Each case
is a part of its own with multipliers of its own, and a part without polyhedra is done.

Multipliers are counted in whole units. The evidence is

    errors       how many are proved
    unit         units of a multiplier of one
    parts        all descriptions; where a part is split, those with the row inside follow, with
                 all their parts, and then those with the row outside

and a part is

    multipliers  different rows of y, each with a whole number for every cluster
    of_row       which of these each row of the table has, counted from zero
    recall       a whole number for every cluster
    heaviest     for every cluster, what no polyhedron weighs more than; 0 if it is listed
    listed       clusters to be listed now
    split        the cluster and the row by which it is split; null if enough is proved
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.checker.no_heavier import LARGEST, all_heavier, is_any_heavier
from clusterscribe.checker.refusal import Refused
from clusterscribe.checker.telling import Tell, share_of, unheard
from clusterscribe.table import NOISE

ENTRIES = {"errors", "unit", "parts"}
ENTRIES_OF_PART = {"multipliers", "of_row", "recall", "heaviest", "listed", "split"}
MOST_CONDITIONS = 8  # nobody goes through all polyhedra of more
MOST_LISTED = 100_000  # polyhedra, and
LONGEST_LIST = 200_000_000  # rows times different ones
Ints: TypeAlias = NDArray[np.int64]
Lists: TypeAlias = dict[int, NDArray[np.bool_]]  # by cluster: polyhedra x rows, who is inside


@dataclass(frozen=True, slots=True)
class Table:
    """The rows, and the descriptions that are asked about."""

    rows: Rows
    conditions: int
    least_inside: tuple[int, ...]  # weight of each cluster in its own polyhedron

    @classmethod
    def of(cls, rows: Rows, conditions: int, most_outside: Sequence[int] | None) -> Table:
        """Refuse to go through too many polyhedra."""
        if not 1 <= conditions <= MOST_CONDITIONS:
            raise Refused(f"multipliers are about 1 to {MOST_CONDITIONS} bounds per cluster")
        own = [rows.weight[rows.cluster == k].sum() for k in range(rows.clusters)]
        outside = own if most_outside is None else most_outside
        pairs = zip(own, outside, strict=True)
        return cls(rows, conditions, tuple(max(0, int(w) - int(out)) for w, out in pairs))


@dataclass(frozen=True, slots=True)
class Part:
    """One part, of the right shape: whole numbers of at least zero, and rows within one unit."""

    of_row: Ints  # rows x clusters
    recall: list[int]
    heaviest: list[int]
    listed: list[int]
    split: list[int] | None

    @classmethod
    def read(cls, given: object, unit: int, rows: Rows) -> Part:
        """Refuse whatever is not as it should be."""
        entries = _entries(given, ENTRIES_OF_PART, "a part")
        clusters = rows.clusters
        different = [_whole(y, clusters, "the multipliers of a row") for y in _list(entries)]
        if any(sum(each) > unit for each in different):
            raise Refused("the multipliers of a row sum to more than one")
        which = _whole(entries["of_row"], len(rows), "the multipliers of rows", len(different))
        recall = _whole(entries["recall"], clusters, "the multipliers of recall")
        if sum(rows.weight.tolist()) * (unit + max(recall, default=0)) >= LARGEST:
            raise Refused("multipliers are too large for weights to be added up exactly")
        table = np.array(different, dtype=np.int64).reshape(len(different), clusters)
        split = entries["split"]
        if split is not None:
            split = _whole(split, 2, "a split")
        return cls(
            of_row=table[np.array(which, dtype=np.intp)],
            recall=recall,
            heaviest=_whole(entries["heaviest"], clusters, "the heaviest weights"),
            listed=_whole(entries["listed"], None, "listed clusters", clusters),
            split=split,
        )

    def weights(self, rows: Rows, cluster: int) -> Ints:
        """Return what rows weigh inside the polyhedron of a cluster."""
        each = self.of_row[:, cluster]
        signed = np.where(rows.cluster == cluster, each + self.recall[cluster], -each)
        return rows.weight * signed

    def constant(self, table: Table) -> int:
        """Return what does not depend on polyhedra."""
        rows = table.rows
        member = np.flatnonzero(rows.cluster != NOISE)
        own = self.of_row[member, rows.cluster[member]]
        pairs = zip(self.recall, table.least_inside, strict=True)
        return int((rows.weight[member] * own).sum()) + sum(each * w for each, w in pairs)


def errors_proved(
    rows: Rows,
    conditions: int,
    evidence: Mapping[str, Any],
    *,
    most_outside: Sequence[int] | None = None,
    tell: Tell = unheard,
) -> int:
    """Return how many errors every description of so many bounds per cluster makes at least.

    `most_outside` is what the members of each cluster that are outside of its polyhedron weigh at
    most, if that is asked for. Refuses evidence that does not prove what it says; `tell` hears
    what share is done.
    """
    table = Table.of(rows, conditions, most_outside)
    entries = _entries(evidence, ENTRIES, "evidence by multipliers")
    errors, unit = _whole([entries["errors"], entries["unit"]], 2, "errors and unit")
    if not unit or not isinstance(entries["parts"], list):
        raise Refused("multipliers have a unit, and a list of parts")
    allowed = (errors - 1) * unit  # in units
    waiting: list[Lists] = [{}]
    for done, given in enumerate(entries["parts"]):
        if not waiting:
            raise Refused("there are more parts than were split")
        part, hears = Part.read(given, unit, rows), share_of(tell, done, len(entries["parts"]))
        waiting += _halves(part, _left(part, waiting.pop(), allowed, table, hears))
        hears(1.0)
    if waiting:
        raise Refused("parts are missing")
    return errors


def _left(part: Part, lists: Lists, allowed: int, table: Table, tell: Tell) -> Lists | None:
    """Return what is listed of descriptions with so few errors; None if there are none of them."""
    if any(not len(inside) for inside in lists.values()):
        return None
    clusters = range(table.rows.clusters)
    weights = [part.weights(table.rows, k) for k in clusters]
    known = {
        k: np.array([weights[k][each].sum() for each in inside]) for k, inside in lists.items()
    }
    for k in clusters:
        if k not in lists:
            _check_heaviest(part, k, weights[k], table, share_of(tell, k, len(clusters)))
    heaviest = [int(known[k].max()) if k in known else part.heaviest[k] for k in clusters]
    spare = sum(heaviest) - (part.constant(table) - allowed)
    if spare < 0:
        return None
    left = {k: inside[known[k] >= heaviest[k] - spare] for k, inside in lists.items()}
    for k in part.listed:
        if k not in left:
            left[k] = _listed(k, weights[k], heaviest[k] - spare, table)
    return left if all(len(inside) for inside in left.values()) else None


def _halves(part: Part, left: Lists | None) -> list[Lists]:
    """Return what is left if the row of a split is outside, and if it is inside; the last is next.

    A part that is done may be split all the same, into parts that are.
    """
    if part.split is None:
        if left is not None:
            raise Refused("a part of all descriptions is left that may make fewer errors")
        return []
    k, row = part.split
    if left is None:
        return [{k: np.zeros((0, 0), dtype=bool)}] * 2
    if k not in left or row >= len(part.of_row):
        raise Refused("a part is split by a cluster that is not listed, or by no row")
    inside = left[k][:, row]
    return [{**left, k: left[k][~inside]}, {**left, k: left[k][inside]}]


def _check_heaviest(part: Part, cluster: int, weight: Ints, table: Table, tell: Tell) -> None:
    """Refuse a part if a polyhedron of a cluster weighs more than it says of all."""
    limit = part.heaviest[cluster]
    if is_any_heavier(table.rows.values, weight, table.conditions, limit, tell):
        raise Refused(f"a polyhedron of cluster number {cluster} weighs more than is said of all")


def _listed(cluster: int, weight: Ints, least: int, table: Table) -> NDArray[np.bool_]:
    """List the polyhedra of a cluster that are heavy enough, and have enough members inside."""
    if least < 1:
        raise Refused("a cluster is listed of which any polyhedron is heavy enough")
    rows, member = table.rows, table.rows.cluster == cluster
    own = rows.weight * member
    different: dict[bytes, NDArray[np.bool_]] = {}
    found = all_heavier(rows.values, weight, table.conditions, least - 1, member)
    for number, inside in enumerate(found):
        if int(own[inside].sum()) >= table.least_inside[cluster]:
            different[inside.tobytes()] = inside
        if number > MOST_LISTED or len(different) * len(rows) > LONGEST_LIST:
            raise Refused(f"too many polyhedra of cluster number {cluster} are to be listed")
    return np.array(list(different.values()), dtype=bool).reshape(len(different), len(rows))


def _entries(given: object, names: set[str], what: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping) or set(given) != names:
        raise Refused(f"{what} should have the entries {', '.join(sorted(names))}")
    return given


def _list(entries: Mapping[str, Any]) -> list[object]:
    if not isinstance(entries["multipliers"], list):
        raise Refused("the multipliers are not a list")
    return entries["multipliers"]


def _whole(given: object, number: int | None, what: str, below: int = LARGEST) -> list[int]:
    """Return so many whole numbers of at least zero, if they are."""
    if not isinstance(given, list) or (number is not None and len(given) != number):
        raise Refused(f"{what} should be {number or 'some'} whole numbers")
    for each in given:
        if type(each) is not int or not 0 <= each < below:  # True is an int, too
            raise Refused(f"{what} should be whole numbers from zero to {below - 1:,}")
    return given
