"""All half-spaces of a class, by what each of them can do at best.

A half-space is `sum of weight x share of feature <= bound`. At most so many features have a weight;
weights are whole, not zero, and not beyond a largest one; a common divisor of them changes nothing.
The share of a value is the value itself, or with the scale "minmax" (value - least) / (greatest -
least) of its feature. A half-space of one feature is compared as it is: only the order of the
values counts, and their places in it stand for them.

**Whole numbers.** Where all features of a sum are made of whole steps (truth values, counts, whole
numbers, or multiples of 2^-10) and floating point has their shares without rounding (then a power
of two of steps make 1), sums of few of them are exact, too: these are compared as whole numbers of
a common step. Elsewhere whoever evaluates a description rounds, and nothing may depend on how, as
long as it is done in the same way for every row: not even equal sums come out the same, as 1/10 +
2/10 and 3/10 do not. So each share is enclosed between two multiples of a unit, `least` and
`greatest`, with room of a unit on either side. Rounding shares, products and sums of t terms with
weights that add up to W changes a sum by less than (t + 3) W 2^-53 of the largest share, which is
less than the room. What remains certain is that of two rows the one that is not above the other in
any feature does not have the greater sum. All numbers stay below 2^53, where floats are exact for
whole numbers.

**Levels.** Given weights, let a half-space keep some members of its cluster inside. The *level* is
the greatest of their sums, of each sum the least that it can be. Then

    a member whose least sum is above the level is lost: it is not one of those inside;
    a row of others is cut off only if the greatest that its sum can be is above the level, as it is
    beyond the bound, and so beyond every member inside. One of the members whose least sum is the
    level is inside: the row is not cut off if it is not above any of these in any feature.

So no half-space with these weights does better than its level, in exact arithmetic or in floating
point, and levels are least sums of members, or minus infinity. Those are of interest that lose
members of at most so much weight. A row that is cut off or kept as it should be is *right*.

**Signs.** A negative weight is a positive one of the negated share. With positive weights a row of
others cannot be cut off without losing all members that are not below it in any feature. If what
can be cut off is worth too little (see `duals.py`), no weights need be tried for these features.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import ceil, floor, frexp, gcd, lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.checker.refusal import Refused

UNITS = 2**40  # in the largest share
LARGEST_VALUE = 1e300  # beyond it, weighted sums might overflow
FINER = 2**10  # values are whole steps if so many times these are whole numbers
LARGEST_SUM = 2**9  # of weights
MOST_TERMS = 10
MOST_VECTORS = 10**6  # of weights, for one choice of features
BLOCK = 2**22  # sums that are looked at together

Numbers = NDArray[np.float64]  # whole ones


@dataclass(frozen=True, slots=True)
class Sums:
    """A class of half-spaces: how many features, the largest weight, and "minmax" or "none".

    `ends` are the least and the greatest value of each feature, where rows are only some of those
    that are described; None: they are all there.
    """

    max_terms: int
    max_coefficient: int
    scale: str
    ends: tuple[tuple[float, float], ...] | None = None

    def __post_init__(self) -> None:
        if self.max_terms < 1 or self.max_coefficient < 1 or self.scale not in {"minmax", "none"}:
            raise Refused("there is no such class of half-spaces")
        if self.max_terms > MOST_TERMS or self.max_terms * self.max_coefficient > LARGEST_SUM:
            raise Refused("sums with such weights are too large to be compared exactly")


class Shares(NamedTuple):
    """Whole numbers between which the share of each value is, rows x features.

    Where the shares of a feature are exact, `steps` whole steps make 1, and `counted` is how many
    each share has; else `steps` is 0.
    """

    least: Numbers
    greatest: Numbers
    steps: tuple[int, ...]
    counted: Numbers

    def of(self, features: tuple[int, ...], signs: tuple[int, ...]) -> tuple[Numbers, Numbers]:
        """Return the least and the greatest shares of some features, negated where the sign is."""
        chosen, sign = list(features), np.array(signs)
        steps = [self.steps[feature] for feature in features]
        in_all = lcm(*steps)
        if in_all:
            factors = np.array([in_all // step for step in steps], dtype=np.float64)
            largest = np.abs(self.counted[:, chosen]).max(axis=0, initial=0.0) * factors
            if largest.max() <= UNITS:
                exact = sign * factors * self.counted[:, chosen]
                return exact, exact
        least, greatest = self.least[:, chosen], self.greatest[:, chosen]
        return np.where(sign < 0, -greatest, least), np.where(sign < 0, -least, greatest)


class Question(NamedTuple):
    """Which half-spaces of a cluster are asked for.

    They lose members of at most `errors` weight, have at most `max_terms` features, and are worth
    at least `each` per feature and one more, less `gap`. The worth of a half-space is the sum of
    the prices of rows of others that it cuts off, less those of members that it loses.
    """

    cluster: int
    errors: int
    max_terms: int
    prices: Numbers
    each: int
    gap: int

    def least(self, terms: int) -> int:
        """Return what a half-space of so many features must be worth."""
        return self.each * (terms + 1) - self.gap


class Found(NamedTuple):
    """Half-spaces on the same features: the rows that are right at best, and what each is worth."""

    features: tuple[int, ...]
    right: NDArray[np.bool_]
    worth: Numbers


def refuse_odd(rows: Rows) -> None:
    """Refuse tables of which nothing here would hold."""
    if not rows.values.size or not (np.abs(rows.values) <= LARGEST_VALUE).all():
        raise Refused("sums are checked for numbers up to 1e300, and none is missing")
    if (rows.weight < 1).any():
        raise Refused("sums are checked for rows of positive weight")


def places_of(rows: Rows) -> Shares:
    """Return for each value its place in the order of those of its feature."""
    columns = [np.unique(column, return_inverse=True)[1].ravel() for column in rows.values.T]
    places = np.column_stack(columns).astype(np.float64)
    return Shares(places, places, (1,) * len(columns), places)


def ends_of(rows: Rows) -> tuple[tuple[float, float], ...]:
    """Return the least and the greatest value of each feature."""
    return tuple((float(column.min()), float(column.max())) for column in rows.values.T)


def shares_of(rows: Rows, sums: Sums) -> Shares:
    """Return the shares of all values in whole numbers."""
    ends: tuple[tuple[float, float], ...] = ((0.0, 1.0),) * rows.values.shape[1]
    unit = Fraction(UNITS)
    if sums.scale == "minmax":
        inner = ends_of(rows)
        ends = sums.ends or inner
        if any(a < c or b > d for (a, b), (c, d) in zip(inner, ends, strict=True)):
            raise Refused("some values are beyond the ends of their features")
    else:  # the same unit for all, so that the largest value has as many as a share of 1
        unit /= Fraction(2) ** frexp(float(np.abs(rows.values).max(initial=0.0)))[1]
    columns = [_column(column, *end, unit) for column, end in zip(rows.values.T, ends, strict=True)]
    least, greatest, steps, counted = zip(*columns, strict=True)
    return Shares(
        np.column_stack(least), np.column_stack(greatest), steps, np.column_stack(counted)
    )


def _column(
    column: Numbers, zero: float, one: float, unit: Fraction
) -> tuple[Numbers, Numbers, int, Numbers]:
    """Return for a feature what `Shares` has of each."""
    values, place = np.unique(column, return_inverse=True)
    span = Fraction(one) - Fraction(zero) or 1  # a constant is 0 everywhere
    shares = [(Fraction(value) - Fraction(zero)) / span for value in values.tolist()]
    steps = lcm(*(share.denominator for share in shares))
    counts = [int(share * steps) for share in shares]
    is_whole = all((value * FINER).is_integer() for value in values.tolist())
    evaluated = (values - zero) / (one - zero or 1.0)  # as descriptions and exports do it
    is_exact = is_whole and list(map(Fraction, evaluated.tolist())) == shares
    if not is_exact or steps > UNITS or max(map(abs, counts)) > UNITS:
        steps, counts = 0, [0] * len(shares)
    numbers = (
        [floor(share * unit) - 1 for share in shares],
        [ceil(share * unit) + 1 for share in shares],
        counts,
    )
    least, greatest, counted = (np.array(side, dtype=np.float64)[place.ravel()] for side in numbers)
    return least, greatest, steps, counted


@cache
def weights_of(terms: int, largest: int) -> Numbers:
    """Return all vectors of positive whole weights without a common divisor."""
    if largest**terms > MOST_VECTORS:
        raise Refused("there are too many half-spaces of this class to go through")
    vectors = product(range(1, largest + 1), repeat=terms)
    return np.array([vector for vector in vectors if gcd(*vector) == 1], dtype=np.float64)


def half_spaces(rows: Rows, sums: Sums, question: Question) -> Iterator[Found]:
    """Yield what is asked for, and whatever does at best what that does."""
    places, count = places_of(rows), rows.values.shape[1]
    shares = shares_of(rows, sums) if min(sums.max_terms, question.max_terms) > 1 else places
    for terms in range(1, min(question.max_terms, sums.max_terms, count) + 1):
        weights = weights_of(terms, sums.max_coefficient if terms > 1 else 1)
        values = shares if terms > 1 else places
        for features in combinations(range(count), terms):
            for signs in product((1, -1), repeat=terms):
                order = places.least[:, features] * np.array(signs)
                side = _side(rows, question, values.of(features, signs), order)
                for right, worth in _of_side(side, question, weights):
                    yield Found(features, right, worth)


class _Side(NamedTuple):
    """Some features with some signs: members that can decide, and others that can be cut off."""

    size: int  # number of rows
    own: NDArray[np.bool_]
    weight: NDArray[np.int64]  # of members
    loss: Numbers  # their prices
    members: Numbers  # their least shares
    others: NDArray[np.int64]  # which rows these are
    gain: Numbers  # their prices
    greatest: Numbers  # their greatest shares
    order: tuple[Numbers, Numbers]  # places of members and others in the order of each feature


def _side(rows: Rows, question: Question, shares: tuple[Numbers, Numbers], order: Numbers) -> _Side:
    least, greatest = shares
    own = rows.cluster == question.cluster
    members, others = np.flatnonzero(own), np.flatnonzero(~own)
    if not question.errors:  # all are kept, and those that others are above decide nothing
        members = members[_highest(order[members])]
    lost = _above(order[members], order[others], rows.weight[members])
    others = others[lost <= question.errors]
    return _Side(
        len(rows),
        own,
        rows.weight[members],
        question.prices[members],
        least[members],
        others,
        question.prices[others],
        greatest[others],
        (order[members], order[others]),
    )


def _highest(order: Numbers) -> list[int]:
    """Return places of rows such that every row is below one of them, or is one, in all columns."""
    highest = []
    left = np.argsort(-order.sum(axis=1), kind="stable")
    while len(left):
        highest.append(int(left[0]))
        left = left[(order[left] > order[left[0]]).any(axis=1)]
    return highest


def _above(members: Numbers, others: Numbers, weight: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each of the others what members weigh that are not below it in any column."""
    above = np.ones((len(others), len(members)), dtype=bool)
    for member, other in zip(members.T, others.T, strict=True):
        above &= member >= other[:, None]
    weighs: NDArray[np.int64] = above @ weight
    return weighs


def _of_side(
    side: _Side, question: Question, weights: Numbers
) -> Iterator[tuple[NDArray[np.bool_], Numbers]]:
    """Yield half-spaces of some features with some signs: who is right, and what they are worth."""
    least = question.least(weights.shape[1])
    if not len(side.others) or side.gain.sum() < least:
        return
    priced = np.flatnonzero(side.gain)
    step = max(1, BLOCK // side.size)
    for block in (weights[start : start + step] for start in range(0, len(weights), step)):
        of_members, of_priced = block @ side.members.T, block @ side.greatest[priced].T
        for level in _levels(of_members, side.weight, question.errors):
            lost = (of_members > level) @ side.loss
            at_most = (of_priced > level) @ side.gain[priced] - lost
            chosen = np.flatnonzero((at_most >= least) & (level < np.inf).ravel())
            right = _right(side, block[chosen], of_members[chosen], level[chosen])
            worth = right[:, side.others] @ side.gain - lost[chosen]
            useful = right[:, side.others].any(axis=1) & (worth >= least)
            yield right[useful], worth[useful]


def _right(side: _Side, weights: Numbers, of_members: Numbers, level: Numbers) -> NDArray[np.bool_]:
    """Return the rows about which half-spaces are right."""
    right = np.tile(side.own, (len(weights), 1))
    beyond = weights @ side.greatest.T > level
    right[:, side.others] = beyond & ~_held(side, of_members == level)
    if of_members.shape[1] == side.own.sum():  # else none is lost
        right[:, side.own] = of_members <= level
    return right


def _held(side: _Side, last: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return for half-spaces which others are not above any of their last members anywhere."""
    held = np.tile(last.any(axis=1, keepdims=True), len(side.others))
    for members, others in zip(side.order[0].T, side.order[1].T, strict=True):
        least = np.where(last, members, np.inf).min(axis=1, keepdims=True, initial=np.inf)
        held &= others <= least
    return held


def _levels(sums: Numbers, weight: NDArray[np.int64], errors: int) -> Iterator[Numbers]:
    """Yield for each vector of weights a level, as a column; infinite if there is no such level.

    Every row weighs at least one, so that a level loses no more than `errors` rows.
    """
    if weight.sum() <= errors:
        yield np.full((len(sums), 1), -np.inf)
    highest = (
        sums.max(axis=1, keepdims=True, initial=-np.inf)
        if not errors
        else np.sort(sums, axis=1)[:, ::-1]
    )
    for place in range(min(errors + 1, len(weight))):
        level = highest[:, place, None]
        if errors:
            level = np.where((sums > level) @ weight[:, None] <= errors, level, np.inf)
        yield level
