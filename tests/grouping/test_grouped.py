"""Descriptions from groups: judged on the rows, with bounds that hold for the rows."""

import time
import warnings
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import (
    DescriptionWarning,
    InputError,
    PolyhedralDescriber,
    describe,
)
from clusterscribe.grouping import Adaptive, HierarchicalGroups, KMeansGroups, TreeGroups
from clusterscribe.proof import Bounds
from clusterscribe.search.axis.axis_stages import AxisStages

SCHEMES = ["tree", "kmeans", "hierarchical", "adaptive", TreeGroups(groups=10)]


def together(rows):
    """All rows of a cluster in one group."""
    return np.zeros(len(rows), dtype=int)


def mixture(rows, seed=0, spread=0.25, clusters=3, features=4):
    chance = np.random.default_rng(seed)
    centres = chance.uniform(-1, 1, (clusters, features))
    labels = np.repeat(np.arange(clusters), rows)
    return centres[labels] + chance.normal(0, spread, (len(labels), features)), labels


@st.composite
def tables(draw):
    """A small table of two clusters, with noise and weights at times, and a coarse grouping."""
    rows = draw(st.integers(4, 9))
    numbers = st.lists(st.integers(0, 4), min_size=2 * rows, max_size=2 * rows)
    table = np.array(draw(numbers), dtype=float).reshape(rows, 2)
    labels = draw(st.lists(st.integers(-1, 1), min_size=rows, max_size=rows))
    labels[:2] = [0, 1]
    weight = draw(st.none() | st.lists(st.integers(1, 3), min_size=rows, max_size=rows))
    grouping = draw(
        st.sampled_from([together, TreeGroups(3), Adaptive(TreeGroups(2)), KMeansGroups(3)])
    )
    return table, labels, weight, grouping


def quietly(*arguments, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DescriptionWarning)
        return describe(*arguments, time_limit=20, noise_label=-1, **options)


@settings(max_examples=25)
@given(tables(), st.sampled_from([1, 2]))
def test_bounds_of_a_grouped_answer_hold_for_the_rows(case, max_terms):
    table, labels, weight, grouping = case
    # a tree may give a cluster up
    options = {"sample_weight": weight, "max_terms": max_terms, "min_recall": 0}
    description, result = quietly(table, labels, grouping=grouping, **options)
    _, best = quietly(table, labels, grouping=None, **options)
    assert best.status == "optimal"
    assert result.errors == description.errors(table, labels, weight)
    assert result.error_bound <= best.error_bound  # the fewest errors there are
    assert result.errors >= best.error_bound
    assert result.errors <= result.statistics["tree_errors"]
    assert result.errors <= result.statistics["grouped_errors"]
    if result.status == "optimal":
        assert (result.objective, result.error_bound) == (best.objective, best.error_bound)


@settings(max_examples=25)
@given(tables(), st.integers(0, 6), st.sampled_from(["complexity", "sparsity"]))
def test_a_budget_holds_for_the_rows_and_is_only_exceeded_with_proof(case, budget, objective):
    table, labels, weight, grouping = case
    options = {"sample_weight": weight, "max_errors": budget, "objective": objective}
    _, best = quietly(table, labels, grouping=None, **options)
    _, result = quietly(table, labels, grouping=grouping, **options)
    assert result.over_budget == best.over_budget == (result.errors > budget)
    if best.over_budget:
        assert result.errors == best.errors == best.error_bound
        return
    assert result.bound <= best.objective <= result.objective
    assert result.max_errors == best.max_errors


@pytest.mark.parametrize("grouping", SCHEMES, ids=str)
def test_every_scheme_describes_the_rows(grouping):
    table, labels = mixture(150)
    model = PolyhedralDescriber(grouping=grouping, time_limit=10).fit(table, labels)
    result = model.result_
    assert model.description_.errors(table, labels) == result.errors
    assert result.errors <= result.statistics["tree_errors"]
    assert result.errors <= result.statistics["grouped_errors"]
    told = result.statistics["grouping"]
    assert told["groups"] == result.statistics["groups"] > 0
    name = grouping if isinstance(grouping, str) else "tree"
    assert (told["scheme"], result.statistics["rows"]) == (name, "grouped")
    assert result.to_dict()["statistics"]["grouping"] == told


def test_groups_of_single_rows_prove_what_rows_prove():
    table, labels = mixture(40)
    _, plain = describe(table, labels, grouping=None)
    _, grouped = describe(table, labels, grouping=TreeGroups(groups=1000))
    assert grouped.status == plain.status == "optimal"
    figures = [(r.errors, r.complexity, r.error_bound, r.bound) for r in (plain, grouped)]
    assert figures[0] == figures[1]


def test_an_optimum_for_groups_is_not_called_an_optimum_for_rows():
    table, labels = mixture(1000, spread=0.2, features=3)
    _, result = describe(table, labels, grouping=TreeGroups(groups=200), time_limit=20)
    _, better = describe(table, labels, grouping=Adaptive(TreeGroups(groups=200)), time_limit=20)
    assert result.stop_reason == "the groups were solved"
    assert result.errors < result.statistics["tree_errors"]  # so it is an answer of the groups
    assert result.error_bound <= better.errors < result.errors  # and not the best one
    assert result.status == "feasible"
    assert result.bound <= 2 * 2 * 3  # what counting alone proves: two conditions a cluster


def test_the_tree_on_all_rows_is_never_beaten_by_the_answer_it_competes_with():
    # all of a cluster in one box: both boxes cover the same line, and the solver gives one up
    table = np.array([[0.0], [1.0], [2.0], [9.0], [8.0], [7.0], [-1.0], [10.0]])
    labels = [0, 0, 0, 1, 1, 1, 1, 0]
    _, result = describe(table, labels, grouping=together)
    assert result.errors == result.statistics["tree_errors"] == 2
    assert result.statistics["grouped_errors"] == 8


def test_the_instance_of_the_second_theorem_is_saved_by_the_tree():
    # 0 0 0 and -2 of cluster 0; 0 1 1, which are one group, and 3 of cluster 1
    table = np.array([[0.0], [0.0], [0.0], [-2.0], [0.0], [1.0], [1.0], [3.0]])
    labels = [0, 0, 0, 0, 1, 1, 1, 1]
    _, result = describe(table, labels, grouping=TreeGroups(groups=None, max_diameter=0.2))
    assert result.statistics["groups"] == 4
    assert (result.errors, result.statistics["grouped_errors"]) == (1, 3)
    assert (result.error_bound, result.status) == (1, "optimal")  # four rows share a place


def test_a_budget_that_boxes_do_not_meet_is_met_by_splitting_them():
    # as boxes the two clusters cannot be distinguished at all; as rows a single bound will do
    table = np.array([[float(x), float(x % 3)] for x in range(20)])
    labels = [0] * 10 + [1] * 10
    crossed = table[:, ::-1]

    def odd_and_even(rows):
        return np.arange(len(rows)) % 2

    for columns in (table, crossed):
        _, result = describe(columns, labels, max_errors=0, grouping=odd_and_even)
        assert (result.errors, result.complexity, result.max_errors) == (0, 4, 0)
        assert result.status == "optimal"  # each cluster needs a condition


def test_adaptive_groups_end_when_groups_and_rows_agree():
    table, labels = mixture(400, spread=0.3)
    seen = []
    _, fixed = describe(table, labels, grouping=TreeGroups(groups=60), time_limit=20)
    _, result = describe(
        table, labels, grouping=Adaptive(TreeGroups(groups=60)), time_limit=20, listener=seen.append
    )
    told = result.statistics["grouping"]
    assert (told["scheme"], told["ended"]) == ("adaptive", "agreed")
    assert result.stop_reason == "groups and rows agree"
    assert result.errors == result.statistics["grouped_errors"]
    assert told["groups"] > 60
    assert fixed.statistics["grouped_errors"] > fixed.errors >= result.errors
    rounds = [s for s in seen if s.stage.startswith("errors on all rows, round ")]
    assert len(rounds) == told["rounds"] > 1
    assert [s.rows for s in rounds] == sorted(s.rows for s in rounds)
    assert rounds[-1].rows == told["groups"]


def test_adaptive_groups_say_when_time_was_over_first():
    table, labels = mixture(2000, spread=0.6, features=8)
    _, result = describe(table, labels, grouping="adaptive", time_limit=1)
    told = result.statistics["grouping"]
    assert result.stop_reason == "time limit"
    agreed = result.errors == result.statistics["grouped_errors"]
    assert told["ended"] == ("agreed" if agreed else "time limit")
    assert result.errors <= result.statistics["tree_errors"]


def test_adaptive_groups_with_conditions_of_several_features():
    table, labels = mixture(60, spread=0.3, features=3, clusters=2)
    description, result = describe(
        table, labels, grouping=Adaptive(TreeGroups(20)), max_terms=2, max_coefficient=2,
        time_limit=10,
    )  # fmt: skip
    assert description.errors(table, labels) == result.errors
    assert result.errors <= result.statistics["grouped_errors"]


def test_oblique_boxes_are_scaled_by_the_whole_table():
    # x + y separates the clusters; the groups are single rows but for two that are equal
    chance = np.random.default_rng(1)
    table = chance.uniform(0, 1, (40, 2)) * [1.0, 1000.0]
    labels = (table[:, 0] + table[:, 1] / 1000 > 1).astype(int)
    table[:2] = [[0.0, 0.0], [1.0, 1000.0]]
    labels[:2] = [0, 1]
    _, result = describe(table, labels, grouping=TreeGroups(1000), max_terms=2, time_limit=20)
    assert (result.errors, result.complexity, result.status) == (0, 6, "optimal")


def test_weights_noise_and_columns_of_any_kind():
    chance = np.random.default_rng(3)
    size = chance.normal(0, 1, 120)
    table = pd.DataFrame(
        {
            "size": size,
            "kind": np.where(chance.random(120) < 0.5, "a", "b"),
            "flag": chance.random(120) < 0.5,
            "day": pd.Timestamp("2024-01-01") + pd.to_timedelta(np.arange(120), unit="D"),
        }
    )
    labels = np.where(size > 0, "large", "small").astype(object)
    labels[:5] = "noise"
    weight = np.full(120, 0.5)
    description, result = describe(
        table, labels, grouping=TreeGroups(20), noise_label="noise", sample_weight=weight,
        time_limit=10,
    )  # fmt: skip
    assert result.errors == description.errors(table, labels, weight)
    assert result.statistics["grouped_errors"] >= result.errors
    assert result.errors <= 2.5  # the noise; all else can be distinguished by size


def test_ctrl_c_returns_the_best_answer_so_far_with_a_warning():
    table, labels = mixture(200, spread=0.5)

    def interrupt(snapshot):
        if snapshot.stage.startswith("errors on all rows"):
            raise KeyboardInterrupt

    with pytest.warns(DescriptionWarning, match="interrupted: this is the best description so far"):
        description, result = describe(
            table, labels, grouping="adaptive", listener=interrupt, time_limit=5
        )
    assert result.stop_reason == "interrupted"
    assert description.errors(table, labels) == result.errors <= result.statistics["tree_errors"]


@pytest.mark.parametrize("grouping", ["tree", "adaptive"])
def test_a_time_limit_is_kept(grouping):
    chance = np.random.default_rng(0)
    table, labels = chance.normal(size=(400, 30)), chance.integers(8, size=400)
    started = time.monotonic()
    _, result = describe(table, labels, grouping=grouping, time_limit=0.5)
    assert time.monotonic() - started < 2.5
    assert result.errors <= result.statistics["tree_errors"]


def test_groups_are_the_same_every_time():
    table, labels = mixture(150)
    first, second = (
        describe(table, labels, grouping=HierarchicalGroups(0.2), time_limit=20) for _ in range(2)
    )
    assert first[0].to_json() == second[0].to_json()


def test_an_optimum_within_the_slack_is_shortest_within_the_slack():
    # a table of which counting tells the fewest errors, and the slack pays for a condition less
    chance = np.random.default_rng(3)
    proved = 0
    for _ in range(40):
        table = chance.integers(0, 3, (24, 1)).astype(float)
        labels = chance.integers(0, 2, 24)
        options = {"error_slack": 0.5, "time_limit": 20}
        _, best = describe(table, labels, grouping=None, **options)
        for grouping in (TreeGroups(2), TreeGroups(1000)):
            _, result = describe(table, labels, grouping=grouping, **options)
            if result.status == "optimal":
                proved += 1
                assert result.objective == best.objective
                assert result.max_errors >= best.max_errors
    assert proved > 20


def test_a_bound_for_another_budget_proves_nothing(monkeypatch):
    # single rows: no errors take a condition a cluster, two errors take one in all
    table, labels = [[1.0], [2.0], [3.0], [8.0], [9.0]], list("aaabb")
    answer, calls = AxisStages.answer, []

    def late(self):
        calls.append(self)
        found = answer(self)
        if len(calls) == 1:  # as if the time had been over before the budget was met
            return replace(found, errors=5, budget=5, bounds=Bounds(), optimal=False)
        return found

    monkeypatch.setattr(AxisStages, "answer", late)
    _, result = describe(table, labels, max_errors=2, grouping=TreeGroups(100), time_limit=10)
    assert result.bound <= 2
    assert (result.status == "optimal") == (result.objective == 2)


@pytest.mark.parametrize("name", ["start", "group"])
def test_an_object_that_cannot_group_is_refused(name):
    nonsense = SimpleNamespace(**{name: 3})
    with pytest.raises(InputError, match="grouping must be None, 'auto'"):
        describe([[1], [2], [8], [9]], list("aabb"), grouping=nonsense)
