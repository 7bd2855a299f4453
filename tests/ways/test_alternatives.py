"""Other ways to say it, on tables that a person can describe in the head."""

import json
import warnings

import numpy as np
import pandas as pd
import pytest

from clusterscribe import Alternatives, Constraints, Description, InputError, alternatives
from clusterscribe.progress import silent

# three columns that say the same, and one that says nothing
ROWS = np.arange(12)
TABLE = pd.DataFrame(
    {"age": 20 + ROWS, "pay": 100 * (ROWS >= 6) + ROWS % 3, "note": ROWS % 4, "<b>": -3 * ROWS}
)
LABELS = ["low"] * 6 + ["high"] * 6
FAST = {"time_limit": 20, "n_jobs": 1}


def test_each_way_uses_other_columns_and_the_order_is_proved():
    found = alternatives(TABLE, LABELS, **FAST)
    assert isinstance(found, Alternatives)
    assert sorted(way.columns for way in found) == [("<b>",), ("age",), ("pay",)]
    assert [way.result.complexity for way in found] == [4, 4, 4]
    assert [len(way.left_out) for way in found] == [0, 1, 2]
    assert found.proved
    assert all(way.proved and way.result.status == "optimal" for way in found)
    assert all(way.description.errors(TABLE, LABELS) == 0 for way in found)


def test_it_says_that_there_are_no_more():
    found = alternatives(TABLE, LABELS, 5, **FAST)
    assert len(found) == 3
    assert "no other with no errors, whatever its loss" in found.sentences()[-1]
    short = alternatives(TABLE, LABELS, 1, **FAST)
    assert len(short) == 2
    assert short.sentences() == (
        "Proved for 2: no axis-parallel description that makes no errors and does without a column "
        "of each one above it has a lower complexity.",
    )


def test_the_loss_is_what_others_may_be_worse():
    table = TABLE[["age", "note"]].assign(note=[0, 1, 0, 1, 0, 1, 2, 0, 2, 2, 2, 2])
    near = alternatives(table, LABELS, loss=0.2, max_errors=1, **FAST)
    assert [way.columns for way in near] == [("age",), ("note",)]
    assert near.max_errors == 1
    strict = alternatives(table, LABELS, loss=0.2, max_errors=0, **FAST)
    assert len(strict) == 1
    assert strict.proved
    words = " ".join(strict.to_text().split())
    assert "Proved: there is no other with no errors, whatever its loss." in words


def test_a_longer_one_is_named_with_its_length():
    x = [1, 2, 3, 4, 5, 6, 7, 8]
    y = [1, 2, 9, 9, 5, 5, 1, 2]
    labels = ["a", "a", "b", "b", "b", "b", "a", "a"]
    table = pd.DataFrame({"x": x, "y": y})
    found = alternatives(table, labels, loss=0, cluster="b", **FAST)
    assert [way.columns for way in found] == [("y",)]
    assert found.sentences() == (
        "Proved: no other is within a loss of 0 %; each has a complexity of at least 4.",
    )
    assert len(alternatives(table, labels, loss=1, cluster="b", **FAST)) == 2


def test_text_json_and_html():
    found = alternatives(TABLE, LABELS, 2, **FAST)
    text = found.to_text(70)
    assert max(map(len, text.splitlines())) <= 70
    assert text.startswith("1. ---")
    assert "0 errors, complexity 4, sparsity 1" in text
    names = " and ".join(found[2].left_out)
    flat = " ".join(text.split())
    assert f"no axis-parallel description without {names} with no errors" in flat
    page = found._repr_html_()
    assert "<b>" not in page
    assert "&lt;b&gt;" in page
    values = json.loads(found.to_json())
    assert values["format"] == "clusterscribe-alternatives"
    assert (values["asked"], values["loss"], values["proved"]) == (2, 0.25, True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read = [Description.from_dict(way["description"]) for way in values["ways"]]
    assert read == [way.description for way in found]
    assert found[1].description.proof.without == found[1].left_out


def test_required_columns_stay_and_wishes_about_others_do_no_harm():
    wishes = Constraints(require=("age",), costs={"pay": 1.0})
    found = alternatives(TABLE[["age", "pay"]], LABELS, constraints=wishes, **FAST)
    assert all("age" not in way.left_out for way in found)


def test_weights_and_shares():
    weights = [0.1] * 11 + [0.3]
    labels = [*LABELS[:-1], "low"]
    found = alternatives(TABLE, labels, sample_weight=weights, **FAST)
    assert found.max_errors >= found[0].result.errors
    assert all(way.result.errors <= found.max_errors + 1e-12 for way in found)
    assert len(found) > 1


@pytest.mark.parametrize("limit", [1e-6, 0.06])
def test_without_time_there_is_the_first_one_and_nothing_is_claimed(limit):
    random = np.random.default_rng(0)
    table = pd.DataFrame(random.normal(size=(120, 6))).rename(columns=str)
    labels = random.integers(0, 3, 120)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = alternatives(table, labels, time_limit=limit, n_jobs=1)
    assert len(found) >= 1
    assert not found.proved
    assert any("not proved" in words or "More may be" in words for words in found.sentences())


def test_an_interrupt_returns_what_was_found_so_far():
    def interrupted(snapshot):
        if snapshot.stage.startswith("without"):
            raise KeyboardInterrupt

    with pytest.warns(UserWarning, match="interrupted"):
        found = alternatives(TABLE, LABELS, listener=interrupted, **FAST)
    assert found.interrupted
    assert not found.proved
    assert len(found) >= 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"n": 0}, "n must be a whole number of at least 1, not 0"),
        ({"n": 1.5}, "n must be a whole number"),
        ({"loss": -0.1}, "loss must be the share of more errors and of more length"),
        ({"loss": float("nan")}, "loss must be"),
        ({"loss": True}, "loss must be"),
        ({"loss": 1e308}, "at most 1,000,000"),
        ({"cluster": "middle"}, "no row has that label"),
        ({"exclude": ["agee"]}, "Did you mean 'age'"),
    ],
)
def test_what_cannot_be_asked_is_refused(options, sentence):
    with pytest.raises(InputError, match=sentence):
        alternatives(TABLE, LABELS, listener=silent, **FAST, **options)


def test_columns_from_an_iterator_and_of_an_engine():
    found = alternatives(TABLE, LABELS, features=iter(["age", "pay"]), **FAST)
    assert {way.columns for way in found} == {("age",), ("pay",)}
    ibis = pytest.importorskip("ibis", reason="needs the extra clusterscribe[table]")
    pytest.importorskip("duckdb", reason="needs the extra clusterscribe[table]")
    table = ibis.memtable(TABLE.assign(label=LABELS))
    there = alternatives(table, "label", 5, **FAST)
    assert {way.columns for way in there} == {("age",), ("pay",), ("<b>",)}
    assert there.proved


def test_a_description_without_columns_is_no_false_proof():
    table = pd.DataFrame({"x": [1, 2, 3, 4, 5, 6, 7, 8]})
    labels = ["a", "a", "a", "a", "a", "b", "a", "b"]
    found = alternatives(table, labels, loss=2.0, cluster="a", max_errors=1, **FAST)
    # with three errors no condition is needed: "every row" uses no column, and is not listed
    assert (len(found), found.max_errors, found.least, found.proved) == (1, 3, 0, False)
    strict = alternatives(table, labels, loss=0.5, cluster="a", max_errors=1, **FAST)
    assert (len(strict), strict.max_errors, strict.proved) == (1, 1, True)
