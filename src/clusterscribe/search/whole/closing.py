"""The end of a proof: what a better answer could be made of, and the choice among it.

Under the multipliers that prove a bound, a polyhedron that is part of a better answer weighs at
least the constant of the bound, less the errors allowed and the heaviest polyhedra of all other
clusters. So all of these can be listed, and where they are few, the integer master chooses among
them. Where they are many, the list that the shares are most in doubt about is cut in two. With only
half of the polyhedra of one cluster, multipliers prove more, which makes all other lists shorter,
and so on: what is proved of all answers is what is proved of the worst part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.search.whole.choice import Choice
from clusterscribe.search.whole.patterns import Patterns
from clusterscribe.search.whole.polyhedron import Polyhedron
from clusterscribe.search.whole.whole_search import WholeSearch


@dataclass(frozen=True, slots=True)
class Part:
    """Some of all answers, and the errors that they are known to make at least."""

    search: WholeSearch
    bound: int


def close(search: WholeSearch, deadline: Clock) -> None:
    """Prove that there is no better answer, or find it, as far as there is time."""
    incumbent, ranks = search.incumbent, search.ranks
    if search.is_open or incumbent.is_over:  # an answer within all limits may make more errors
        return
    if ranks.has_wishes or ranks.limits.most_conditions:
        # lists tell polyhedra apart by their rows alone: where the only answer that could be better
        # breaks a wish, other conditions with the same rows inside may keep to it
        return
    parts = [Part(search, int(incumbent.bound))]
    while parts and not (deadline.expired or incumbent.closed):
        worst = min(parts, key=lambda part: part.bound)
        halves = _settled(worst, deadline)
        if halves is None:
            return
        parts.remove(worst)
        parts += halves
        # what is not in these parts any more is no better than the best
        incumbent.raise_bound(min([incumbent.errors, *(part.bound for part in parts)]))
        incumbent.tell()


def _settled(part: Part, deadline: Clock) -> list[Part] | None:
    """Return what is left of a part: nothing, or two halves; None if there is no way on."""
    search, incumbent = part.search, part.search.incumbent
    if search.listed:
        _improve(search, deadline)
    if search.proved is None:
        return None
    bound = max(part.bound, search.proved.whole_errors)
    if bound >= incumbent.errors:
        return []
    lists = search.listed_below(incumbent.errors - 1, deadline)
    known = {k: polyhedra for k, polyhedra in enumerate(lists) if polyhedra is not None}
    if any(not polyhedra for polyhedra in known.values()):
        return []
    if len(known) == len(lists) and _is_decided(search, list(known.values()), deadline):
        return []
    choices = [k for k, polyhedra in known.items() if len(polyhedra) > 1]
    if not choices:
        return None
    split = max(choices, key=lambda k: _doubt(search, known[k]))
    few = {
        k: polyhedra
        for k, polyhedra in known.items()
        if k in search.listed or len(polyhedra) <= search.schedule.few
    }
    return [
        Part(search.restricted({**few, split: half}), bound)
        for half in _halves(search, known[split])
    ]


def _doubt(search: WholeSearch, polyhedra: Sequence[Polyhedron]) -> float:
    """Return how little the shares of a list speak for a single polyhedron."""
    return 1 - max(_shares(search, polyhedra))


def _shares(search: WholeSearch, polyhedra: Sequence[Polyhedron]) -> list[float]:
    """Return the shares that polyhedra have, or would have."""
    pairs = zip(search.polyhedra, search.multipliers.share.tolist(), strict=True)
    share = {p.key: value for p, value in pairs}
    return [share.get(p.key, 0.0) for p in polyhedra]


def _improve(search: WholeSearch, deadline: Clock) -> None:
    """Look for multipliers of a part that prove more."""
    incumbent, schedule = search.incumbent, search.schedule

    def enough() -> bool:
        return search.proved is not None and search.proved.whole_errors >= incumbent.errors

    rise = schedule.part_rise * (incumbent.errors - incumbent.bound)
    search.go_round(deadline, enough, rise, schedule.part_patience)


def _is_decided(
    search: WholeSearch, lists: Sequence[Sequence[Polyhedron]], deadline: Clock
) -> bool:
    """Choose among all that is left; return whether it was little enough to find the best."""
    incumbent, columns = search.incumbent, [p for polyhedra in lists for p in polyhedra]
    if len(columns) == len(lists):  # the only answer that could be better
        search.offer(columns)
        return True
    if len(columns) * len(search.ranks) > search.schedule.largest_list:
        return False
    patterns = Patterns.of(search.ranks, columns)
    if len(columns) * len(patterns) > search.schedule.largest_choice:
        return False
    choice = Choice(patterns, search.ceiling)
    choice.model.add(choice.errors <= incumbent.errors - 1)
    limit = Clock(search.schedule.choosing * deadline.remaining)
    outcome = search.runner.minimise(choice, choice.errors, incumbent, limit)
    return outcome.infeasible or outcome.optimal


def _halves(
    search: WholeSearch, polyhedra: Sequence[Polyhedron]
) -> tuple[list[Polyhedron], list[Polyhedron]]:
    """Cut a list in two of neighbours, each with about half of the shares."""
    ordered = sorted(polyhedra, key=lambda p: p.place)
    so_far = np.cumsum(_shares(search, ordered))
    middle = int(np.searchsorted(so_far, so_far[-1] / 2)) if so_far[-1] > 0 else len(ordered) // 2
    middle = min(len(ordered) - 1, max(1, middle))
    return ordered[:middle], ordered[middle:]
