"""The oracle itself, against every description of tiny tables."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from . import several_features
from .best import Best
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


LIMITS = [{}, {"max_conditions": 1}, {"max_conditions": 2, "min_recall": Fraction(1, 2)},
          {"min_recall": Fraction(4, 5)}, {"max_conditions": 3, "min_recall": 1}]  # fmt: skip


@pytest.mark.parametrize("limits", LIMITS)
@pytest.mark.parametrize("seed", range(24))
def test_minima_are_those_of_all_descriptions(seed, limits):
    case = tiny(seed)
    every = descriptions(case, list(ladders(case)), **limits)
    best = best_of_one_feature(case, **limits)
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


@pytest.mark.parametrize("limits", [{}, {"max_conditions": 1}, {"min_recall": Fraction(4, 5)}])
@pytest.mark.parametrize("seed", range(6))
def test_minima_of_unions_are_those_of_all_descriptions(seed, limits):
    chance, rows = np.random.default_rng(seed), 6
    column = {"a": chance.permutation(rows).astype(float).tolist()}
    case = Case(column, [0, 1, *chance.integers(0, 2, rows - 2).tolist()])
    every = descriptions(case, list(ladders(case)), max_polyhedra=2, **limits)
    best = best_of_one_feature(case, max_polyhedra=2, **limits)
    fewest = min(errors for errors, _, _ in every)
    assert best.fewest_errors == fewest
    for budget in {fewest, fewest + 1, fewest + 2}:
        lengths = [length for errors, length, _ in every if errors <= budget]
        assert best.least(budget) == min(lengths)


def test_two_polyhedra_solve_what_one_cannot():
    # the corners of a square, opposite ones in one cluster
    case = Case({"x": [0.0, 0, 1, 1], "y": [0.0, 1, 0, 1]}, [0, 1, 1, 0])
    assert best_of_one_feature(case).fewest_errors == 2
    assert best_of_one_feature(case, max_polyhedra=2).fewest_errors == 0
    assert best_of_one_feature(case, max_polyhedra=2).least(0) == 16


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
def test_sums_are_chosen_among_as_single_features_are(seed):
    chance = np.random.default_rng(seed)
    columns = {name: chance.integers(0, 4, 5).astype(float).tolist() for name in "ab"}
    case = Case(columns, [0, 1, *chance.integers(0, 2, 3).tolist()], noise_label=1)
    some = [*several_features.ladders(case, 2, 1, "none", EXACT)][-5:]
    every, best = descriptions(case, some), Best(some, case.clusters)
    fewest = min(errors for errors, _, _ in every)
    assert best.fewest_errors == fewest
    assert best.least(fewest) == min(length for errors, length, _ in every if errors == fewest)


def test_every_vector_of_weights_is_a_direction():
    case = Case({"a": [0.0, 1.0, 5.0], "b": [0.0, 2.0, 1.0], "c": [1.0, 0.0, 0.0]}, [0, 0, 1])
    found = list(several_features.ladders(case, 3, 2, "none", EXACT))
    assert len(found) == 2 * 3 + 3 * 4**2 + 4**3
    scores = {ladder.scores for ladder in found if ladder.features == {"a", "b"}}
    assert (0, 2 * 1 - 1 * 2, 2 * 5 - 1) in scores  # 2 a - b


def test_shares_are_between_the_least_and_the_most():
    case = Case({"a": [10.0, 11.0, 13.0], "b": [7.0, 7.0, 7.0]}, [0, 0, 1])
    found = several_features.shares(case, "minmax", EXACT)
    assert found == {"a": [0, Fraction(1, 3), 1]}


def test_fractions_and_floats_differ_where_sums_are_rounded():
    # beside 2**53 a half is nothing to a float; 0.1 + 0.2 is not 0.3 to either
    small = {"a": [2.0**53, 2.0**53], "b": [0.5, 0.0]}
    assert distinct_sums(small, EXACT) == 2
    assert distinct_sums(small, FLOAT) == 1
    tenths = {"a": [0.1, 0.3], "b": [0.2, 0.0]}
    assert distinct_sums(tenths, EXACT) == distinct_sums(tenths, FLOAT) == 2
    # fractions of tenths add up to slightly different sums, which floats round to one
    rounded = {"a": [0.1, 0.4], "b": [0.4, 0.1000000000000000055]}
    assert distinct_sums(rounded, FLOAT) == 1


def test_floats_of_three_terms_are_added_in_every_order():
    case = Case({"a": [1e16, 0.0], "b": [1.0, 0.0], "c": [-1e16, 0.5]}, [0, 1])
    found = several_features.ladders(case, 3, 1, "none", FLOAT)
    sums = {ladder.scores for ladder in found if len(ladder.features) == 3}
    assert {(0.0, 0.5), (1.0, 0.5)} <= sums


def distinct_sums(columns, arithmetic):
    """How many different values `a + b` has."""
    found = several_features.shares(Case(columns, [0, 1]), "none", arithmetic)
    return len({a + b for a, b in zip(found["a"], found["b"], strict=True)})


def test_the_oracle_knows_nothing_of_the_code_that_it_judges():
    modules = "best case enumeration nasty one_feature recount several_features"
    for name in modules.split():
        assert "clusterscribe" not in Path(__file__).with_name(f"{name}.py").read_text()
