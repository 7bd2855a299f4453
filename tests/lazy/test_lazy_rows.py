"""Lazy rows give the same proved answer as all rows, whatever the table."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import OverBudgetWarning, PolyhedralDescriber
from clusterscribe.clock import Clock
from clusterscribe.parameters import LabelledTable, check
from clusterscribe.progress import silent
from clusterscribe.search.rows.lazy import LazySearch
from clusterscribe.search.rows.memory import RowsInMemory
from clusterscribe.search.rows.sources import EveryRow
from clusterscribe.search.rows.subject import read_subject
from clusterscribe.search.task import Task
from tests.lazy.few_rows import FEW, describe
from tests.problem.test_starts import touching
from tests.scheduled import schedule


@st.composite
def tables(draw):
    rows = draw(st.integers(6, 40))
    values = draw(st.lists(st.integers(0, 6), min_size=2 * rows, max_size=2 * rows))
    table = np.array(values, dtype=float).reshape(rows, 2)
    labels = np.array(
        [0, 1, *draw(st.lists(st.integers(0, 2), min_size=rows - 2, max_size=rows - 2))]
    )
    return table, labels


def same_answer(lazy, plain):
    assert (lazy.status, plain.status) == ("optimal", "optimal")
    assert (lazy.errors, lazy.objective) == (plain.errors, plain.objective)
    assert (lazy.bound, lazy.error_bound) == (plain.bound, plain.error_bound)


@given(tables(), st.sampled_from(["complexity", "sparsity"]))
@settings(max_examples=40)
def test_the_proved_answer_is_that_of_all_rows(table, objective):
    table, labels = table
    _, plain = describe(table, labels, objective=objective, grouping=None, error_slack=0)
    _, lazy = describe(table, labels, objective=objective, grouping="lazy", error_slack=0)
    same_answer(lazy, plain)


@given(tables(), st.data())
@settings(max_examples=30)
def test_weights_noise_and_budgets_are_those_of_all_rows(table, data):
    table, labels = table
    weights = data.draw(st.lists(st.integers(0, 3), min_size=len(labels), max_size=len(labels)))
    weights[0] = weights[1] = 1
    fewest = describe(table, labels, sample_weight=weights, noise_label=2, grouping=None)[1].errors
    budget = int(fewest) + data.draw(st.integers(0, 3))
    asked = {"sample_weight": weights, "noise_label": 2, "max_errors": budget}
    _, plain = describe(table, labels, grouping=None, **asked)
    _, lazy = describe(table, labels, grouping="lazy", **asked)
    assert (lazy.status, lazy.objective, lazy.bound) == (plain.status, plain.objective, plain.bound)
    assert lazy.errors <= budget


def test_a_budget_that_cannot_be_met_is_answered_with_that_of_all_rows():
    table, labels = np.array([[1.0]] * 30), [0, 1] * 15
    with pytest.warns(OverBudgetWarning, match="kind makes at least 15 errors"):
        _, result = describe(table, labels, max_errors=3, min_recall=0, grouping="lazy")
    assert (result.errors, result.error_bound, result.max_errors) == (15, 15, 3)


def test_several_features_a_condition():
    rng = np.random.default_rng(0)
    table = rng.integers(0, 12, (300, 2)).astype(float)
    labels = (table.sum(axis=1) > 11).astype(int)
    _, result = describe(table, labels, max_terms=2, grouping="lazy", time_limit=30)
    assert (result.status, result.errors, result.complexity) == ("optimal", 0, 6)
    assert result.statistics["rows_taken"] < 300


def test_few_rows_are_enough_where_clusters_lie_apart():
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 3, 5_000)
    table = rng.normal(0, 0.3, (5_000, 4)) + 4 * labels[:, None]
    _, result = describe(table, labels, grouping="lazy")
    assert (result.status, result.errors) == ("optimal", 0)
    assert result.statistics["rows"] == "lazy"
    assert result.statistics["rows_taken"] < 100


@pytest.mark.parametrize(
    ("grouping", "rows", "why"),
    [
        (None, "all", "it was asked for"),
        ("auto", "all", "the table is small"),
        ("lazy", "lazy", "it was asked for"),
    ],
)
def test_the_result_says_which_rows_were_seen_and_why(grouping, rows, why):
    model = PolyhedralDescriber(grouping=grouping).fit([[1], [2], [8], [9]], list("aabb"))
    assert model.result_.statistics["rows"] == rows
    assert model.result_.statistics["rows_why"] == why


def test_large_tables_begin_lazily():
    by = schedule(FEW, rows={"large": 4})
    _, result = describe([[1], [2], [8], [9]], list("aabb"), by=by)
    assert result.statistics["rows"] == "lazy"
    assert result.statistics["rows_why"] == "there are 4 rows or more"


def test_few_rows_leave_the_time_that_all_rows_will_need(monkeypatch):
    shares = []

    class Noted(LazySearch):
        def run(self, clock, **options):
            shares.append(clock.limit)
            super().run(clock, **options)

    monkeypatch.setattr("clusterscribe.search.rows.sources.LazySearch", Noted)
    for seconds in (0.0, 3.0, 100.0):
        # there are four cells and two clusters
        by = schedule(FEW, rows={"seconds_per_cell": seconds / 4, "seconds_per_split": 0.0})
        describe([[1], [2], [8], [9]], list("aabb"), by=by, grouping="lazy", time_limit=4)
    assert shares == pytest.approx([2.0, 1.0, 0.5], abs=0.2)


def test_overlap_is_noticed_and_all_rows_are_taken():
    by = schedule(FEW, rows={"too_many_errors": 5})
    rng = np.random.default_rng(1)
    table, labels = rng.normal(size=(400, 1)), rng.integers(0, 2, 400)
    _, result = describe(table, labels, by=by, grouping="lazy", time_limit=10)
    assert result.statistics["rows"] == "all"
    assert result.statistics["rows_why"].startswith("too many errors cannot be avoided")
    assert result.errors <= result.statistics["tree_errors"]


def test_interrupt_returns_the_best_so_far_with_errors_of_all_rows(monkeypatch):
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 2, 500)
    table = rng.normal(size=(500, 2)) + labels[:, None]
    take_in = RowsInMemory.take_in

    def interrupted(self, held):
        take_in(self, held)
        raise KeyboardInterrupt

    monkeypatch.setattr(RowsInMemory, "take_in", interrupted)
    with pytest.warns(UserWarning, match="interrupted"):
        description, result = describe(table, labels, grouping="lazy")
    assert result.errors == description.errors(table, labels)
    assert result.status == "feasible"


def test_the_first_rows_hold_the_ends_of_every_feature_in_every_cluster():
    rng = np.random.default_rng(0)
    table, labels = rng.normal(size=(1_000, 3)), rng.integers(0, 4, 1_000)
    taken = RowsInMemory(read_subject(LabelledTable(table, labels)), 0, FEW.rows).taken
    for cluster in range(4):
        for column in table[labels == cluster].T:
            ends = np.flatnonzero(labels == cluster)[[column.argmin(), column.argmax()]]
            assert taken[ends].all()


def test_numbers_that_are_one_value_by_way_of_others_are_not_told_apart():
    """1 and 1 + 1.6e-12 are two values, but one with 1 + 0.8e-12 between them."""
    a = [0.5, 2.0, *[1.0] * 40]
    b = [0.4, 2.1, *[1 + 1.6e-12] * 40, 1 + 0.8e-12]
    table, labels = np.array([*a, *b]).reshape(-1, 1), [0] * len(a) + [1] * len(b)
    asked = {"error_slack": 0, "placement": "middle"}
    _, plain = describe(table, labels, grouping=None, **asked)
    for seed in range(3):
        _, lazy = describe(table, labels, grouping="lazy", random_state=seed, **asked)
        same_answer(lazy, plain)


@pytest.mark.parametrize(("scale", "size"), [("minmax", 1.0), ("none", 1.0), ("none", 1000.0)])
def test_sums_that_differ_a_little_are_told_apart(scale, size):
    """Some rows of either cluster lie close to the line, and few rows show it as well as all."""
    rng = np.random.default_rng(0)
    x, apart = rng.uniform(0.1, 0.9, 120), np.where(np.arange(120) % 20 == 7, 3e-10, 0.05)
    labels = np.repeat([0, 1], 60)
    y = np.where(labels == 0, 1 - x - apart, 1 - x + apart)
    corners = [[0, 0], [1, 1], [0, 0.9], [1, 0.1]]
    table = size * np.vstack([np.column_stack([x, y]), corners])
    labels = np.append(labels, [0, 1, 0, 1])
    asked = {"max_terms": 2, "error_slack": 0, "placement": "middle", "scale": scale}
    _, plain = describe(table, labels, grouping=None, **asked)
    assert (plain.errors, plain.status) == (0, "optimal")
    for seed in range(3):
        _, lazy = describe(table, labels, grouping="lazy", random_state=seed, **asked)
        same_answer(lazy, plain)


def test_what_few_rows_prove_is_kept_where_all_rows_are_too_many_for_a_model():
    by = schedule(
        FEW,
        rows={"first_rows": 30, "too_many_errors": 20},
        axis={"largest_model": 500, "most_written": 500},
    )
    rng = np.random.default_rng(0)
    table, labels = rng.normal(size=(400, 1)), rng.integers(0, 2, 400)
    _, proved = describe(table, labels, grouping=None)
    _, result = describe(table, labels, by=by, time_limit=2, grouping="lazy")
    assert result.statistics["rows"] == "all"
    assert result.statistics["stage_one"]["model"] == "too large, local search only"
    assert 5 <= result.error_bound <= proved.error_bound <= result.errors


def test_all_rows_begin_with_what_few_of_them_led_to():
    values, labels = touching(2, rows=1_500, features=6, clusters=6)
    subject = read_subject(LabelledTable(values, labels))

    def within(seconds):
        asked = check(time_limit=seconds, min_recall=0, error_slack=0)
        return Task(subject, asked, Clock(seconds), silent)

    good = EveryRow(subject, within(3.0), "a good answer").search().answer
    without = EveryRow(subject, within(0.01), "nothing is known").search().answer
    begun = EveryRow(subject, within(0.01), "something is known", good).search().answer
    assert begun.errors <= good.errors < without.errors
