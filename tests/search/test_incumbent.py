"""When an answer counts as proved, and what a bound is rounded to."""

from dataclasses import replace

import pytest

from clusterscribe.clock import Clock
from clusterscribe.problem.columns import columns_of
from clusterscribe.problem.limits import Limits
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import rank
from clusterscribe.progress import silent
from clusterscribe.search.goal import FEWEST_ERRORS, LEAST_COMPLEXITY, Ceiling
from clusterscribe.search.incumbent import ColumnEncoding, Incumbent, RangeEncoding
from tests.pricing.strategies import geometry_of


@pytest.fixture
def line(rows):
    """Four rows of each of two clusters in a line."""
    return rows([[0, 0], [1, 1], [2, 0], [3, 1], [4, 0], [5, 1], [6, 0], [7, 1]], [0] * 4 + [1] * 4)


@pytest.fixture
def incumbent(line):
    """Make an incumbent of one condition, with four errors: one cluster holds all rows."""

    def make(goal, limits=None, **options):
        ranks, _ = rank(line)
        ranks = ranks if limits is None else replace(ranks, limits=limits)
        start = Ranges.everything(2, ranks.sizes)
        start.high[0, 0] = 3
        return Incumbent(RangeEncoding(ranks), start, Clock(None), silent, "", (goal,), **options)

    return make


@pytest.mark.parametrize(
    ("proved", "bound"),
    [(0.0, 0), (6.2, 7), (7.0, 7), (7.0 + 1e-9, 7), (7.0 - 1e-9, 7), (7.001, 8)],
)
def test_bounds_are_rounded_up_to_what_is_possible(incumbent, proved, bound):
    best = incumbent(FEWEST_ERRORS)
    best.raise_bound(proved)
    assert best.bound == bound


def test_conditions_on_one_feature_have_a_complexity_of_two_and_others_of_three(incumbent, line):
    plain = incumbent(LEAST_COMPLEXITY)
    encoding = ColumnEncoding(geometry_of(line))
    slanted = Incumbent(
        encoding, columns_of(plain.best), Clock(None), silent, "", (LEAST_COMPLEXITY,)
    )
    for best in (plain, slanted):
        best.raise_bound(4.5)
    assert (plain.bound, slanted.bound) == (6, 5)


def test_a_bound_never_falls(incumbent):
    best = incumbent(FEWEST_ERRORS)
    best.raise_bound(3)
    best.raise_bound(2)
    assert best.bound == 3


@pytest.mark.parametrize(
    ("options", "within"),
    [
        ({}, True),
        ({"budget": 4}, True),
        ({"budget": 3}, False),
        ({"ceiling": Ceiling(LEAST_COMPLEXITY, 2)}, True),
        ({"ceiling": Ceiling(LEAST_COMPLEXITY, 0)}, False),
        ({"limits": Limits(max_conditions=1)}, True),
        ({"limits": Limits(max_conditions=0)}, False),
    ],
)
def test_only_what_is_within_all_limits_is_proved(incumbent, options, within):
    best = incumbent(FEWEST_ERRORS, **options)
    assert (best.errors, best.closed) == (4, False)
    best.raise_bound(4)
    assert best.closed == within
