"""The benchmark of segments that touch: its verdicts, its tables, and a small table measured."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from benchmarks import parts
from benchmarks.__main__ import BAD, main
from benchmarks.layout import machine
from benchmarks.process import KINDS
from benchmarks.segments import measure as measuring
from benchmarks.segments import run as command
from benchmarks.segments.answers import counted, is_as_short, is_of
from benchmarks.segments.cases import CASES, NAMES, OF_NAME, WAYS, SegmentsCase, chosen
from benchmarks.segments.judging import verdict
from benchmarks.segments.measure import first_seconds
from benchmarks.segments.others import one_leaf_each, others
from benchmarks.segments.report import HEADER, beside_rows, row, rows_of, tables
from benchmarks.segments.separators import separators
from benchmarks.segments.tables import customers, segments_of, table_of
from clusterscribe.description import Description, HalfSpace, Polyhedron, Term, Union
from clusterscribe.feature import Feature
from clusterscribe.progress import Snapshot

OF_TABLE = {case.name: case for case in CASES}
OTHER = {
    "errors": 900, "complexity": 18, "polyhedra": 1, "conditions": 2, "terms": 1, "recall": 0.7,
    "seconds": 0.1,
}  # fmt: skip
TWO, THREE = {"polyhedra": 2}, {"polyhedra": 3}
X0 = Feature("x0")


def answer(way="two conditions", **changes):
    """Figures of an answer that shows what it must."""
    return {
        "way": way, "errors": 780, "said_errors": 780, "error_bound": 770, "complexity": 16,
        "bound": 14.0, "capped": None, "polyhedra": 1, "conditions": 2, "terms": 1, "recall": 0.61,
        "status": "feasible", "seconds": 60.04, "first_seconds": 1.26, **changes,
    }  # fmt: skip


def three(**changes):
    """Return an answer of three conditions per cluster."""
    return answer("three conditions", errors=480, said_errors=480, **changes)


def two(errors=780, **changes):
    """Return an answer of two polyhedra per cluster, about which little is proved."""
    found = {"errors": errors, "said_errors": errors, "error_bound": 12, "polyhedra": 2}
    return answer("two polyhedra", **{**found, **changes})


def slanted():
    """Return an answer of three features per condition, about which nothing is proved."""
    return answer("three features", error_bound=0, terms=3)


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
        (figures(others={"tree-2K": {"errors": 779, "polyhedra": 2}}), "ok"),
        # than others that are of the class
        (figures(answers=[two(errors=700)], others={"tree-2K": {"polyhedra": 2}}), "ok"),
        (figures(answers=[two(errors=901)], others={"tree-2K": {"polyhedra": 2}}), "WORSE"),
        (figures(answers=[two(errors=700)], others={"tree-2K": {"errors": 699, **TWO}}), "WORSE"),
        (figures(answers=[two(errors=700)], others={"tree-2K": {"errors": 699, **THREE}}), "ok"),
        (figures(answers=[slanted()], others={"separators": {"errors": 779, "terms": 3}}), "WORSE"),
        (figures(answers=[slanted()], others={"separators": {"errors": 779, "terms": 4}}), "ok"),
        # a bound that another answer of the class is below
        (figures(others={"separators": {"errors": 769}}), "FALSE"),
        (figures(others={"separators": {"errors": 769, "recall": 0.4}}), "ok"),
        (figures(others={"separators": {"errors": 769, "terms": 3}}), "ok"),
        (figures(answers=[answer(), answer("any number", errors=769)]), "FALSE"),
        (figures(answers=[answer(), answer("any number", errors=769, conditions=3)]), "ok"),
        (figures(answers=[answer(), two(errors=769)]), "ok"),
        (figures(answers=[two(error_bound=770), answer(errors=769)]), "FALSE"),
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


def test_page_has_tables_of_answers_beside_other_methods_and_of_these():
    found = tables([figures("seeds5"), figures("bank5", time_limit=60.0)])
    assert [len(rows) for _, rows in found] == [3, 5, 11]
    assert "At most 60 seconds each" in found[0][0]
    assert "0.97 with 2 (framingham6: 0.9), 0.97 with 3" in found[0][0]
    for _, (header, *lines) in found:
        assert {len(line) for line in lines} == {len(header)}


def test_more_features_and_polyhedra_stand_beside_what_they_compete_with():
    others_ = {"separators": {"errors": 640, "complexity": 60}, "tree-2K": {"complexity": 1048}}
    answers = [answer("any number"), slanted(), two(errors=700, complexity=30)]
    found = figures("bank5", answers=answers, others=others_)
    assert [line[1:] for line in beside_rows(found)] == [
        ("errors", "780", "780", "640", "700", "900"),
        ("complexity", "16", "16", "60", "30", "1,048"),
    ]
    (errors, _) = beside_rows(figures("bank5"))
    assert errors[2:] == ("", "", "900", "", "900")  # ways that were not measured


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
    (case,) = chosen({"adult5"}, quick=False, limit=None, ways={"two polyhedra", "any number"})
    assert case.ways == ("any number", "two polyhedra")


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
        "errors": 2, "recall": 2 / 3, "polyhedra": 1, "complexity": 4, "conditions": 1, "terms": 1,
    }  # fmt: skip
    given_up = counted(Description(("x0",), (parts_[1], Union(0, ()))), table, labels)
    assert (given_up["polyhedra"], given_up["conditions"], given_up["complexity"]) == (1, 1, 2)
    between = Polyhedron(0, (from_(0.0), up_to(0.0), up_to(4.0)))
    union = Description(("x0",), (Union(0, (parts_[0], between)), parts_[1]))
    both = counted(union, table, labels)
    assert (both["polyhedra"], both["conditions"], both["complexity"]) == (2, 2, 8)


def test_class_is_conditions_features_and_recall():
    assert is_of({**OTHER, "conditions": 3}, OF_NAME["three conditions"])
    assert not is_of({**OTHER, "conditions": 3}, OF_NAME["two conditions"])
    assert not is_of({**OTHER, "terms": 2}, OF_NAME["any number"])
    assert is_of({**OTHER, "terms": 2}, OF_NAME["three features"])
    assert not is_of({**OTHER, "recall": 0.4}, OF_NAME["any number"])
    assert is_as_short({**OTHER, "recall": 0.4}, OF_NAME["any number"])
    assert not is_as_short({**OTHER, "polyhedra": 2}, OF_NAME["any number"])
    assert is_as_short({**OTHER, "polyhedra": 2}, OF_NAME["two polyhedra"])
    assert not is_as_short({**OTHER, "polyhedra": 3}, OF_NAME["two polyhedra"])


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
    shown = tables([{**case.to_dict(), "title": case.title, **found}])
    assert [len(lines) for _, lines in shown] == [1 + len(WAYS), 3, 6]
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
    (tmp_path / "segments.json").write_text(json.dumps({"machine": machine(), "results": before}))
    assert main(["--part", "segments", "--sets", "bank5"]) == 0
    assert main(["--part", "segments", "--sets", "wine5"]) == 1  # IMM is better
    kept = json.loads((tmp_path / "segments.json").read_text())["results"]
    assert [(one["name"], one["columns"]) for one in kept] == [
        ("wine5", 8), ("framingham6", 7), ("bank5", 8),
    ]  # fmt: skip
    page = (tmp_path / "segments.md").read_text(encoding="utf-8")
    assert page.startswith("# Benchmark: segments that touch")


def test_one_way_replaces_its_own_figures(monkeypatch, tmp_path):
    monkeypatch.setattr(parts, "RESULTS", tmp_path)
    again = [two(errors=600)]
    monkeypatch.setattr(
        command, "measured", lambda case: figures(case.name, columns=8, answers=again)
    )
    before = [figures("bank5", answers=[answer(), two(errors=700)]), figures("adult5")]
    (tmp_path / "segments.json").write_text(json.dumps({"machine": machine(), "results": before}))
    assert main(["--part", "segments", "--sets", "bank5", "--ways", "two polyhedra"]) == 0
    bank, adult = json.loads((tmp_path / "segments.json").read_text())["results"]
    assert bank["ways"] == ["two conditions", "two polyhedra"]
    assert [one["errors"] for one in bank["answers"]] == [780, 600]
    assert (bank["columns"], adult["columns"]) == (8, 7)


def test_table_that_failed_has_no_old_figures(monkeypatch):
    old, failed = figures("bank5"), {"name": "bank5", "title": "bank5", "failure": "out of memory"}
    assert command.renewed([old], failed) == [failed]
    assert command.renewed([failed], {**old, "ways": ["two conditions"]}) == [
        {**old, "ways": ["two conditions"]}
    ]


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


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--sets", "iris"], "unknown sets: iris; there are seeds5, wine5"),
        (["--ways", "five"], "unknown ways: five; there are two conditions, three conditions"),
    ],
)
def test_unknown_names_are_wrong_usage(capsys, options, said):
    with pytest.raises(SystemExit):
        main(["--part", "segments", *options])
    assert said in capsys.readouterr().err
