"""What rows are held against, in words."""

from __future__ import annotations

from clusterscribe.description import region_wording, wording
from clusterscribe.description.ball import Ball
from clusterscribe.description.checks import Check
from clusterscribe.description.conditions import Always, conditions_of
from clusterscribe.description.halfspace import HalfSpace


def words(check: Check) -> str:
    """Write a half-space, all conditions of an alternative, or how near a ball is."""
    if isinstance(check, HalfSpace):
        return wording.half_space(check)
    if isinstance(check, Ball):
        return region_wording.near(check)
    conditions = conditions_of(check) or (Always(),)
    return " and ".join(map(region_wording.condition, conditions))
