"""What lazy rows call proved is proved of all rows, and no answer is lost on the way."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import OverBudgetWarning
from clusterscribe.parameters import LabelledTable
from clusterscribe.search.axis.axis_stages import AxisStages
from clusterscribe.search.rows import sources
from clusterscribe.search.rows.lazy import LazySearch
from clusterscribe.search.rows.memory import RowsInMemory
from clusterscribe.search.rows.sources import EveryRow, RowsAsNeeded
from clusterscribe.search.rows.subject import read_subject
from tests.lazy import few_rows
from tests.lazy.few_rows import FEW
from tests.scheduled import schedule

# where a share of each cluster has to be inside, few rows are not the end of it
describe = partial(few_rows.describe, min_recall=0)


@pytest.fixture
def nothing_is_proved(monkeypatch):
    monkeypatch.setattr(AxisStages, "_proved", property(lambda self: False))


def mixed(seed):
    """Two clusters that cannot be distinguished."""
    chance = np.random.default_rng(seed)
    rows, features = int(chance.integers(8, 40)), int(chance.integers(1, 3))
    table = chance.integers(0, 9, (rows, features)).astype(float)
    labels = chance.integers(0, 2, rows)
    labels[:2] = [0, 1]
    return table, labels


def figures(result):
    return (
        result.status,
        result.objective,
        result.bound,
        result.error_bound,
        result.max_errors,
    )


@pytest.mark.parametrize("seed", [8, 14, 41, 85, 116])
def test_the_slack_counts_from_the_fewest_errors_of_all_rows(seed):
    # the rows taken can be described with fewer errors than all rows
    table, labels = mixed(seed)
    _, plain = describe(table, labels, error_slack=0.5, grouping=None)
    _, lazy = describe(table, labels, error_slack=0.5, grouping="lazy")
    assert lazy.statistics["rows"] == "lazy"
    assert figures(lazy) == figures(plain)


@given(st.integers(0, 10_000), st.sampled_from([0.1, 0.34, 0.5, 1.0]))
@settings(max_examples=15)
def test_any_slack_gives_what_all_rows_give(seed, slack):
    table, labels = mixed(seed)
    _, plain = describe(table, labels, error_slack=slack, grouping=None)
    _, lazy = describe(table, labels, error_slack=slack, grouping="lazy")
    assert figures(lazy) == figures(plain)


def test_features_are_scaled_by_all_rows_noise_included():
    # x + y tells the clusters apart in their own ranges; noise far out changes the scale of y
    chance = np.random.default_rng(0)
    table = chance.integers(0, 11, (120, 2)).astype(float)
    labels = (table.sum(axis=1) > 10).astype(int)
    between = np.array([[x, 10.5 - x] for x in (2.5, 3.5, 4.5, 5.5, -189.5)])
    table, labels = np.vstack([table, between]), np.append(labels, np.full(5, -1))
    asked = {"noise_label": -1, "max_terms": 2, "placement": "tight", "time_limit": 20}
    subject = read_subject(LabelledTable(table, labels, noise_label=-1))
    for seed in range(5):
        taken = table[RowsInMemory(subject, seed, FEW.rows).taken]
        assert (taken.min(axis=0) == table.min(axis=0)).all()
        assert (taken.max(axis=0) == table.max(axis=0)).all()
    _, plain = describe(table, labels, grouping=None, max_errors=30, **asked)
    _, lazy = describe(table, labels, grouping="lazy", max_errors=30, **asked)
    assert figures(lazy) == figures(plain)


@pytest.mark.usefixtures("nothing_is_proved")
def test_without_a_time_limit_no_news_is_the_end(monkeypatch):
    quick = schedule(FEW, rows={"least_round": 0.05})
    one_round = LazySearch._round

    def counted(self, patience):
        assert self.rounds < 50
        return one_round(self, patience)

    monkeypatch.setattr(LazySearch, "_round", counted)
    table, labels = mixed(8)
    description, result = describe(table, labels, by=quick, grouping="lazy", time_limit=None)
    assert result.status == "feasible"
    assert result.errors == description.errors(table, labels)


def test_a_proved_answer_of_all_rows_is_not_given_up_for_a_longer_one(monkeypatch):
    # all rows, after a first look which has seen them all
    by = schedule(FEW, rows={"too_many_errors": -1, "first_rows": 1_000})
    chance = np.random.default_rng(3)
    table, labels = chance.integers(0, 9, (40, 2)).astype(float), chance.integers(0, 2, 40)
    monkeypatch.setattr(LazySearch, "_break_ties", lambda *_: None)
    judged = LazySearch.judged

    def fewest_only(self, data, answer):
        """As if the time had been over after stage one."""
        return judged(self, data, fewest[-1].fewest())

    fewest = []
    start = AxisStages.start

    def noted(self):
        fewest.append(self)
        start(self)

    monkeypatch.setattr(AxisStages, "start", noted)
    monkeypatch.setattr(LazySearch, "judged", fewest_only)
    _, plain = describe(table, labels, by=by, error_slack=0.5, grouping=None)
    _, result = describe(table, labels, by=by, error_slack=0.5, grouping="lazy")
    assert plain.errors > plain.error_bound  # the slack is spent on a shorter description
    assert figures(result) == figures(plain)


@pytest.mark.usefixtures("nothing_is_proved")
def test_what_meets_a_budget_on_few_rows_is_better_than_what_exceeds_it_on_all(monkeypatch):
    search = EveryRow.search

    def exceeding(self):
        found = search(self)
        return replace(found, answer=replace(found.answer, errors=21, optimal=False))

    monkeypatch.setattr(EveryRow, "search", exceeding)
    table, labels = mixed(8)
    _, result = describe(table, labels, max_errors=20, grouping="lazy", time_limit=0.5)
    assert (result.status, result.max_errors) == ("feasible", 20)
    assert result.errors <= 20


def interrupted_when(monkeypatch, owner, name):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(owner, name, interrupt)


def test_an_interrupt_says_so_where_the_answer_exceeds_the_budget(monkeypatch):
    interrupted_when(monkeypatch, RowsInMemory, "take_in")
    table, labels = mixed(85)
    fewest = int(describe(table, labels, error_slack=0, grouping=None)[1].errors)
    with pytest.warns(OverBudgetWarning, match=r"was not met \(interrupted\)"):
        _, result = describe(table, labels, max_errors=fewest, grouping="lazy")
    assert (result.stop_reason, result.max_errors) == ("interrupted", fewest)
    assert result.errors > fewest


def test_an_interrupt_before_a_budget_is_met_returns_the_best_so_far(monkeypatch):
    interrupted_when(monkeypatch, AxisStages, "start")
    with pytest.warns(OverBudgetWarning, match=r"was not met \(interrupted\)"):
        _, result = describe([[1.0]] * 30, [0, 1] * 15, max_errors=0, grouping="lazy")
    assert (result.errors, result.stop_reason) == (15, "interrupted")


@pytest.mark.usefixtures("nothing_is_proved")
def test_an_interrupt_while_all_rows_are_read_returns_what_few_rows_led_to(monkeypatch):
    interrupted_when(monkeypatch, sources, "numbers_of")
    monkeypatch.setattr(RowsAsNeeded, "_is_final", lambda *_: False)
    table, labels = mixed(8)
    with pytest.warns(UserWarning, match="interrupted"):
        description, result = describe(table, labels, grouping="lazy", time_limit=0.5)
    assert (result.status, result.stop_reason) == ("feasible", "interrupted")
    assert result.errors == description.errors(table, labels)


def test_errors_are_not_too_many_because_weights_are_fine_grained():
    chance = np.random.default_rng(0)
    labels = np.repeat([0, 1], 300)
    table = chance.normal(0, 0.3, (600, 2)) + 4 * labels[:, None]
    labels[:3] = 1
    _, result = describe(
        table, labels, sample_weight=chance.uniform(0.5, 1, 600), grouping="lazy", time_limit=20
    )
    assert (result.stop_reason, result.statistics["rows"]) == ("rounded weights", "lazy")


def test_no_figures_of_a_tree_that_saw_few_rows_only():
    _, result = describe([[1], [2], [8], [9]], list("aabb"), grouping="lazy")
    assert result.statistics["rows"] == "lazy"
    assert "tree_errors" not in result.statistics


@pytest.mark.usefixtures("nothing_is_proved")
def test_all_rows_are_left_alone_where_few_have_shown_the_fewest_errors(monkeypatch):
    def too_late(*_):
        raise AssertionError("the time is over, and there are no errors")

    monkeypatch.setattr(EveryRow, "search", too_late)
    table, labels = np.arange(40.0).reshape(-1, 1), [0] * 20 + [1] * 20
    _, result = describe(table, labels, grouping="lazy", time_limit=0.4)
    assert (result.status, result.stop_reason) == ("feasible", "time limit")
    assert (result.errors, result.error_bound) == (0, 0)


@pytest.mark.parametrize("seed", [234, 1476])
def test_errors_of_a_description_that_tells_one_value_apart_are_not_the_fewest(seed):
    """The slack counts from errors that a bound between two numbers that are one value avoids."""
    rng = np.random.default_rng(seed)
    shape = int(rng.integers(10, 30)), int(rng.integers(1, 4))
    base = rng.integers(1, 6, shape).astype(float)
    table = base * (1 + rng.integers(0, 3, shape) * 0.6e-12)
    labels = rng.integers(0, 2, shape[0])
    if rng.random() < 0.7:
        labels = ((base[:, 0] > 3) ^ (rng.random(shape[0]) < 0.2)).astype(int)
    labels[:2] = 0, 1
    slack, start = float(rng.choice([0.5, 1])), int(rng.integers(3))
    asked = {
        "error_slack": slack,
        "random_state": start,
        "placement": str(rng.choice(["tight", "middle"])),
    }
    _, plain = describe(table, labels, grouping=None, **asked)
    _, lazy = describe(table, labels, grouping="lazy", **asked)
    assert (lazy.objective, lazy.error_bound) == (plain.objective, plain.error_bound)


def test_a_round_that_tells_one_value_apart_proves_nothing():
    """Its rows are taken in for the first of two answers, and the second has the same bound."""
    many = [[(0.5, 0, 0)], [(1.0, 0, 0)], [(2.0, 0, 1)], [(1 + 1.6e-12, 0, 1)]]
    few = [(1 + 0.9e-12, 0, 1), (0.5, 0, 1), (0.6, 5, 2)]
    rows = np.array([row for kind in many for row in 50 * kind] + few)
    asked = {"noise_label": 2, "error_slack": 1, "placement": "middle"}
    _, plain = describe(rows[:, :2], rows[:, 2].astype(int), grouping=None, **asked)
    for seed in (1, 4, 5):
        _, lazy = describe(
            rows[:, :2], rows[:, 2].astype(int), grouping="lazy", random_state=seed, **asked
        )
        assert (lazy.status, lazy.errors) == ("optimal", plain.errors)
        assert (lazy.objective, lazy.error_bound) == (plain.objective, plain.error_bound)
