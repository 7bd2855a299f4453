"""Conditions on several features: every vector of whole weights, one by one.

What a condition cuts off depends on the arithmetic in which it is evaluated:

- `EXACT`: the sum of weight times share as a fraction, no matter how long, so that a bound
  between two sums always exists.
- `FLOAT`: the same with 64-bit numbers, as a user or a database evaluates it: shares, products
  and sums are rounded one after the other, the terms in any order. Rows whose exact sums
  differ may then be distinguished no longer, and rows whose exact sums are equal may be.

Where every sum is representable the two are the same. Where they are not, it is the second that
a claim must hold for. No sums are taken for equal that are not, and no vectors are left out,
not even those with a common divisor, as `3 a + 3 b` is rounded otherwise than `a + b`.

With `scale="minmax"` the share of a value is `(x - min) / (max - min)`, so that a constant
column has none; with `scale="none"` it is the value itself. One feature alone is always
compared as it is: a scaled condition on it cuts off nothing that a plain one cannot.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import reduce
from itertools import combinations, permutations, product
from math import inf, isfinite, isnan
from operator import add
from typing import Any, Literal, TypeAlias

from . import one_feature
from .best import Best, Ladder
from .case import Case

Arithmetic: TypeAlias = Literal["exact", "float"]
EXACT: Arithmetic = "exact"
FLOAT: Arithmetic = "float"


def shares(case: Case, scale: str, arithmetic: Arithmetic) -> dict[Hashable, list[Any]]:
    """What each feature adds to a sum at weight one, for each row."""
    kind = Fraction if arithmetic == EXACT else float
    found: dict[Hashable, list[Any]] = {}
    for feature, numbers in case.features.items():
        values = [kind(value) for value in numbers]
        zero, span = min(values), max(values) - min(values)
        if scale == "none":
            found[feature] = values
        elif span and (arithmetic == EXACT or isfinite(span)):
            found[feature] = [(value - zero) / span for value in values]
    return found


def ladders(
    case: Case, max_terms: int, largest: int, scale: str, arithmetic: Arithmetic
) -> Iterator[Ladder]:
    """Every direction on one feature, and on several of them."""
    yield from one_feature.ladders(case)
    parts = shares(case, scale, arithmetic)
    whole = [weight for weight in range(-largest, largest + 1) if weight]
    for terms in range(2, max_terms + 1):
        for chosen in combinations(parts, terms):
            for vector in product(whole, repeat=terms):
                points = [
                    [weight * share for share in parts[feature]]
                    for feature, weight in zip(chosen, vector, strict=True)
                ]
                for scores in _sums(points, arithmetic):
                    yield Ladder(scores, terms + 1, frozenset(chosen))


def _sums(points: list[list[Any]], arithmetic: Arithmetic) -> set[tuple[Any, ...]]:
    """The sum for each row, added up in every order that can make a difference."""
    if arithmetic == EXACT:
        return {tuple(map(sum, zip(*points, strict=True)))}
    sums = {
        tuple(reduce(add, terms) for terms in zip(*order, strict=True))
        for order in permutations(points)
    }
    return {tuple(inf if isnan(score) else score for score in scores) for scores in sums}


def different(found: Iterator[Ladder]) -> list[Ladder]:
    """Leave out a ladder that cuts off just what another one does, on the same features.

    Two directions whose scores put the rows in the same order, with the same ties, have the
    same cuts.
    """
    kept: dict[Any, Ladder] = {}
    for ladder in found:
        place = {score: j for j, score in enumerate(sorted(set(ladder.scores)))}
        key = tuple(place[score] for score in ladder.scores), ladder.features
        kept.setdefault(key, ladder)
    return list(kept.values())


def best_of_several(
    case: Case, max_terms: int, largest: int, scale: str, arithmetic: Arithmetic, **limits: Any
) -> Best:
    """The best descriptions with up to so many features in a condition, within limits if any."""
    found = ladders(case, max_terms, largest, scale, arithmetic)
    return Best(different(found), case.clusters, case.amounts, **limits)
