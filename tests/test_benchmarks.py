"""The benchmark: what its tables say."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.__main__ import main
from benchmarks.cases import cases
from benchmarks.data import mixture
from benchmarks.report import measure, page, plain, row, tables, verdict

FIGURES = {
    "name": "wine", "variant": "paper", "objective": "complexity", "max_errors": None,
    "title": "wine", "errors": 2, "error_bound": 2, "complexity": 10, "sparsity": 3, "value": 10,
    "bound": 10, "seconds": 0.5, "peak_mebibytes": 7.6, "tree_errors": 5, "tree_seconds": 0.002,
}  # fmt: skip
MIXTURE = {**FIGURES, "name": "mixture", "variant": "few", "title": "mixture of 2, few columns"}


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


def test_page_names_machine_and_versions():
    about = {
        "date": "2026-01-01", "cores": 2, "memory_gibibytes": 8, "system": "Linux",
        "python": "3.11", "clusterscribe": "0", "numpy": "1", "scipy": "2", "scikit-learn": "3",
        "ortools": "4",
    }  # fmt: skip
    text = page([FIGURES, MIXTURE], about)
    assert "2 cores, 8 GiB" in text
    assert text.count("| --- |") == 2


def test_sets_can_be_chosen():
    assert {case.name for case in cases({"iris", "bank"}, quick=False)} == {"iris", "bank"}
    assert "libras" not in {case.name for case in cases(None, quick=True)}


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
