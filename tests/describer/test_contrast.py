"""One cluster described alone: against all others, or against another one."""

import json
import warnings

import numpy as np
import pandas as pd
import pytest

from clusterscribe import Description, InputError, describe, frontier, stability, verify
from clusterscribe.contrast import Contrast

from .small import refusal

TABLE = pd.DataFrame({"x": [1.0, 2, 5, 6, 8, 9, 12], "y": [1, 1, 9, 9, 1, 1, 9]})
LABELS = ["a", "a", "b", "b", "c", "c", "-"]
FAST = {"time_limit": 20, "n_jobs": 1}


def alone(cluster, against=None, labels=LABELS, **options):
    return describe(TABLE, labels, cluster=cluster, against=against, **FAST, **options)


def test_one_against_the_rest_has_one_polyhedron_and_all_others_outside():
    description, result = alone("b")
    assert tuple(description.polyhedra) == ("b",)
    assert description.contrast == Contrast("b")
    assert (
        description.membership(TABLE).ravel().tolist() == [False, False, True, True] + [False] * 3
    )
    assert (result.errors, result.status, result.complexity) == (0, "optimal", 4)
    assert description.errors(TABLE, LABELS) == 0


def test_one_against_another_ignores_the_rest():
    description, result = alone("b", "c")
    assert (result.errors, result.complexity, result.accuracy) == (0, 2, 1.0)
    assert description.errors(TABLE, LABELS) == 0
    pair = TABLE[2:6]
    other, _ = describe(pair, LABELS[2:6], cluster="b", **FAST)
    assert other.polyhedra == description.polyhedra
    assert [(t.label, t.rows) for t in description.tallies] == [("b", 2), ("c", 2)]


@pytest.mark.parametrize("holes", [False, True])
@pytest.mark.parametrize("against", [None, "c"])
def test_it_is_what_noise_would_give(against, holes):
    random = np.random.default_rng(3)
    table = pd.DataFrame(random.integers(0, 9, (60, 3)).astype(float), columns=list("xyz"))
    if holes:
        table[random.random((60, 3)) < 0.1] = np.nan
    labels = random.choice(list("abc"), 60)
    rows = np.isin(labels, ["a", against]) if against else np.ones(60, bool)
    found = describe(table, labels, cluster="a", against=against, **FAST)
    as_noise = np.where(labels == "a", "a", "other")
    like = describe(table[rows], as_noise[rows], noise_label="other", **FAST)
    names = ("errors", "complexity", "sparsity", "bound", "error_bound", "accuracy", "max_errors")
    assert [getattr(found[1], n) for n in names] == [getattr(like[1], n) for n in names]
    assert found[0].polyhedra == like[0].polyhedra


def test_noise_is_among_the_others_or_ignored():
    labels = ["a", "a", "b", "b", "c", "c", "noise"]
    only_noise = [label if label in ("c", "noise") else "noise" for label in labels]
    within, _ = alone("c", labels=labels, noise_label="noise")
    assert within.membership(TABLE)[6, 0].tolist() is False
    free, result = alone("c", labels=labels, noise_label="noise", noise="ignore")
    assert result.complexity == 2
    assert sum(tally.rows for tally in free.tallies) == 6
    assert sum(tally.rows for tally in within.tallies) == 7
    # one cluster beside noise is described like that anyway
    same, _ = alone("c", labels=only_noise, noise_label="noise")
    assert same.polyhedra == within.polyhedra


def test_balanced_clusters_count_alike_and_weights_of_labels_are_kept():
    labels = ["a", "a", "b", "b", "b", "c", "c"]
    _, both = alone("a", "b", labels, class_weight="balanced", max_errors=0.9)
    assert both.errors <= 4.5
    description, result = alone("b", labels=labels, class_weight={"c": 5})
    assert result.errors == 0
    assert {t.label: t.rows for t in description.tallies} == {"a": 2, "b": 3, "c": 10}
    _, pair = alone("a", "b", labels, class_weight={"b": 2})
    assert pair.accuracy == 1


def test_it_says_what_was_asked():
    description, result = alone("a", labels=["a", "a", "a", "b", "c", "b", "b"], max_errors=0)
    text = description.to_text()
    assert text.startswith("Cluster a against all others ---")
    assert "none of 4 other rows" in text
    assert "no axis-parallel description of a against all others with no errors" in text
    assert "of a against all others" in result.proof.sentences()[0]
    assert "Cluster a against all others" in description._repr_html_()
    assert description.to_sql().startswith("-- a against all others\nSELECT")
    assert str(description.explain(TABLE.iloc[0])).startswith(
        "The row is inside what describes a against all others."
    )
    assert "What sets a apart from all others" in description.to_html(TABLE, LABELS)


def test_it_says_which_others_are_inside_and_which_rows_do_not_count():
    labels = ["a", "b", "a", "a", "c", "a", "b"]
    text = alone("a", labels=labels, max_errors=2)[0].to_text()
    assert "2 of 3 other rows inside (1 of b and 1 of c)" in text
    text = alone("a", "b", labels, max_errors=1)[0].to_text()
    assert "Cluster a against b ---" in text
    assert "1 of 2 rows of b inside" in text
    assert "rows of clusters other than a and b do not count" in text


def test_it_survives_json_and_judges_new_labels_as_others():
    description, result = alone("b", "c")
    values = json.loads(description.to_json())
    assert values["contrast"] == {"cluster": "b", "against": "c"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read = Description.from_json(description.to_json())
    assert read == description
    assert read.proof.contrast == Contrast("b", "c") == result.proof.contrast
    # rows of a label that was not there are others, or do not count
    assert alone("b")[0].errors(TABLE, [*LABELS[:6], "new"]) == 0
    assert sum(t.rows for t in read.rescore(TABLE, [*LABELS[:6], "new"]).new_labels) == 0
    values["contrast"]["cluster"] = None
    with pytest.raises(InputError, match="contrast"):
        Description.from_dict(values)
    del values["contrast"]
    with pytest.warns(UserWarning, match="edited"):
        assert Description.from_dict(values).proof is None


def test_frontier_stability_and_certificates_know_it():
    points = frontier(TABLE, LABELS, cluster="b", **FAST)
    assert {point.description.contrast for point in points} == {Contrast("b")}
    description, _ = alone("b")
    found = stability(TABLE, LABELS, description, samples=4, **FAST)
    assert (found.samples, len(found.clusters)) == (4, 1)
    for against in (None, "c"):
        _, result = alone("b", against, certificate=True)
        checked = verify(result.certificate.to_json(), TABLE, LABELS)
        assert checked.ok
        assert "b against" in checked.about
        swapped = json.loads(result.certificate.to_json())
        swapped["description"]["contrast"]["against"] = "a"
        assert not verify(json.dumps(swapped), TABLE, LABELS).ok


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"cluster": "z"}, "cluster='z': no row has that label. There are '-', 'a', 'b' and 'c'."),
        ({"cluster": 1}, "cluster=1: no row has that label"),
        (
            {"cluster": "a", "against": "bb"},
            "against='bb': no row has that label. Did you mean 'b'",
        ),
        ({"against": "b"}, "against='b' needs the cluster that is described against it"),
        ({"cluster": "a", "against": "a"}, "cluster and against are both 'a'"),
        ({"cluster": ["a"]}, "cluster must be a single label, such as 'A', not ['a']"),
        ({"cluster": "a", "noise_label": "a"}, "cluster='a' is the noise label"),
        ({"cluster": "a", "against": "-", "noise_label": "-"}, "against='-' is the noise label"),
        ({"cluster": "a", "sample_weight": [0, 0, 1, 1, 1, 1, 1]}, "has any weight"),
    ],
)
def test_what_cannot_be_asked_is_refused(options, sentence):
    assert sentence in refusal(lambda: describe(TABLE, LABELS, **FAST, **options))


def test_labels_of_another_type_are_named():
    numbers = [1, 1, 2, 2, 3, 3, 4]
    assert "Did you mean 2?" in refusal(lambda: alone("2", labels=numbers))
    description, _ = alone(np.int64(2), labels=np.array(numbers))
    assert tuple(description.polyhedra) == (2,)


def test_weights_of_labels_that_do_not_count_are_no_mistake():
    weights = {"a": 5, "b": 2, "c": 3}
    _, result = alone("b", "c", class_weight=weights)
    assert result == alone("b", "c", class_weight={"b": 2, "c": 3})[1] or result.errors == 0
    assert "which no row has" in refusal(lambda: alone("b", "c", class_weight={"d": 2}))
