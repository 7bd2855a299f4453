"""What rows are held against, in words."""

from __future__ import annotations

from clusterscribe.description.core.ball import Ball
from clusterscribe.description.core.checks import Check
from clusterscribe.description.core.conditions import Always, conditions_of
from clusterscribe.description.core.halfspace import HalfSpace
from clusterscribe.description.words import region_wording, wording


def words(check: Check) -> str:
    """Write a half-space, all conditions of an alternative, or how near a ball is."""
    if isinstance(check, HalfSpace):
        return wording.half_space(check)
    if isinstance(check, Ball):
        return region_wording.near(check)
    conditions = conditions_of(check) or (Always(),)
    return " and ".join(map(region_wording.condition, conditions))
