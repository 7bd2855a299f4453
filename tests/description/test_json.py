"""JSON: nothing is lost, and what is no description is refused in one sentence."""

import json
import warnings
from dataclasses import replace
from datetime import UTC, date, datetime

import numpy as np
import pytest

from clusterscribe import Description, Feature, HalfSpace, InputError, Kind, Polyhedron, Term
from clusterscribe.description import Proof, tally
from clusterscribe.description.export.plain import decode, encode
from clusterscribe.errors import DescriptionWarning
from clusterscribe.proof import CappedBound

from .builders import ANIMALS, SEGMENTED, SEGMENTS, at_most, ball, describe, is_level, people

PLAIN = [
    1, 1.0, True, "1", None, -0.0, 0.1 + 0.2, 5e-324, 1e300, float("inf"), 2**70, "", "\ud800",
    date(2024, 2, 29), datetime(2024, 2, 29, 12, 0, 0, 1), datetime(2024, 2, 29, tzinfo=UTC),
    (), (1, (2.5, "a"), None, date(2024, 1, 1)),
]  # fmt: skip

DEEP: dict = {"tuple": []}
for _ in range(200):
    DEEP = {"tuple": [DEEP]}
PROOF = Proof("feasible", "sparsity", 7.0, 5.5, 2, 0.0, 1, 1)
CLAIMING = replace(SEGMENTED, tallies=tally(SEGMENTED, people(), SEGMENTS), proof=PROOF)


def broken(**changes):
    return json.dumps(json.loads(SEGMENTED.to_json()) | changes)


@pytest.mark.parametrize("value", PLAIN, ids=repr)
def test_labels_of_every_plain_type_come_back_as_they_were(value):
    again = decode(json.loads(json.dumps(encode(value), allow_nan=False)))
    assert type(again) is type(value)
    assert repr(again) == repr(value)


def test_one_and_true_and_one_as_text_are_three_levels():
    for level in (1, 1.0, True, "1"):
        description = describe(["x"], a=[is_level("x", level)])
        (feature,) = Description.from_json(description.to_json()).features
        assert type(feature.level) is type(level)


def test_numpy_labels_are_written_as_plain_ones():
    assert encode(np.int64(3)) == 3
    assert encode(np.str_("a")) == "a"


@pytest.mark.parametrize(
    "label", [object(), b"x", frozenset({1}), 1j], ids=lambda label: type(label).__name__
)
def test_label_that_json_cannot_hold_is_refused(label):
    description = Description(("x",), (Polyhedron(label, ()),))
    with pytest.raises(InputError, match="convert the labels to text or numbers first"):
        description.to_json()


def test_time_finer_than_microseconds_is_refused():
    import pandas as pd

    assert encode(pd.Timestamp("2024-01-01 12:00")) == {"datetime": "2024-01-01T12:00:00"}
    with pytest.raises(InputError, match="type Timestamp"):
        encode(pd.Timestamp("2024-01-01 12:00:00.000000001"))


def test_tallies_proof_and_noise_come_back():
    full = replace(
        SEGMENTED,
        tallies=tally(SEGMENTED, people(), SEGMENTS),
        proof=Proof("feasible", "sparsity", 7.0, 5.5, 2, 0.0, 1, 1),
        noise_label="noise",
        noise="outside",
    )
    assert Description.from_json(full.to_json()) == full
    assert Description.from_json(full.to_json(indent=None)) == full
    assert Description.from_dict(full.to_dict()) == full
    weighted = replace(full, tallies=tally(SEGMENTED, people(), SEGMENTS, [0.1] * 5))
    assert Description.from_json(weighted.to_json()) == weighted


@pytest.mark.parametrize(
    "limits",
    [
        {"max_conditions": 2},
        {"min_recall": 0.5, "recall_is_met_within": 3},
        {"max_conditions": 1, "min_recall": 0.25, "recall_is_met_within": 0.75},
        {"capped": CappedBound(2, 4.5), "max_polyhedra": 3},
    ],
)
def test_the_class_of_a_proof_comes_back(limits):
    described = replace(SEGMENTED, proof=replace(PROOF, **limits))
    assert Description.from_json(described.to_json()) == described


def test_a_proof_of_any_number_of_conditions_is_written_as_in_earlier_versions():
    written = replace(SEGMENTED, proof=PROOF).to_dict()["proof"]
    assert list(written)[-2:] == ["max_terms", "max_coefficient"]


def test_tallies_without_counts_of_conditions_come_back():
    counted = tally(SEGMENTED, people(), SEGMENTS)
    whole = replace(SEGMENTED, tallies=counted).to_dict()
    assert whole["tallies"][1]["conditions"] == [{"own": 1, "others": 4}, {"own": 1, "others": 3}]
    bare = replace(SEGMENTED, tallies=tuple(replace(one, conditions=()) for one in counted))
    assert "conditions" not in bare.to_dict()["tallies"][1]
    assert Description.from_json(bare.to_json()) == bare


@pytest.mark.parametrize(
    ("conditions", "message"),
    [
        (3, r"tallies\[0\].conditions should be a list, but is 3"),
        ([{"own": 1}], r"tallies\[0\].conditions\[0\].others is missing"),
        ([{"own": "x", "others": 1}], r"conditions\[0\].own should be a number, but is 'x'"),
    ],
)
def test_broken_counts_of_conditions_are_found_by_their_path(conditions, message):
    values = replace(SEGMENTED, tallies=tally(SEGMENTED, people(), SEGMENTS)).to_dict()
    values["tallies"][0]["conditions"] = conditions
    with pytest.raises(InputError, match=message):
        Description.from_dict(values)


def test_bound_comes_back_to_the_last_bit():
    for bound in (0.1 + 0.2, 1e300, 5e-324, -0.0, 1 / 3):
        description = describe(["x"], a=[at_most(Feature("x"), bound)])
        (space,) = Description.from_json(description.to_json()).parts[0].half_spaces
        assert repr(space.bound) == repr(bound)


def test_format_and_version_come_first():
    assert list(SEGMENTED.to_dict())[:2] == ["format", "version"]
    assert SEGMENTED.to_dict()["version"] == 3


def test_scaled_terms_come_back_to_the_last_bit_and_others_say_nothing_of_a_scale():
    terms = (Term(Feature("x"), 3, 0.1 + 0.2, 1e300), Term(Feature("y"), -2))
    description = describe(["x", "y"], a=[HalfSpace(terms, 0.4)])
    scaled, plain = description.to_dict()["clusters"][0]["half_spaces"][0]["terms"]
    assert (scaled["zero"], scaled["one"]) == (0.30000000000000004, 1e300)
    assert "zero" not in plain
    assert Description.from_json(description.to_json()) == description


def test_earlier_versions_are_read():
    assert Description.from_json(broken(version=1)) == SEGMENTED
    assert Description.from_json(broken(version=2)) == SEGMENTED


def test_unions_and_balls_come_back():
    assert Description.from_json(ANIMALS.to_json()) == ANIMALS
    insect, fish, mammal = ANIMALS.to_dict()["clusters"]
    assert list(insect) == ["label", "alternatives"]
    assert list(insect["alternatives"][0]) == ["half_spaces"]
    assert fish == {
        "label": "fish",
        "prototype": {
            "terms": [
                {"weight": 1, "column": "hair", "kind": "boolean"},
                {"weight": 1, "column": "legs", "kind": "integer", "zero": 0.0, "one": 8.0},
                {"weight": 2, "column": "home", "kind": "level", "level": "sea"},
            ],
            "centre": [0.0, 0.0, 1.0],
            "radius": 1.25,
            "row": 16,
        },
    }
    assert list(mammal) == ["label", "half_spaces"]


def test_numbers_of_numpy_are_written_as_plain_ones():
    made = ball("a", np.float64(0.1), (0.5, 1, Feature("x")), row=np.int64(3))
    text = Description(("x",), (made,)).to_json()
    assert Description.from_json(text).parts == (made,)


@pytest.mark.parametrize(
    ("cluster", "message"),
    [
        ({"alternatives": 3}, r"clusters\[0\].alternatives should be a list, but is 3"),
        ({"alternatives": [3]}, r"clusters\[0\].alternatives\[0\] should be an object, but is 3"),
        ({"alternatives": [{}]}, r"clusters\[0\].alternatives\[0\].half_spaces is missing"),
        ({"alternatives": [], "half_spaces": []}, "has both half_spaces and alternatives, but"),
        ({"prototype": []}, r"clusters\[0\].prototype should be an object"),
        ({"prototype": {}}, r"clusters\[0\].prototype.terms is missing"),
    ],
)
def test_broken_cluster_is_found_by_its_path(cluster, message):
    with pytest.raises(InputError, match=message) as problem:
        Description.from_json(broken(clusters=[{"label": 0, **cluster}]))
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"terms": []}, r"prototype.terms should be a list of at least one term"),
        ({"centre": [1, 2]}, r"broken at clusters\[0\].prototype: .* has 2 values for 1 features"),
        ({"centre": ["x"]}, r"prototype.centre\[0\] should be a number, but is 'x'"),
        ({"centre": [{"float": "nan"}]}, r"centre\[0\] should be a finite number"),
        ({"radius": None}, "prototype.radius should be a number"),
        ({"radius": -1}, r"broken at clusters\[0\].prototype: the radius of the prototype of 0"),
        ({"radius": 1e200}, "must be a number of at least 0, not 1e.200"),
        ({"row": 1.5}, "prototype.row should be an integer, but is 1.5"),
        ({"row": -1}, "prototype.row should be an integer of at least 0, or null, but is -1"),
        (
            {"terms": [{"weight": -1, "column": "x", "kind": "number"}]},
            r"broken at clusters\[0\].prototype: the weights .* must be above 0",
        ),
    ],
)
def test_broken_prototype_is_found_by_its_path(change, message):
    terms = [{"weight": 1, "column": "x", "kind": "number"}]
    prototype = {"terms": terms, "centre": [0.0], "radius": 1.0, "row": None} | change
    with pytest.raises(InputError, match=message):
        Description.from_json(broken(clusters=[{"label": 0, "prototype": prototype}]))


def test_whole_answer_of_describe_is_read_as_well():
    text = json.dumps({"version": 1, "description": SEGMENTED.to_dict(), "result": {}})
    assert Description.from_json(text) == SEGMENTED


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON: Expecting value"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", 'is not a clusterscribe description: it has no "format"'),
        ('{"format": "other"}', "is not a clusterscribe description"),
        ('{"description": 3}', "is not a clusterscribe description"),
        (
            broken(version=4),
            r"newer clusterscribe \(version 4 of the format, .* up to 3\): upgrade",
        ),
        (broken(version="1"), "version should be an integer, but is '1'"),
        (broken(version=0), "version should be a version from 1 to 3, but is 0"),
        (broken(columns="x"), "columns should be a list, but is 'x'"),
        (broken(columns=[1]), r"columns\[0\] should be text, but is 1"),
        (broken(clusters=[3]), r"clusters\[0\] should be an object, but is 3"),
        (broken(clusters=[{}]), r"clusters\[0\].half_spaces is missing"),
        (broken(clusters=[{"half_spaces": []}]), r"clusters\[0\].label is missing"),
        (broken(clusters=[{"half_spaces": [], "label": []}]), r"label should be text, a number"),
        (broken(clusters=[{"half_spaces": [], "label": 1}] * 2), "same label"),
        (broken(noise="inside"), "noise should be one of 'outside', 'ignore', but is 'inside'"),
        (broken(proof={}), "proof.status is missing"),
        (broken(tallies=[{}]), r"tallies\[0\].rows is missing"),
        (broken(noise_label={"date": "yesterday"}), "noise_label should be text"),
        (broken(noise_label={"float": "nan"}), "noise_label should be text"),
        (broken(version=10**400), "version should be an integer of at most"),
        (broken(columns=float("nan")), "not JSON: NaN is not a number in JSON"),
        (broken().replace('"noise":', '"noise": null, "noise":'), "the key 'noise' is given twice"),
        ("[" * 100_000, "it is nested too deeply"),
        (broken(clusters=[{"half_spaces": [], "label": DEEP}]), "label should be text, a number"),
    ],
)
def test_what_is_no_description_is_refused_in_one_sentence(text, message):
    with pytest.raises(InputError, match=message) as problem:
        Description.from_json(text)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"bound": "x"}, r"half_spaces\[0\].bound should be a number, but is 'x'"),
        ({"bound": True}, "bound should be a number, but is True"),
        ({"bound": None}, "bound should be a number"),
        ({"bound": 10**400}, "bound should be a finite number"),
        ({"bound": {"float": "nan"}}, "bound should be a finite number"),
        ({"weight": 10**400}, "weight should be an integer of at most 9,007,199,254,740,992, "),
        ({"weight": -(2**53) - 1}, "weight should be an integer of at most 9,007,199,254,740,"),
        ({"terms": []}, "terms should be a list of at least one term"),
        ({"weight": 0}, r"terms\[0\].weight should be an integer other than 0"),
        ({"weight": 1.5}, "weight should be an integer, but is 1.5"),
        ({"kind": "colour"}, "kind should be one of 'number', 'integer', 'boolean', 'level'"),
        ({"kind": ["number"]}, "kind should be one of"),
        ({"kind": "level"}, r"terms\[0\].level is missing"),
        ({"kind": "level", "level": {"tuple": []}}, "level should be text, a number, true"),
        ({"kind": "datetime", "zoned": 1}, "zoned should be true or false"),
        ({"column": None}, r"column should be text"),
        ({"zero": 1.0}, r"terms\[0\].one is missing"),
        ({"one": 1.0}, r"terms\[0\].zero is missing"),
        ({"zero": 0, "one": {"float": "inf"}}, "one should be a finite number"),
        ({"zero": 2, "one": 2}, r"broken at .*terms\[0\]: column 'x' cannot be scaled to 0 at 2.0"),
        ({"kind": "boolean", "zero": 1, "one": 2}, r"broken at .*truth values and levels of"),
    ],
)
def test_broken_half_space_is_found_by_its_path(change, message):
    space = {"terms": [{"weight": 1, "column": "x", "kind": "number"}], "bound": 1.0}
    for key, value in change.items():
        (space if key in space else space["terms"][0])[key] = value
    with pytest.raises(InputError, match=message):
        Description.from_json(broken(clusters=[{"label": 0, "half_spaces": [space]}]))


def test_what_is_not_text_is_refused():
    with pytest.raises(InputError, match="not JSON"):
        Description.from_json(None)


def test_kind_of_every_feature_comes_back():
    for kind in Kind:
        feature = Feature("x", kind, "a" if kind is Kind.LEVEL else None, kind is Kind.DATETIME)
        description = describe(["x"], a=[at_most(feature, 0)])
        assert Description.from_json(description.to_json()).features == (feature,)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("proof", "value"), 10**400, "proof.value should be a finite number, but is 1000"),
        (("proof", "bound"), {"float": "nan"}, "proof.bound should be a finite number"),
        (("proof", "max_errors"), -1, "proof.max_errors should be a number of at least 0"),
        (("proof", "max_terms"), 10**400, "proof.max_terms should be an integer of at most"),
        (("proof", "max_coefficient"), 0, "should be an integer of at least 1, but is 0"),
        (("proof", "status"), "perfect", "proof.status should be one of 'optimal', 'feasible'"),
        (("tallies", 0, "rows"), {"float": "nan"}, r"tallies\[0\].rows should be a finite number"),
        (("tallies", 0, "inside"), {"float": "inf"}, "inside should be a finite number"),
        (("tallies", 0, "correct"), -3, "correct should be a number of at least 0, but is -3"),
        (("tallies", 0, "conditions", 0, "own"), 10**400, "own should be a finite number"),
    ],
)
def test_hostile_figure_is_refused_by_its_path(path, value, message):
    values = CLAIMING.to_dict()
    *parents, last = path
    place = values
    for key in parents:
        place = place[key]
    place[last] = value
    with pytest.raises(InputError, match=message) as problem:
        Description.from_json(json.dumps(values))
    assert "\n" not in str(problem.value)
    assert len(str(problem.value)) < 200


def test_value_that_python_cannot_even_print_is_refused():
    bottomless: list = []
    for _ in range(100_000):
        bottomless = [bottomless]
    for value in (10**5000, bottomless):
        with pytest.raises(InputError, match=r"columns\[0\] should be text"):
            Description.from_dict(CLAIMING.to_dict() | {"columns": [value]})


# what is claimed, and what was edited


def edited(change):
    values = json.loads(CLAIMING.to_json())
    change(values)
    return json.dumps(values)


def bound_moved(values):
    values["clusters"][0]["half_spaces"][0]["bound"] += 1


def condition_dropped(values):
    values["clusters"][0]["half_spaces"].pop()


def label_renamed(values):
    values["clusters"][0]["label"] = "renamed"


def proof_improved(values):
    values["proof"]["status"] = "optimal"


def count_improved(values):
    values["tallies"][0]["correct"] += 1


def fingerprint_lost(values):
    del values["fingerprint"]


@pytest.mark.parametrize(
    "change",
    [
        bound_moved,
        condition_dropped,
        label_renamed,
        proof_improved,
        count_improved,
        fingerprint_lost,
    ],
)
def test_edited_description_claims_nothing(change):
    with pytest.warns(DescriptionWarning, match="was edited after it was saved") as remarks:
        again = Description.from_json(edited(change))
    assert (again.tallies, again.proof) == (None, None)
    assert "roved" not in again.to_text()
    assert len(again.parts) == len(SEGMENTED.parts)
    assert len(remarks) == 1


def test_layout_order_and_spelling_of_numbers_are_no_edit():
    values = json.loads(CLAIMING.to_json())

    def passed_on(value):
        """Return what a program writes that has one kind of number and an order of its own."""
        if isinstance(value, dict):
            return {key: passed_on(value[key]) for key in sorted(value)}
        if isinstance(value, list):
            return [passed_on(entry) for entry in value]
        return int(value) if isinstance(value, float) and value.is_integer() else value

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Description.from_json(json.dumps(passed_on(values))) == CLAIMING


def test_description_that_claims_nothing_may_be_edited():
    values = SEGMENTED.to_dict()
    assert values["fingerprint"] is None
    bound_moved(values)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Description.from_dict(values) != SEGMENTED
