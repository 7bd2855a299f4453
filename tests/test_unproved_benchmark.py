"""The benchmark of what helps where nothing is proved: its tables are those of the pages."""

from __future__ import annotations

import re
from dataclasses import replace

import pandas as pd
import pytest

from benchmarks.__main__ import BAD
from benchmarks.process import KINDS
from benchmarks.quoted import ROOT, helps
from benchmarks.unproved import measure as measuring
from benchmarks.unproved import report
from benchmarks.unproved.cases import CASES, KIND, MANY, OVERLAPPING, UnprovedCase
from benchmarks.unproved.measure import claims_of, measure, table_of
from benchmarks.unproved.run import PART

FIGURES = {
    "table": OVERLAPPING, "asked": "nothing else", "wish": {}, "columns": 6, "errors": 112,
    "error_bound": 100, "complexity": 18, "bound": 10.0, "sparsity": 4, "status": "feasible",
    "capped": {"conditions": 4, "errors": 109}, "seconds": 30.04,
    "tree": {"errors": 119, "complexity": 10},
}  # fmt: skip


def test_row_says_what_is_proved_and_of_how_many_conditions():
    assert report.row(FIGURES) == (
        "overlapping", "nothing else", "112 (100; 109 with at most 4 conditions)", "18 (10)",
        "4 of 6", "feasible", "30.0", "119", "10", "ok",
    )  # fmt: skip
    assert report.errors({**FIGURES, "error_bound": 110}) == "112 (110)"
    assert report.errors({**FIGURES, "capped": None}) == "112 (100)"


@pytest.mark.parametrize(("wish", "verdict"), [({}, "WORSE"), ({"max_conditions": 1}, "ok")])
def test_more_errors_than_the_tree_are_worse_unless_something_else_is_asked_for(wish, verdict):
    assert report.row({**FIGURES, "errors": 120, "wish": wish})[-1] == verdict


def test_failure_is_bad():
    failed = report.row({"table": MANY, "asked": "nothing else", "failure": "out of memory"})
    assert len(failed) == len(report.HEADER)
    assert failed[-1] in BAD


def test_quoted_table_has_the_overlapping_clusters_alone():
    _, *rows = helps([FIGURES, {**FIGURES, "table": MANY}])
    assert [row[-1] for row in rows] == ["30"]


def test_cases_go_through_json_and_are_told_apart():
    assert len({case.title for case in CASES}) == len(CASES)
    for case in CASES:
        assert KINDS[KIND].read(case.to_dict()) == case


def test_table_is_the_one_that_the_page_makes():
    page = (ROOT / "docs/nothing-proved.md").read_text("utf-8")
    (code,) = re.findall(r"(?s)```python\n(import numpy.*?)\ndescription, ", page)
    made: dict[str, object] = {}
    exec(code, made)  # the page is ours
    table, labels = table_of(OVERLAPPING)
    pd.testing.assert_frame_equal(made["table"], table)
    assert list(made["labels"]) == list(labels)


def test_case_is_measured_with_what_was_asked_for(monkeypatch):
    rows = pd.DataFrame({"a": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "b": [0.0] * 6})
    labels = ["low", "low", "high", "high", "low", "high"]
    monkeypatch.setattr(measuring, "table_of", lambda _: (rows, labels))
    case = UnprovedCase(OVERLAPPING, "cut points", {"cut_points": [3.5]})
    figures = {**case.to_dict(), **measure(case)}
    assert (figures["errors"], figures["error_bound"], figures["status"]) == (2, 2, "optimal")
    assert "bounds on a at 3.5 only" in " ".join(figures["said"].split())
    assert report.row(figures)[-1] == "ok"
    freely = measure(replace(case, wish={"features": ["a"]}))
    assert freely["errors"] == 1
    assert PART.name == KIND


def test_claims_are_the_paragraph_below_the_figures():
    text = "Cluster a\n\nIn all --\n  Errors 1\n\n  Proved: no.\n\n  A decision tree: 2."
    assert claims_of(text) == "  Proved: no."
