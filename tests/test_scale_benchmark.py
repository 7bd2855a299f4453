"""The benchmark of many rows: its tables, its verdicts, and each kind of case on few rows."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from benchmarks import parts
from benchmarks.__main__ import BAD, main
from benchmarks.layout import machine
from benchmarks.process import KINDS, measure
from benchmarks.scale import run as command
from benchmarks.scale.cases import CASES, NAMES, ScaleCase, chosen
from benchmarks.scale.engine import inside, wrong
from benchmarks.scale.measure import bytes_of, complexity_of
from benchmarks.scale.report import EXPONENT_HEADER, HEADER, exponents, row, tables, verdict
from benchmarks.scale.tables import one_hot, separable, table_of
from clusterscribe import describe

GIBIBYTE = 2**30
OF_NAME = {case.name: case for case in CASES}


def figures(name, **changes):
    """Figures of a case that shows what it must."""
    case = OF_NAME[name]
    return {
        **case.to_dict(), "title": case.title, "status": "optimal", "errors": 0, "error_bound": 0,
        "complexity": 20, "bound": 20.0, "seconds": 2.0, "tree_seconds": 5.0, "tree_errors": 7,
        "tree_complexity": 26, "array_bytes": 160 * 2**20, "peak_bytes": 320 * 2**20,
        "way": "lazy", "seen": 2857, "counted_rows": case.rows, "counted_errors": 0,
        "file_bytes": 2**30, **changes,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [
        ("separable-1m", {}, "ok"),
        ("separable-1m", {"status": "feasible"}, "WORSE"),
        ("separable-1m", {"seconds": 2.6}, "SLOWER"),
        ("separable-1m", {"peak_bytes": 401 * 2**20}, "LARGER"),
        ("separable-100k", {"seconds": 9.0, "peak_bytes": 2**40}, "ok"),  # not asked for
        ("wide", {"seconds": 100.0}, "ok"),
        ("wide", {"seconds": 121.0}, "SLOWER"),
        ("wide-noisy", {"peak_bytes": 5 * GIBIBYTE}, "LARGER"),
        ("overlapping", {"status": "feasible", "errors": 7, "seconds": 24.0}, "ok"),
        ("overlapping", {"errors": 8}, "WORSE"),
        ("overlapping", {"complexity": 28}, "WORSE"),
        ("overlapping", {"seconds": 26.0}, "SLOWER"),
        ("parquet", {"status": "feasible", "errors": 3, "counted_errors": 3}, "ok"),
        ("parquet", {"errors": 3, "counted_errors": 4}, "WORSE"),
        ("parquet", {"counted_rows": 19_999_999}, "WORSE"),
        ("parquet-touching", {"errors": 7, "counted_errors": 7, "error_bound": 6}, "ok"),
        ("parquet-touching", {"errors": 7, "counted_errors": 7, "error_bound": 5}, "WORSE"),
        ("parquet-touching", {"errors": 8, "counted_errors": 8, "error_bound": 8}, "WORSE"),
        ("parquet", {"skipped": "no engine"}, "skipped"),
        ("wide", {"failure": "out of memory"}, "FAILED"),
        ("parquet", {"failure": "out of memory"}, "FAILED"),
    ],
)
def test_verdict_is_what_must_be_shown(name, changes, said):
    assert verdict(figures(name, **changes)) == said
    assert (said in BAD) == (said not in ("ok", "skipped"))


def test_row_of_a_table_in_memory():
    assert row(figures("separable-1m")) == (
        "separable-1m, 1,000,000 x 20", "optimal", "0 (0)", "20 (20)", "2.00", "7", "26", "5.00",
        "0.40", "320", "160", "2.0", "lazy 2,857", "ok",
    )  # fmt: skip


def test_row_of_a_table_in_an_engine():
    assert row(figures("parquet")) == (
        "parquet, 20,000,000 x 10", "optimal", "0 (0)", "0 of 20,000,000", "7", "20 (20)",
        "2.0", "2,857", "1,024", "320", "ok",
    )  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_rows_fit_their_headers_whatever_happened(name):
    for changes in ({}, {"failure": "out of memory"}, {"seen": None}):
        ((_, (header, one)), *_) = tables([figures(name, **changes)])
        assert len(header) == len(one)


def test_exponent_is_that_of_the_rows():
    known = [
        figures(name, seconds=seconds)
        for name, seconds in (("separable-100k", 1.0), ("separable-1m", 5.0), ("separable-10m", 90))
    ]
    assert exponents(known) == [
        ("100,000", "1,000,000", "1.00 to 5.00", "0.70", ""),
        ("1,000,000", "10,000,000", "5.00 to 90.00", "1.26", ""),
        ("100,000", "10,000,000", "1.00 to 90.00", "0.98", "ok"),
    ]
    slower = exponents([known[0], {**known[2], "seconds": 200.0}])
    assert [line[-1] for line in slower] == ["SLOWER"]
    assert exponents([known[0]]) == []


def test_one_table_a_kind():
    found = tables([figures(name) for name in NAMES])
    assert [rows[0] for _, rows in found][:2] == [HEADER, EXPONENT_HEADER]
    assert [len(rows) for _, rows in found] == [4, 4, 3, 2, 3]
    assert "a memory limit of 2GiB" in found[-1][0]


def test_cases_can_be_chosen_made_small_and_made_single():
    assert [case.name for case in chosen(None, quick=False, memory=1e12)] == list(NAMES)
    (small,) = chosen({"parquet"}, quick=True, memory=1e12)
    assert (small.rows, small.memory_limit) == (100_000, "2GiB")
    few = chosen(None, quick=False, memory=8 * GIBIBYTE)
    assert [case.name for case in few if case.is_single] == ["separable-10m"]


def test_a_case_comes_back_from_json():
    case = OF_NAME["overlapping"]
    assert ScaleCase.from_dict(json.loads(json.dumps(case.to_dict()))) == case


def test_rows_are_labelled_by_the_nearest_centre():
    ((rows, labels),) = separable(500, columns=4, clusters=3)
    centres = np.random.default_rng(1).uniform(-1, 1, size=(3, 4))
    for row_, label in zip(rows, labels, strict=True):
        assert label == np.linalg.norm(row_ - centres, axis=1).argmin()


def test_pieces_are_the_whole_table():
    case = ScaleCase("small", "separable", 700, 3, clusters=2, is_single=True)
    table, labels = table_of(case)
    assert (table.shape, table.dtype, labels.shape) == ((700, 3), np.float32, (700,))
    assert np.isfinite(table).all()


def test_one_hot_columns_hold_a_one_in_every_ten_and_follow_the_rules():
    table, labels = one_hot(400, 40, relabelled=0.0)
    dense = table.toarray().reshape(400, 4, 10)
    assert (dense.sum(axis=2) == 1).all()
    first, second = dense[:, 0].argmax(axis=1), dense[:, 1].argmax(axis=1)
    expected = [f if f <= 2 else 3 if s == 0 else 4 for f, s in zip(first, second, strict=True)]
    assert labels.tolist() == expected
    _, drawn = one_hot(400, 40, relabelled=0.5)
    assert np.mean(drawn != labels) == pytest.approx(0.4, abs=0.1)


def test_complexity_of_a_tree_counts_the_tightest_bounds_only():
    tree = DecisionTreeClassifier().fit([[0.0], [1.0], [2.0], [3.0]], [0, 1, 2, 3])
    # outer leaves have one condition, inner ones two, though the middle was passed as well
    assert complexity_of(tree) == 2 * (1 + 2 + 2 + 1)


def test_bytes_of_a_sparse_matrix_are_those_of_its_arrays():
    table, _ = one_hot(400, 40, relabelled=0.0)
    assert bytes_of(table) == 1600 * (8 + 4) + 401 * 4
    assert bytes_of(table.toarray()) == 400 * 40 * 8


@pytest.mark.parametrize("name", ["separable-100k", "wide", "overlapping"])
def test_few_rows_of_a_table_in_memory_are_measured(name):
    case = replace(OF_NAME[name], rows=400, columns=20, time_limit=5.0, fits=2)
    found = measure(case)
    assert found["errors"] <= found["tree_errors"]
    assert found["seconds"] > 0
    assert found["libraries_bytes"] > 0
    assert tables([{**case.to_dict(), "title": case.title, **found}])


def test_few_rows_in_an_engine_are_measured_and_counted_again():
    pytest.importorskip("ibis", reason='needs pip install "clusterscribe[table]"')
    pytest.importorskip("duckdb", reason='needs pip install "clusterscribe[table]"')
    case = replace(OF_NAME["parquet"], rows=3000, columns=4, time_limit=5.0)
    found = measure(case)
    assert found["counted_rows"] == 3000
    assert found["counted_errors"] == found["errors"]
    assert found["file_bytes"] > 0


def test_few_touching_rows_in_an_engine_are_measured_beside_a_tree():
    pytest.importorskip("ibis", reason='needs pip install "clusterscribe[table]"')
    pytest.importorskip("duckdb", reason='needs pip install "clusterscribe[table]"')
    found = measure(replace(OF_NAME["parquet-touching"], rows=3000, columns=4, time_limit=5.0))
    assert found["counted_errors"] == found["errors"]
    assert found["error_bound"] <= found["errors"]
    assert found["tree_errors"] > 0


def test_without_the_extra_an_engine_is_skipped_with_a_reason(monkeypatch):
    monkeypatch.setattr("benchmarks.scale.engine.find_spec", lambda name: None)
    found = measure(OF_NAME["parquet"])
    assert "clusterscribe[table]" in found["skipped"]


def test_sql_of_a_description_is_written_from_its_bounds():
    description, _ = describe(
        np.array([[0.0], [1.0], [4.0], [5.0]]), [0, 0, 1, 1], placement="tight"
    )
    zero, one = description.parts
    assert inside(zero.half_spaces) == 'true AND 1 * "x0" <= 1.0::DOUBLE'
    assert inside(one.half_spaces) == 'true AND -1 * "x0" <= -4.0::DOUBLE'
    assert wrong(description).startswith("NOT ((true AND")
    assert wrong(description).endswith("= (segment = 1))")


def test_one_case_replaces_its_own_figures(monkeypatch, tmp_path):
    monkeypatch.setattr(parts, "RESULTS", tmp_path)
    monkeypatch.setattr(command, "measured", lambda case: figures(case.name, seconds=1.0))
    before = [figures("wide"), figures("overlapping")]
    (tmp_path / "scale.json").write_text(json.dumps({"machine": machine(), "results": before}))
    assert main(["--part", "scale", "--case", "wide"]) == 0
    assert main(["--part", "scale", "--case", "separable-1m"]) == 0
    kept = json.loads((tmp_path / "scale.json").read_text())["results"]
    assert [(one["name"], one["seconds"]) for one in kept] == [
        ("separable-1m", 1.0), ("wide", 1.0), ("overlapping", 2.0),
    ]  # fmt: skip
    assert "# Benchmark: many rows" in (tmp_path / "scale.md").read_text(encoding="utf-8")


def test_what_is_worse_is_the_exit_code_and_quick_figures_are_not_kept(monkeypatch, tmp_path):
    monkeypatch.setattr(parts, "RESULTS", tmp_path)
    monkeypatch.setattr(command, "measured", lambda case: figures(case.name, seconds=1e6))
    assert main(["--part", "scale", "--quick"]) == 1
    assert list(tmp_path.iterdir()) == []


def test_every_kind_has_a_module():
    assert {case.kind for case in CASES} <= set(KINDS)
