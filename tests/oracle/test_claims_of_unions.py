"""What is claimed of several polyhedra per cluster, by the oracle."""

from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from .claims import check_all, check_claims, some_quick
from .nasty import nasty_case, nasty_question
from .one_feature import best_of_one_feature
from .test_claims_of_frontiers import check_points, found

LIMITS = [
    {"max_polyhedra": 2 + (most == 2), "max_conditions": most, "min_recall": share}
    for most, share in product((None, 1, 2), (0, 0.5, 0.9))
]


def exactly(limits):
    return {**limits, "min_recall": Fraction(str(limits["min_recall"]))}


def small_case(seed):
    return nasty_case(seed, most_rows=12, columns=(1, 2))


def check(seed, **options):
    """A table without weights, as small as this, is always settled."""
    case, limits = small_case(seed), LIMITS[seed % len(LIMITS)]
    asked = {**nasty_question(seed, case), **limits}
    status = check_claims(case, asked, best_of_one_feature(case, **exactly(limits)), **options)
    assert case.weights or status in {"optimal", "over budget"} or "grouping" in options


@pytest.mark.parametrize("seed", some_quick(range(45)))
def test_claims_about_unions_hold(seed):
    check(seed)


@pytest.mark.parametrize("seed", some_quick(range(45, 57)))
def test_claims_about_unions_from_rows_as_they_are_needed_hold(seed):
    check(seed, grouping="lazy")


@pytest.mark.parametrize("grouping", ["tree", "adaptive"])
@pytest.mark.parametrize("seed", some_quick(range(57, 62)))
def test_claims_about_unions_from_groups_hold(seed, grouping):
    check(seed, grouping=grouping)


@pytest.mark.parametrize("seed", some_quick(range(62, 86)))
def test_points_of_frontiers_of_unions_hold(seed):
    case, limits = small_case(seed), LIMITS[seed % len(LIMITS)]
    points = found(case, **limits).points
    check_points(case, best_of_one_feature(case, **exactly(limits)), points, limits)
    assert case.weights or all(point.proved for point in points)


@pytest.mark.slow
@pytest.mark.parametrize("one", [check, partial(check, grouping="lazy")])
@pytest.mark.parametrize("start", range(20_000, 20_200, 50))
def test_claims_about_unions_of_many_tables(one, start):
    check_all(range(start, start + 50), one)
