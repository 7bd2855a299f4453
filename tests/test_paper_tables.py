"""The paper's tables: when ours are worse, and when a printed figure is impossible."""

from __future__ import annotations

import json

import pytest

from benchmarks import __main__ as command
from benchmarks import parts
from benchmarks.cases import table_cases
from benchmarks.layout import machine
from benchmarks.paper_figures import EVERY_ROW, EVIDENCE, PRINTED, REASONS, half_a_digit
from benchmarks.paper_report import EVIDENCE_TEXT, UNEXPLAINED, key_of, row, tables, verdict

METHODS = ("IMM", "CART", "PROTO", "LC-PDP-1", "Sp-PDP-1", "LC-PDP-3", "Sp-PDP-3")


def figures(method, *, name="wine", max_errors=None, **changes):
    """What a method reaches on wine: as printed, unless something else is said."""
    printed = PRINTED[name]
    known = {
        "name": name, "title": name, "method": method, "max_errors": max_errors,
        "rows": printed.rows, "columns": printed.columns, "clusters": printed.clusters,
        "accuracy": float(printed.accuracy[method.replace("Sp-", "LC-")]) / 100,
        "complexity": printed.complexity.get(method, 30),
        "sparsity": printed.sparsity.get(method, 10),
        "errors": 2, "status": "feasible", "bound": 0.0, "seconds": 1.0,
    }  # fmt: skip
    return {**known, **changes}


def of_set(*changed, name="wine"):
    """All methods on a set as printed, with some of them changed or added."""
    found = {(method, None): figures(method, name=name) for method in METHODS}
    return found | {(one["method"], one["max_errors"]): one for one in changed}


@pytest.mark.parametrize("measure", ["accuracy", "sparsity", "complexity"])
@pytest.mark.parametrize("name", PRINTED)
def test_what_is_printed_is_good_enough(name, measure):
    assert verdict(name, of_set(name=name), measure) == "ok"


@pytest.mark.parametrize("method", METHODS[3:])
def test_less_accurate_than_the_paper_is_worse(method):
    assert verdict("wine", of_set(figures(method, accuracy=0.9831)), "accuracy") == "WORSE"


def test_some_polyhedra_must_be_as_accurate_as_every_other_method():
    better_tree = figures("CART", accuracy=0.995)
    assert verdict("wine", of_set(better_tree), "accuracy") == "WORSE"
    better_still = figures("Sp-PDP-3", accuracy=1.0)
    assert verdict("wine", of_set(better_tree, better_still), "accuracy") == "ok"


def test_libras_is_another_clustering_but_no_method_may_be_more_accurate():
    fine = of_set(*(figures(m, name="libras", accuracy=0.97) for m in METHODS[3:]), name="libras")
    assert verdict("libras", fine, "accuracy") == "ok"
    fine["PROTO", None]["accuracy"] = 0.98
    assert verdict("libras", fine, "accuracy") == "WORSE"


def test_longer_at_the_same_accuracy_is_worse_unless_shorter_is_proved_impossible():
    longer = figures("LC-PDP-1", complexity=12)
    assert verdict("wine", of_set(longer), "complexity") == "WORSE"
    needed = figures("LC-PDP-1", complexity=12, bound=11.0)
    assert verdict("wine", of_set(needed), "complexity") == "ok"
    not_enough = figures("LC-PDP-1", complexity=12, bound=10.0)
    assert verdict("wine", of_set(not_enough), "complexity") == "WORSE"


def test_what_is_more_accurate_and_longer_is_judged_within_the_errors_of_the_paper():
    exact = figures("LC-PDP-3", accuracy=1.0, complexity=8)
    assert verdict("wine", of_set(exact), "complexity") == "WORSE"
    within = figures("LC-PDP-3", max_errors=2, complexity=6)
    assert verdict("wine", of_set(exact, within), "complexity") == "ok"
    longer = figures("LC-PDP-3", max_errors=2, complexity=7)
    assert verdict("wine", of_set(exact, longer), "complexity") == "WORSE"


def test_another_table_or_a_failure_is_no_answer():
    assert verdict("wine", of_set(figures("IMM", columns=12)), "accuracy") == "FAILED"
    failed = {**figures("IMM"), "failure": "it broke"}
    assert verdict("wine", of_set(failed), "complexity") == "FAILED"
    assert row(failed) == ("wine IMM", "FAILED")


def test_differences_have_a_reason_or_are_unexplained(monkeypatch):
    monkeypatch.setitem(REASONS, ("iris", "accuracy", "PROTO"), "another sample")
    results = list(of_set(figures("PROTO", name="iris", accuracy=0.99), name="iris").values())
    rows = dict(tables(results))["Where ours differ from the printed figures, and why."]
    assert rows[1:] == [("iris", "accuracy", "PROTO", "another sample")]
    results[0] = figures("IMM", name="iris", sparsity=2)
    rows = dict(tables(results))["Where ours differ from the printed figures, and why."]
    assert ("iris", "sparsity", "IMM", UNEXPLAINED) in rows
    assert UNEXPLAINED in command.BAD


def test_what_reasons_rest_on_has_a_table_of_its_own():
    every_row = figures("PROTO", name="bank", error_bound=1411)
    within = figures("LC-PDP-1", name="seeds", max_errors=3, errors=3, complexity=4, bound=4.0)
    known = list(of_set(name="bank").values())
    evidence = [{**every_row, "method": EVERY_ROW}, {**within, "error_bound": 0}]
    found = dict(tables([*known, *evidence]))
    assert found.pop(EVIDENCE_TEXT)[1:] == [
        ("bank", EVERY_ROW, "-", "2 (1,411)", "30", "10", "1.0", "ok"),
        ("seeds", "LC-PDP-1", "3", "3 (0)", "4 (4)", "10", "1.0", "ok"),
    ]
    assert found == dict(tables(known))
    for unproved in ({**evidence[0], "error_bound": 0}, {**evidence[1], "bound": 3.0}):
        assert dict(tables([unproved]))[EVIDENCE_TEXT][1][-1] == UNEXPLAINED
    failed = {**evidence[0], "failure": "it broke"}
    assert dict(tables([failed]))[EVIDENCE_TEXT][1][-1] == "FAILED"


def test_a_figure_is_the_same_to_the_last_printed_digit():
    assert half_a_digit("80.1") == pytest.approx(0.05)
    assert half_a_digit("66.40") == pytest.approx(0.005)
    assert half_a_digit("4") == pytest.approx(0.5)


def test_every_method_is_measured_on_every_set_and_within_the_papers_errors():
    cases = table_cases(None, quick=False, limit=None)
    assert {case.name for case in cases} == set(PRINTED)
    assert len({key_of(case.to_dict()) for case in cases}) == len(cases)
    assert len(cases) == 10 * len(METHODS) + 2 * 4 + len(EVIDENCE)
    assert {case.time_limit for case in cases} == {300.0}


def test_a_part_replaces_its_own_figures(monkeypatch, tmp_path):
    monkeypatch.setattr(parts, "RESULTS", tmp_path)
    monkeypatch.setattr(command, "missing_sets", lambda names: {})
    stored = list(of_set(name="iris").values())
    (tmp_path / "paper.json").write_text(json.dumps({"machine": machine(), "results": stored}))
    monkeypatch.setattr(
        command, "measured", lambda case: figures(case.method, name=case.name, seconds=9.0)
    )
    assert command.main(["--part", "paper", "--sets", "iris", "--methods", "CART"]) == 0
    again = json.loads((tmp_path / "paper.json").read_text())["results"]
    assert [(one["method"], one["seconds"]) for one in again] == [
        ("IMM", 1.0), ("CART", 9.0), ("PROTO", 1.0),
        *((method, 1.0) for method in METHODS[3:]),
    ]  # fmt: skip
    assert "| iris | 150 x 4, 2 | 100.00 (100.00) |" in (tmp_path / "paper.md").read_text()


def test_sets_that_are_not_there_are_named_and_the_exit_code_says_so(monkeypatch, capsys):
    monkeypatch.setattr(command, "missing_sets", lambda names: dict.fromkeys(names, "not here"))
    assert command.main(["--part", "paper", "--sets", "iris", "--limit", "1"]) == 1
    assert "not here" in capsys.readouterr().err
