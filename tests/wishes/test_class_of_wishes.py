"""What a proof says of wishes: which class it is about, in words, as data, and in files."""

from __future__ import annotations

import json
from datetime import date

import pandas as pd
import pytest

from clusterscribe import Constraints, Description, describe
from clusterscribe.description.words.wishing import with_what
from clusterscribe.proof import DescriptionClass, Figures
from clusterscribe.wish import Wish, wishes_of

TABLE = pd.DataFrame({"age": [20, 25, 30, 41, 45, 50, 33, 44], "income": [1, 2, 3, 4, 5, 6, 7, 8]})
LABELS = ["A"] * 3 + ["B"] * 5

EVERY = {
    "require": ({"require": ["age"]}, "a condition on age"),
    "bounds": ({"bounds": {"age": "at least"}}, "lower bounds only on age"),
    "upper": ({"bounds": {"age": "at most"}}, "upper bounds only on age"),
    "cuts": ({"cut_points": {"age": [18, 30.5]}}, "bounds on age at 18 and 30.5 only"),
    "dates": ({"cut_points": {"day": [date(2024, 1, 2)]}}, "bounds on day at 2024-01-02 only"),
    "exclusive": ({"exclusive": [["b", "a"]]}, "conditions on at most one of a and b"),
    "conditions": ({"max_conditions": {"A": 2}}, "at most 2 conditions for A"),
    "none": ({"max_errors": {"A": 0}}, "no row of A wrong"),
    "errors": ({"max_errors": {"A": 1}}, "at most 1 row of A wrong"),
    "share": ({"max_errors": {"A": 0.05}}, "at most 5 % of A wrong"),
    "recall": ({"min_recall": {"A": 0.9}}, "at least 90 % of A inside"),
    "separate": ({"separate": [("B", "A")]}, "no row in both A and B"),
    "rows": ({"right_rows": [3, 1, 3]}, "2 given rows right"),
    "column": ({"right_rows": "sure"}, "all rows right that sure marks"),
}


@pytest.mark.parametrize(("wishes", "words"), EVERY.values(), ids=EVERY)
def test_a_wish_in_words(wishes, words):
    assert [with_what(wish) for wish in wishes_of(Constraints(**wishes))] == [words]


def test_costs_change_what_is_made_small_and_not_the_class():
    assert wishes_of(Constraints(costs={"age": 3})) == ()
    _, result = describe(TABLE, LABELS, constraints=Constraints(costs={"age": 3}))
    assert result.statistics["objective"] == "complexity with 'age' counted 3 times"


def test_the_same_wishes_are_one_class_in_whatever_order_they_are_written():
    one = Constraints(require=["a", "b"], separate=[("A", "B")], right_rows=[True, False, True])
    other = Constraints(require=["b", "a", "a"], separate=[("B", "A")], right_rows=[2, 0])
    assert wishes_of(one) == wishes_of(other)


def of(share=0.5, /, **wishes):
    return DescriptionClass(1, 1, min_recall=share, wishes=wishes_of(Constraints(**wishes)))


@pytest.mark.parametrize(
    ("smaller", "larger"),
    [
        (of(require=["a"]), of()),
        (of(require=["a", "b"]), of(require=["b"])),
        (of(exclusive=[["a", "b", "c"]]), of(exclusive=[["a", "c"]])),
        (of(max_errors={"A": 1}), of(max_errors={"A": 2})),
        (of(max_conditions={"A": 1}), of(max_conditions={"A": 2})),
        (of(min_recall={"A": 0.9}), of(0.5)),
        (of(0.9), of(0.5, min_recall={"A": 0.7})),
        (of(right_rows=[1]), of()),
    ],
)
def test_a_class_with_more_wishes_is_inside_the_one_with_fewer(smaller, larger):
    assert smaller <= larger
    assert not larger <= smaller
    figures = Figures(larger, "complexity", errors=3.0)
    assert figures.of_smaller_class(smaller).errors == 3.0
    with pytest.raises(ValueError, match="says nothing of"):
        Figures(smaller, "complexity").of_smaller_class(larger)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (of(require=["a"]), of(require=["b"])),
        (of(right_rows=[1]), of(right_rows=[2])),
        (of(max_errors={"A": 1}), of(max_errors={"A": 0.5})),
        (of(min_recall={"A": 0.1}), of(min_recall={"B": 0.1})),
        (of(cut_points={"a": [1]}), of(cut_points={"a": [2]})),
    ],
)
def test_classes_of_different_wishes_say_nothing_of_each_other(one, other):
    assert not one <= other
    assert not other <= one


def test_a_lower_share_for_one_cluster_is_no_smaller_class():
    # it replaces the share that all clusters have to have inside
    assert not of(0.5, min_recall={"A": 0.1}) <= of(0.5)


def test_the_proof_names_the_wishes_and_keeps_them_in_json():
    wishes = Constraints(require=["income"], max_errors={"A": 0}, cut_points={"age": [31, 40]})
    description, result = describe(TABLE, LABELS, constraints=wishes)
    assert result.status == "optimal"
    (sentence,) = description.proof.sentences()
    assert "with bounds on age at 31 and 40 only, no row of A wrong and a condition on" in sentence
    assert "within the constraints" in description.proof.headline
    read = Description.from_json(description.to_json())
    assert read.proof == description.proof
    assert read.proof.wishes == wishes_of(wishes)
    written = json.loads(description.to_json())["proof"]["constraints"]
    assert written[-1] == {"kind": "require", "of": ["income"], "value": None}


def test_a_proof_without_wishes_is_written_as_before():
    description, _ = describe(TABLE, LABELS)
    assert "constraints" not in json.loads(description.to_json())["proof"]


def test_a_wish_of_a_later_version_has_words_too():
    assert with_what(Wish("shape", ("A",), "round")) == "shape of A"


def test_a_share_of_one_cluster_leaves_the_general_one_for_the_others():
    wishes = Constraints(min_recall={"A": 1.0})
    description, _ = describe(TABLE, LABELS, constraints=wishes, max_errors=4)
    assert "of every other cluster inside" in " ".join(description.proof.sentences())


def test_plain_figures_stay_plain_where_columns_cost_more():
    wishes = Constraints(costs={"age": 3, "income": 2.5})
    description, result = describe(TABLE, LABELS, constraints=wishes)
    assert (result.complexity, result.sparsity) == (description.complexity, description.sparsity)
    assert result.objective > result.complexity
    assert result.bound == result.objective
