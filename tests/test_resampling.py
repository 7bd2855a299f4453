"""Bootstrap samples of the rows: what recurs of a description, and what does not."""

import json
import signal
import threading

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import Description, DescriptionWarning, InputError, Polyhedron, describe
from clusterscribe.api import stability
from clusterscribe.description.after.cluster_stability import (
    UNKNOWN,
    ClusterStability,
    Recurrence,
    sentence,
)
from clusterscribe.description.after.stability import Stability
from clusterscribe.description.words.naming import Naming
from clusterscribe.feature import Feature, Kind

from .description.builders import at_least, at_most, ball, is_level, score

APART = pd.DataFrame({"x": [0.0, 0.5, 1.0, 1.5, 2.0] * 4 + [8.0, 8.5, 9.0, 9.5, 10.0] * 4})
SIDES = ["a"] * 20 + ["b"] * 20
DESCRIPTION, _ = describe(APART, SIDES)


def test_conditions_of_clusters_far_apart_always_recur():
    found = stability(APART, SIDES, DESCRIPTION, samples=8)
    assert (found.samples, found.interrupted, found.cut_short) == (8, False, 0)
    assert [cluster.label for cluster in found.clusters] == ["a", "b"]
    for cluster in found.clusters:
        assert cluster.alike == 8
        assert [recurrence.samples for recurrence in cluster.recurrences] == [8]
        assert cluster.agreement == (1.0,) * 8
        (recurrence,) = cluster.recurrences
        assert 2 < recurrence.low <= recurrence.high < 8
    assert found.complexities == (4,) * 8
    assert found.accuracies == (1.0,) * 8


def test_same_seed_gives_the_same_samples_and_another_gives_others():
    rows = np.random.default_rng(3).normal(size=(30, 2))
    labels = (rows[:, 0] + 0.8 * rows[:, 1] > 0).astype(int)
    description, _ = describe(rows, labels)
    same = [stability(rows, labels, description, samples=4, random_state=s) for s in (1, 1, 2)]
    assert same[0] == same[1] != same[2]


def test_conditions_that_no_sample_needs_do_not_recur():
    table, y = APART.assign(y=[0.0] * 40), Feature("y")
    parts = (Polyhedron("a", (at_most(y, 0),)), *DESCRIPTION.parts[1:])
    found = stability(table, SIDES, Description(("x", "y"), parts), samples=3)
    never, always = found.clusters
    assert never.recurrences == (Recurrence(at_most(y, 0), 0),)
    assert (never.alike, always.alike) == (0, 3)
    assert never.agreement == (0.5,) * 3  # all rows are inside y <= 0, and half of them in a's


def test_cluster_of_one_row_is_missing_from_some_samples():
    table = pd.DataFrame({"x": [*range(10), 50]})
    labels = [0] * 5 + [1] * 5 + [2]
    description, _ = describe(table, labels)
    found = stability(table, labels, description, samples=12)
    rare = found.of(2)
    assert 0 < rare.alike < 12
    assert set(rare.agreement) == {0.0, 1.0}
    assert rare.agreement.count(1.0) >= rare.alike


def test_sample_of_a_single_cluster_has_no_condition():
    table = pd.DataFrame({"x": [*range(10), 50]})
    labels = ["many"] * 10 + ["one"]
    description, _ = describe(table, labels)
    found = stability(table, labels, description, samples=12)
    alone = [place for place, complexity in enumerate(found.complexities) if complexity == 0]
    assert alone
    for place in alone:
        assert found.of("one").agreement[place] == 0
        assert found.of("many").agreement[place] == pytest.approx(10 / 11)
        assert found.accuracies[place] == pytest.approx(10 / 11)


def test_weights_and_noise_are_those_of_the_description():
    table = pd.DataFrame({"x": [0.0, 1.0, 5.0, 9.0, 10.0, 4.0] * 3})
    labels = ["a", "a", "noise", "b", "b", "a"] * 3
    weights = [1.0, 1.0, 1.0, 1.0, 1.0, 0.0] * 3
    description, _ = describe(
        table, labels, sample_weight=weights, noise_label="noise", noise="ignore"
    )
    found = stability(table, labels, description, samples=4, sample_weight=weights)
    assert found.accuracies == (1.0,) * 4


def test_budget_that_a_sample_cannot_keep_becomes_the_fewest_errors_it_needs():
    table = pd.DataFrame({"x": [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]})
    labels = ["a", "a", "b", "a", "b", "a", "b", "b"]
    # two errors at least; drawn twice or three times, they are more
    description, _ = describe(table, labels, max_errors=2)
    found = stability(table, labels, description, samples=12, max_errors=2)
    assert found.samples == 12


def test_listener_hears_the_number_of_the_sample():
    heard = []
    stability(APART, SIDES, DESCRIPTION, samples=3, listener=lambda s: heard.append(s.stage))
    assert list(dict.fromkeys(heard)) == ["sample 1 of 3", "sample 2 of 3", "sample 3 of 3"]


def test_time_limit_ends_with_the_samples_so_far():
    found = stability(APART, SIDES, DESCRIPTION, samples=10_000, time_limit=0.3)
    assert found.samples < 10_000
    assert found.interrupted
    assert len(found.complexities) == len(found.accuracies) == found.samples


def test_interrupt_ends_with_the_samples_so_far():
    def interrupt_at_third(snapshot):
        if snapshot.stage.startswith("sample 3 "):
            raise KeyboardInterrupt

    with pytest.warns(DescriptionWarning, match="interrupted: 2 of 9 samples are described"):
        found = stability(APART, SIDES, DESCRIPTION, samples=9, listener=interrupt_at_third)
    assert (found.samples, found.interrupted) == (2, True)


def test_ctrl_c_ends_with_the_samples_so_far():
    timer = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.warns(DescriptionWarning, match="interrupted: "):
        found = stability(APART, SIDES, DESCRIPTION, samples=100_000, time_limit=20)
    assert found.interrupted


@pytest.mark.parametrize("samples", [0, -1, 1.5, True, "20"])
def test_wrong_number_of_samples_is_refused(samples):
    with pytest.raises(InputError, match="samples must be a whole number of at least 1, not"):
        stability(APART, SIDES, DESCRIPTION, samples=samples)


def test_other_shapes_than_polyhedra_are_refused():
    balls = Description(("x",), (ball("a", 1.0, (1, 1, Feature("x"))),))
    with pytest.raises(InputError, match="samples are described by polyhedra"):
        stability(APART, SIDES, balls)


@settings(max_examples=8)
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 1)), min_size=6, max_size=14))
def test_no_count_exceeds_the_samples(rows):
    values, labels = [[float(x)] for x, _ in rows] + [[9.0], [10.0]], [label for _, label in rows]
    labels += [0, 1]
    description, _ = describe(values, labels)
    found = stability(values, labels, description, samples=3)
    assert found.samples == len(found.complexities) == len(found.accuracies) == 3
    for cluster in found.clusters:
        assert 0 <= cluster.alike <= 3
        assert len(cluster.agreement) == 3
        assert all(0 <= index <= 1 for index in cluster.agreement)
        assert all(cluster.alike <= r.samples <= 3 for r in cluster.recurrences)
        for r in cluster.recurrences:
            assert (r.low is None) == (r.samples == 0)
            assert r.low is None or r.low <= r.high
    assert Stability.from_dict(json.loads(json.dumps(found.to_dict()))) == found


LENGTH, WIDTH = Feature("petal_length"), Feature("petal_width")
DAY = Feature("day", Kind.DATE)
CLUSTER = ClusterStability(
    "setosa",
    (
        Recurrence(at_most(LENGTH, 2.5), 18, 1.9, 2.6),
        Recurrence(at_least(WIDTH, 0.5), 19, 0.5, 0.5),
        Recurrence(is_level("colour", "red"), 20),
        Recurrence(score(0.5, (1, LENGTH, 0.0, 9.0), (-1, WIDTH, 0.0, 4.0)), 18),
        Recurrence(at_most(DAY, 19_700), 0),
    ),
    (1.0,) * 19 + (0.4,),
    18,
)
FOUND = Stability(20, (CLUSTER,), (8,) * 19 + (12,), (0.95,) * 20, False, 2)


def test_sentence_for_a_card():
    assert sentence(CLUSTER, 20) == (
        "In 18 of 20 samples of the rows this cluster is described by the same features; "
        "petal_length at most 1.9 to 2.6; petal_width at least 0.5 (in 19 of 20); "
        "colour is red (in 20 of 20); day <= 2023-12-09 (in 0 of 20); "
        "on average 97 % of its rows are the same."
    )


def test_sentence_uses_names_and_units():
    names = Naming({"petal_length": "petal length (cm)", "colour": "hue", "day": "picked"})
    words = sentence(CLUSTER, 20, names)
    assert "; petal length at most 1.9 to 2.6 cm; " in words
    assert "; hue is red (in 20 of 20); picked <= 2023-12-09 (in 0 of 20); " in words


def test_sentence_without_samples_claims_nothing():
    assert sentence(ClusterStability("a", (Recurrence(at_most(LENGTH, 1), 0),), ()), 0) == UNKNOWN
    assert Stability(0, (), (), (), True).to_text() == (
        "No sample of the rows was described, so the stability is not known."
    )


def test_almost_all_is_not_all():
    nearly = ClusterStability("a", (), (1.0,) * 999 + (0.99,), 1000)
    assert "on average 99 % of its rows are the same" in sentence(nearly, 1000)


def test_text():
    assert FOUND.to_text() == (
        "Cluster setosa -------------------- alike in 18 of 20, 97 % of its rows the same\n"
        "  18 of 20  petal_length <= 2.5; bounds: 1.9 to 2.6\n"
        "  19 of 20  petal_width >= 0.5; bounds: 0.5\n"
        "  20 of 20  colour is red\n"
        "  18 of 20  score = petal_length (0 -> 0, 9 -> 1)\n"
        "                  - petal_width (0 -> 0, 4 -> 1), at most 0.5\n"
        "   0 of 20  day <= 2023-12-09\n"
        "\n"
        "In all -------------------------------------------------- 20 samples of the rows\n"
        "  Complexity  8 to 12\n"
        "  Accuracy    95 % on all rows\n"
        "\n"
        "  There was no time to search 2 samples to the end, and conditions of unfinished\n"
        "  searches recur less often."
    )


def test_everything_comes_back_from_plain_values():
    assert Stability.from_dict(json.loads(json.dumps(FOUND.to_dict(), allow_nan=False))) == FOUND


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"samples": "x"}, "the stability is broken: samples should be an integer"),
        ({"clusters": [{}]}, r"the stability is broken: clusters\[0\].label is missing"),
        ({"accuracies": [None]}, r"accuracies\[0\] should be a number"),
    ],
)
def test_broken_values_are_found_by_their_path(change, message):
    with pytest.raises(InputError, match=message):
        Stability.from_dict(FOUND.to_dict() | change)
