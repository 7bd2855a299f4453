"""What keeps a row out of a cluster, in few words."""

from __future__ import annotations

from clusterscribe.description.core.conditions import Between, condition_of
from clusterscribe.description.explain.verdict import Check, Verdict
from clusterscribe.description.words import wording
from clusterscribe.feature import Kind

DIGITS = 4  # of a distance, which nobody looks up
NAMED = 3  # conditions that are named


def keeps_out(verdict: Verdict) -> str:
    """Say which conditions keep a row out, and by how much."""
    if verdict.closeness is not None:
        return f"is not {verdict.closeness.condition} ({verdict.closeness.finding})"
    if verdict.alternatives is None:
        return _failures(_failing(verdict.checks))
    if not verdict.alternatives:
        return "no row can be inside"
    nearest = min((_failing(checks) for checks in verdict.alternatives), key=len)
    if len(verdict.alternatives) == 1:
        return _failures(nearest)
    return f"meets no alternative; of the nearest it {_failures(nearest)}"


def _failing(checks: tuple[Check, ...]) -> list[Check]:
    return [check for check in checks if not check.satisfied]


def _failures(checks: list[Check]) -> str:
    words = [_failure(check) for check in checks[:NAMED]]
    if len(checks) > NAMED:
        words.append(wording.count(len(checks) - NAMED, "further condition"))
    return f"does not meet {', nor '.join(words)}"


def _failure(check: Check) -> str:
    by = _distance(check)
    return f"{check.condition} ({check.shown}{f', off by {by}' if by else ''})"


def _distance(check: Check) -> str:
    condition = condition_of(check.half_space)
    is_plain = isinstance(condition, Between) and condition.feature.kind is Kind.NUMBER
    if check.distance and is_plain:
        return wording.number(abs(check.slack), DIGITS)
    return check.distance
