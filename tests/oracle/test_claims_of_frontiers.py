"""Every point of a frontier, and the gaps between them, against the oracle."""

import warnings
from fractions import Fraction
from itertools import pairwise

import pytest

from clusterscribe import frontier

from .claims import Judge, check_all, some_quick
from .nasty import nasty_case, tame_case
from .one_feature import best_of_one_feature
from .several_features import EXACT, best_of_several


def found(case, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        options = {"time_limit": 30, "min_recall": 0, **options}
        return frontier(case.table, case.labels, **case.arguments, **options)


def check_points(case, best, points, limits=None):
    """Each point is what it says it is, and as good as it says."""
    judge = Judge(case, {"max_errors": None, **(limits or {})}, best)
    try:
        for point in points:
            judge.check_answer(point.description, point.result)
            fewest = best.fewest_errors_within(point.complexity)
            assert judge.at_most(point.fewest_errors, fewest), ("fewest_errors", point.result)
            assert judge.at_most(point.result.error_bound, best.fewest_errors)
            shortest = judge.least(point.errors, -1)
            assert shortest is None or point.result.bound <= shortest, ("bound", point.result)
            if point.proved:
                assert judge.near(point.errors, fewest), ("proved", point.result, fewest)
                assert judge.least(point.errors, 1) == point.complexity
        check_gaps(judge, best, points)
    except AssertionError as failure:
        failure.add_note(str(case))
        raise


def check_gaps(judge, best, points):
    """Whatever is shorter than a proved point makes no fewer errors than the next one."""
    if points[0].proved:
        assert judge.near(points[0].errors, best.fewest_errors)
    for longer, shorter in pairwise(points):
        if longer.proved and shorter.proved:
            between = best.fewest_errors_within(longer.complexity - 1)
            assert judge.near(shorter.errors, between), ("missing", Fraction(between))


def check(seed):
    case = nasty_case(seed, most_rows=25)
    points = found(case).points
    check_points(case, best_of_one_feature(case), points)
    assert case.weights or all(point.proved for point in points)


@pytest.mark.parametrize("seed", some_quick(range(3_000, 3_060)))
def test_points_of_one_feature(seed):
    check(seed)


@pytest.mark.parametrize("seed", some_quick(range(12)))
def test_points_of_several_features(seed):
    case = tame_case(seed)
    largest = 1 + seed % 2
    points = found(case, max_terms=2, max_coefficient=largest, scale="none").points
    check_points(case, best_of_several(case, 2, largest, "none", EXACT), points)
    assert all(point.proved for point in points)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(4_000, 4_400, 50))
def test_points_of_many_tables(start):
    check_all(range(start, start + 50), check)
