"""A tree is searched split by split: each as `describe` would, in one time for all."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import (
    Constraints,
    DescriptionWarning,
    InputError,
    OverBudgetWarning,
    describe,
    describe_nested,
)
from clusterscribe.proof import StopReason

from .trees import brute_path, customers, padded

CELLS = st.integers(0, 4)


@st.composite
def tables(draw):
    rows = draw(st.integers(4, 14))
    cells = st.tuples(CELLS, CELLS, st.sampled_from(["red", "blue", "green", None]))
    values = draw(st.lists(cells, min_size=rows, max_size=rows))
    labels = st.tuples(st.sampled_from("AB"), st.sampled_from(["x", "y", "-"]))
    paths = draw(st.lists(labels, min_size=rows, max_size=rows))
    paths[0], paths[1] = ("A", "x"), ("B", "x")  # or there is nothing to tell apart
    weights = draw(st.none() | st.lists(st.integers(1, 3), min_size=rows, max_size=rows))
    return pd.DataFrame(values, columns=["a", "b", "c"]), paths, weights


@settings(max_examples=8, deadline=None)
@given(case=tables(), noise=st.sampled_from(["outside", "ignore"]))
def test_each_split_is_what_describe_finds_on_its_rows(case, noise):
    table, paths, weights = case
    nested = describe_nested(
        table, paths, noise_label="-", noise=noise, sample_weight=weights, time_limit=20
    )
    for split in nested.splits:
        depth = len(split.path)
        here = [n for n, path in enumerate(paths) if path[:depth] == split.path]
        alone, result = describe(
            table.iloc[here],
            [paths[n][depth] for n in here],
            noise_label="-",
            noise=noise,
            sample_weight=None if weights is None else [weights[n] for n in here],
            time_limit=20,
        )
        assert split.description == alone
        assert (split.result.errors, split.result.bound) == (result.errors, result.bound)
        assert split.is_proved


@settings(max_examples=10, deadline=None)
@given(case=tables(), noise=st.sampled_from(["outside", "ignore"]))
def test_errors_are_those_of_the_paths(case, noise):
    table, paths, weights = case
    nested = describe_nested(
        table, paths, noise_label="-", noise=noise, sample_weight=weights, time_limit=20
    )
    told = [brute_path(nested.root, row) for row in table.to_dict("records")]
    assert nested.predict(table).tolist() == [padded(path, 2) for path in told]
    weight = [1] * len(paths) if weights is None else weights
    for level, tally in enumerate(nested.tallies, start=1):
        wrong = 0
        for (coarse, fine), path, amount in zip(paths, told, weight, strict=True):
            own = [coarse] if fine == "-" else [coarse, fine]
            last = 1 if fine == "-" and noise == "ignore" else level
            wrong += amount * (path[: min(level, last)] != own[: min(level, last)])
        assert tally.errors == wrong
        assert tally.rows == sum(weight)
    again = nested.errors_by_level(table, paths, weights)
    assert again == nested.tallies
    assert nested.errors(table, paths, weights) == nested.tallies[-1].errors


def test_a_segment_with_one_part_passes_its_rows_on():
    table, labels = customers(60)
    labels = labels.assign(segment=np.where(labels["region"] == "South", "all", labels["segment"]))
    nested = describe_nested(table, labels, time_limit=20)
    south = nested.segment("South")
    assert south.description is None and not south.is_open
    assert nested.predict(table)[labels["region"] == "South"].tolist() == [["South", "all"]] * int(
        (labels["region"] == "South").sum()
    )
    assert "all: every row" in str(nested)


def test_one_part_and_noise_are_told_apart():
    rows = [[n] for n in range(8)]
    labels = [["A", "x"]] * 2 + [["A", -1]] * 2 + [["B", "y"]] * 4
    nested = describe_nested(rows, labels, noise_label=-1)
    assert nested.predict(rows).tolist() == [["A", "x"]] * 2 + [["A", None]] * 2 + [["B", "y"]] * 4
    assert nested.tallies[-1].errors == 0
    assert "-1: in no segment, 2 outside all of them" in str(nested)


def test_rows_without_weight_make_no_segment():
    rows, labels = [[1], [2], [8], [9], [20]], [["A", 1], ["A", 2], ["B", 1], ["B", 2], ["C", 1]]
    nested = describe_nested(rows, labels, sample_weight=[1, 1, 1, 1, 0])
    assert nested.root.labels == ("A", "B")
    assert nested.weighted and nested.root.rows == 4


def test_labels_that_no_segment_has_are_wrong():
    table, labels = customers(60)
    nested = describe_nested(table, labels, time_limit=20)
    other = labels.assign(segment="new")
    assert nested.errors(table, other) == 60
    assert nested.errors_by_level(table, other)[0].errors == 0
    with pytest.raises(InputError, match="labels has 3 columns, and the tree has 2 levels"):
        nested.errors(table, labels.assign(more=1))


def test_progress_is_told_with_the_path():
    table, labels = customers(60)
    heard = []
    describe_nested(table, labels, time_limit=20, listener=heard.append)
    stages = [snapshot.stage for snapshot in heard]
    assert stages[0].startswith("all rows: ")
    assert any(stage.startswith("North: fewest errors") for stage in stages)
    assert [s.seconds for s in heard] == sorted(s.seconds for s in heard)


def stopping(at):
    def listen(snapshot):
        if snapshot.stage.startswith(at):
            raise KeyboardInterrupt

    return listen


def test_an_interrupt_keeps_what_was_found():
    table, labels = customers(60)
    with pytest.warns(DescriptionWarning, match=r"interrupted: .* of \d of 3 splits") as told:
        nested = describe_nested(table, labels, time_limit=20, listener=stopping("North: "))
    assert len([w for w in told if "interrupted" in str(w.message)]) == 1
    assert nested.root.description is not None
    assert nested.segment("South").is_open
    assert nested.predict(table)[:, 0].tolist() == labels["region"].tolist()
    assert set(nested.predict(table)[labels["region"] == "South", 1]) == {None}
    assert "Not described, as the search ended before: " in str(nested)
    assert nested.from_json(nested.to_json()) == nested
    assert "FALSE" in nested.to_sql()


def test_an_interrupt_before_any_answer_is_one():
    table, labels = customers(60)

    def listen(_):
        raise KeyboardInterrupt

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            nested = describe_nested(table, labels, time_limit=20, listener=listen)
    except KeyboardInterrupt:
        return
    assert nested.root.result.stop_reason == StopReason.INTERRUPTED


def test_without_time_the_coarse_splits_come_first():
    rows = np.arange(400).reshape(-1, 1)
    labels = np.column_stack([rows // 4, rows % 4])
    with pytest.warns(DescriptionWarning, match=r"no time was left for \d+ of 101 splits"):
        nested = describe_nested(rows, labels, time_limit=0.05)
    assert nested.root.description is not None
    assert nested.open_splits


def test_what_a_column_is_is_decided_once_and_said_once():
    table, labels = customers(200)
    table["who"] = [f"row {n}" for n in range(200)]
    # dates in the North alone, so that they are texts everywhere
    north = labels["region"] == "North"
    days = [f"2024-01-{1 + n % 20:02d}" for n in range(200)]
    table["day"] = np.where(north, days, ["some", "other"] * 100)
    table["since"] = days
    table.loc[:9, "spend"] = None
    with pytest.warns(DescriptionWarning) as told:
        nested = describe_nested(table, labels, time_limit=20)
    assert len(told) == 1
    assert "'who'" in str(told[0].message) and "text read as dates: 'since'" in str(told[0].message)
    assert told[0].filename == __file__
    insisting = describe_nested(table, labels, features=["day", "since"], time_limit=20)
    assert insisting.predict(table).shape == (200, 2)
    assert insisting.from_json(insisting.to_json()) == insisting
    text = any(feature.form is not None for feature in insisting.features)
    assert insisting.to_sql().startswith("-- text in the described table") == text
    assert nested.errors_by_level(table, labels) == nested.tallies


@pytest.mark.parametrize("kind", ["objects", "sparse", "list"])
def test_tables_of_any_kind_give_the_same(kind):
    from scipy.sparse import csr_matrix

    table, labels = customers(60)
    values = table.to_numpy()
    forms = {
        "objects": values.astype(object),
        "sparse": csr_matrix(values),
        "list": values.tolist(),
    }
    found = describe_nested(forms[kind], labels, time_limit=20)
    expected = describe_nested(values, labels, time_limit=20)
    assert found.predict(values).tolist() == expected.predict(values).tolist()
    assert found.complexity == expected.complexity


def test_a_budget_that_is_not_met_names_the_segment():
    rows = [[1, 0], [2, 0], [8, 0], [8, 0]]
    labels = [["low", "a"], ["low", "b"], ["high", "a"], ["high", "b"]]
    with pytest.warns(OverBudgetWarning, match="in the segment high: max_errors=0 cannot be met"):
        nested = describe_nested(rows, labels, max_errors=0)
    assert nested.segment("high").result.over_budget


def test_weights_and_wishes_by_label_are_for_the_splits_that_have_it():
    table, labels = customers(60)
    nested = describe_nested(table, labels, class_weight={"young": 3}, time_limit=20)
    assert nested.segment("North").result.errors == 0
    wishes = Constraints(max_conditions={"big": 2}, separate=[("North", "South")], right_rows=[0])
    assert describe_nested(table, labels, constraints=wishes, time_limit=20).splits
    with pytest.raises(InputError, match="max_conditions names the label 'bigg'"):
        describe_nested(table, labels, constraints=Constraints(max_conditions={"bigg": 2}))
    with pytest.raises(InputError, match="right_rows must say"):
        describe_nested(table, labels, constraints=Constraints(right_rows=[60]))


def test_a_table_of_an_engine_is_refused():
    ibis = pytest.importorskip("ibis", reason="Ibis is not installed")
    with pytest.raises(InputError, match="described in memory"):
        describe_nested(ibis.memtable({"a": [1, 2]}), [["A", 1], ["B", 2]])


def test_a_report_shows_every_split_and_escapes_what_strangers_wrote():
    table, labels = customers(60)
    labels = labels.replace("North", "<script>alert(1)</script>")
    nested = describe_nested(table, labels, time_limit=20)
    for page in (nested.to_html(table, labels, noun="customers", title="A & B"), nested.to_html()):
        assert "<script>alert" not in page
        assert page.count('<details class="split"') == 3
        assert "&lt;script&gt;alert(1)" in page
    assert "A &amp; B" in nested.to_html(title="A & B")
    assert "<script>" not in nested._repr_html_()
    weights = np.full(60, 2.0)
    weighted = describe_nested(table, labels, sample_weight=weights, class_weight="balanced")
    page = weighted.to_html(table, labels, sample_weight=weights, class_weight="balanced")
    assert "figures here are of other rows" not in page
    for wrong in ({"title": ""}, {"noun": ""}, {"X": table}, {"feature_names": {"x": "y"}}):
        with pytest.raises(InputError):
            nested.to_html(**wrong)


@pytest.mark.parametrize("limit", [80_000, 56_000])
def test_a_report_of_a_large_tree_stays_small(monkeypatch, limit):
    from clusterscribe.nested import tree_report
    from clusterscribe.report.tree_page import write_tree

    monkeypatch.setattr(tree_report, "write_tree", lambda report: write_tree(report, limit))
    rows = np.arange(40).reshape(-1, 1)
    labels = np.column_stack([rows // 4, rows % 4])
    nested = describe_nested(rows, labels, time_limit=20)
    page = nested.to_html(rows, labels)
    assert len(page.encode()) <= limit
    assert "To keep this page small" in page
    assert nested.errors(rows, labels) == 0


@pytest.mark.parametrize("kind", [{"max_polyhedra": 2}, {"max_terms": 2, "max_coefficient": 2}])
def test_unions_and_sums_along_paths(kind):
    import duckdb

    random = np.random.default_rng(3)
    table = pd.DataFrame(random.integers(0, 9, (60, 2)), columns=["a", "b"])
    is_inner = (table["a"] + table["b"]).between(5, 9)
    labels = pd.DataFrame({"half": table["a"] > 4, "place": np.where(is_inner, "in", "out")})
    nested = describe_nested(table, labels, time_limit=10, **kind)
    with duckdb.connect() as connection:
        connection.register("t", table)
        found = connection.execute(nested.to_sql("t", "duckdb")).df()
    told = found[["described_half", "described_place"]].astype(object)
    assert told.where(told.notna(), None).to_numpy().tolist() == nested.predict(table).tolist()
    # statistics of a search may hold infinity, which JSON does not have
    assert nested.from_json(nested.to_json()).to_dict() == nested.to_dict()
    assert len(nested.to_frame("polars")) >= 4
    assert nested.to_html(table, labels)
