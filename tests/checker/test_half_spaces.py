"""Whatever a half-space does, however it is evaluated, one that the checker finds does as well."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import add

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.checker.half_spaces import (
    UNITS,
    Question,
    Sums,
    ends_of,
    half_spaces,
    refuse_odd,
    shares_of,
    weights_of,
)
from clusterscribe.checker.labelled_rows import NOISE, Rows
from clusterscribe.checker.refusal import Refused
from clusterscribe.checker.undominated import undominated

NUMBERS = {
    "whole": st.integers(0, 4).map(float),
    "tenths": st.integers(-7, 7).map(lambda number: number / 10),
    "thirds": st.integers(-7, 7).map(lambda number: number / 3),
    "steps": st.sampled_from([-0.3, 0.0, 0.3, 0.6, 1.2]),  # whole ones, but not in decimals
    "far": st.sampled_from([1e15, 1e15 + 2, 1.0, 1 + 2**-52, -1e-15, 0.0]),
}


@st.composite
def tables(draw, kinds=tuple(NUMBERS), features=3):
    count = draw(st.integers(2, 8))
    numbers = NUMBERS[draw(st.sampled_from(kinds))]
    cells = st.lists(numbers, min_size=features, max_size=features)
    values = np.array(draw(st.lists(cells, min_size=count, max_size=count)))
    cluster = draw(st.lists(st.sampled_from([0, 1, NOISE]), min_size=count, max_size=count))
    weight = draw(st.lists(st.integers(1, 2), min_size=count, max_size=count))
    return Rows(values, np.array(cluster), np.array(weight), clusters=2)


def levels(rows, scale, weights, order):
    """Return what is compared with a bound, as descriptions and exports compute it."""
    points = {}
    for feature, weight in weights.items():
        column = rows.values[:, feature]
        zero, one = (column.min(), column.max()) if scale == "minmax" else (0.0, 1.0)
        share = (column - zero) / (one - zero) if one > zero else np.zeros(len(column))
        points[feature] = weight * share
    return reduce(add, (points[feature] for feature in order))


@st.composite
def sums_of_floats(draw):
    """Draw rows, a scale and weights of some features, and what floats make of their sum."""
    rows, scale = draw(tables()), draw(st.sampled_from(["minmax", "none"]))
    features = draw(st.permutations(range(3)))[: draw(st.integers(2, 3))]
    weights = {d: draw(st.sampled_from([-3, -2, -1, 1, 2, 3])) for d in features}
    return rows, scale, weights, levels(rows, scale, weights, features)


@given(sums_of_floats())
@settings(max_examples=150, deadline=None)
def test_sums_that_floats_tell_apart_may_be_in_that_order(drawn):
    rows, scale, weights, level = drawn
    signs = tuple(1 if weight > 0 else -1 for weight in weights.values())
    least, greatest = shares_of(rows, Sums(3, 3, scale)).of(tuple(weights), signs)
    positive = np.abs(list(weights.values())).astype(float)
    above = level[:, None] > level
    assert (~above | ((greatest @ positive)[:, None] > least @ positive)).all()


def test_steps_that_decimals_have_by_chance_are_not_whole():
    """Shares are fifths, in exact arithmetic: two sums are the same there, and not in floats."""
    values = np.array([[0.6, 0.6], [-0.3, 0.3], [-0.3, -0.3], [1.2, 1.2]])
    rows = Rows(values, np.array([0, 1, 1, 1]), np.ones(4, dtype=np.int64), clusters=2)
    level = levels(rows, "minmax", {0: 1, 1: -3}, (0, 1))
    assert level[0] > level[1]
    least, greatest = shares_of(rows, Sums(2, 3, "minmax")).of((0, 1), (1, -1))
    assert greatest[0] @ [1, 3] > least[1] @ [1, 3]


def test_shares_that_floats_round_are_not_whole():
    """Shares are quarters, in exact arithmetic: floats cannot hold the range of so many steps."""
    zero, quarter = -(2**53 - 1), 2**52 - 1
    values = np.array([[zero + k * quarter, b] for k, b in ((3, 0), (0, 1), (2, 1), (4, 4))], float)
    rows = Rows(values, np.array([0, 0, 1, 1]), np.ones(4, dtype=np.int64), clusters=2)
    level = levels(rows, "minmax", {0: 1, 1: 1}, (0, 1))
    assert level[0] < level[2]  # both are 3/4
    shares = shares_of(rows, Sums(2, 1, "minmax"))
    assert shares.steps == (0, 4)
    least, greatest = shares.of((0, 1), (1, 1))
    assert greatest[2].sum() > least[0].sum()


@given(tables(kinds=["tenths", "thirds"]))
@settings(max_examples=20, deadline=None)
def test_shares_have_room_on_either_side(rows):
    shares = shares_of(rows, Sums(3, 3, "minmax"))
    for column, least, greatest in zip(
        rows.values.T, shares.least.T, shares.greatest.T, strict=True
    ):
        values = [Fraction(value) for value in column.tolist()]
        zero, span = min(values), (max(values) - min(values)) or 1
        for value, low, high in zip(values, least.tolist(), greatest.tolist(), strict=True):
            share = (value - zero) / span * UNITS
            assert share - 2 < low <= share - 1
            assert share + 1 <= high < share + 2


@given(sums_of_floats(), st.integers(0, 3), st.data())
@settings(max_examples=100, deadline=None)
def test_no_half_space_does_better_however_it_is_evaluated(drawn, errors, data):
    rows, scale, weights, level = drawn
    inside = level <= data.draw(st.sampled_from(level.tolist()))
    member = rows.cluster == 0
    if rows.weight[member & ~inside].sum() > errors or not (~member & ~inside).any():
        return
    question = Question(0, errors, 3, np.zeros(len(rows)), 0, 0)
    found = half_spaces(rows, Sums(3, 3, scale), question)
    right = inside == member
    assert any(
        len(some.features) <= len(weights) and (some.right >= right).all(axis=1).any()
        for some in found
    )


@given(tables(kinds=["whole"]), st.integers(0, 3), st.booleans())
@settings(max_examples=30, deadline=None)
def test_what_is_dropped_is_dominated_and_what_is_kept_is_not(rows, errors, features_count):
    question = Question(0, errors, 2, np.zeros(len(rows)), 0, 0)
    found = list(half_spaces(rows, Sums(2, 2, "none"), question))
    choice = undominated(found, *rows.values.shape, features_count=features_count)
    kept = [
        (right, set(np.flatnonzero(used).tolist()))
        for right, used in zip(choice.right, choice.features, strict=True)
    ]

    def dominates(one, other):
        fewer = one[1] <= other[1] if features_count else len(one[1]) <= len(other[1])
        return fewer and (one[0] >= other[0]).all()

    for some in found:
        for right in some.right:
            assert any(dominates(one, (right, set(some.features))) for one in kept)
    for place, one in enumerate(kept):
        assert not any(dominates(two, one) for two in kept[:place] + kept[place + 1 :])


@given(tables(kinds=["whole", "tenths"]), st.integers(0, 2), st.integers(0, 6), st.data())
@settings(max_examples=30, deadline=None)
def test_prices_leave_those_that_are_worth_enough(rows, errors, gap, data):
    prices = st.lists(st.integers(0, 4), min_size=len(rows), max_size=len(rows))
    prices = np.array(data.draw(prices), dtype=float)
    sums, own = Sums(2, 2, "minmax"), rows.cluster == 0

    def worth(right):
        return prices[~own & right].sum() - prices[own & ~right].sum()

    every = half_spaces(rows, sums, Question(0, errors, 2, np.zeros(len(rows)), 0, 0))
    expected = {
        (some.features, right.tobytes())
        for some in every
        for right in some.right
        if worth(right) >= 2 * (len(some.features) + 1) - gap
    }
    asked = Question(0, errors, 2, prices, 2, gap)
    found = {
        (some.features, right.tobytes())
        for some in half_spaces(rows, sums, asked)
        for right, worthy in zip(some.right, some.worth, strict=True)
        if worthy == worth(right)
    }
    assert found == expected


@given(tables(kinds=["whole", "tenths"]), st.data())
@settings(max_examples=20, deadline=None)
def test_some_of_the_rows_have_the_shares_that_they_have_among_all(rows, data):
    some = data.draw(st.lists(st.integers(0, len(rows) - 1), min_size=1, unique=True))
    some = np.array(some)
    every = shares_of(rows, Sums(2, 1, "minmax"))
    few = shares_of(rows.only(some), Sums(2, 1, "minmax", ends_of(rows)))
    assert np.array_equal(few.least, every.least[some])
    assert np.array_equal(few.greatest, every.greatest[some])


def test_values_beyond_the_ends_are_refused():
    rows = Rows(np.array([[0.0], [2.0]]), np.array([0, 1]), np.array([1, 1]), clusters=2)
    with pytest.raises(Refused):
        shares_of(rows, Sums(2, 1, "minmax", ((0.0, 1.0),)))


def test_weights_have_no_common_divisor():
    assert weights_of(2, 2).tolist() == [[1, 1], [1, 2], [2, 1]]


@pytest.mark.parametrize("shape", [(0, 1, "none"), (2, 0, "none"), (2, 1, "?"), (3, 10**6, "none")])
def test_classes_that_cannot_be_gone_through_are_refused(shape):
    with pytest.raises(Refused):
        Sums(*shape)


@pytest.mark.parametrize(("value", "weight"), [(np.nan, 1), (np.inf, 1), (-1.1e300, 1), (0.0, 0)])
def test_odd_tables_are_refused(value, weight):
    rows = Rows(np.array([[value], [1.0]]), np.array([0, 1]), np.array([1, weight]), clusters=2)
    with pytest.raises(Refused):
        refuse_odd(rows)
