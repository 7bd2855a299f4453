"""A table in an engine is described as the same table in memory is."""

from __future__ import annotations

import warnings
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from clusterscribe import Kind, PolyhedralDescriber, describe
from clusterscribe.description import tally
from clusterscribe.engine.describe import describe_table
from clusterscribe.engine.expressions import has_level
from clusterscribe.engine.labelling import label_table
from clusterscribe.engine.survey import survey
from clusterscribe.parameters import LabelledTable
from clusterscribe.table.arrow import column_of_arrow
from tests import scheduled
from tests.scheduled import schedule

from .tables import gaussians, labelled

QUIET = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def figures(result):
    return (
        result.status == "optimal",
        result.errors,
        result.complexity,
        result.sparsity,
        result.error_bound,
    )


def begun_with(rows, table, **options):
    """Describe segments in the engine from so few rows on that more are needed."""
    return scheduled.describe(table, "segment", by=schedule(rows={"first_rows": rows}), **options)


def both(table, in_duckdb, labels="label", **options):
    """Describe in memory and in the engine."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # what share of a cluster is inside is known of all rows only, and costs proofs there
        options.setdefault("min_recall", 0)
        weights = options.pop("weights", None)
        known = None if weights is None else table[weights]
        exclude = options.pop("exclude", [])
        left_out = {labels, *exclude} if weights is None else {labels, weights, *exclude}
        here = describe(table, table[labels], sample_weight=known, exclude=left_out, **options)
        there = describe_table(
            in_duckdb(table), labels, weights=weights, exclude=exclude, **options
        )
    return here, there


@QUIET
@given(table=labelled())
def test_same_figures_as_in_memory(in_duckdb, table):
    (_, here), (description, there) = both(table, in_duckdb)
    assert figures(there) == figures(here)
    assert description.tallies == tally(description, table, table["label"])


@QUIET
@given(table=labelled(), budget=st.sampled_from([0.2, 0.5, 1.0]))
def test_budget_is_a_share_of_all_rows(in_duckdb, table, budget):
    try:
        (_, here), (_, there) = both(table, in_duckdb, max_errors=budget)
    except ValueError:
        with pytest.raises(ValueError, match="cannot be met"):
            describe_table(in_duckdb(table), "label", max_errors=budget)
        return
    assert (there.complexity, there.max_errors) == (here.complexity, here.max_errors)


@QUIET
@given(table=labelled(most_rows=10, most_columns=3))
def test_sums_of_features_are_computed_alike(in_duckdb, table):
    options = {"max_terms": 2, "max_coefficient": 2, "time_limit": 5.0}
    _, (description, there) = both(table, in_duckdb, **options)
    assert there.errors == description.errors(table, table["label"])
    assert description.tallies == tally(description, table, table["label"])


@QUIET
@given(table=labelled(), other=labelled())
def test_labels_are_those_of_memory(in_duckdb, table, other):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        description, _ = describe(table, table["label"], exclude=["label"])
        rows = table if set(description.used_columns) - set(other.column_names) else other
        try:
            expected = description.predict(rows)
        except ValueError:  # columns of another kind
            return
        found = label_table(description, in_duckdb(rows)).to_pyarrow()
        inside = label_table(description, in_duckdb(rows), membership=True).to_pyarrow()
    assert found["cluster"].to_pylist() == expected.tolist()
    added = inside.column_names[len(rows.column_names) :]
    held = np.column_stack([inside[name].to_numpy() for name in added])
    assert (held == description.membership(rows)).all()


def test_decimals_are_the_floats_that_are_written_like_them(in_duckdb):
    """Dividing 3 by 10 as DuckDB and Arrow do, or multiplying it by 0.1, loses the last bit."""
    numbers = [Decimal("0.3"), Decimal("6123456789012345.7"), Decimal("0.7"), Decimal("1.1")]
    table = pa.table({"x": pa.array(numbers, pa.decimal128(18, 1)), "label": [0, 1, 0, 1]})
    rows = survey(LabelledTable(in_duckdb(table), "label")).rows
    expected = sorted(map(float, numbers))
    assert sorted(rows.c0.to_pyarrow().to_pylist()) == expected
    assert sorted(column_of_arrow(table["x"]).values.tolist()) == expected


@given(labels=st.lists(st.floats(allow_nan=False), min_size=2, max_size=4, unique=True))
@QUIET
@example(labels=[0.1, 0.3])
def test_labels_that_are_fractions_keep_their_last_bit(in_duckdb, labels):
    table = pa.table({"x": range(len(labels)), "label": labels})
    description, result = describe_table(in_duckdb(table), "label")
    assert result.errors == 0
    assert label_table(description, in_duckdb(table)).cluster.to_pyarrow().to_pylist() == labels


def test_missing_numbers_of_new_rows_are_in_no_cluster(in_duckdb, tmp_path):
    """What files say of their largest values does not count NaN, and must not be believed."""
    import pyarrow.parquet as pq

    from clusterscribe.engine.opening import open_table

    table = pa.table({"x": [1.0, 2.0, 3.0, 4.0], "label": [0, 0, 1, 1]})
    description, _ = describe(table, table["label"], exclude=["label"])
    pq.write_table(pa.table({"x": [1.0, float("nan"), None]}), tmp_path / "new.parquet")
    found = label_table(description, open_table(tmp_path / "new.parquet")).to_pyarrow()
    assert found["cluster"].to_pylist() == [0, -1, -1]


@pytest.mark.parametrize("start", [30, 200])
def test_few_rows_prove_the_optimum_of_all(in_duckdb, start):
    table = gaussians(5_000)
    _, here = describe(table, table["segment"], exclude=["segment"])
    description, there = begun_with(start, in_duckdb(table))
    assert figures(there) == figures(here)
    assert there.statistics["rows_taken"] < 2_000
    assert description.tallies == tally(description, table, table["segment"])


def test_overlapping_clusters_get_a_valid_answer_no_worse_than_a_tree(in_duckdb):
    table = gaussians(20_000, spread=0.6)
    description, result = begun_with(100, in_duckdb(table), time_limit=6.0)
    assert result.errors == description.errors(table, table["segment"])
    assert result.errors <= result.statistics["tree_errors"]
    assert 0 < result.error_bound <= result.errors
    assert result.status == "feasible"


def test_weights_count_in_errors_and_tallies(in_duckdb):
    table = pa.table(
        {
            "x": [1.0, 2.0, 3.0, 4.0, 2.5],
            "weight": [0.5, 0.5, 1.5, 2.0, 0.0],
            "label": ["a", "b", "a", "b", "c"],
        }
    )
    (here_description, here), (description, there) = both(table, in_duckdb, weights="weight")
    assert (there.errors, there.complexity) == (here.errors, here.complexity) == (0.5, 4)
    assert description.tallies == here_description.tallies


@pytest.mark.parametrize("class_weight", ["balanced", {"a": 0.3}, {"b": 2, "c": 7}])
@pytest.mark.parametrize("weights", [None, "weight"])
def test_weights_of_clusters_are_those_of_memory(in_duckdb, class_weight, weights):
    table = pa.table(
        {
            "x": [1.0, 2.0, 3.0, 4.0, 2.5, 2.0, 1.0],
            "weight": [0.5, 0.5, 1.5, 2.0, 1.0, 2.0, 0.25],
            "label": ["a", "b", "a", "b", "c", "c", "c"],
        }
    )
    for noise in ({}, {"noise_label": "c"}, {"noise_label": "c", "noise": "ignore"}):
        if noise.get("noise") == "ignore" and "c" in class_weight:
            continue
        options = {"weights": weights, "class_weight": class_weight, "exclude": ["weight"], **noise}
        (here_description, here), (description, there) = both(table, in_duckdb, **options)
        assert figures(there) == pytest.approx(figures(here))
        for one, other in zip(description.tallies, here_description.tallies, strict=True):
            assert (one.label, one.inside) == (other.label, pytest.approx(other.inside))
            assert (one.rows, one.correct) == pytest.approx((other.rows, other.correct))


def test_errors_of_weights_with_a_unit_are_a_multiple_of_it(in_duckdb):
    """Errors are counted in units first: 0.3 - 0.1 would be 0.19999999999999998."""
    table = pa.table({"x": [1, 3, 2, 4], "w": [0.1, 0.2, 0.3, 0.4], "label": [0, 0, 1, 1]})
    (_, here), (_, there) = both(table, in_duckdb, weights="w")
    assert there.errors == here.errors == 0.2


@pytest.mark.parametrize("noise", ["outside", "ignore"])
def test_noise_is_treated_as_in_memory(in_duckdb, noise):
    table = pa.table({"x": [1, 2, 5, 6, 9], "label": [0, 0, -1, 1, 1]})
    (here_description, here), (description, there) = both(
        table, in_duckdb, noise_label=-1, noise=noise
    )
    assert figures(there) == figures(here)
    assert description.tallies == here_description.tallies
    assert (description.noise_label, description.noise) == (-1, noise)


def test_estimator_fits_a_table_that_stays_where_it_is(in_duckdb):
    table = gaussians(300)
    model = PolyhedralDescriber().fit_table(in_duckdb(table), "segment", exclude=["x3"])
    assert "x3" not in {feature.column for feature in model.description_.features}
    assert model.score(table, table["segment"]) == model.result_.accuracy


def test_describe_takes_a_table_of_ibis(in_duckdb):
    table = gaussians(300)
    description, _ = describe(in_duckdb(table), "segment")
    assert description == describe_table(in_duckdb(table), "segment")[0]


def test_same_rows_are_drawn_whatever_their_order(in_duckdb):
    table = gaussians(3_000)
    turned = table.take(np.random.default_rng(1).permutation(len(table)))
    one, other = (begun_with(100, in_duckdb(t)) for t in (table, turned))
    assert one[0] == other[0]
    assert one[1].statistics["rows_taken"] == other[1].statistics["rows_taken"]


def test_level_beyond_2_53_is_not_taken_for_its_neighbour(in_duckdb):
    there = in_duckdb({"x": [2**53, 2**53 + 1, None]})
    found = has_level(there.x, Kind.INTEGER, 2**53 + 1).to_pyarrow()
    assert found.to_pylist() == [False, True, False]


def test_errors_are_those_that_sql_counts(duckdb, in_duckdb):
    table = gaussians(2_000, spread=0.4)
    there = in_duckdb(table)
    description, result = describe_table(there, "segment", time_limit=5.0)
    query = description.to_sql(table=there.get_name(), dialect="duckdb")
    counted = duckdb.raw_sql(
        f"SELECT count(*) FROM ({query}) WHERE cluster IS DISTINCT FROM segment"
    ).fetchall()
    assert result.errors == counted[0][0] > 0
