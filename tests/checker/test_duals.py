"""Multipliers and refuted clauses for sums of features, against all descriptions one by one."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.data import VARIABLE, load, missing_data
from clusterscribe.certificates import summing
from clusterscribe.certificates.summing import evidence_for_errors, evidence_for_objective
from clusterscribe.checker.duals import fewest_errors, least_objective
from clusterscribe.checker.formula import Statement
from clusterscribe.checker.half_spaces import Sums
from clusterscribe.checker.labelled_rows import NOISE, Rows
from clusterscribe.checker.refusal import Refused
from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from tests.search.brute_force_oblique import Everything

QUICK = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
GOALS = [(1, 0), (1, 0), (0, 1), (2, 3)]
# up to three features and weights up to 10: no errors, and this complexity
KNOWN = [
    ("seeds", "paper", 8),
    ("zoo", "paper", 11),
    ("zoo", "clean", 12),
    ("wine", "paper", 8),
    ("wine", "clean", 12),
    ("framingham", "paper", 32),
]


@pytest.fixture(autouse=True, scope="module")
def multipliers_are_used():
    """Let short claims have multipliers too, although they need none."""
    before, summing.SHORT = summing.SHORT, 1
    yield
    summing.SHORT = before


@st.composite
def tables(draw, kinds=("two", "few")):
    features = draw(st.integers(2, 3))
    count = draw(st.integers(3, 7 if features == 2 else 6))
    if draw(st.sampled_from(kinds)) == "floats":
        values = np.random.default_rng(draw(st.integers(0, 10**6))).random((count, features))
    else:
        # shares are 0, 1/2 and 1, so that sums are exact and no proof has to allow for rounding
        cells = st.lists(st.integers(0, 2), min_size=features, max_size=features)
        values = np.array(draw(st.lists(cells, min_size=count, max_size=count)), dtype=float)
    cluster = draw(st.lists(st.sampled_from([0, 1, NOISE]), min_size=count, max_size=count))
    cluster[:2] = [0, 1]
    weight = draw(st.lists(st.integers(1, 2), min_size=count, max_size=count))
    return Rows(values, np.array(cluster), np.array(weight), clusters=2)


def everything(rows, sums):
    boxes = Boxes(rows.values, rows.values, rows.weight, rows.cluster, rows.clusters)
    return Everything(boxes, sums.max_terms, sums.max_coefficient, sums.scale)


def proved(rows, sums, statement, evidence):
    """Return what is proved, 0 if the evidence is refused; it comes from a file."""
    try:
        return least_objective(rows, sums, statement, json.loads(json.dumps(evidence)))
    except Refused:
        return 0


classes = st.builds(Sums, st.just(2), st.integers(1, 2), st.sampled_from(["minmax", "none"]))


@given(tables(), classes, st.sampled_from(GOALS), st.integers(0, 2))
@QUICK
def test_evidence_for_the_optimum_is_accepted_and_for_no_more(rows, sums, goal, more):
    every = everything(rows, sums)
    budget = every.fewest_errors() + more
    best = int(every.best(*goal, budget))
    statement = Statement(budget, None, *goal)
    evidence = evidence_for_objective(rows, sums, statement, best, Clock(60))
    assert best == 0 or proved(rows, sums, statement, evidence) == best
    beyond = evidence_for_objective(rows, sums, statement, best + 1, Clock(60))
    assert beyond is None or proved(rows, sums, statement, beyond) <= best


@given(tables(), classes)
@QUICK
def test_evidence_for_the_fewest_errors_is_accepted_and_for_no_more(rows, sums):
    fewest = everything(rows, sums).fewest_errors()
    evidence = evidence_for_errors(rows, sums, Statement(0), fewest, Clock(60))
    if fewest:
        assert fewest_errors(rows, sums, Statement(0), evidence) == fewest
        with pytest.raises(Refused):
            more = {**evidence, "more_than": fewest}
            fewest_errors(rows, sums, Statement(0), more)
    assert evidence_for_errors(rows, sums, Statement(0), fewest + 1, Clock(60)) is None


@given(tables(kinds=["few", "floats"]), classes, st.integers(0, 2), st.data())
@QUICK
def test_no_multipliers_prove_too_much(rows, sums, more, data):
    every = everything(rows, sums)
    budget = every.fewest_errors() + more
    best = int(every.best(1, 0, budget))
    numbers = st.tuples(st.just(0), st.integers(0, len(rows) - 1), st.integers(0, 4)).map(list)
    part = {
        "clusters": data.draw(st.sampled_from([[0], [1], [0, 1]])),
        "more_than": data.draw(st.integers(0, 9)),
        "denominator": data.draw(st.integers(1, 2)),
        "multipliers": data.draw(st.lists(numbers, max_size=6)),
        "refutation": "",
    }
    assert proved(rows, sums, Statement(budget), {"parts": [part]}) <= best


def tampered(evidence, data):
    """Return the evidence with one thing changed in its favour, or left out."""
    changed = copy.deepcopy(evidence)
    part = data.draw(st.sampled_from(changed["parts"]))
    kind = data.draw(st.sampled_from(["claim", "price", "part", "twice", "step", "whole", "less"]))
    if kind == "claim":
        part["more_than"] += data.draw(st.integers(1, 3))
    elif kind == "price" and part["multipliers"]:
        data.draw(st.sampled_from(part["multipliers"]))[2] += part["denominator"]
    elif kind == "part":
        changed["parts"].remove(part)
    elif kind == "twice":
        changed["parts"].append(part)
    elif kind == "step":
        lines = part["refutation"].splitlines()
        part["refutation"] = "\n".join(lines[:-1])
    elif kind == "whole":
        part["clusters"] = [0, 1]
    else:
        part["denominator"] = 1
    return changed


@given(tables(kinds=["few", "floats"]), classes, st.integers(0, 1), st.data())
@QUICK
def test_tampering_never_proves_more(rows, sums, more, data):
    every = everything(rows, sums)
    statement = Statement(every.fewest_errors() + more)
    best = int(every.best(1, 0, statement.errors))
    evidence = evidence_for_objective(rows, sums, statement, best, Clock(60))
    if evidence is not None:
        assert proved(rows, sums, statement, evidence) <= best
        assert proved(rows, sums, statement, tampered(evidence, data)) <= best


@given(tables(kinds=["few", "floats"]), st.integers(0, 1))
@QUICK
def test_evidence_for_a_smaller_class_proves_no_more_than_holds_for_a_larger_one(rows, more):
    small, large = Sums(1, 1, "minmax"), Sums(2, 2, "minmax")
    least = {sums: everything(rows, sums) for sums in (small, large)}
    statement = Statement(least[small].fewest_errors() + more)
    claim = int(least[small].best(1, 0, statement.errors))
    evidence = evidence_for_objective(rows, small, statement, claim, Clock(60))
    if evidence is not None:
        held = int(least[large].best(1, 0, statement.errors))
        assert proved(rows, large, statement, evidence) <= held


@pytest.mark.parametrize(
    "evidence",
    [
        [],
        {"parts": 3},
        {"parts": [[]]},
        {"parts": [{"clusters": [0], "more_than": True}]},
        {"parts": [{"clusters": [0], "more_than": 10**30}]},
        {"parts": [{"clusters": [0], "more_than": -1}]},
        {"parts": [{"clusters": [2], "more_than": 1}]},
        {"parts": [{"clusters": [], "more_than": 1}]},
        {"parts": [{"clusters": [0, 0], "more_than": 1}]},
        {"parts": [{"clusters": [0], "more_than": 2, "refutation": 7}]},
        {"parts": [{"clusters": [0], "more_than": 1, "multipliers": [[0, 9, 1]]}]},
        {"parts": [{"clusters": [0], "more_than": 1, "multipliers": [[0, 0, -1]]}]},
        {"parts": [{"clusters": [0], "more_than": 1, "multipliers": [[0, 0]]}]},
        {"parts": [{"clusters": [0], "more_than": 1, "multipliers": [[0, 0, 2**60]]}]},
        {"parts": [{"clusters": [0], "more_than": 1, "denominator": 2**50}]},
    ],
)
def test_evidence_of_another_form_is_refused(evidence):
    rows = Rows(np.array([[1.0], [2.0]]), np.array([0, 1]), np.array([1, 1]), clusters=2)
    with pytest.raises(Refused):
        least_objective(rows, Sums(1, 1, "none"), Statement(0), evidence)


def test_a_member_may_be_lost_more_than_once():
    """Both bounds of the shortest description with one error lose the row at (2, 2)."""
    values = np.array([[0.0, 0.0], [2.0, 2.0], [1.0, 0.0], [0.0, 1.0]])
    rows = Rows(values, np.array([0, 0, NOISE, NOISE]), np.array([2, 1, 1, 1]), clusters=1)
    sums, statement = Sums(1, 1, "none"), Statement(1)
    assert everything(rows, sums).best(1, 0, 1) == 4
    # if it could be lost only once, these would prove that more than 4 are needed
    prices = {"denominator": 1, "multipliers": [[0, 2, 5], [0, 3, 5], [0, 1, 3]], "refutation": ""}
    for more_than, expected in [(3, 4), (4, 0)]:
        evidence = {"parts": [{"clusters": [0], "more_than": more_than, **prices}]}
        assert proved(rows, sums, statement, evidence) == expected


def test_half_spaces_that_are_worth_too_much_are_found_where_multipliers_alone_prove():
    values = np.array([[0.0], [1.0], [-1.0]])
    rows = Rows(values, np.array([0, NOISE, NOISE]), np.ones(3, dtype=np.int64), clusters=1)
    part = {"clusters": [0], "denominator": 1, "refutation": ""}
    fair = {**part, "more_than": 3, "multipliers": [[0, 1, 2], [0, 2, 2]]}
    unfair = {**part, "more_than": 4, "multipliers": [[0, 1, 3], [0, 2, 3]]}
    assert proved(rows, Sums(1, 1, "none"), Statement(0), {"parts": [fair]}) == 4
    assert proved(rows, Sums(1, 1, "none"), Statement(0), {"parts": [unfair]}) == 0


def test_nothing_is_made_when_the_time_is_over():
    chance = np.random.default_rng(0)
    cluster, weight = np.arange(60) % 2, np.ones(60, dtype=np.int64)
    rows = Rows(chance.random((60, 4)), cluster, weight, clusters=2)
    assert evidence_for_errors(rows, Sums(3, 5, "minmax"), Statement(0), 1, Clock(0)) is None
    claim = Statement(1), 40, Clock(0)
    assert evidence_for_objective(rows, Sums(3, 5, "minmax"), *claim) is None


def test_a_claim_beyond_all_measure_is_refused():
    rows = Rows(np.array([[1.0], [2.0]]), np.array([0, 1]), np.array([1, 1]), clusters=2)
    part = {"clusters": [0], "more_than": 2**52, "denominator": 2**40}
    with pytest.raises(Refused):
        least_objective(rows, Sums(2, 1, "none"), Statement(0), {"parts": [part]})


def test_a_table_with_a_missing_value_is_refused():
    rows = Rows(np.array([[np.nan], [2.0]]), np.array([0, 1]), np.array([1, 1]), clusters=2)
    assert evidence_for_objective(rows, Sums(2, 1, "none"), Statement(0), 4, Clock(9)) is None
    assert evidence_for_errors(rows, Sums(2, 1, "none"), Statement(0), 1, Clock(9)) is None
    with pytest.raises(Refused):
        fewest_errors(rows, Sums(2, 1, "none"), Statement(0), {"more_than": 0, "refutation": ""})


def test_parts_with_features_in_common_do_not_add_up():
    rows = Rows(np.array([[1.0], [2.0]]), np.array([0, 1]), np.array([1, 1]), clusters=2)
    parts = [{"clusters": [cluster], "more_than": 0, "refutation": ""} for cluster in (0, 1)]
    with pytest.raises(Refused, match="do not add up"):
        least_objective(rows, Sums(1, 1, "none"), Statement(0, None, 1, 1), {"parts": parts})
    assert least_objective(rows, Sums(1, 1, "none"), Statement(0), {"parts": parts}) == 2


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "complexity"), KNOWN)
def test_known_answers_with_three_features_are_verified(monkeypatch, name, variant, complexity):
    monkeypatch.chdir(Path(__file__).resolve().parents[2])
    if missing_data():
        pytest.skip(f"the folder with the data sets is not there (set {VARIABLE})")
    monkeypatch.setattr(summing, "SHORT", 3)
    table, labels = load(name, variant)
    cluster = np.unique(np.asarray(labels), return_inverse=True)[1]
    values = np.asarray(table, dtype=float)
    weight = np.ones(len(values), dtype=np.int64)
    rows, sums = Rows(values, cluster, weight, int(cluster.max()) + 1), Sums(3, 10, "minmax")
    evidence = evidence_for_objective(rows, sums, Statement(0), complexity, Clock(300))
    assert proved(rows, sums, Statement(0), evidence) == complexity
    more = evidence_for_objective(rows, sums, Statement(0), complexity + 1, Clock(5))
    assert proved(rows, sums, Statement(0), more or {}) <= complexity
