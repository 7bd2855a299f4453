"""Descriptions with several features per condition: what they promise beside one feature."""

import inspect
import signal
import sys
import time

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clusterscribe import PolyhedralDescriber

from .small import GROUPS, X, measures, started
from .test_stopping import hard

QUICK = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
PAIRS = {"max_terms": 2, "max_coefficient": 3}


def fit(table, labels, **parameters):
    return PolyhedralDescriber(**{"time_limit": 20, "n_jobs": 1, **parameters}).fit(table, labels)


@st.composite
def problems(draw):
    """A small table of whole or other numbers, and labels that are hard to describe."""
    rows, features = draw(st.integers(6, 14)), draw(st.integers(2, 3))
    chance = np.random.default_rng(draw(st.integers(0, 10**6)))
    whole = draw(st.booleans())
    table = chance.integers(0, 6, (rows, features)) if whole else chance.random((rows, features))
    labels = chance.integers(0, draw(st.integers(2, 3)), rows)
    labels[:2] = [0, 1]
    return table.astype(float), labels


objectives = st.sampled_from(["complexity", "sparsity", (1, 3)])


@QUICK
@given(problems(), objectives, st.integers(0, 8))
def test_within_a_budget_never_longer_than_with_one_feature(problem, objective, budget):
    table, labels = problem
    one = fit(table, labels, objective=objective, max_errors=budget).result_
    if one.over_budget:
        return
    several = fit(table, labels, objective=objective, max_errors=budget, **PAIRS).result_
    assert several.objective <= one.objective
    assert several.errors <= budget


@pytest.mark.slow
@QUICK
@given(problems(), objectives, st.sampled_from([0.0, 0.05, 0.5]))
def test_in_two_stages_never_more_errors_than_with_one_feature(problem, objective, slack):
    table, labels = problem
    one = fit(table, labels, objective=objective, error_slack=slack).result_
    several = fit(table, labels, objective=objective, error_slack=slack, **PAIRS).result_
    assert several.errors <= one.max_errors
    assert several.max_errors <= one.max_errors
    assert (several.max_errors, several.objective) <= (one.max_errors, one.objective)


@QUICK
@given(
    problems(),
    st.sampled_from([1.0, -1.0, 2.0, -0.5, 1024.0]),
    st.sampled_from([0.0, 3.0, -64.0]),
)
def test_the_unit_of_a_column_does_not_matter(problem, factor, offset):
    table, labels = problem
    changed = table.copy()
    changed[:, 0] = factor * table[:, 0] + offset
    first = fit(table, labels, max_errors=0.9, objective=(1, 1), **PAIRS)
    second = fit(changed, labels, max_errors=0.9, objective=(1, 1), **PAIRS)
    assert first.result_.objective == second.result_.objective
    assert first.result_.bound == second.result_.bound


@pytest.fixture
def diagonal():
    """Two groups on both sides of the line length + width = 1, and nothing else in common."""
    chance = np.random.default_rng(4)
    shares = chance.random((60, 2))
    shares = shares[abs(shares.sum(axis=1) - 1) > 0.1]
    shares[:4] = [[0, 0], [1, 1], [0, 0.85], [1, 0.15]]
    return shares, np.where(shares.sum(axis=1) <= 1, "small", "large")


def test_the_same_description_in_other_units(diagonal):
    shares, labels = diagonal
    table = pd.DataFrame(shares, columns=["length", "width"])
    inches = table.assign(length=table["length"] / 2 + 4, width=-8 * table["width"])
    metric, other = fit(table, labels, **PAIRS), fit(inches, labels, **PAIRS)
    assert measures(metric) == measures(other) == (0, 6, 2)
    assert (metric.membership(table) == other.membership(inches)).all()
    weights = [
        {tuple(abs(term.weight) for term in half.terms) for half in part.half_spaces}
        for model in (metric, other)
        for part in model.description_.parts
    ]
    assert weights == [{(1, 1)}] * 4


def test_without_scaling_weights_are_those_of_the_values(diagonal):
    shares, labels = diagonal
    table = pd.DataFrame(100 * shares * [1, 0.5], columns=["length", "width"])
    model = fit(table, labels, max_terms=2, max_coefficient=2, scale="none")
    assert measures(model) == (0, 6, 2)
    for part in model.description_.parts:
        (half,) = part.half_spaces
        assert not any(term.is_scaled for term in half.terms)
        weights = np.array([term.weight for term in half.terms])
        assert np.abs(weights).tolist() == [1, 2]
        inside = table.to_numpy() @ weights <= half.bound
        assert inside.tolist() == (labels == part.label).tolist()


def test_without_scaling_weights_that_small_do_not_do(diagonal):
    shares, labels = diagonal
    table = 100 * shares * [1, 0.01]  # a weight of 100 would do
    assert measures(fit(table, labels, max_terms=2, max_coefficient=2, scale="none"))[0] > 0
    assert measures(fit(table, labels, max_terms=2, max_coefficient=2)) == (0, 6, 2)


@pytest.mark.parametrize("limit", [0.001, 0.01, 0.5])
def test_in_no_time_the_answer_is_no_worse_than_the_tree(limit):
    table, labels = hard(200, 8, 4)
    started = time.monotonic()
    model = PolyhedralDescriber(
        max_terms=3,
        max_coefficient=10,
        time_limit=limit,
        min_recall=0,  # the tree gives up a cluster
    ).fit(table, labels)
    assert time.monotonic() - started < limit + 4  # on a machine with other things to do
    result = model.result_
    assert (result.status, result.stop_reason) == ("feasible", "time limit")
    assert result.errors <= result.statistics["tree_errors"]
    assert result.error_bound <= result.errors
    assert result.bound <= result.objective
    assert model.description_.errors(table, labels) == result.errors


def test_without_a_time_limit_small_data_comes_to_an_end():
    chance = np.random.default_rng(1)
    table, labels = chance.random((14, 3)), chance.integers(0, 2, 14)
    result = fit(table, labels, max_terms=3, max_coefficient=2, time_limit=None).result_
    assert result.stop_reason in {"optimal", "no better column found"}


@pytest.mark.parametrize("seed", [None, 3])
def test_the_same_call_gives_the_same_description(diagonal, seed):
    table, labels = diagonal
    noisy = np.where(np.arange(len(labels)) % 9 == 5, "large", labels)
    for target in (labels, noisy):
        texts = {str(fit(table, target, random_state=seed, **PAIRS).description_) for _ in range(3)}
        assert len(texts) == 1


def test_statistics_tell_where_the_time_went(diagonal):
    statistics = fit(*diagonal, max_terms=2, max_coefficient=10).result_.statistics
    for name in ("relaxation_seconds", "pricing_seconds", "integer_seconds"):
        assert statistics[name] >= 0
    last = statistics["stage_two"]
    assert last["iterations"] == len(last["rounds"]) > 0
    assert last["relaxation_closed"]
    assert statistics["axis_parallel"]["errors"] >= 0


MODULES = """
import sys
import numpy as np
from clusterscribe import PolyhedralDescriber
table = np.array([[0.0, 1.0], [1.0, 0.0], [0.4, 0.5], [1.0, 0.2], [0.2, 1.0], [0.7, 0.6]])
PolyhedralDescriber(max_terms=TERMS).fit(table, [0, 0, 0, 1, 1, 1])
print("numba" in sys.modules)
"""


@pytest.mark.parametrize(("terms", "loaded"), [("1", "False"), ("2", "True")])
def test_the_compiler_is_only_there_for_several_features(terms, loaded):
    done = started(MODULES.replace("TERMS", terms)).communicate(timeout=60)
    assert done == (loaded + "\n", "")


INTERRUPTED = f"""
import sys, time, warnings
import numpy as np
from clusterscribe import describe

{inspect.getsource(hard)}
table, labels = hard(250, 12, 5)
begun = time.monotonic()

def tell(snapshot):
    if time.monotonic() - begun > AFTER:
        print("now", file=sys.stderr, flush=True)

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    description, result = describe(
        table, labels, max_terms=3, max_coefficient=5, time_limit=TIME, listener=tell
    )
print("stopped", result.stop_reason, result.status, result.errors, flush=True)
print(description.errors(table, labels), result.bound <= result.objective)
print([str(w.message) for w in caught])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot interrupt one process alone")
@pytest.mark.parametrize(
    ("seconds", "after"),
    [
        (60, 0),  # the answer with one feature a condition is on its way
        pytest.param(30, 5, marks=pytest.mark.slow),  # columns are generated, or soon
        pytest.param(20, 11, marks=pytest.mark.slow),
        pytest.param(30, 14, marks=pytest.mark.slow),
    ],
)
def test_ctrl_c_returns_the_best_answer_so_far(seconds, after):
    code = INTERRUPTED.replace("TIME", str(seconds)).replace("AFTER", str(after))
    with started(code) as process:
        assert process.stderr.readline() == "now\n"
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        stopped = process.stdout.readline()
        waited = time.monotonic() - sent
        rest, errors = process.stdout.read(), process.stderr.read()
    assert stopped.startswith("stopped interrupted feasible "), errors
    assert waited < 4
    counted, warned = rest.splitlines()
    assert counted == f"{stopped.split()[-1]} True"
    assert warned == "['interrupted: this is the best description so far']"
    assert set(errors.splitlines()) <= {"now"}
    assert process.returncode == 0


def test_one_feature_a_condition_is_what_it_was():
    assert measures(fit(X, GROUPS, max_coefficient=10)) == (0, 4, 1)
