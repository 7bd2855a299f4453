"""Which literals are true in some assignment that satisfies all clauses."""

from __future__ import annotations

from collections.abc import Iterable

from clusterscribe.clock import Clock
from clusterscribe.refuting.sat import Solver


def possible(solver: Solver, literals: Iterable[int], clock: Clock) -> set[int] | None:
    """Return those that can be true, or None if time ran out first.

    Each round asks for an assignment in which some literal is true that never was before, and
    prefers many of them. Where there is none, the others are false in all assignments.
    """
    never = set(literals)
    can_be = set[int]()
    while never:
        asked = solver.new()
        solver.add([-asked, *sorted(never)])
        verdict = solver.decide(clock, phases=sorted(never), assumed=[asked])
        solver.add([-asked])
        if verdict.refuted:
            break
        if verdict.model is None:
            return None
        new = never.intersection(verdict.model)
        never -= new
        can_be |= new
    return can_be
