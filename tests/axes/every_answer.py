"""All descriptions of a tiny table, with holes, one-sided bounds and cut points: written apart.

Nothing here is shared with the search. A column is a list of numbers, None where missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import ceil


@dataclass(frozen=True)
class Condition:
    """A set of rows, and the column that it is a condition on."""

    feature: str
    inside: frozenset[int]


@dataclass(frozen=True)
class Best:
    """The fewest errors, and the least objective within a budget."""

    errors: int
    objective: int


def conditions(
    name: str,
    column: Sequence[float | None],
    side: str | None = None,
    cuts: Sequence[float] | None = None,
    *,
    may_be_empty: bool = True,
) -> Iterator[Condition]:
    """Yield every different condition on one column."""
    known = {i: value for i, value in enumerate(column) if value is not None}
    places = sorted(set(known.values())) if cuts is None else sorted(set(cuts))
    for bound in places:
        at_most = frozenset(i for i, value in known.items() if value <= bound)
        at_least = frozenset(i for i, value in known.items() if value >= bound)
        if side != "at least" and len(at_most) < len(column) and (at_most or may_be_empty):
            yield Condition(name, at_most)
        if side != "at most" and len(at_least) < len(column) and (at_least or may_be_empty):
            yield Condition(name, at_least)
    if cuts is None and may_be_empty:
        yield Condition(name, frozenset())
    if len(known) < len(column):
        yield Condition(name, frozenset(range(len(column))) - frozenset(known))
        yield Condition(name, frozenset(known))


def best(
    every: Sequence[Condition],
    labels: Sequence[int],
    *,
    objective: str = "complexity",
    min_recall: float = 0.0,
    budget: int | None = None,
    most: int = 3,
) -> Best:
    """Return the best of all descriptions with so many conditions per cluster at most.

    Without a budget it is the fewest errors.
    """
    options = [
        _polyhedra(every, labels, cluster, min_recall, most) for cluster in sorted(set(labels))
    ]
    found = [_figures(chosen, labels, objective) for chosen in product(*options)]
    fewest = min(errors for errors, _ in found)
    allowed = fewest if budget is None else budget
    return Best(fewest, min(length for errors, length in found if errors <= allowed))


def _polyhedra(
    every: Sequence[Condition], labels: Sequence[int], cluster: int, min_recall: float, most: int
) -> list[tuple[frozenset[int], int, frozenset[str]]]:
    """Return sets of rows with their complexity and features, each set of both only once."""
    rows = frozenset(range(len(labels)))
    members = frozenset(i for i in rows if labels[i] == cluster)
    kept: dict[tuple[frozenset[int], frozenset[str]], int] = {}
    for number in range(most + 1):
        for chosen in combinations(every, number):
            inside = rows
            for condition in chosen:
                inside &= condition.inside
            if len(inside & members) < ceil(min_recall * len(members)):
                continue
            key = inside, frozenset(condition.feature for condition in chosen)
            kept.setdefault(key, 2 * number)
    return [(inside, length, features) for (inside, features), length in kept.items()]


def _figures(
    chosen: Sequence[tuple[frozenset[int], int, frozenset[str]]],
    labels: Sequence[int],
    objective: str,
) -> tuple[int, int]:
    clusters = sorted(set(labels))
    wrong = sum(
        any(
            (i in inside) != (labels[i] == k)
            for k, (inside, _, _) in zip(clusters, chosen, strict=True)
        )
        for i in range(len(labels))
    )
    if objective == "sparsity":
        return wrong, len(frozenset().union(*(features for _, _, features in chosen)))
    return wrong, sum(length for _, length, _ in chosen)


def of_table(
    table: Mapping[str, Sequence[float | None]],
    sides: Mapping[str, str] | None = None,
    cuts: Mapping[str, Sequence[float]] | None = None,
    *,
    may_be_empty: bool = True,
) -> list[Condition]:
    """Return every condition on a table."""
    sides, cuts = sides or {}, cuts or {}
    return [
        condition
        for name, column in table.items()
        for condition in conditions(
            name, column, sides.get(name), cuts.get(name), may_be_empty=may_be_empty
        )
    ]
