"""Taking descriptions apart, where one set of multipliers does not prove enough.

What a better description could be made of is listed, as at the end of a search
(`search/whole/closing.py`). But parts are distinguished by a row that is inside a polyhedron or
outside, which the checker can see for itself, and every part is settled by multipliers alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.search.whole.lengths import Proved
from clusterscribe.search.whole.polyhedron import Polyhedron
from clusterscribe.search.whole.whole_search import WholeSearch

Listed = Mapping[int, Sequence[Polyhedron]]


@dataclass(slots=True, eq=False)
class Branch:
    """A part of all descriptions, and what is proved of it.

    `listed` are clusters that are listed here, and `split` the cluster and row it is split by.
    """

    search: WholeSearch
    proved: Proved
    errors: int  # that are proved
    listed: list[int] = field(default_factory=list)
    split: tuple[int, int] | None = None
    halves: tuple[Branch, ...] = ()  # the row is inside, or outside
    is_empty: bool = False  # no description with few errors is left, as a list shows

    @property
    def value(self) -> float:
        """The errors that are proved here or by both halves, whichever is more."""
        if self.is_empty:
            return inf
        return max(self.errors, min((half.value for half in self.halves), default=0))

    def preorder(self, errors: int) -> Iterator[Branch]:
        """Yield the parts that prove so many errors, each before its halves."""
        yield self
        if self.errors < errors:
            for half in self.halves:
                yield from half.preorder(errors)


def grown(search: WholeSearch, clock: Clock, enough: int | None) -> tuple[Branch, int] | None:
    """Take descriptions apart until enough is proved; return all parts, and what they prove."""
    if search.proved is None:
        return None
    root = Branch(search, search.proved, search.proved.whole_errors)
    waiting, incumbent = [root], search.incumbent
    while True:
        # what makes as many errors as a known description is no better
        target = incumbent.errors if enough is None else min(enough, incumbent.errors)
        waiting = [part for part in waiting if part.errors < target and not part.is_empty]
        if not waiting or incumbent.is_over or clock.expired:
            break
        worst = min(waiting, key=lambda branch: branch.errors)
        if not _settle(worst, target, clock):
            break
        waiting.remove(worst)
        waiting += worst.halves
    return root, int(min(target, root.value))


def _settle(branch: Branch, target: int, clock: Clock) -> bool:
    """Prove more of a part, or split it; return whether there was a way on."""
    search = branch.search
    if search.listed:
        _improve(search, target, clock)
    if search.proved is None:
        return False
    if search.proved.whole_errors >= branch.errors:
        branch.proved, branch.errors = search.proved, search.proved.whole_errors
    if branch.errors >= target:
        return True
    lists = _lists(search, target - 1, clock)
    if lists is None:
        return False
    if all(lists.values()):
        found = _best_split(search, lists)
        if found is None:
            return False
        branch.split = found
    else:
        branch.is_empty = True
    kept = _kept(search, lists, branch.split)
    branch.proved, branch.errors = search.proved, search.proved.whole_errors  # what lists are by
    branch.listed = [k for k in kept if k not in search.listed]
    if branch.split is not None:
        branch.halves = _halves(branch, kept, branch.split)
    return True


def _improve(search: WholeSearch, target: int, clock: Clock) -> None:
    """Look for multipliers of a part that prove more."""

    def enough() -> bool:
        return search.proved is not None and search.proved.whole_errors >= target

    schedule = search.schedule
    rise = schedule.part_rise * max(1.0, target - search.incumbent.bound)
    search.go_round(clock, enough, rise, schedule.part_patience)


def _lists(search: WholeSearch, errors: int, clock: Clock) -> Listed | None:
    """List what descriptions with so few errors are made of; None if nothing can be listed."""
    assert search.proved is not None
    lists = {
        k: polyhedra
        for k, polyhedra in enumerate(search.listed_below(errors, clock))
        # the checker lists no cluster of which the empty polyhedron is heavy enough
        if polyhedra is not None and (k in search.listed or search.proved.cutoff(k, errors) > 0)
    }
    return lists or None


def _best_split(search: WholeSearch, lists: Listed) -> tuple[int, int] | None:
    """Return the cluster and row that divide shares, and lists, most evenly."""
    best, split = (0.0, 0.0), None
    for k, polyhedra in lists.items():
        inside = np.array([p.inside for p in polyhedra])
        number = np.minimum(inside.sum(axis=0), (~inside).sum(axis=0)) / len(polyhedra)
        share = _shares(search, polyhedra)
        taken = np.where(number > 0, np.minimum(share @ inside, share @ ~inside), 0.0)
        row = int(np.lexsort((number, np.round(taken, 2)))[-1])
        if (value := (float(np.round(taken[row], 2)), float(number[row]))) > best:
            best, split = value, (k, row)
    return split or _only_shorter(search, lists)


def _only_shorter(search: WholeSearch, lists: Listed) -> tuple[int, int] | None:
    """Return a split with an empty half, where lists of one polyhedron each are news at least."""
    known = search.listed
    shorter = (k for k, found in lists.items() if k not in known or len(found) < len(known[k]))
    return next(((k, 0) for k in shorter), None)


def _shares(search: WholeSearch, polyhedra: Sequence[Polyhedron]) -> NDArray[np.float64]:
    """Return the shares that polyhedra have, or would have."""
    pairs = zip(search.polyhedra, search.multipliers.share.tolist(), strict=True)
    share = {p.key: value for p, value in pairs}
    return np.array([max(0.0, share.get(p.key, 0.0)) for p in polyhedra])


def _kept(search: WholeSearch, lists: Listed, split: tuple[int, int] | None) -> Listed:
    """Return the lists that are short, and those that are needed."""
    few = search.schedule.few
    return {
        k: polyhedra
        for k, polyhedra in lists.items()
        if k in search.listed or len(polyhedra) <= few or (split is not None and k == split[0])
    }


def _halves(branch: Branch, lists: Listed, split: tuple[int, int]) -> tuple[Branch, Branch]:
    k, row = split
    inside = [p for p in lists[k] if p.inside[row]]
    outside = [p for p in lists[k] if not p.inside[row]]
    return _half(branch, {**lists, k: inside}), _half(branch, {**lists, k: outside})


def _half(branch: Branch, lists: Listed) -> Branch:
    """Return a half of a part, of which is known what is known of that."""
    is_empty = not all(lists.values())
    search = branch.search if is_empty else branch.search.restricted(lists)
    return Branch(search, branch.proved, branch.errors, is_empty=is_empty)
