"""The benchmark of segments that touch: its verdicts, its tables, and a small table measured."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from benchmarks import parts
from benchmarks.__main__ import BAD, main
from benchmarks.process import KINDS
from benchmarks.segments import measure as measuring
from benchmarks.segments import run as command
from benchmarks.segments.answers import counted, is_as_short, is_of
from benchmarks.segments.cases import CASES, NAMES, OF_NAME, WAYS, SegmentsCase, chosen
from benchmarks.segments.judging import verdict
from benchmarks.segments.measure import first_seconds
from benchmarks.segments.others import one_leaf_each, others
from benchmarks.segments.report import HEADER, row, rows_of, tables
from benchmarks.segments.separators import separators
from benchmarks.segments.tables import customers, segments_of, table_of
from clusterscribe.description import Description, HalfSpace, Polyhedron, Term, Union
from clusterscribe.feature import Feature
from clusterscribe.progress import Snapshot

OF_TABLE = {case.name: case for case in CASES}
OTHER = {
    "errors": 900, "complexity": 18, "conditions": 2, "terms": 1, "recall": 0.7, "seconds": 0.1,
}  # fmt: skip
X0 = Feature("x0")


def answer(way="two conditions", **changes):
    """Figures of an answer that shows what it must."""
    return {
        "way": way, "errors": 780, "said_errors": 780, "error_bound": 770, "complexity": 16,
        "bound": 14.0, "capped": None, "conditions": 2, "terms": 1, "recall": 0.61,
        "status": "feasible", "seconds": 60.04, "first_seconds": 1.26, **changes,
    }  # fmt: skip


def three(**changes):
    """Return an answer of three conditions per cluster."""
    return answer("three conditions", errors=480, said_errors=480, **changes)


def figures(name="bank5", *, answers=None, others=None, **changes):
    """Figures of a table; `others` changes those of other methods."""
    case, rivals = OF_TABLE[name], ("tree", "leaves", "tree-2K", "IMM", "separators")
    return {
        **case.to_dict(), "title": case.title, "rows": 4521, "columns": 7, "clusters": 5,
        "others": {rival: {**OTHER, **(others or {}).get(rival, {})} for rival in rivals},
        "answers": [answer()] if answers is None else answers, **changes,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (figures(), "ok"),
        (figures(answers=[answer(error_bound=750)]), "WORSE"),
        (figures("framingham6", answers=[answer(error_bound=703)]), "ok"),
        (figures("framingham6", answers=[answer(error_bound=701)]), "WORSE"),
        (figures(answers=[answer("four conditions", error_bound=730)]), "ok"),
        (figures(answers=[answer("four conditions", error_bound=720)]), "WORSE"),
        (figures(answers=[answer("any number", error_bound=0)]), "ok"),
        (figures(answers=[answer("three features", error_bound=0)]), "ok"),
        # than known, for as many conditions
        (figures(answers=[answer(errors=796, said_errors=796, error_bound=790)]), "WORSE"),
        (figures(answers=[three(error_bound=470)]), "WORSE"),
        # unless it is proved that what is known gives a cluster up
        (figures(answers=[three(error_bound=473)]), "ok"),
        # than trees that are as short, even where they give a cluster up
        (figures(others={"IMM": {"errors": 779}}), "WORSE"),
        (figures(others={"leaves": {"errors": 779, "recall": 0.0}}), "WORSE"),
        (figures(others={"IMM": {"errors": 779, "conditions": 3}}), "ok"),
        (figures(others={"tree-2K": {"errors": 779, "conditions": None}}), "ok"),
        # a bound that another answer of the class is below
        (figures(others={"separators": {"errors": 769}}), "FALSE"),
        (figures(others={"separators": {"errors": 769, "recall": 0.4}}), "ok"),
        (figures(others={"separators": {"errors": 769, "terms": 3}}), "ok"),
        (figures(answers=[answer(), answer("any number", errors=769)]), "FALSE"),
        (figures(answers=[answer(), answer("any number", errors=769, conditions=3)]), "ok"),
        (figures(answers=[answer(said_errors=779)]), "FALSE"),
        (figures(answers=[answer("any number", capped=[2, 901])]), "FALSE"),
        (figures(answers=[answer("any number", capped=[1, 901])]), "ok"),
        (figures(answers=[answer(), answer("any number", errors=780, complexity=12)]), "FALSE"),
        (figures(answers=[answer(), answer("any number", errors=781, complexity=12)]), "ok"),
        # few rows must be proved, and little time need not show anything but good answers
        (figures(rows=210), "unproved"),
        (figures(rows=210, answers=[answer(error_bound=780)]), "ok"),
        (figures(time_limit=5.0, answers=[answer(error_bound=0)]), "ok"),
        (figures(time_limit=5.0, others={"IMM": {"errors": 779}}), "WORSE"),
    ],
)
def test_verdict_is_what_must_be_shown(found, said):
    assert verdict(found, found["answers"][0]) == said
    assert (said in BAD) == (said not in ("ok", "unproved"))


def test_no_errors_are_proved():
    perfect = answer("three conditions", errors=0, said_errors=0, error_bound=0)
    assert verdict(figures(answers=[perfect]), perfect) == "ok"


def test_row_of_an_answer():
    one = answer("any number", error_bound=12, capped=[3, 765])
    assert row(figures("bank5"), one) == (
        "bank5, 4,521 x 7, K = 5", "any number", "780 (12)", "0.015", "at most 3: 765", "16 (14)",
        "feasible", "60.0", "1.3", "0.61", "900", "900", "900", "900", "900", "", "ok",
    )  # fmt: skip
    assert row(figures("bank5"), answer())[-2:] == ("795", "ok")


def test_page_has_a_table_of_answers_and_one_of_other_methods():
    found = tables([figures("seeds5"), figures("bank5", time_limit=60.0)])
    assert [len(rows) for _, rows in found] == [3, 11]
    assert "At most 60 seconds each" in found[0][0]
    assert "0.97 with 2 (framingham6: 0.9), 0.97 with 3" in found[0][0]
    for _, (header, *lines) in found:
        assert {len(line) for line in lines} == {len(header)}


@pytest.mark.parametrize(("reason", "said"), [("failure", "FAILED"), ("skipped", "skipped")])
def test_what_was_not_measured_is_a_row_with_a_reason(reason, said):
    (line,) = rows_of({"title": "bank5", reason: "out of memory"})
    assert (len(line), line[1], line[-1]) == (len(HEADER), "out of memory", said)


def test_tables_can_be_chosen_and_made_small():
    assert [case.name for case in chosen(None, quick=False, limit=None)] == list(NAMES)
    quick = chosen(None, quick=True, limit=None)
    assert [(case.name, case.time_limit) for case in quick] == [
        ("seeds5", 5.0), ("wine5", 5.0), ("mixture3-few", 5.0),
    ]  # fmt: skip
    assert [case.time_limit for case in chosen({"adult5"}, quick=True, limit=2)] == [2]


def test_a_case_comes_back_from_json_and_has_a_module():
    case = OF_TABLE["mixture5-all"]
    assert (case.clusters, case.informative) == (5, 16)
    assert SegmentsCase.from_dict(json.loads(json.dumps(case.to_dict()))) == case
    assert {case.kind for case in CASES} <= set(KINDS)


def test_answers_are_counted_on_the_rows():
    def up_to(bound):
        return HalfSpace((Term(X0, 1),), bound)

    def from_(bound):
        return HalfSpace((Term(X0, -1),), -bound)

    table, labels = np.arange(6.0)[:, None], np.array([0, 0, 0, 1, 1, 1])
    parts_ = (Polyhedron(0, (up_to(3.0), up_to(1.0))), Polyhedron(1, (from_(1.0),)))
    # row 1 is in both, row 2 in the wrong one
    assert counted(Description(("x0",), parts_), table, labels) == {
        "errors": 2, "recall": 2 / 3, "complexity": 6, "conditions": 1, "terms": 1,
    }  # fmt: skip
    given_up = Description(("x0",), (parts_[1], Union(0, ())))
    assert counted(given_up, table, labels)["conditions"] == 1
    two = Description(("x0",), (Union(0, (parts_[0], Polyhedron(0, (up_to(0.0),)))), parts_[1]))
    assert counted(two, table, labels)["conditions"] is None


def test_class_is_conditions_features_and_recall():
    assert is_of({**OTHER, "conditions": 3}, OF_NAME["three conditions"])
    assert not is_of({**OTHER, "conditions": 3}, OF_NAME["two conditions"])
    assert not is_of({**OTHER, "terms": 2}, OF_NAME["any number"])
    assert is_of({**OTHER, "terms": 2}, OF_NAME["three features"])
    assert not is_of({**OTHER, "recall": 0.4}, OF_NAME["any number"])
    assert is_as_short({**OTHER, "recall": 0.4}, OF_NAME["any number"])
    assert not is_as_short({**OTHER, "conditions": None}, OF_NAME["any number"])


def test_first_answer_within_a_hundredth_of_the_last():
    heard = [
        Snapshot(stage, 9, 9, best, 0.0, seconds)
        for stage, best, seconds in (
            ("fewest errors", None, 0.5),
            ("fewest errors", 90.0, 1.0),  # breaks a limit
            ("fewest errors", 102.0, 2.0),
            ("ties", 100.0, 3.0),
            ("fewest errors", 101.0, 4.0),
            ("fewest errors", 100.0, 5.0),
        )
    ]
    assert first_seconds(heard, errors=100, seconds=9.0) == 4.0
    assert first_seconds(heard[:3], errors=100, seconds=9.0) == 9.0


def test_separators_cut_pairs_of_clusters_with_whole_weights():
    random = np.random.default_rng(0)
    table = random.uniform(size=(400, 4))
    labels = np.digitize(table[:, 0] + table[:, 1], [0.8, 1.2])
    description = separators(table, labels)
    figures_ = counted(description, table, labels)
    assert figures_["errors"] <= 8
    # the outer clusters are cut off on one side; what separates them from each other is idle
    assert [len(part.half_spaces) for part in description.parts] == [1, 2, 1]
    weights = [t.weight for p in description.parts for h in p.half_spaces for t in h.terms]
    assert all(isinstance(weight, int) and 1 <= abs(weight) <= 10 for weight in weights)


def test_separators_pick_features_whatever_their_units():
    table = np.random.default_rng(0).uniform(size=(400, 12))
    labels = (table[:, 0] + table[:, 1] > 1).astype(int)
    units = np.where(np.arange(12) < 2, 1e6, 1e-6)  # small units make large weights
    assert counted(separators(table * units, labels), table * units, labels)["errors"] <= 8


def test_of_several_leaves_the_largest_stays():
    # 0 lies on both sides of 1, and has two of the three leaves; 2 has none
    table = np.concatenate([np.arange(10), np.arange(20, 30), np.arange(40, 60), [5.5]])[:, None]
    labels = np.array([0] * 10 + [1] * 10 + [0] * 20 + [2])
    leaves = counted(one_leaf_each(table, labels), table, labels)
    assert (leaves["errors"], leaves["recall"], leaves["conditions"]) == (11, 0.0, 2)
    assert others(table, labels)["tree"]["errors"] == 1


def test_customers_are_of_all_types_in_six_segments():
    table = customers(800)
    assert {str(kind) for kind in table.dtypes} >= {"int64", "float64", "bool"}
    assert table.select_dtypes("datetime").shape[1] == 2
    assert table["spend"].skew() > 1
    assert not table.isna().any().any()
    labels = segments_of(table, 6)
    assert sorted(set(labels)) == list(range(6))
    assert customers(800).equals(table)


def test_small_table_is_measured_in_every_way():
    case = replace(OF_TABLE["mixture3-few"], rows=120, time_limit=1.0)
    found = measuring.measure(case)
    assert [one["way"] for one in found["answers"]] == [way.name for way in WAYS]
    for one in found["answers"]:
        assert one["errors"] == one["said_errors"] >= one["error_bound"]
        assert one["recall"] >= 0.5
        assert is_of(one, OF_NAME[one["way"]])
    ((_, lines), (_, beside)) = tables([{**case.to_dict(), "title": case.title, **found}])
    assert (len(lines), len(beside)) == (1 + len(WAYS), 6)
    json.dumps(found)


def test_stored_tables_that_are_not_there_are_skipped(monkeypatch):
    monkeypatch.setenv("CLUSTERSCRIBE_DATA", "/nowhere")
    found = measuring.measure(OF_TABLE["seeds5"])
    assert "no segments/segments.py in /nowhere: set CLUSTERSCRIBE_DATA" in found["skipped"]


def test_mixture_has_rows_columns_and_clusters():
    table, labels = table_of(replace(OF_TABLE["mixture5-few"], rows=300))
    assert (table.shape, len(set(labels))) == ((300, 16), 5)


def test_one_table_replaces_its_own_figures(monkeypatch, tmp_path):
    monkeypatch.setattr(parts, "RESULTS", tmp_path)
    better = {"wine5": {"IMM": {"errors": 779}}}
    monkeypatch.setattr(
        command,
        "measured",
        lambda case: figures(case.name, columns=8, others=better.get(case.name)),
    )
    before = [figures("framingham6"), figures("bank5")]
    (tmp_path / "segments.json").write_text(json.dumps({"results": before}))
    assert main(["--part", "segments", "--sets", "bank5"]) == 0
    assert main(["--part", "segments", "--sets", "wine5"]) == 1  # IMM is better
    kept = json.loads((tmp_path / "segments.json").read_text())["results"]
    assert [(one["name"], one["columns"]) for one in kept] == [
        ("wine5", 8), ("framingham6", 7), ("bank5", 8),
    ]  # fmt: skip
    page = (tmp_path / "segments.md").read_text(encoding="utf-8")
    assert page.startswith("# Benchmark: segments that touch")


@pytest.mark.parametrize("options", [["--quick"], ["--limit", "7"]])
def test_short_runs_are_not_kept(monkeypatch, tmp_path, options):
    monkeypatch.setattr(parts, "RESULTS", tmp_path)
    monkeypatch.setattr(
        command,
        "measured",
        lambda case: figures(case.name, time_limit=case.time_limit),
    )
    assert main(["--part", "segments", *options]) == 0
    assert list(tmp_path.iterdir()) == []


def test_run_without_any_figures_fails(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(parts, "RESULTS", tmp_path)
    gone = {"title": "seeds5", "skipped": "it is not there"}
    monkeypatch.setattr(command, "measured", lambda case: gone)
    assert main(["--part", "segments", "--sets", "seeds5"]) == 1
    assert "it is not there" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_unknown_table_is_wrong_usage(capsys):
    with pytest.raises(SystemExit):
        main(["--part", "segments", "--sets", "iris"])
    assert "unknown sets: iris; there are seeds5, wine5" in capsys.readouterr().err
