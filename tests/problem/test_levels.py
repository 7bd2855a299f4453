"""What a half-space cuts off for sure and at best, compared with sums in fractions."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Column, Direction
from clusterscribe.problem.levels import Levels, outside_at_best
from tests.pricing.strategies import geometry_of

EPOCH = 1.7e15  # microseconds, as of a date with a time

columns = st.sampled_from(
    [
        st.integers(0, 9).map(float),
        st.integers(0, 100).map(lambda n: n / 100),
        st.sampled_from([0.1 + 0.2, 0.3, 0.1, 0.2, np.nextafter(0.3, 0), 0.6]),
        st.integers(0, 5).map(lambda n: EPOCH + n * 3_600_000_000),
        st.integers(0, 5).map(lambda n: 1e9 + n / 1000),
    ]
)


@st.composite
def cases(draw):
    rows = draw(st.integers(2, 8))
    kinds = [draw(columns) for _ in range(3)]
    table = np.array([draw(st.lists(k, min_size=rows, max_size=rows)) for k in kinds]).T
    cluster = np.array(
        [0, *draw(st.lists(st.integers(0, 1), min_size=rows - 1, max_size=rows - 1))]
    )
    weights = draw(st.tuples(*[st.sampled_from([-3, -2, -1, 1, 2, 3])] * 3))
    scale = draw(st.sampled_from(["minmax", "none"]))
    return Boxes.from_rows(table, cluster, 2), Direction((0, 1, 2), weights), scale


def exact_scores(boxes, direction, scale):
    scores = [Fraction(0)] * len(boxes.lower)
    for d, weight in zip(direction.features, direction.weights, strict=True):
        column = [Fraction(x) for x in boxes.lower[:, d]]
        low, high = min(column), max(column)
        if scale == "minmax":
            span = high - low or Fraction(1)
            column = [(x - low) / span for x in column]
        scores = [s + weight * x for s, x in zip(scores, column, strict=True)]
    return scores


def float_scores(geometry, direction, order):
    """The scores as whoever adds up in this order gets them."""
    total = np.zeros(len(geometry))
    for at in order:
        total += direction.weights[at] * geometry.lower[direction.features[at]]
    return total


def evaluated(boxes, direction, scale, geometry):
    """The scores in fractions, and as floats in every order of the terms."""
    floats = [float_scores(geometry, direction, order) for order in permutations(range(3))]
    return [np.array(exact_scores(boxes, direction, scale)), *floats]


@given(cases())
@settings(max_examples=400, deadline=None)
def test_no_half_space_does_more_than_a_column_at_best(case):
    """The column with the same last member, in the order of the scores, is at least as good.

    Whether sums are exact, or rounded in any order of their terms.
    """
    boxes, direction, scale = case
    geometry = geometry_of(boxes, scale)
    levels = Levels.of(geometry, direction, 0)
    member = boxes.cluster == 0
    for scores in evaluated(boxes, direction, scale, geometry):
        for bound in scores:
            outside = scores > bound
            inside = levels.scores[member & ~outside]
            if not len(inside):
                continue
            column = Column(0, direction, float(levels.bounds(inside.max(keepdims=True))[0]))
            at_best = outside_at_best(geometry, column)
            assert (at_best[~member] >= outside[~member]).all()
            assert (at_best[member] <= outside[member]).all()


@given(cases())
@settings(max_examples=400, deadline=None)
def test_no_half_space_with_all_members_inside_does_more_than_a_column_that_loses_none(case):
    """Whether sums are exact, or rounded in any order of their terms."""
    boxes, direction, scale = case
    geometry = geometry_of(boxes, scale)
    levels = Levels.of(geometry, direction, 0)
    member = boxes.cluster == 0
    last = levels.scores[member].max(keepdims=True)
    column = Column(0, direction, float(levels.bounds(last)[0]))
    at_best = outside_at_best(geometry, column, none_lost=True)
    assert (at_best <= outside_at_best(geometry, column)).all()
    for scores in evaluated(boxes, direction, scale, geometry):
        assert (at_best >= (scores > scores[member].max())).all()


def test_an_outsider_that_no_member_exceeds_is_cut_off_at_best_and_others_are_held():
    """Three of a kind end at the same sum, and which is the last one depends on rounding."""
    share = 8 / 15
    rows = np.array(
        [
            [1, 0, share, 0],
            [0, 1, share, 0],
            [0, 0, 0, 0],
            [1, 0, share, 1],  # these two equal members in the sum, and only there
            [0, 1, share, 1],
            [0, 0, share, 1],
            [1, 1, 1, 1],
        ]
    )
    boxes = Boxes.from_rows(rows, np.array([0, 0, 0, 1, 1, 1, 1]), 2)
    geometry, direction = geometry_of(boxes), Direction((0, 1, 2), (1, 1, 1))
    levels = Levels.of(geometry, direction, 0)
    last = levels.scores[:3].max(keepdims=True)
    column = Column(0, direction, float(levels.bounds(last)[0]))
    only_the_last = [False] * 6 + [True]
    assert geometry.outside(column).tolist() == only_the_last
    assert outside_at_best(geometry, column).tolist() == [False] * 3 + [True, True, False, True]
    assert outside_at_best(geometry, column, none_lost=True).tolist() == only_the_last


@given(cases())
@settings(max_examples=400, deadline=None)
def test_what_is_cut_off_for_sure_is_beyond_all_that_is_not(case):
    """So that some bound has just these rows outside, whichever way sums are added up."""
    boxes, direction, scale = case
    geometry = geometry_of(boxes, scale)
    levels = Levels.of(geometry, direction, 0)
    scores = exact_scores(boxes, direction, scale)
    lasts = np.unique(levels.scores[boxes.cluster == 0])
    members = np.sort(levels.scores[boxes.cluster == 0])
    for last, bound in zip(lasts, levels.bounds(lasts), strict=True):
        beyond = members[members > last]
        if len(beyond) and beyond[0] <= last + levels.noise:
            continue  # the order of two members is open, and nobody will rely on it
        outside = geometry.outside(Column(0, direction, float(bound)))
        kept = [s for s, out in zip(scores, outside, strict=True) if not out]
        cut = [s for s, out in zip(scores, outside, strict=True) if out]
        if kept and cut:
            assert max(kept) < min(cut)


@pytest.mark.parametrize("scale", ["minmax", "none"])
def test_whole_numbers_with_a_range_of_a_power_of_two_leave_nothing_open(scale):
    table = np.array([[0, 4], [1, 3], [3, 1], [4, 0], [0, 0], [4, 4]], dtype=float)
    geometry = geometry_of(Boxes.from_rows(table, np.array([0, 1, 0, 1, 1, 1]), 2), scale)
    direction = Direction((0, 1), (1, 1))
    assert geometry.is_exact(direction)
    scores = geometry.scores(direction, 0)
    assert len(set(scores[:4].tolist())) == 1
    column = Column(0, direction, float(scores[0] + geometry.noise(direction)))
    assert outside_at_best(geometry, column).tolist() == [False] * 5 + [True]


def test_sums_that_rounding_may_turn_count_against_a_proof_and_for_no_answer():
    # 0.1 + 0.2 and 0.3 + 0 differ by one part in 10^16
    table = np.array([[0.3, 0.0], [0.1, 0.2], [1.0, 1.0], [0.0, 0.0]])
    geometry = geometry_of(Boxes.from_rows(table, np.array([0, 1, 1, 0]), 2), "none")
    direction = Direction((0, 1), (1, 1))
    column = Column(0, direction, 0.3 + geometry.noise(direction))
    assert geometry.outside(column).tolist() == [False, False, True, False]
    assert outside_at_best(geometry, column).tolist() == [False, True, True, False]


def test_a_column_of_large_numbers_leaves_other_sums_alone():
    chance = np.random.default_rng(0)
    small = np.round(chance.random((20, 2)), 2)
    cluster = np.array([0, 1] * 10)
    direction = Direction((0, 1), (1, 1))
    alone = geometry_of(Boxes.from_rows(small, cluster, 2), "none")
    dates = EPOCH + chance.integers(0, 10**10, 20)
    beside = geometry_of(Boxes.from_rows(np.column_stack([small, dates]), cluster, 2), "none")
    assert beside.noise(direction) == alone.noise(direction) < 1e-13


def test_features_that_lose_values_in_sums_are_known():
    table = np.array([[1e308, 1e16, 0.0], [-1e308, 1e16 + 2, 1.0], [0.0, -1e16, 2.0]])
    geometry = geometry_of(Boxes.from_rows(table, np.array([0, 1, 0]), 2), "minmax")
    assert geometry.blurred.tolist() == [0, 1]
