"""The least weight of true literals, a bound on it, and limits on it, against all assignments."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.checker.formula import Formula
from clusterscribe.clock import Clock
from clusterscribe.refuting import least as least_module
from clusterscribe.refuting.least import Count, Least
from clusterscribe.refuting.possible import possible
from clusterscribe.refuting.sat import Solver
from clusterscribe.refuting.sums import clauses_of_limit

VARIABLES = 6
LITERALS = st.integers(1, VARIABLES).flatmap(
    lambda variable: st.sampled_from([variable, -variable])
)
CLAUSES = st.lists(
    st.lists(LITERALS, min_size=1, max_size=4, unique_by=abs), min_size=0, max_size=12
)
WEIGHTS = st.lists(st.integers(0, 5), min_size=VARIABLES, max_size=VARIABLES)


def weighted(weights):
    return [(variable, weight) for variable, weight in enumerate(weights, start=1) if weight]


def sums_of(clauses, weights):
    """The sums of all assignments that satisfy the clauses."""
    for chosen in product([False, True], repeat=VARIABLES):
        if all(any(chosen[abs(one) - 1] == (one > 0) for one in clause) for clause in clauses):
            yield sum(weight for weight, is_true in zip(weights, chosen, strict=True) if is_true)


def sum_of(model, weights):
    return sum(weight for variable, weight in weighted(weights) if variable in model)


@pytest.fixture(autouse=True)
def few_at_first(monkeypatch):
    monkeypatch.setattr(least_module, "FIRST_ASSUMED", 1)


@given(CLAUSES, WEIGHTS, st.integers(0, 20), st.booleans())
@settings(max_examples=80)
def test_the_least_weight_is_found_or_refuted(clauses, weights, most, gradually):
    least = Least(Solver(Formula(VARIABLES, clauses)), weighted(weights), gradually=gradually)
    bounds, found = [], []

    def take(model):
        found.append(sum_of(model, weights))
        return most

    def goes_on():
        bounds.append(least.bound)
        return True

    verdict = least.search(most, Clock(60), take, goes_on)
    expected = min(sums_of(clauses, weights), default=most + 1)
    assert verdict.refuted == (expected > most)
    assert least.bound == min(expected, most + 1)
    assert bounds == sorted(bounds)
    assert bounds[-1] <= expected
    assert verdict.refuted or found[-1] == expected


@given(CLAUSES, WEIGHTS, st.integers(0, 8))
@settings(max_examples=50)
def test_whoever_takes_an_answer_asks_for_a_better_one(clauses, weights, above):
    least = Least(Solver(Formula(VARIABLES, clauses)), weighted(weights))
    found = [sum(weights) + above]

    def take(model):
        found.append(min(found[-1], sum_of(model, weights)))
        return found[-1] - 1

    least.search(found[0], Clock(60), take)
    expected = min(sums_of(clauses, weights), default=found[0] + 1)
    assert least.bound == expected
    assert found[-1] == expected or not list(sums_of(clauses, weights))


@given(CLAUSES, WEIGHTS, WEIGHTS, st.integers(0, 12), st.integers(0, 6), st.booleans())
@settings(max_examples=80)
def test_limits_leave_what_is_within_them(clauses, limited, weights, most, rounds, gradually):
    solver = Solver(Formula(VARIABLES, clauses))
    first = Least(solver, weighted(limited), gradually=gradually)
    left = [rounds]  # a search that is stopped early leaves a limit that is as strict

    def goes_on():
        left[0] -= 1
        return left[0] >= 0

    first.search(most, Clock(60), lambda _: most, goes_on)
    first.limit(most)
    then = Least(solver, weighted(weights))
    verdict = then.search(100, Clock(60), lambda _: 100)
    within = zip(sums_of(clauses, limited), sums_of(clauses, weights), strict=True)
    expected = min((value for spent, value in within if spent <= most), default=101)
    assert then.bound == expected
    assert verdict.refuted == (expected == 101)


@given(CLAUSES)
def test_what_can_be_true_is_true_in_some_assignment(clauses):
    solver = Solver(Formula(VARIABLES, clauses))
    expected = {
        variable
        for variable in range(1, VARIABLES + 1)
        if list(sums_of([*clauses, [variable]], [0] * VARIABLES))
    }
    assert possible(solver, range(1, VARIABLES + 1), Clock(60)) == expected


@given(st.lists(st.booleans(), min_size=1, max_size=7), st.data())
def test_counts_are_at_least_what_is_true(chosen, data):
    solver = Solver(Formula(len(chosen)))
    for variable, is_true in enumerate(chosen, start=1):
        solver.add([variable if is_true else -variable])
    count = Count(range(1, len(chosen) + 1), solver)
    number = data.draw(st.integers(1, len(chosen)))
    verdict = solver.decide(Clock(60), assumed=[-count.at_least(number)])
    assert verdict.refuted == (sum(chosen) >= number)


@given(st.lists(st.integers(1, 6), max_size=9), st.integers(0, 30))
def test_no_limit_takes_more_clauses_than_expected(weights, most):
    formula = Formula(len(weights))
    formula.at_most(list(enumerate(weights, start=1)), most)
    assert len(formula.clauses) <= clauses_of_limit(weights, most)


def test_time_that_is_over_bounds_nothing():
    least = Least(Solver(Formula(2, [[1, 2]])), [(1, 1), (2, 1)])
    verdict = least.search(2, Clock(0.0), lambda _: 2)
    assert (verdict.refuted, verdict.model, least.bound) == (False, None, 0)
    assert possible(Solver(Formula(1, [[1]])), [1], Clock(0.0)) is None
