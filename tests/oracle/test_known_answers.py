"""Known answers on data that is always there, so that none is skipped for want of a folder.

The tables come with scikit-learn or are made by a seed. Every figure below was computed by the
oracle, which shares nothing with the solver, and is computed by it again in the second test of
each pair. `tests/test_reference.py` has the data sets of the paper, where their folder is.
"""

from math import floor

import numpy as np
import pytest
from sklearn import datasets

from clusterscribe import describe, frontier

from .case import Case
from .one_feature import best_of_one_feature
from .recount import errors_of
from .several_features import EXACT, best_of_several


def case_of(values, labels, **options):
    columns = {f"x{j}": column.tolist() for j, column in enumerate(np.asarray(values, float).T)}
    return Case(columns, np.asarray(labels).tolist(), **options)


def nearest(values, centres):
    """Clusters as k-means leaves them: the nearest of some rows, each column over its range."""
    scaled = (values - values.min(axis=0)) / np.ptp(values, axis=0)
    return ((scaled[:, None] - scaled[centres]) ** 2).sum(axis=2).argmin(axis=1)


def iris(**options):
    found = datasets.load_iris()
    return case_of(found.data, found.target, **options)


def iris_by_centres():
    values = datasets.load_iris().data
    return case_of(values, nearest(values, [7, 61, 112]))


def wine():
    found = datasets.load_wine()
    return case_of(found.data, found.target)


def three_of_wine():
    found = datasets.load_wine()
    return case_of(found.data[:, [6, 9, 12]], found.target)


def wine_by_centres():
    values = datasets.load_wine().data[:, [0, 6, 9]]
    return case_of(values, nearest(values, [0, 100, 170]))


def cancer():
    found = datasets.load_breast_cancer()
    return case_of(found.data[:120, :5], found.target[:120])


def digits():
    found = datasets.load_digits()
    few = np.flatnonzero(found.target < 3)[:60]
    return case_of(found.data[few], found.target[few])


def four_digits():
    found = datasets.load_digits()
    few = np.flatnonzero(found.target < 4)[:100]
    return case_of(found.data[few][:, [10, 20, 21, 26, 28, 33, 34, 36, 42, 43]], found.target[few])


def weighted():
    return iris(weights=[0.5 * (1 + row % 4) for row in range(150)])


def noisy():
    return iris(noise_label=1)


def made():
    """Three overlapping clouds, some noise, and a category that half agrees with them."""
    chance = np.random.default_rng(5)
    labels = chance.integers(0, 4, 90)
    values = 1.5 * labels[:, None] + chance.normal(0, 1, (90, 3)).round(1)
    columns = {f"x{j}": column.tolist() for j, column in enumerate(values.T)}
    agrees = chance.random(90) < 0.5
    columns["kind"] = [f"k{k}" for k in np.where(agrees, labels, 0).tolist()]
    columns["flag"] = (labels > 1).tolist()
    columns["flag"][::10] = [not flag for flag in columns["flag"][::10]]
    return Case(columns, labels.tolist(), noise_label=3)


def petals():
    """In tenths of a millimetre, so that sums are whole numbers: no rounding, and many ties."""
    found = datasets.load_iris()
    return case_of((found.data[50:, 2:] * 10).round(), found.target[50:])


def slanting():
    """Made: whole numbers on both sides of a line, and three rows on the wrong one."""
    chance = np.random.default_rng(7)
    values = chance.integers(0, 12, (30, 2))
    labels = (2 * values[:, 0] - values[:, 1] > 5).astype(int)
    labels[:3] = 1 - labels[:3]
    return case_of(values, labels)


# fewest errors, then complexity and sparsity within one in twenty more
KNOWN = [
    (iris, 6, 8, 1),
    (iris_by_centres, 6, 14, 3),
    pytest.param(wine, 7, 18, 5, marks=pytest.mark.slow),
    (three_of_wine, 11, 14, 3),
    (wine_by_centres, 11, 16, 3),
    (cancer, 14, 8, 2),
    (digits, 0, 10, 3),
    (four_digits, 0, 16, 5),
    (weighted, 7.5, 8, 1),
    (noisy, 6, 4, 1),
    (made, 9, 26, 6),
]
# the same with two features per condition, weights up to 2
KNOWN_OF_SUMS = [
    (petals, 4, 6, 2),
    (slanting, 3, 6, 2),
]
FRONTIER_OF_WINE = [(11, 14), (13, 12), (15, 10), (21, 8), (36, 6)]
SUMS = {"max_terms": 2, "max_coefficient": 2, "scale": "none"}


def budget_of(case, errors):
    """One in twenty more, in whole units of weight."""
    unit = 0.5 if case.weights else 1
    return floor(errors * 1.05 / unit) * unit


def meets(make, errors, complexity, sparsity, **options):
    """The answer has these figures, proves them, and its rows bear them out."""
    case = make()
    for objective, value in (("complexity", complexity), ("sparsity", sparsity)):
        description, result = describe(
            case.table, case.labels, objective=objective, min_recall=0, **case.arguments, **options
        )
        assert (result.status, result.error_bound) == ("optimal", errors)
        assert result.objective == result.bound == value
        assert result.max_errors == budget_of(case, errors)
        assert errors_of(description, case) == result.errors <= result.max_errors


def confirms(best, case, errors, complexity, sparsity):
    """The oracle says the same."""
    assert best.fewest_errors == errors
    assert best.least(budget_of(case, errors)) == complexity
    assert best.least(budget_of(case, errors), 0, 1) == sparsity


@pytest.mark.parametrize(("make", "errors", "complexity", "sparsity"), KNOWN)
def test_known_answers_are_met_and_proved(make, errors, complexity, sparsity):
    meets(make, errors, complexity, sparsity)


@pytest.mark.parametrize(("make", "errors", "complexity", "sparsity"), KNOWN)
def test_known_answers_are_those_of_the_oracle(make, errors, complexity, sparsity):
    case = make()
    confirms(best_of_one_feature(case), case, errors, complexity, sparsity)


@pytest.mark.parametrize(("make", "errors", "complexity", "sparsity"), KNOWN_OF_SUMS)
def test_known_answers_of_sums_are_met_and_proved(make, errors, complexity, sparsity):
    meets(make, errors, complexity, sparsity, **SUMS)


@pytest.mark.parametrize(("make", "errors", "complexity", "sparsity"), KNOWN_OF_SUMS)
def test_known_answers_of_sums_are_those_of_the_oracle(make, errors, complexity, sparsity):
    case = make()
    confirms(best_of_several(case, 2, 2, "none", EXACT), case, errors, complexity, sparsity)


def test_the_known_frontier_is_met_and_proved():
    case = three_of_wine()
    points = frontier(case.table, case.labels).points
    assert [(point.errors, point.complexity) for point in points] == FRONTIER_OF_WINE
    assert all(point.proved for point in points)


def test_the_known_frontier_is_that_of_the_oracle():
    best = best_of_one_feature(three_of_wine())
    found = [(best.fewest_errors, best.least(best.fewest_errors))]
    while found[-1][1] > 6:  # one condition a cluster
        errors = best.fewest_errors_within(found[-1][1] - 1)
        found.append((errors, best.least(errors)))
    assert found == FRONTIER_OF_WINE
