"""The best descriptions by other columns, one after the other: a tree of columns to do without.

Each next description has to do without one column at least of every one before it, so that none
says the same with more words. Whatever does so does without a set of columns that meets all of
theirs. The tree has such sets as its nodes. A node whose best description uses the columns
a, b and c, which no description before it uses all of, leads to three: without a, without b and
without c as well. At all times everything that is still to come is allowed by some open node.

Doing without more columns never helps, and what a description does without it never misses. So
what is proved of a set holds for all larger ones, and what was found for one set is also the best
for another one that allows it and is proved to have nothing better. Most nodes need no search.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Generic, TypeAlias, TypeVar

Columns: TypeAlias = frozenset[str]
Content = TypeVar("Content")


@dataclass(frozen=True, slots=True)
class Solved(Generic[Content]):
    """What a search without some columns has found, and what it has proved.

    `bound` is what no description without these columns is below; infinity says that there is none.
    """

    excluded: Columns
    bound: float
    rank: tuple[float, ...] = (inf,)  # how good it is: what is minimised, then what breaks ties
    used: Columns = frozenset()
    content: Content | None = None  # None: nothing was found that keeps to the errors

    @property
    def value(self) -> float:
        """What is minimised; infinity where nothing was found."""
        return self.rank[0]


@dataclass(frozen=True, slots=True)
class Next(Generic[Content]):
    """The next description, and what none of those that were still possible is below."""

    solved: Solved[Content]
    least: float


Search: TypeAlias = Callable[[Columns], "Solved[Content] | None"]  # None: there is no time left


class Exclusions(Generic[Content]):
    """The tree, and the sets of columns of all descriptions that were listed so far.

    `first` is listed from the start. Its bound must hold within the same errors as those of all
    others. What is worse than `limit` is not looked for.
    """

    def __init__(self, first: Solved[Content], limit: float) -> None:
        self._limit = limit
        self._solved = [first]
        self._found = [first]  # that may be the best without other columns, too
        self._listed: list[Columns] = []
        self._open: list[Columns] = [frozenset()]
        self._tried: set[Columns] = {frozenset()}
        self._is_over = False
        self._list(frozenset(), first.used)

    @property
    def open_nodes(self) -> int:
        """How many sets of columns are still to be looked at."""
        needed = (node for node in self._open if self._lower(node) <= self._limit)
        return sum(not self._is_settled(node) for node in needed)

    @property
    def least(self) -> float:
        """What no description that is still possible is below; infinity where there is none."""
        return min(map(self._lower, self._open), default=inf)

    def next(self, search: Search[Content]) -> Next[Content] | None:
        """Return the best description that is still possible, as far as the search finds it.

        None: there is none within the limit, or none was found.
        """
        while True:
            node = min(self._eligible(), key=self._key, default=None)
            if node is None or self._key(node)[0] > self._limit:
                return None
            known = self._best_known(node)
            if not self._is_settled(node):
                self._try(node, search)
            elif known is not None:
                within = next((one for one in self._listed if one <= known.used), None)
                least = self.least
                self._list(node, within or known.used, is_new=within is None)
                if within is None:
                    return Next(known, least)

    def _eligible(self) -> list[Columns]:
        """Return the nodes that may lead on: not those that a search has given up."""
        return [
            node
            for node in self._open
            if self._best_known(node) is not None or not self._is_settled(node)
        ]

    def _try(self, node: Columns, search: Search[Content]) -> None:
        self._tried.add(node)
        solved = search(node)
        if solved is None:
            self._is_over = True
            return
        self._solved.append(solved)
        if solved.content is not None:
            self._found.append(solved)

    def _key(self, node: Columns) -> tuple[float, int, tuple[float, ...], list[str]]:
        """Order nodes by what they lead to; those that need no search come first."""
        known, columns = self._best_known(node), sorted(node)
        if known is not None and self._is_settled(node):
            return known.value, 0, known.rank, columns
        return self._lower(node), 1, (), columns

    def _is_settled(self, node: Columns) -> bool:
        """Whether a search would bring nothing new, or there will be none."""
        known, lower = self._best_known(node), self._lower(node)
        is_best = known is not None and known.value <= lower
        return is_best or lower == inf or node in self._tried or self._is_over

    def _lower(self, node: Columns) -> float:
        """Return what no description without these columns is below."""
        return max((one.bound for one in self._solved if one.excluded <= node), default=0.0)

    def _best_known(self, node: Columns) -> Solved[Content] | None:
        """Return the best description without these columns that any search has found."""
        allowed = (one for one in self._found if one.used.isdisjoint(node))
        return min(allowed, key=lambda one: one.rank, default=None)

    def _list(self, node: Columns, used: Columns, *, is_new: bool = True) -> None:
        """Leave a node for those that do without one of these columns as well."""
        if is_new:
            self._listed.append(used)
        self._open.remove(node)
        for column in sorted(used):
            without = node | {column}
            # what a larger set allows, a smaller one does, too
            if not any(other <= without for other in self._open):
                self._open = [other for other in self._open if not without <= other]
                self._open.append(without)
