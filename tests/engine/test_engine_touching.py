"""Bounds for all rows in an engine, where clusters touch: never above what is possible."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from clusterscribe import describe
from clusterscribe.clock import Clock
from clusterscribe.engine import histograms
from clusterscribe.engine.blocks import MOST, Blocks
from clusterscribe.engine.describe import describe_in_engine, describe_table
from clusterscribe.engine.rows import RowsInEngine
from clusterscribe.engine.survey import survey
from clusterscribe.engine.touching import TouchingRows
from clusterscribe.parameters import LabelledTable, check
from clusterscribe.problem.columns import columns_of
from clusterscribe.problem.limits import Limits
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.tree import tree_ranges
from clusterscribe.progress import silent
from clusterscribe.proof import Bounds, StopReason
from clusterscribe.search.answer import Answer
from clusterscribe.search.rows.encode import encode
from clusterscribe.search.schedule import DEFAULT
from clusterscribe.search.settings import least_inside
from clusterscribe.search.task import Task
from tests.scheduled import schedule
from tests.whole.tiny import fewest_errors

FEW = schedule(rows={"least_of_a_cluster": 1, "first_rows": 4})
unhurried = settings(
    deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@st.composite
def tables(draw):
    """Draw a table of few rows: numbers, a category, weights, and noise among the labels."""
    rows = draw(st.integers(4, 12))

    def column(values):
        return draw(st.lists(values, min_size=rows, max_size=rows))

    holes = draw(st.sampled_from([(), (None,)]))
    labels = ["a", "b", *column(st.sampled_from(["a", "b", "noise"]))[2:]]
    columns = {
        "x": pa.array(column(st.sampled_from([-1e9, 0.1, 0.2, 0.30000000000000004, *holes, 5.0]))),
        "label": pa.array(labels),
        "weight": pa.array(column(st.integers(1, 3))),
    }
    match draw(st.sampled_from(["number", "whole", "level"])):
        case "number":
            columns["y"] = pa.array(column(st.sampled_from([0.0, 1.0, 1e-300, 7.5])))
        case "whole":
            columns["y"] = pa.array(column(st.sampled_from([0, 1, 2, 3, *holes])))
        case "level":
            columns["y"] = pa.array(column(st.sampled_from(["p", "q"])))
    return pa.table(columns)


def bound_in_engine(table, rows, conditions, **parameters):
    """Bound the errors by a few of the rows, and by all of them as the engine sees them."""
    data = LabelledTable(table, "label", "weight", noise_label="noise")
    parameters = check(max_conditions=conditions, time_limit=60.0, **parameters)
    known = survey(data, parameters.class_weight)
    task = Task(known, parameters, Clock(60.0), silent, FEW)
    sample = RowsInEngine(known, 0, FEW.rows).large_sample(rows, with_ends=False)
    return TouchingRows(known, task, sample).error_bound(conditions, tree(sample), Clock(60.0))


def tree(data):
    ranks, values = rank(data.boxes)
    ranges = tree_ranges(ranks)
    errors = ranges.errors(ranks)
    time_over = StopReason.TIME_LIMIT
    return Answer(columns_of(ranges), values, None, errors, errors, 0, Bounds(), False, time_over)


def never_looking_again(rough):
    """Leave pairs as rough as they were at first, where they are very rough."""
    if rough > 2:
        return nullcontext()
    return patch.object(histograms.Histograms, "_worth_another_look", lambda _: None)


def fewest_in_memory(table, conditions, min_recall, class_weight):
    """Try all descriptions."""
    labels, weight = table["label"].to_pylist(), table["weight"].to_numpy()
    features = table.drop_columns(["label", "weight"])
    data = encode(LabelledTable(features, labels, weight, noise_label="noise"), class_weight)
    ranks = rank(data.boxes)[0]
    least = least_inside(data, [min_recall] * ranks.clusters)
    weights = ranks.cluster_weights.tolist()
    outside = tuple(weights[k] - inside for k, inside in enumerate(least))
    return fewest_errors(replace(ranks, limits=Limits(conditions, outside)), conditions)


@unhurried
@given(
    table=tables(),
    rows=st.integers(2, 12),
    conditions=st.sampled_from([1, 2]),
    min_recall=st.sampled_from([0.0, 0.5, 1.0]),
    class_weight=st.sampled_from([None, "balanced"]),
    rough=st.sampled_from([1, 2, 64]),
)
def test_no_bound_is_above_the_fewest_errors(
    in_duckdb, table, rows, conditions, min_recall, class_weight, rough
):
    known = {"min_recall": min_recall, "class_weight": class_weight}
    with patch.object(histograms, "ROUGH", rough), never_looking_again(rough):
        bound = bound_in_engine(in_duckdb(table), rows, conditions, **known)
    assume(bound is not None)  # nothing varies among the few rows
    assert bound <= fewest_in_memory(table, conditions, **known)


@unhurried
@given(
    values=st.lists(
        st.floats(-1e308, 1e308) | st.sampled_from([0.0, 1.0, 5e-324]), min_size=2, max_size=30
    ),
    seen=st.integers(1, 30),
)
def test_blocks_never_fall_as_numbers_rise(in_duckdb, values, seen):
    sample = np.array(values[:seen])
    low, high = min(values), max(values)
    blocks = Blocks.of_sample(sample, np.ones(len(sample), dtype=np.int64), low, high)
    assert blocks.count <= MOST
    table = in_duckdb({"x": pa.array(values, pa.float64())})
    found = table.mutate(block=blocks.expression(table.x)).to_pyarrow().to_pydict()
    pairs = sorted(zip(found["x"], found["block"], strict=True))
    numbers = [block for _, block in pairs]
    assert numbers == sorted(numbers)
    assert 0 <= numbers[0] <= numbers[-1] < blocks.count
    for block in np.flatnonzero(blocks.single):
        assert len({x for x, b in pairs if b == block}) <= 1


def test_a_value_of_much_weight_has_a_block_of_its_own(in_duckdb):
    values = np.array([0.0] * 50 + [1e-9, -1e-9, 3.0, 4.0] * 10)
    blocks = Blocks.of_sample(values, np.ones(len(values), dtype=np.int64), -1e-9, 4.0)
    table = in_duckdb({"x": values})
    found = table.mutate(block=blocks.expression(table.x)).to_pyarrow().to_pydict()
    (zero,) = {b for x, b in zip(found["x"], found["block"], strict=True) if x == 0}
    assert blocks.single[zero]


# ---- the whole way --------------------------------------------------------------------


def touching(rows, clusters=3, seed=0):
    """Round clusters that overlap, of which each has two conditions in a good description."""
    random = np.random.default_rng(seed)
    labels = random.integers(clusters, size=rows)
    centres = np.array([[0, 0, 0], [2.2, 0, 0], [0, 2.4, 0]])[:clusters]
    values = centres[labels] + random.normal(size=(rows, 3))
    return pa.table({**{f"x{d}": values[:, d] for d in range(3)}, "segment": labels})


def in_engine(table, by, **parameters):
    data = LabelledTable(table, "segment")
    return describe_in_engine(data, check(random_state=0, **parameters), silent, by)


SAMPLED = schedule(
    rows={"sample": 4_000, "largest_sample": 4_000, "too_many_errors": 500, "first_rows": 500}
)


@pytest.fixture(scope="module")
def many(in_duckdb):
    """More rows than are looked at, in the engine and here."""
    table = touching(20_000)
    return in_duckdb(table), table


@pytest.mark.slow
def test_a_bound_for_all_rows_beside_the_answer(many):
    table, rows = many
    description, result = in_engine(table, SAMPLED, max_conditions=2, time_limit=40.0)
    assert 0.8 * result.errors <= result.error_bound <= result.errors
    assert description.errors(rows.drop_columns(["segment"]), rows["segment"]) == result.errors
    assert "at most 2 conditions per cluster" in " ".join(description.to_text().split())
    here = describe(
        rows.drop_columns(["segment"]), rows["segment"], max_conditions=2, time_limit=10.0
    )[1]
    assert result.error_bound <= here.errors


def test_the_bound_is_for_as_many_conditions_as_the_answer_has(many):
    _, result = in_engine(many[0], SAMPLED, max_errors=0.5, time_limit=40.0)
    capped = result.capped
    assert capped is not None
    assert capped.max_conditions <= 2
    assert 0 < capped.errors <= result.errors


def test_without_time_there_is_an_answer_and_no_bound(many):
    _, result = in_engine(many[0], SAMPLED, max_conditions=2, time_limit=1.0)
    assert result.error_bound < 0.8 * result.errors


def test_an_engine_that_cannot_keep_a_table_gives_an_answer(many, monkeypatch):
    def fails(*_):
        raise NotImplementedError("no tables here")

    monkeypatch.setattr("clusterscribe.engine.priced_rows.PricedRows._rows", fails)
    with pytest.warns(UserWarning, match="no bound was found for all rows: the engine failed"):
        _, result = in_engine(many[0], SAMPLED, max_conditions=2, time_limit=20.0)
    assert result.errors > 0


@pytest.mark.slow
def test_no_answer_has_more_conditions_than_were_asked_for(many, duckdb):
    description, result = in_engine(many[0], SAMPLED, max_conditions=1, time_limit=20.0)
    assert all(len(part.half_spaces) <= 1 for part in description.parts)
    assert result.statistics["tree_errors"] < result.errors  # it has two conditions for some
    assert 0 < result.error_bound <= result.errors
    # nothing is left behind
    assert not [name for name in duckdb.list_tables() if "cached" in name]


def test_slanted_conditions_have_an_answer(many):
    _, slanted = in_engine(many[0], SAMPLED, max_terms=2, max_coefficient=3, time_limit=5.0)
    _, plain = in_engine(many[0], SAMPLED, time_limit=3.0)
    assert slanted.errors <= plain.errors
    assert slanted.capped is None


def test_describe_table_takes_the_same_way(in_duckdb):
    _, result = describe_table(
        in_duckdb(touching(2_000)), "segment", max_conditions=1, time_limit=10.0
    )
    assert result.error_bound <= result.errors
    assert DEFAULT.rows.sample >= 2_000
