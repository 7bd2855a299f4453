"""What is proved is said in plain words, and what is open is called open."""

from dataclasses import replace

import pytest

from clusterscribe.description import Proof
from clusterscribe.proof import CappedBound


def proof(**changes):
    figures = {
        "status": "optimal",
        "objective": "complexity",
        "value": 8.0,
        "bound": 8.0,
        "max_errors": 2,
        "error_bound": 2.0,
        "max_terms": 1,
        "max_coefficient": 1,
    }
    return Proof(**(figures | changes))


@pytest.mark.parametrize(("value", "bound", "gap"), [(8, 8, 0), (86, 43, 0.5), (0, 0, 0)])
def test_gap_is_the_share_of_the_value_that_is_open(value, bound, gap):
    assert proof(value=value, bound=bound).gap == gap


def test_everything_proved():
    assert proof().sentences(2) == (
        "Proved: no axis-parallel description with at most 2 errors has a complexity below 8, "
        "and none makes fewer than 2 errors.",
    )


def test_no_errors_go_without_saying():
    assert proof(max_errors=0, error_bound=0).sentences(0) == (
        "Proved: no axis-parallel description with no errors has a complexity below 8.",
    )


def test_one_error():
    assert proof(objective="sparsity", max_errors=1, error_bound=1).sentences(1) == (
        "Proved: no axis-parallel description with at most 1 error has a sparsity below 8, "
        "and none is without errors.",
    )


def test_open_objective():
    open_one = proof(status="feasible", value=86, bound=74, max_errors=11, error_bound=11)
    assert open_one.sentences(11) == (
        "Complexity 86; proved: at least 74 for every axis-parallel description with at most "
        "11 errors (gap 14 %).",
        "Proved: none makes fewer than 11 errors.",
    )


def test_where_nothing_is_known_of_the_length_no_bound_is_named():
    unknown = proof(status="feasible", value=10, bound=0, max_errors=11, error_bound=0)
    assert unknown.sentences(11) == (
        "Complexity 10; it is not known whether less is possible.",
        "11 errors; it is not known whether fewer are possible.",
    )


def test_open_errors():
    open_errors = proof(status="feasible", max_errors=11, error_bound=9)
    assert open_errors.sentences(11) == (
        "Proved: no axis-parallel description with at most 11 errors has a complexity below 8.",
        "11 errors; proved: at least 9.",
    )
    nothing_known = proof(status="feasible", max_errors=11, error_bound=0)
    assert (
        nothing_known.sentences(11)[1] == "11 errors; it is not known whether fewer are possible."
    )


def test_errors_above_the_bound_are_a_choice_where_everything_is_proved():
    assert proof(max_errors=30, error_bound=23).sentences(30) == (
        "Proved: no axis-parallel description with at most 30 errors has a complexity below 8, "
        "and none makes fewer than 23 errors.",
    )


CAPPED = "axis-parallel description with at most 2 conditions per cluster"


def test_most_conditions_are_named():
    assert proof(max_conditions=2, error_bound=0).sentences(2) == (
        f"Proved: no {CAPPED} that makes at most 2 errors has a complexity below 8.",
    )
    assert proof(max_conditions=1).kind.endswith("with at most 1 condition per cluster")


def test_a_share_of_every_cluster_is_named_where_so_few_errors_leave_less_inside():
    asked = proof(max_conditions=2, min_recall=0.5, recall_is_met_within=1, error_bound=0)
    assert asked.sentences(2) == (
        f"Proved: no {CAPPED} and at least 50 % of every cluster inside that makes at most 2 "
        "errors has a complexity below 8.",
    )
    met = proof(min_recall=0.5, recall_is_met_within=2)
    assert met.kind == "axis-parallel description"
    assert met.descriptions.min_recall == 0.5


def test_errors_apart_name_the_class_that_they_are_about():
    found = proof(max_conditions=2, status="feasible", value=10, bound=0, error_bound=9)
    assert found.sentences(11) == (
        "Complexity 10; it is not known whether less is possible.",
        f"11 errors; proved: at least 9 for every {CAPPED}.",
    )
    assert found.sentences(9)[1] == f"Proved: no {CAPPED} makes fewer than 9 errors."


def test_more_errors_than_allowed_may_not_leave_the_share_inside():
    over = proof(min_recall=0.5, recall_is_met_within=3, status="feasible", value=10, bound=0,
                 max_errors=2, error_bound=5)  # fmt: skip
    assert over.sentences(5)[1] == (
        "Proved: no axis-parallel description with at least 50 % of every cluster inside makes "
        "fewer than 5 errors."
    )
    few = replace(over, error_bound=3, capped=CappedBound(2, 4.0))
    assert few.sentences(5)[1:] == (
        "5 errors; proved: at least 3.",
        "Proved: with at most 2 conditions per cluster and at least 50 % of every cluster inside, "
        "none makes fewer than 4 errors.",
    )


def test_oblique_class_with_all_limits():
    oblique = proof(max_terms=2, max_coefficient=3, max_conditions=4, min_recall=0.625)
    assert oblique.kind == (
        "description with at most 2 features per condition, integer weights up to 3, at most 4 "
        "conditions per cluster and at least 62.50 % of every cluster inside"
    )


def test_oblique_class_is_named_in_full():
    assert proof(max_terms=3, max_coefficient=10, error_bound=0).sentences(0) == (
        "Proved: no description with at most 3 features per condition and integer weights up to 10 "
        "that makes at most 2 errors has a complexity below 8.",
    )


def test_oblique_class_with_an_open_objective():
    oblique = proof(max_terms=2, max_coefficient=1, status="feasible", value=12, bound=9)
    assert oblique.sentences(2) == (
        "Complexity 12; proved: at least 9 for every description with at most 2 features per "
        "condition and weights of 1 and -1 that makes at most 2 errors (gap 25 %).",
        "Proved: none makes fewer than 2 errors.",
    )


def test_oblique_class_without_errors():
    oblique = proof(max_terms=3, max_coefficient=10, max_errors=0, error_bound=0)
    assert oblique.sentences(0) == (
        "Proved: no description with at most 3 features per condition and integer weights up to 10 "
        "that makes no errors has a complexity below 8.",
    )


def test_weighted_objective_is_named():
    both = proof(objective="1 x complexity + 0.5 x sparsity", error_bound=0)
    assert both.sentences() == (
        "Proved: no axis-parallel description with at most 2 errors has a weighted sum "
        "(1 x complexity + 0.5 x sparsity) below 8.",
    )


@pytest.mark.parametrize(("bound", "gap"), [(85.999, "0.0012"), (0.001, "100"), (85, "1.2")])
def test_gap_is_never_rounded_to_nothing(bound, gap):
    (sentence,) = proof(status="feasible", value=86, bound=bound, error_bound=0).sentences(0)
    assert f"(gap {gap} %)" in sentence


def test_nothing_to_say_needs_no_condition():
    assert proof(value=0, bound=0, max_errors=10).sentences(10) == (
        "Proved: with at most 10 errors no condition is needed.",
    )
