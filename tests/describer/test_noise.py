"""Rows that belong to no cluster: outside of every polyhedron, or without a say."""

import warnings

import numpy as np
import pytest

from clusterscribe import DescriptionWarning, PolyhedralDescriber

from .small import conditions, fit, refusal

LINE = np.array([[1.0], [2.0], [5.0], [8.0], [9.0]])
LABELS = [0, 0, -1, 1, 1]


def warned(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return caught


def test_noise_must_lie_outside_every_polyhedron():
    model = fit(LINE, LABELS, noise_label=-1)
    assert conditions(model) == {0: ["x0 <= 3"], 1: ["x0 >= 6"]}
    assert model.predict(LINE).tolist() == LABELS
    assert (model.result_.errors, model.result_.accuracy) == (0, 1.0)


def test_ignored_noise_has_no_say():
    model = fit(LINE, LABELS, noise_label=-1, noise="ignore")
    assert conditions(model) == {0: ["x0 <= 5"], 1: ["x0 >= 5"]}
    assert model.membership(LINE)[2].tolist() == [True, True]
    assert (model.result_.errors, model.result_.accuracy) == (0, 1.0)


def test_noise_inside_a_polyhedron_is_an_error():
    labels = [0, -1, 0, 0, 1]
    model = fit(LINE, labels, noise_label=-1, max_errors=1)
    assert conditions(model) == {0: ["x0 <= 8"], 1: ["x0 >= 9"]}
    assert model.result_.errors == 1
    assert model.score(LINE, labels) == 0.8
    assert "Label -1 ---------------------------------------------------- 1 row, 20 % of all\n" \
        "  0 of 1 row outside every cluster" in str(model.description_)  # fmt: skip


def test_noise_counts_in_the_score_of_new_rows_unless_it_is_ignored():
    rows, labels = np.array([[1.0], [4.0], [9.0], [9.0]]), [0, -1, 1, -1]
    assert fit(LINE, LABELS, noise_label=-1).score(rows, labels) == 0.75
    ignoring = fit(LINE, LABELS, noise_label=-1, noise="ignore")
    assert ignoring.score(rows, labels) == 1.0
    assert ignoring.description_.errors(rows, labels) == 0
    assert ignoring.score(rows[1:2], [-1]) == 1.0


def test_one_cluster_is_enough_beside_noise_that_must_stay_outside():
    model = fit(LINE, [0, 0, -1, -1, -1], noise_label=-1)
    assert conditions(model) == {0: ["x0 <= 3"]}


def test_one_cluster_is_not_enough_where_noise_is_ignored():
    sentence = refusal(lambda: fit(LINE, [0, 0, -1, -1, -1], noise_label=-1, noise="ignore"))
    assert sentence == (
        "labels has only one cluster (one class), 0; at least two are needed (noise rows do not "
        "count)"
    )


@pytest.mark.parametrize("noise", ["outside", "ignore"])
def test_noise_alone_is_refused(noise):
    assert refusal(lambda: fit(LINE, [-1] * 5, noise_label=-1, noise=noise)) == (
        "labels has no cluster, every row is noise; at least one is needed"
    )


@pytest.mark.parametrize("noise_label", ["none", "", None, 7, (1, 2)])
def test_a_noise_label_that_no_row_has_changes_nothing(noise_label):
    labels = [0, 0, 2, 1, 1]
    model = fit(LINE, labels, noise_label=noise_label)
    assert conditions(model) == conditions(fit(LINE, labels))


@pytest.mark.parametrize("noise_label", [-1, -1.0, np.int64(-1), np.float32(-1)])
def test_a_noise_label_is_found_whatever_its_type_of_number(noise_label):
    model = fit(LINE, np.array(LABELS), noise_label=noise_label)
    assert list(model.description_.polyhedra) == [0, 1]
    assert type(model.description_.noise_label) in (int, float)


def test_text_labels_may_have_text_noise():
    model = fit(LINE, ["a", "a", "noise", "b", "b"], noise_label="noise")
    assert list(model.description_.polyhedra) == ["a", "b"]
    assert model.predict(LINE).tolist() == ["a", "a", None, "b", "b"]


def test_a_noise_label_of_another_type_is_pointed_out():
    (warning,) = warned(lambda: PolyhedralDescriber(noise_label="-1").fit(LINE, [0, 0, -1, 2, 2]))
    assert str(warning.message) == (
        "noise_label is '-1', and labels has -1, which is another value and is described like any "
        "other; if it marks noise, say noise_label=-1"
    )


def test_labels_like_those_of_dbscan_get_a_hint_on_the_users_line():
    (warning,) = warned(lambda: PolyhedralDescriber().fit(LINE, LABELS))
    assert warning.category is DescriptionWarning
    assert warning.filename == __file__
    assert str(warning.message) == (
        "labels has a cluster -1 beside 0, 1, ..., which is described like any other; if it marks "
        "noise, say noise_label=-1 (on the command line --noise-label=-1)"
    )


@pytest.mark.parametrize(
    ("labels", "parameters"),
    [
        (LABELS, {"noise_label": -1}),
        (LABELS, {"noise_label": 0}),
        ([0, 0, -2, 1, 1], {}),
        ([1, 1, -1, 2, 2], {}),
        (["0", "0", "-1", "1", "1"], {}),
    ],
    ids=str,
)
def test_other_labels_get_no_hint(labels, parameters):
    assert warned(lambda: PolyhedralDescriber(**parameters).fit(LINE, labels)) == []


def test_weights_of_noise_count_as_all_weights_do():
    labels = [0, -1, 0, 1, 1]
    light = fit(LINE, labels, [3, 1, 3, 3, 3], noise_label=-1)
    heavy = fit(LINE, labels, [3, 9, 3, 3, 3], noise_label=-1)
    assert (light.result_.errors, heavy.result_.errors) == (1, 3)
