"""How a description was made: recorded, read back, and asked for again."""

import datetime
import json
import warnings

import numpy as np
import pandas as pd
import pytest

import clusterscribe
from clusterscribe import (
    Constraints,
    Description,
    DescriptionWarning,
    InputError,
    PolyhedralDescriber,
    describe,
    frontier,
    stability,
)
from clusterscribe.description.export.made import asked_for, record
from clusterscribe.parameters import LabelledTable, check
from clusterscribe.resampling import as_made
from clusterscribe.table import as_table
from tests.describer.small import LINE, MIXED

DAY = datetime.date(2024, 2, 29)
WISHES = Constraints(
    require=["age"],
    bounds={"age": "at least"},
    costs={"income": 3},
    cut_points={"since": [DAY], "age": [18, 30.5]},
    exclusive=[("a", "b"), ["c", "d"]],
    max_conditions={0: 2, "A": 1},
    max_errors={0: 1.0, 1: 1},
    min_recall={("x", 1): 0.9},
    separate=[(0, 1), ("A", DAY)],
    right_rows=[False, True, True],
)


def written_and_read(values):
    return json.loads(json.dumps(values))


def made_by(**parameters):
    rows = {name: parameters.pop(name) for name in ("features", "exclude") if name in parameters}
    return record(LabelledTable(None, None, **rows), check(**parameters))


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"objective": "sparsity", "max_terms": 3, "max_coefficient": 10, "error_slack": 0.0},
        {"objective": (1.0, 2.5), "placement": "tight", "scale": "none", "max_conditions": 2},
        {"max_errors": 1, "min_recall": 0.0, "max_polyhedra": 2},
        {"max_errors": 1.0, "class_weight": "balanced"},
        {"class_weight": {0: 2.0, ("a", 1): 0.5, DAY: 3.0}, "features": ["a", "b"], "exclude": []},
        {"constraints": WISHES},
    ],
)
def test_what_was_asked_for_comes_back_from_json(asked):
    again = asked_for(written_and_read(made_by(**asked)))
    rows = {name: again.pop(name) for name in ("features", "exclude")}
    assert rows == {name: asked.pop(name, None) for name in rows}
    assert again.pop("missing") == "outside"
    expected = dict(asked)
    if "constraints" in asked:
        expected["constraints"] = WISHES_BY_NUMBER
    assert check(**again) == check(**expected)


# rows that must be right are written by their numbers
WISHES_BY_NUMBER = Constraints(
    **{
        name: getattr(WISHES, name)
        for name in Constraints.__dataclass_fields__
        if name != "right_rows"
    },
    right_rows=[1, 2],
)


def test_a_share_of_all_rows_is_not_one_row():
    assert asked_for(made_by(max_errors=1.0))["max_errors"] == 1.0
    assert isinstance(asked_for(made_by(max_errors=1.0))["max_errors"], float)
    assert isinstance(asked_for(made_by(max_errors=1))["max_errors"], int)


def test_labels_that_json_cannot_write_do_not_stand_in_the_way():
    class Odd:
        def __repr__(self):
            return "odd"

    assert made_by(class_weight={Odd(): 2.0})["class_weight"] == [["odd", 2.0]]


def test_every_way_to_a_description_records_it():
    columns = iter(["x0"])
    found, _ = describe(LINE, MIXED, max_errors=3, features=columns)
    assert found.made["max_errors"] == 3
    assert found.made["features"] == ["x0"]
    assert found.made["by"] == f"clusterscribe {clusterscribe.__version__}"
    assert found.made["weighted"] is False
    model = PolyhedralDescriber(max_errors=4, random_state=7).fit(LINE, MIXED, np.ones(10))
    assert model.description_.made["random_state"] == 7
    assert model.description_.made["weighted"] is True
    for point in frontier(LINE, MIXED):
        assert point.description.made["max_errors"] == point.errors


def test_descriptions_are_the_same_however_they_were_made():
    one, other = (describe(LINE, MIXED, time_limit=limit)[0] for limit in (20, 30))
    assert one == other
    assert hash(one.parts) == hash(other.parts)
    assert one.made != other.made


def test_it_comes_back_with_the_description_and_is_no_claim():
    found, _ = describe(LINE, MIXED, max_errors=0.4)
    values = written_and_read(found.to_dict())
    assert Description.from_dict(values).made == found.made
    values["made"]["max_errors"] = 9
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # nothing that is claimed was edited
        edited = Description.from_dict(values)
    assert edited.proof == found.proof
    del values["made"]
    assert Description.from_dict(values).made is None
    assert Description.from_dict(values).tallies == found.tallies


def test_it_is_an_object_or_nothing():
    values = describe(LINE, MIXED)[0].to_dict()
    assert Description.from_dict({**values, "made": None}).made is None
    with pytest.raises(InputError, match="made should be an object, but is 3"):
        Description.from_dict({**values, "made": 3})


def test_what_is_given_wins():
    found, _ = describe(LINE, MIXED, max_errors=3, min_recall=0.2)
    from clusterscribe.as_made import AS_MADE

    asked = as_made(found, as_table(LINE), max_errors=None, min_recall=AS_MADE, max_terms=AS_MADE)
    assert (asked["max_errors"], asked["min_recall"], asked["max_terms"]) == (None, 0.2, 1)


def test_stability_asks_for_what_was_asked_for():
    table = pd.DataFrame({"a": np.arange(12.0), "b": np.arange(12.0) * 2 + 1})
    labels = ["low"] * 6 + ["high"] * 6
    found, _ = describe(table, labels, features=["b"], objective="sparsity")
    again = Description.from_json(found.to_json())
    as_it_was = stability(table, labels, again, samples=4, time_limit=20)
    by_hand = stability(
        table, labels, again, samples=4, time_limit=20, features=["b"], objective="sparsity"
    )
    assert as_it_was == by_hand
    assert as_it_was.of("low").alike == 4  # never by "a"
    with_a = stability(table, labels, again, samples=4, time_limit=20, features=["a"])
    assert with_a.of("low").alike == 0


def test_columns_that_were_left_out_may_be_missing():
    table = pd.DataFrame({"a": np.arange(12.0), "label": ["low"] * 6 + ["high"] * 6})
    found, _ = describe(table, table["label"], exclude=["label"])
    rows = table[["a"]]
    assert stability(rows, table["label"], found, samples=1, time_limit=5).samples == 1
    with pytest.raises(InputError, match="exclude names the column 'label'"):
        stability(rows, table["label"], found, samples=1, exclude=["label"])


def test_weights_that_are_missing_are_told():
    found, _ = describe(LINE, MIXED, sample_weight=np.arange(1, 11))
    with pytest.warns(DescriptionWarning, match="found on weighted rows"):
        stability(LINE, MIXED, found, samples=1, time_limit=5)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("max_terms", "three", "max_terms must be a whole number"),
        ("features", 5, "made.features should be a list"),
        ("features", [5], r"made.features\[0\] should be text"),
        ("max_errors", {"share": 7}, "made.max_errors.share should be a number from 0 to 1"),
        ("class_weight", [[1]], "should be a pair of a label and a value"),
        ("constraints", {"nonsense": 1}, "without 'nonsense'"),
        ("constraints", {"costs": {"a": -1}}, "costs of 'a' must be a number above 0"),
        ("constraints", [], "made.constraints should be an object"),
    ],
)
def test_broken_records_are_refused_by_name(name, value, message):
    found, _ = describe(LINE, MIXED)
    values = found.to_dict()
    values["made"] = {**values["made"], name: value}
    broken = Description.from_dict(values)
    with pytest.raises(InputError, match=message):
        stability(LINE, MIXED, broken, samples=1)


@pytest.mark.parametrize("class_weight", ["balanced", {"a": 3, "b": 0.5}])
def test_rescore_weighs_rows_as_they_were_weighed(class_weight):
    labels = [*MIXED[:-1], "a"]
    found, result = describe(LINE, labels, class_weight=class_weight)
    drift = found.rescore(LINE, labels)
    assert drift.unchanged
    assert drift.weighted
    assert drift.errors.now.amount == pytest.approx(result.errors)
    weights = np.arange(1.0, 11.0)
    found, result = describe(LINE, labels, class_weight=class_weight, sample_weight=weights)
    drift = Description.from_json(found.to_json()).rescore(LINE, labels, weights)
    assert drift.unchanged
    assert drift.errors.now.amount == pytest.approx(result.errors)


@pytest.mark.parametrize("against", [None, "b"])
def test_rescore_weighs_the_rows_of_one_cluster_and_its_others(against):
    labels = [*MIXED[:-2], "c", "c"]
    found, result = describe(LINE, labels, class_weight="balanced", cluster="a", against=against)
    drift = found.rescore(LINE, labels)
    assert drift.unchanged
    assert drift.errors.now.amount == pytest.approx(result.errors)


def test_rescore_of_labels_that_came_or_went_is_weighed():
    found, _ = describe(LINE, MIXED, class_weight={"a": 2})
    drift = found.rescore(LINE[:4], ["a", "a", "new", "a"])
    assert [stray.label for stray in drift.new_labels] == ["new"]
    assert drift.errors.now.whole == 7
