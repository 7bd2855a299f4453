"""Rows are sampled by keys that are spread evenly, and are the same on every engine."""

from __future__ import annotations

import hashlib

import numpy as np
import pyarrow as pa
import pytest

from clusterscribe import describe
from clusterscribe.engine.describe import describe_table
from clusterscribe.engine.rows import RowsInEngine
from clusterscribe.engine.sampling import with_keys
from clusterscribe.engine.survey import survey
from clusterscribe.parameters import LabelledTable
from clusterscribe.search.schedule import RowSchedule

from .tables import gaussians

MANY = 5_000


def keys_of(table, seed):
    import ibis

    known = survey(LabelledTable(table, "segment"))
    keyed = with_keys(known, known.rows.mutate(place=ibis.row_number()), seed)
    return keyed.order_by("place").to_pyarrow()["key"].to_numpy()


def texts(rows):
    """Two columns of texts, of which all in a column begin and end with the same letter."""
    place = np.arange(rows)
    columns = {"first": place % 200, "second": place // 200}
    table = {name: [f"a{number:03}z" for number in column] for name, column in columns.items()}
    return pa.table({**table, "segment": place % 2})


@pytest.mark.parametrize("table", [gaussians(20_000), texts(20_000)], ids=["numbers", "texts"])
def test_keys_are_spread_evenly(in_duckdb, table):
    keys = keys_of(in_duckdb(table), seed=0)
    assert ((keys >= 0) & (keys < 1)).all()
    tenths = np.histogram(keys, bins=10, range=(0, 1))[0]
    assert tenths.min() > 1_800
    assert tenths.max() < 2_200


@pytest.mark.parametrize("table", [gaussians(20_000), texts(20_000)], ids=["numbers", "texts"])
def test_another_seed_draws_other_rows(in_duckdb, table):
    there = in_duckdb(table)
    first, second = (np.argsort(keys_of(there, seed))[:1000] for seed in (0, 1))
    assert len(np.intersect1d(first, second)) < 200  # of independent draws, about 50


def test_a_sample_of_texts_favours_no_text(in_duckdb):
    drawn = np.argsort(keys_of(in_duckdb(texts(20_000)), seed=0))[:2_000]
    often = np.bincount(drawn % 200, minlength=200)  # 10 of each, on average
    assert often.max() < 40


def test_equal_rows_have_equal_keys(in_duckdb):
    columns = {"x": [0.1, 0.1, 0.3], "word": ["it's", "it's", None], "segment": [0, 1, 1]}
    first, second, third = keys_of(in_duckdb(pa.table(columns)), seed=3)
    assert first == second != third


def test_a_category_without_any_value_does_not_matter(in_duckdb):
    nothing = pa.nulls(4, pa.string())
    table = pa.table({"x": [1, 2, 3, 4], "word": nothing, "segment": [0, 0, 1, 1]})
    keys = keys_of(in_duckdb(table), seed=0)
    assert keys.tolist() == keys_of(in_duckdb(table.drop(["word"])), seed=0).tolist()


def test_keys_of_texts_do_not_depend_on_the_engine(in_duckdb):
    """Only the hashes that are made here, arithmetic and equality of texts go into a key."""
    words = ["a", "Ω", "it's", ""]
    table = in_duckdb({"word": words, "segment": [0, 0, 1, 1]})
    hashes = survey(LabelledTable(table, "segment")).hashes["c0"].to_pyarrow().to_pylist()
    expected = [
        int(hashlib.md5(word.encode()).hexdigest()[:12], 16) / 16**12 for word in sorted(words)
    ]
    assert [row["hash_c0"] for row in hashes] == expected


def test_all_different_rows_are_drawn_where_many_are_equal(in_duckdb):
    colour, size = ["red", "green", "blue"] * MANY, ["s", "s", "m"] * MANY
    label = ["warm", "cold", "cold"] * MANY
    table = pa.table({"colour": colour, "size": size, "label": label})
    rows = RowsInEngine(survey(LabelledTable(in_duckdb(table), "label")), 0, RowSchedule())
    assert (len(rows.fetched), rows.share) == (3, 1.0)


def test_equal_rows_with_errors_are_proved_optimal(in_duckdb):
    table = pa.table({"x": [1, 1, 1, 2, 2, 2] * MANY, "label": list("aabbba") * MANY})
    here = describe(table, table["label"], exclude=["label"])[1]
    there = describe_table(in_duckdb(table), "label")[1]
    assert (there.status, there.errors) == (here.status, here.errors) == ("optimal", 2 * MANY)


def test_texts_that_begin_and_end_alike_do_not_all_travel(in_duckdb):
    few = RowSchedule(first_rows=10, least_of_a_cluster=1)
    texts = [f"a{number:03}z" for number in range(500)]
    table = pa.table(
        {"text": 2 * texts, "x": [0] * 500 + [1] * 500, "label": [0] * 500 + [1] * 500}
    )
    known = survey(LabelledTable(in_duckdb(table), "label"))
    assert len(RowsInEngine(known, 0, few).fetched) <= 10 + 2
