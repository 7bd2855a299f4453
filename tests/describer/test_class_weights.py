"""Weights of clusters: factors of the weights of their rows, exact as long as they can be."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.utils.class_weight import compute_sample_weight

from clusterscribe import frontier, stability

from .small import fit
from .test_weights import rows_and_weights, split

LARGE_AND_SMALL = (np.array([[0.0], [0], [0], [1], [0], [1]]), list("aaaabb"))


@settings(max_examples=25, deadline=None)
@given(rows=rows_and_weights(), factors=st.dictionaries(st.sampled_from("abc"), st.integers(1, 4)))
def test_weights_of_labels_multiply_those_of_rows(rows, factors):
    table, labels, weights = split(rows)
    assume(len(np.unique(table[weights > 0], axis=0)) > 1)  # else there is a warning
    there = set(labels[weights > 0].tolist())
    known = {label: factor for label, factor in factors.items() if label in there}
    by_class = fit(table, labels, weights, class_weight=known)
    by_row = fit(table, labels, weights * [known.get(label, 1) for label in labels])
    assert by_class.description_.parts == by_row.description_.parts
    assert by_class.description_.tallies == by_row.description_.tallies


def test_balanced_weights_are_those_of_scikit_learn():
    # one row of b among four of a is worth as much as two of a
    table, labels = LARGE_AND_SMALL
    assert fit(table, labels).result_.errors == 2
    model = fit(table, labels, class_weight="balanced")
    assert model.result_.status == "optimal"
    weights = compute_sample_weight("balanced", labels)
    assert model.result_.errors == model.description_.errors(table, labels, weights) == 2.25
    assert sum(tally.rows for tally in model.description_.tallies) == 6


def test_balanced_weights_of_sizes_with_nothing_in_common_are_exact():
    sizes = (59, 71, 48, 101, 13)
    labels = np.repeat(list("abcde"), sizes)
    table = np.random.default_rng(0).permutation(len(labels)) % 7
    model = fit(table[:, None].astype(float), labels, class_weight="balanced")
    assert model.result_.status == "optimal"
    assert model.result_.stop_reason == "optimal"


def test_noise_keeps_its_weight_unless_it_is_named():
    table, labels = np.array([[0.0], [1], [2], [3], [3]]), ["a", "a", "b", "x", "x"]
    model = fit(table, labels, class_weight="balanced", noise_label="x")
    assert {t.label: t.rows for t in model.description_.tallies} == {"a": 1.5, "b": 1.5, "x": 2}
    model = fit(table, labels, class_weight={"x": 5}, noise_label="x")
    assert {t.label: t.rows for t in model.description_.tallies} == {"a": 2, "b": 1, "x": 10}


def test_frontier_and_samples_count_by_cluster():
    table, labels = LARGE_AND_SMALL
    points = frontier(table, labels, class_weight="balanced").points
    assert points[0].errors == 2.25
    description = points[0].description
    found = stability(
        table, labels, description, samples=2, class_weight="balanced", random_state=1
    )
    assert found.accuracies[0] == pytest.approx(
        1 - description.errors(table, labels, compute_sample_weight("balanced", labels)) / 6,
        abs=0.6,
    )
