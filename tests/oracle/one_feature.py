"""Conditions on one feature each: at most and at least, on every feature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .best import Best, Ladder
from .case import Case


def ladders(case: Case) -> Iterator[Ladder]:
    """`x <= b` cuts off what is larger, `x >= b` is `-x <= -b`; floats compare as they are."""
    for feature, values in case.features.items():
        for scores in (values, [-value for value in values]):
            yield Ladder(tuple(scores), length=2, features=frozenset([feature]))


def best_of_one_feature(case: Case, **limits: Any) -> Best:
    """The best descriptions with one feature in each condition, within limits if there are any."""
    return Best(ladders(case), case.clusters, case.amounts, **limits)
