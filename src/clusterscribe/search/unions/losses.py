"""Shorter answers, made by dropping conditions, whole polyhedra or features."""

from __future__ import annotations

from collections.abc import Iterator

from clusterscribe.clock import Clock
from clusterscribe.problem.columns import (
    Polyhedra,
    assembled,
    by_owner,
    owners_of,
    used_features,
    with_part,
)
from clusterscribe.search.goal import LEAST_COMPLEXITY, Goal
from clusterscribe.search.unions.union_encoding import UnionEncoding


def losses(answer: Polyhedra) -> Iterator[Polyhedra]:
    """Yield an answer without each of its conditions, of its polyhedra, and of its features."""
    owned = by_owner(answer)
    for place, (cluster, part) in enumerate(zip(owners_of(answer), answer, strict=True)):
        for column in part:
            yield with_part(answer, place, tuple(c for c in part if c != column))
        if len(owned[cluster]) > 1:
            yield (*answer[:place], *answer[place + 1 :])
    for feature in sorted(used_features(answer)):
        pairs = zip(owners_of(answer), answer, strict=True)
        yield assembled(
            (k, tuple(c for c in part if feature not in c.features)) for k, part in pairs
        )


def shorter_ones(
    encoding: UnionEncoding, answer: Polyhedra, goal: Goal, clock: Clock
) -> Iterator[Polyhedra]:
    """Yield ever shorter answers, each made by the cheapest loss from the last."""
    while not clock.expired:
        shorter = cheapest_loss(encoding, answer, goal, None)
        if shorter is None:
            return
        answer = shorter
        yield answer


def shortened(
    encoding: UnionEncoding, answer: Polyhedra, goal: Goal, budget: int, clock: Clock
) -> Polyhedra:
    """Drop what costs the fewest errors for what it saves, as long as they are within a budget."""
    while not clock.expired:
        shorter = cheapest_loss(encoding, answer, goal, budget)
        if shorter is None:
            return answer
        answer = shorter
    return answer


def cheapest_loss(
    encoding: UnionEncoding, answer: Polyhedra, goal: Goal, budget: int | None
) -> Polyhedra | None:
    """Return the loss that saves most of a goal for each error, None if none is within a budget.

    What saves nothing of the goal still is shorter, and is taken where it costs nothing.
    """
    before, length = encoding.errors(answer), len(answer)
    value, complexity = encoding.value(goal, answer, 0), encoding.value(LEAST_COMPLEXITY, answer, 0)
    best: tuple[tuple[float, ...], Polyhedra] | None = None
    for shorter in losses(answer):
        errors = encoding.errors(shorter)
        if encoding.excess(shorter, errors) or (budget is not None and errors > budget):
            continue
        saved = value - encoding.value(goal, shorter, 0)
        if not saved and errors > before:
            continue
        fewer = complexity - encoding.value(LEAST_COMPLEXITY, shorter, 0) + length - len(shorter)
        price = (errors - before) / (saved or 1)
        key = (price if errors > before else 0.0, errors, -saved, -fewer)
        if best is None or key < best[0]:
            best = key, shorter
    return None if best is None else best[1]
