"""A row held against what describes a cluster, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clusterscribe.description.core.conditions import Weighted, condition_of
from clusterscribe.description.explain import combination
from clusterscribe.description.explain.closeness import Closeness
from clusterscribe.description.explain.verdict import Check, Verdict
from clusterscribe.description.words import layout, wording

LONGEST = 40  # columns of a condition that has its value beside it
INDENT = "  "


def lines_of(verdict: Verdict) -> Iterator[str]:
    """Write whether the row is inside, and below it every condition with the row's value."""
    yield f"Cluster {wording.label(verdict.label)}: {'inside' if verdict.inside else 'outside'}"
    if verdict.closeness is not None:
        yield from _closeness(verdict.closeness)
    elif verdict.alternatives is not None:
        yield from _alternatives(verdict.alternatives)
    else:
        yield from _checks(verdict.checks, INDENT)


def _closeness(closeness: Closeness) -> Iterator[str]:
    first, rest = _margins(closeness.satisfied, INDENT)
    yield f"{first}{closeness.condition}  {closeness.finding}"
    yield from layout.wrapped(closeness.reason, layout.WIDTH, rest, rest)


def _alternatives(alternatives: Sequence[Sequence[Check]]) -> Iterator[str]:
    """Write those that hold, else what keeps the row out of each, the fewest conditions first."""
    if not alternatives:
        yield f"{_margins(False, INDENT)[0]}no row"
    if len(alternatives) == 1:
        yield from _checks(alternatives[0], INDENT)
        return
    failing = [[check for check in some if not check.satisfied] for some in alternatives]
    fewest_first = sorted(range(len(alternatives)), key=lambda place: len(failing[place]))
    is_inside = not all(failing)
    for place in fewest_first:
        checks = failing[place]
        if not checks:
            yield f"{INDENT}alternative {place + 1} holds"
            yield from _checks(alternatives[place], INDENT * 2)
        elif not is_inside:
            failure = _failure(len(checks), len(alternatives[place]))
            yield f"{INDENT}alternative {place + 1}: {failure}"
            yield from _checks(checks, INDENT * 2)


def _failure(failing: int, conditions: int) -> str:
    if conditions == 1:
        return "its condition fails"
    if failing == conditions:
        return f"{'both' if failing == 2 else f'all {failing}'} conditions fail"
    return f"{failing} of {conditions} conditions {'fails' if failing == 1 else 'fail'}"


def _checks(checks: Sequence[Check], indent: str) -> Iterator[str]:
    if not checks:
        yield f"{_margins(True, indent)[0]}every row"
    beside = [len(check.condition) for check in checks if not _stands_alone(check)]
    width = min(max(beside, default=0), LONGEST)
    for check in checks:
        yield from _check(check, width, indent)


def _check(check: Check, width: int, indent: str) -> Iterator[str]:
    """Write a condition with the row's value beside it, or below it where it is a long sum."""
    by = f", {'inside' if check.satisfied else 'outside'} by {check.distance}"
    by = by if check.distance else ""
    if check.slack == 0 and check.distance:
        by = ", just inside"
    first, rest = _margins(check.satisfied, indent)
    condition = condition_of(check.half_space)
    finding = f"{check.shown}{by}"
    if not isinstance(condition, Weighted):  # names may be long, but lines stay whole
        yield f"{first}{check.condition:<{width}}  {finding}"
        yield from [f"{rest}{check.change}"] if check.change else []
        return
    gives = combination.gives(condition, check.contributions)
    if _stands_alone(check):
        yield from layout.condition(condition, layout.WIDTH, first, rest)
        gives = f"{finding}: {gives}" if gives else finding
    else:
        yield f"{first}{check.condition:<{width}}  {finding}"
    yield from layout.wrapped(gives, layout.WIDTH, rest, rest)
    yield from layout.wrapped(check.change, layout.WIDTH, rest, rest)


def _margins(satisfied: bool, indent: str) -> tuple[str, str]:
    """Return what the first line about a condition starts with, and the others."""
    first = f"{indent}{'yes' if satisfied else 'no':<4} "
    return first, " " * len(first)


def _stands_alone(check: Check) -> bool:
    return bool(check.contributions) and len(check.condition) > LONGEST
