"""The oracle itself, against every description of tiny tables."""

from fractions import Fraction

import numpy as np
import pytest

from .case import Case
from .enumeration import descriptions
from .one_feature import best_of_one_feature, ladders
from .several_features import EXACT, FLOAT, best_of_several


def tiny(seed):
    """Up to six rows in two columns: two clusters, or one and noise; weights now and then."""
    chance = np.random.default_rng(seed)
    rows = int(chance.integers(3, 7))
    columns = {name: chance.integers(0, 4, rows).astype(float).tolist() for name in "ab"}
    labels = [0, 1, *chance.integers(0, 2, rows - 2).tolist()]
    weights = [None, [1, 2, 3, 1, 2, 3][:rows], [0.5, 0.1, 1e9, 0.3, 2**0.5, 0.1][:rows]]
    return Case(columns, labels, weights[seed % 3], noise_label=1 if seed % 4 == 3 else None)


@pytest.mark.parametrize("seed", range(24))
def test_minima_are_those_of_all_descriptions(seed):
    case = tiny(seed)
    every, best = descriptions(case, list(ladders(case))), best_of_one_feature(case)
    fewest = min(errors for errors, _, _ in every)
    assert best.fewest_errors == fewest
    for budget in {fewest, fewest + 1, fewest * 2}:
        within = [(length, features) for errors, length, features in every if errors <= budget]
        assert best.least(budget) == min(length for length, _ in within)
        assert best.least(budget, 0, 1) == min(features for _, features in within)
        assert best.least(budget, 2, 3) == min(2 * one + 3 * other for one, other in within)
    for length in (0, 2, 4, 6):
        errors = min(errors for errors, longer, _ in every if longer <= length)
        assert best.fewest_errors_within(length) == errors


def test_a_budget_below_the_fewest_errors_has_no_description():
    best = best_of_one_feature(Case({"a": [1.0, 1.0]}, [0, 1], [0.5, 0.25]))
    assert best.fewest_errors == Fraction(1, 4)
    assert best.least(Fraction(1, 4)) == 2  # the one is everything, the other shuts all out
    assert best.least(Fraction(1, 5)) is None


def test_neighbours_among_floats_are_different_values():
    case = Case({"a": [0.3, 0.1 + 0.2, 1e300, np.nextafter(1e300, 2e300)]}, [0, 1, 0, 1])
    assert best_of_one_feature(case).fewest_errors == 1
    assert best_of_one_feature(Case({"a": [0.0, -0.0]}, [0, 1])).fewest_errors == 1


def test_a_slanting_line_needs_a_sum():
    # x + y of one cluster is at most 3, of the other at least 4
    columns = {"x": [0.0, 1, 3, 2, 0, 4, 2, 3], "y": [3.0, 1, 0, 1, 4, 0, 3, 3]}
    case = Case(columns, [0] * 4 + [1] * 4)
    for arithmetic in (EXACT, FLOAT):
        best = best_of_several(case, 2, 1, "none", arithmetic)
        assert (best.fewest_errors, best.least(0), best.least(0, 0, 1)) == (0, 6, 2)
    assert best_of_one_feature(case).fewest_errors == 2


@pytest.mark.parametrize("seed", range(6))
def test_several_features_are_all_there_is(seed):
    """Over sums of two columns: the same minima as by writing all descriptions out."""
    from .several_features import ladders as sums

    chance = np.random.default_rng(seed)
    columns = {name: chance.integers(0, 4, 5).astype(float).tolist() for name in "ab"}
    case = Case(columns, [0, 1, *chance.integers(0, 2, 3).tolist()], noise_label=1)
    some = [ladder for ladder in sums(case, 2, 1, "none", EXACT) if ladder.length == 3]
    some += [ladder for ladder in ladders(case)][:1]
    every = descriptions(case, some)
    from .best import Best

    best = Best(some, case.clusters)
    fewest = min(errors for errors, _, _ in every)
    assert best.fewest_errors == fewest
    assert best.least(fewest) == min(length for errors, length, _ in every if errors == fewest)


def test_exact_sums_and_floats_differ_where_sums_are_rounded():
    # 0.1 + 0.2 is more than 0.3 for floats; one more digit, and only fractions see a difference
    case = Case({"a": [0.5, 0.5 + 2**-53], "b": [1e6, 1e6]}, [0, 1])
    assert best_of_one_feature(case).fewest_errors == 0
    only_sums = Case({"a": [2.0**53, 2.0**53], "b": [1.0, 0.0]}, [0, 1])
    exact = best_of_several(only_sums, 2, 1, "none", EXACT)
    assert exact.fewest_errors == 0
