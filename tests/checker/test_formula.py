"""Clauses can be satisfied exactly where a description is as the statement says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.checker.formula import Formula, Statement, formula_of
from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.clock import Clock
from clusterscribe.refuting.sat import decide
from tests.checker.every_description import descriptions_of
from tests.checker.tiny import tables


def is_possible(rows, statement):
    verdict = decide(formula_of(rows, statement), Clock(60))
    assert verdict.refuted == (verdict.model is None)
    return not verdict.refuted


@given(
    tables(rows=(2, 6), lightest=1),
    st.integers(0, 6),
    st.integers(0, 12),
    st.sampled_from([(1, 0), (0, 1), (1, 2), (2, 1)]),
    st.none() | st.integers(1, 2),
    st.none() | st.integers(0, 3),
)
@settings(max_examples=150)
def test_a_statement_is_possible_if_a_description_is_like_that(
    rows, errors, length, weights, max_conditions, outside
):
    most = None if outside is None else (outside, outside)
    statement = Statement(errors, length, *weights, max_conditions, most)
    expected = any(
        found <= errors
        and weights[0] * complexity + weights[1] * sparsity <= length
        and (max_conditions is None or bounds <= max_conditions)
        and (most is None or max(beyond) <= outside)
        for found, complexity, sparsity, bounds, beyond in descriptions_of(rows)
    )
    assert is_possible(rows, statement) == expected


@given(tables(rows=(2, 6), lightest=1))
@settings(max_examples=50)
def test_the_fewest_errors_are_where_it_becomes_possible(rows):
    fewest = min(errors for errors, *_ in descriptions_of(rows))
    assert is_possible(rows, Statement(fewest))
    assert not fewest or not is_possible(rows, Statement(fewest - 1))


@given(st.lists(st.integers(1, 5), min_size=1, max_size=7), st.integers(0, 20), st.data())
def test_sums_are_limited_exactly(weights, limit, data):
    formula = Formula()
    first = formula.new(len(weights))
    formula.at_most([(first + place, weight) for place, weight in enumerate(weights)], limit)
    chosen = data.draw(st.lists(st.booleans(), min_size=len(weights), max_size=len(weights)))
    for place, is_true in enumerate(chosen):
        formula.add(first + place if is_true else -(first + place))
    total = sum(weight for weight, is_true in zip(weights, chosen, strict=True) if is_true)
    assert decide(formula, Clock(10)).refuted == (total > limit)


@pytest.mark.parametrize("errors", [0, 1])
def test_a_cluster_without_rows_needs_no_bound(errors):
    rows = Rows(np.array([[1.0], [2.0]]), np.array([0, 0]), np.array([1, 1]), clusters=2)
    # the polyhedron of no rows must keep both rows out, and can do so with one bound
    assert is_possible(rows, Statement(errors, 2))
    assert not is_possible(rows, Statement(errors, 1))
