"""The benchmark: what its tables say."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from benchmarks import alternatives, oblique_report, report
from benchmarks.__main__ import main
from benchmarks.cases import cases, oblique_cases, way_cases
from benchmarks.data import mixture
from benchmarks.layout import page, plain
from benchmarks.oblique import fit
from benchmarks.oblique_report import oblique_verdict, paper_verdict
from benchmarks.paper_as_written import PaperAsWritten, geometry_of, outermost_bounds
from benchmarks.pricing_pass import one_pass
from benchmarks.process import measure as measure_case
from benchmarks.report import measure, row, tables, verdict
from clusterscribe.pricing.prices import Prices

FIGURES = {
    "name": "wine", "variant": "paper", "objective": "complexity", "max_errors": None,
    "title": "wine", "errors": 2, "error_bound": 2, "complexity": 10, "sparsity": 3, "value": 10,
    "bound": 10, "seconds": 0.5, "peak_mebibytes": 7.6, "tree_errors": 5, "tree_seconds": 0.002,
}  # fmt: skip
MIXTURE = {**FIGURES, "name": "mixture", "variant": "few", "title": "mixture of 2, few columns"}
EFFORT = {
    "start_seconds": 0.2, "relaxation_seconds": 0.1, "pricing_seconds": 0.6,
    "integer_seconds": 0.05, "iterations": 12, "columns": 80, "cones": 4000,
    "directions_tried": 900, "directions_covered": 22_000_000,
}  # fmt: skip
ONE_FEATURE = {"errors": 2, "max_errors": 2, "complexity": 10}
SEVERAL = {
    "kind": "oblique", "time_limit": 300.0,
    "name": "wine", "variant": "paper", "title": "wine", "status": "optimal",
    "errors": 0, "error_bound": 0, "complexity": 8, "bound": 8, "seconds": 1.2, "effort": EFFORT,
    "single": ONE_FEATURE, "within": {"errors": 0, "complexity": 8},
}  # fmt: skip
PAPER = {
    "kind": "paper", "time_limit": 300.0,
    "name": "wine", "variant": "paper", "title": "wine", "status": "optimal",
    "errors": 0, "complexity": 8, "bound": 8, "seconds": 1.2, "ratio": 5.0,
    "paper": {"errors": 0, "complexity": 8, "relaxation": 8.0, "seconds": 6.0},
}  # fmt: skip
PASS = {
    "kind": "pass", "time_limit": 300.0,
    "name": "libras", "title": "libras", "sets": 117_480, "directions": 6728,
    "passes": [
        {
            "cluster": 3, "members": 25, "priced_outsiders": 27, "complete": True,
            "covered": 790_405_440, "tried": 2_000_000, "untried_share": 0.9974699,
            "cones": 13_000_000, "sets_with_a_column": 8589, "seconds": 20.04,
        }
    ],
}  # fmt: skip
DIAGONAL = np.array([(x, y) for x in range(4) for y in range(4)], dtype=float)
BEYOND = DIAGONAL.sum(axis=1) > 3


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "ok"),
        ({"value": 9, "bound": 9}, "better"),
        ({"value": 11}, "WORSE"),
        ({"errors": 3}, "WORSE"),
        ({"bound": 9}, "unproved"),
        ({"error_bound": 1}, "unproved"),
        ({"name": "unheard of"}, ""),
    ],
)
def test_verdict_compares_with_what_is_known(change, said):
    assert verdict({**FIGURES, **change}) == said


@pytest.mark.parametrize(("errors", "said"), [(4, "better"), (5, "ok"), (6, "WORSE")])
def test_verdict_on_mixtures_compares_with_the_tree(errors, said):
    assert verdict({**MIXTURE, "errors": errors}) == said


def test_better_bound_is_better():
    libras = {**FIGURES, "name": "libras", "max_errors": 11, "errors": 11, "error_bound": 11}
    assert verdict({**libras, "value": 86, "bound": 50}) == "better"
    assert verdict({**libras, "value": 86, "bound": 30}) == "unproved"


def test_bound_stands_beside_the_objective():
    assert measure(FIGURES, "complexity") == "10 (10)"
    assert measure(FIGURES, "sparsity") == "3"


def test_table_is_laid_out_in_columns():
    ((_, rows),) = tables([FIGURES])
    assert plain(rows).splitlines()[1].split() == [
        "wine", "complexity", "2", "(2)", "10", "(10)", "3", "0.50", "8", "5", "0.0020", "250",
        "2,", "10", "ok",
    ]  # fmt: skip


def test_failure_is_a_row_of_its_own():
    failed = {key: FIGURES[key] for key in ("name", "variant", "objective", "title")}
    assert row({**failed, "failure": "out of memory"})[-1] == "FAILED"


@pytest.mark.parametrize("kind", ["oblique", "paper", "pass"])
def test_failure_with_several_features_is_a_row_of_its_own(kind):
    ((_, (header, failed)),) = oblique_report.tables(
        [{"kind": kind, "title": "wine", "time_limit": 9, "failure": "out of memory"}]
    )
    assert len(header) == len(failed)
    assert failed[-1] == "FAILED"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "ok"),
        ({"complexity": 7}, "better"),
        ({"complexity": 9}, "WORSE"),  # than known
        ({"name": "unheard of"}, "better"),  # than one feature
        ({"name": "unheard of", "errors": 2, "complexity": 10}, "ok"),
        ({"name": "unheard of", "errors": 3}, "WORSE"),
        ({"name": "unheard of", "within": {"errors": 2, "complexity": 11}}, "WORSE"),
        ({"name": "unheard of", "within": None}, "WORSE"),
        ({"name": "unheard of", "within": {"errors": 3, "complexity": 8}}, "WORSE"),
    ],
)
def test_several_features_are_held_against_one(change, said):
    assert oblique_verdict({**SEVERAL, **change}) == said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "ok"),
        ({"complexity": 7}, "better"),
        ({"complexity": 9}, "WORSE"),
        ({"errors": 1, "complexity": 4}, "WORSE"),
        ({"ratio": 0.9}, "SLOWER"),
    ],
)
def test_the_paper_is_beaten_with_as_good_an_answer_in_less_time(change, said):
    assert paper_verdict({**PAPER, **change}) == said


def test_tables_of_several_features():
    (several, paper, one_pass) = [
        rows[1] for _, rows in oblique_report.tables([SEVERAL, PAPER, PASS])
    ]
    assert several == (
        "wine", "optimal", "0 (0)", "8 (8)", "0, 8", "2", "10", "8", "1.2", "0.2", "0.1", "0.6",
        "0.1", "12", "80", "4,000", "900", "22,000,000", "ok",
    )  # fmt: skip
    assert paper == (
        "wine", "optimal", "0", "8 (8)", "1.20", "0", "8", "8", "6.00", "5.0", "10", "11.1", "ok",
    )  # fmt: skip
    assert one_pass == (
        "libras", "3", "25", "27", "117,480", "6,728", "790,405,440", "2,000,000", "99.75 %",
        "13,000,000", "8,589", "20.0", "ok",
    )  # fmt: skip


def test_page_of_several_features_names_the_limit():
    ((text, _),) = oblique_report.tables([SEVERAL])
    assert "at most 300 seconds each" in " ".join(text.split())


def test_page_names_machine_and_versions():
    about = {
        "date": "2026-01-01", "cores": 2, "memory_gibibytes": 8, "system": "Linux",
        "python": "3.11", "clusterscribe": "0", "numpy": "1", "scipy": "2", "scikit-learn": "3",
        "ortools": "4", "numba": "5",
    }  # fmt: skip
    text = page("Benchmark", report.tables([FIGURES, MIXTURE]), about)
    assert text.startswith("# Benchmark\n")
    assert "2 cores, 8 GiB" in text
    assert text.count("| --- |") == 2


def test_sets_can_be_chosen():
    assert {case.name for case in cases({"iris", "bank"}, quick=False)} == {"iris", "bank"}
    assert "libras" not in {case.name for case in cases(None, quick=True)}
    chosen = oblique_cases({"wine", "libras"}, quick=False, limit=7)
    assert [(case.title, case.kind) for case in chosen] == [
        ("wine", "oblique"),
        ("wine, clean", "oblique"),
        ("libras", "oblique"),
        ("wine", "paper"),
        ("libras", "pass"),
    ]
    assert {case.time_limit for case in chosen} == {7}


def test_missing_data_is_said(monkeypatch, capsys):
    monkeypatch.setenv("CLUSTERSCRIBE_DATA", "/nowhere")
    assert main(["--sets", "iris"]) == 1
    assert "No data sets in /nowhere" in capsys.readouterr().err


def test_unknown_set_is_wrong_usage(capsys):
    with pytest.raises(SystemExit):
        main(["--sets", "iris,irsi"])
    assert "unknown sets: irsi" in capsys.readouterr().err


def test_a_tenth_of_a_mixture_lies_with_another_centre():
    table, labels = mixture(3, informative=2, rows=2000, columns=4)
    centres = np.array([table[labels == label].mean(axis=0) for label in range(3)])
    nearest = ((table[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
    assert np.mean(nearest != labels) == pytest.approx(0.1, abs=0.02)


def test_first_columns_of_the_paper_lie_on_the_outermost_values():
    geometry = geometry_of(DIAGONAL, BEYOND)
    columns = outermost_bounds(geometry)
    # both clusters have members at both ends of both features: four values on each side,
    # but for the one side on which a cluster has only three
    assert len(columns) == 2 * (4 + 4) + 2 * (3 + 3)
    assert {column.features for column in columns} == {(0,), (1,)}


def test_paper_as_written_finds_the_diagonal():
    first, second, errors = PaperAsWritten(geometry_of(DIAGONAL, BEYOND), 2, 1, 30).run()
    assert (first.value, errors) == (0, 0)
    assert (second.value, second.relaxation) == (6, pytest.approx(6))
    assert second.stop_reason == "no negative column"


def test_fit_is_one_feature_or_several():
    case = oblique_cases({"iris"}, quick=True, limit=10)[0]
    assert fit(case, DIAGONAL, BEYOND, single=True).result.errors > 0
    assert fit(case, DIAGONAL, BEYOND).result.complexity == 6


def test_one_pass_covers_every_direction():
    table = np.column_stack([DIAGONAL, DIAGONAL[:, 0] * DIAGONAL[:, 1]])
    geometry = geometry_of(table, BEYOND)
    inside = geometry.ranks.cluster == 0
    members, outsiders = np.flatnonzero(inside), np.flatnonzero(~inside)
    prices = Prices(
        0, outsiders, np.ones(len(outsiders)), members, np.ones(len(members)), 0, 1.0, 1.0,
        np.zeros(3),
    )  # fmt: skip
    figures = one_pass(geometry, prices, max_coefficient=2)
    # seven directions with weights 1 and 2 and no common divisor, eight sign patterns
    assert (figures["covered"], figures["complete"]) == (7 * 8, True)
    assert figures["sets_with_a_column"] == 1


def test_kinds_are_measured_by_their_modules(monkeypatch):
    monkeypatch.setattr("benchmarks.oblique.load", lambda *_: (DIAGONAL, BEYOND))
    figures = measure_case(oblique_cases({"iris"}, quick=True, limit=10)[0])
    assert (figures["errors"], figures["complexity"], figures["status"]) == (0, 6, "optimal")
    assert figures["single"]["errors"] > 0


def test_other_ways_are_counted(monkeypatch):
    rows = np.array([[1, 5], [2, 6], [8, 1], [9, 2]])
    two_ways = SimpleNamespace(table=rows, labels=list("aabb"))
    monkeypatch.setattr(alternatives, "load", lambda name, variant: two_ways)
    (case,) = way_cases({"iris"}, quick=False)
    figures = {**case.to_dict(), "title": case.title, **alternatives.measure(case)}
    assert alternatives.row(figures)[:-1] == ("iris", "optimal", "0", "4", "1", "1", "yes")
    failed = alternatives.row({"title": "iris", "failure": "out of memory"})
    assert len(failed) == len(alternatives.HEADER)


def test_ways_are_looked_for_on_the_sets_of_the_paper():
    assert [case.title for case in way_cases(None, quick=False)] == [
        "iris", "seeds", "zoo", "wine", "spam", "default", "framingham", "adult", "bank", "libras",
    ]  # fmt: skip
