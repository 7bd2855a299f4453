"""What is claimed of few conditions, of shares inside and of weights of clusters, by the oracle."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from .claims import check_all, check_claims, in_memory, some_quick
from .nasty import nasty_case, nasty_question, tame_case
from .one_feature import best_of_one_feature
from .several_features import EXACT, FLOAT, best_of_several
from .test_claims_of_frontiers import check_points, found

LIMITS = [
    {"max_conditions": most, "min_recall": share}
    for most, share in product((1, 2, 3, None), (0, 0.5, 0.8, 1))
]
WEIGHTS = ["balanced", {0: 3}, {0: 0.25, 1: 5}]


def limits_of(seed):
    return LIMITS[seed % len(LIMITS)]


def exactly(limits):
    return {**limits, "min_recall": Fraction(str(limits["min_recall"]))}


def check(seed, **options):
    """A table without weights, as small as this, is always settled."""
    case, limits = nasty_case(seed), limits_of(seed)
    asked = {**nasty_question(seed, case), **limits}
    best = best_of_one_feature(case, **exactly(limits))
    status = check_claims(case, asked, best, **options)
    assert case.weights or status in {"optimal", "over budget"} or "grouping" in options


def check_sums(seed, case, scale, arithmetic):
    largest, limits = 1 + seed % 2, limits_of(seed)
    best = best_of_several(case, 2, largest, scale, arithmetic, **exactly(limits))
    asked = {**nasty_question(seed, case), **limits}
    options = {"max_terms": 2, "max_coefficient": largest, "scale": scale}
    return check_claims(case, asked, best, **options)


def check_class_weights(seed):
    """Rows weigh what their cluster makes of it, and limits count the same weights."""
    case, limits, class_weight = nasty_case(seed), limits_of(seed), WEIGHTS[seed % 3]
    labels = {label for label in case.clusters if label is not None}
    if class_weight != "balanced":
        class_weight = {label: w for label, w in class_weight.items() if label in labels}
    factors = factors_of(case, class_weight)
    weights = [
        amount * factors.get(label, 1)
        for amount, label in zip(case.amounts, case.clusters, strict=True)
    ]
    weighted = replace(case, weights=weights)
    asked = {**nasty_question(seed, weighted), **limits}
    best = best_of_one_feature(weighted, **exactly(limits))

    def run(_, **options):
        return in_memory(case, class_weight=class_weight, **options)

    status = check_claims(weighted, asked, best, run=run)
    assert case.weights or status in {"optimal", "over budget"}


def factors_of(case, class_weight):
    if class_weight != "balanced":
        return {label: Fraction(weight) for label, weight in class_weight.items()}
    counts = case.weights or [1] * len(case)
    rows = [label for label, weight in zip(case.clusters, counts, strict=True) if weight]
    sizes = {label: rows.count(label) for label in rows if label is not None}
    return {label: Fraction(sum(sizes.values()), len(sizes) * n) for label, n in sizes.items()}


@pytest.mark.parametrize("seed", some_quick(range(160)))
def test_claims_within_limits_hold(seed):
    check(seed)


@pytest.mark.parametrize("seed", some_quick(range(160, 224)))
def test_claims_from_rows_as_they_are_needed_hold(seed):
    check(seed, grouping="lazy")


@pytest.mark.parametrize("grouping", ["tree", "adaptive"])
@pytest.mark.parametrize("seed", some_quick(range(224, 240)))
def test_claims_from_groups_hold(seed, grouping):
    check(seed, grouping=grouping)


@pytest.mark.parametrize("seed", some_quick(range(240, 288)))
def test_claims_about_weights_of_clusters_hold(seed):
    check_class_weights(seed)


@pytest.mark.parametrize("seed", some_quick(range(48)))
def test_claims_about_sums_hold(seed):
    assert check_sums(seed, tame_case(seed), "none", EXACT) in {"optimal", "over budget"}


@pytest.mark.parametrize("seed", some_quick(range(32)))
def test_claims_about_rounded_sums_hold(seed):
    case = nasty_case(seed, most_rows=9, columns=(2, 3))
    check_sums(seed, case, ("none", "minmax")[seed % 2], FLOAT)


@pytest.mark.parametrize("seed", some_quick(range(3_000, 3_048)))
def test_points_of_frontiers_of_one_feature_hold(seed):
    case, limits = nasty_case(seed, most_rows=20), limits_of(seed)
    points = found(case, **limits).points
    check_points(case, best_of_one_feature(case, **exactly(limits)), points, limits)
    assert case.weights or all(point.proved for point in points)


@pytest.mark.parametrize("seed", some_quick(range(16)))
def test_points_of_frontiers_of_sums_hold(seed):
    case, limits = tame_case(seed), limits_of(seed)
    largest = 1 + seed % 2
    points = found(case, max_terms=2, max_coefficient=largest, scale="none", **limits).points
    best = best_of_several(case, 2, largest, "none", EXACT, **exactly(limits))
    check_points(case, best, points, limits)
    assert all(point.proved for point in points)


@pytest.mark.slow
@pytest.mark.parametrize("one", [check, check_class_weights, partial(check, grouping="lazy")])
@pytest.mark.parametrize("start", range(30_000, 31_000, 100))
def test_claims_about_many_tables_hold(start, one):
    check_all(range(start, start + 100), one)
