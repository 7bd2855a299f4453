"""The paper's experiment on grouping: instances, groups, error rates, tables, and taking it up."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from benchmarks import parts
from benchmarks.grouping import run as command
from benchmarks.grouping.design import QUICK, Design, Instance
from benchmarks.grouping.instances import Linkages, Mixture
from benchmarks.grouping.measure import measure
from benchmarks.grouping.report import Cell, Spread, cells, tables
from benchmarks.grouping.solving import error_rate, solved
from benchmarks.layout import machine, plain
from clusterscribe.problem.boxes import Boxes

TINY = replace(QUICK, rows=60, sigma_size=12, sizes=(12, 24), solve_seconds=2.0)


def solve(rate, seconds=0.25, fewest=True):
    return {"rate": rate, "complexity": 8, "fewest": fewest, "seconds": seconds}


def instance(seed, grouping=0.01, samples=(0.02, 0.04), design=TINY):
    """Figures of one instance, the same in every cell."""
    cell = {
        "groups": 12, "group_seconds": 0.05, "box_rate": 0.1, "grouping": solve(grouping),
        "samples": [solve(rate, fewest=False) for rate in samples],
    }  # fmt: skip
    way = {"rate": 0.005, "bound": 0.001, "fewest": False, "seen": 2000, "seconds": 3.0}
    return {
        **Instance(design, seed).to_dict(),
        "title": f"instance {seed + 1}",
        "link_seconds": 1.5,
        "cells": [{**cell, "sigma": sigma, "size": size} for sigma, size in design.cells],
        "further": [{"sigma": s, "lazy": way, "adaptive": way} for s in design.all_sigmas],
    }


def test_the_design_is_the_papers():
    design = Design()
    assert (design.clusters, design.columns, design.rows) == (3, 10, 10_000)
    assert (design.instances, design.samples, design.sigma_size) == (50, 5, 800)
    assert len(design.cells) == 2 * len(design.sizes) + len(design.sigmas) - 2


def test_a_design_comes_back_from_json():
    one = Instance(TINY, 7)
    assert Instance.from_dict(json.loads(json.dumps(one.to_dict()))) == one


def test_a_cut_leaves_as_many_groups_as_asked_for_and_mixes_no_clusters():
    mixture = Mixture.of(TINY, seed=3)
    groups = Linkages.of(mixture).groups(24)
    assert len(groups) == 24
    assert all(len(set(mixture.labels[groups.number == g])) == 1 for g in range(24))


def test_groups_have_one_largest_diameter_in_all_clusters():
    """No two groups of a cluster could be one without exceeding every group there is."""
    mixture = Mixture.of(TINY, seed=3)
    number = Linkages.of(mixture).groups(24).number
    rows = mixture.rows(0.2)

    def diameter(places):
        return max(np.linalg.norm(rows[i] - rows[j]) for i in places for j in places)

    members = [np.flatnonzero(number == group) for group in range(24)]
    widest = max(map(diameter, members))
    for one in range(24):
        for other in range(one):
            if mixture.labels[members[one][0]] == mixture.labels[members[other][0]]:
                assert diameter(np.concatenate([members[one], members[other]])) >= widest


def test_error_rate_counts_rows_that_are_not_only_at_home():
    rows = np.array([[0.0], [1.0], [4.0], [5.0]])
    labels = np.array([0, 0, 1, 1])
    answer = solved(Boxes.from_rows(rows, labels, 2), 5.0).answer
    assert error_rate(answer, rows, labels) == 0
    # midway between 1 and 4 the bound is at 2.5
    assert error_rate(answer, np.array([[2.4], [2.6], [2.4], [2.6]]), labels) == 0.5


def test_the_whole_of_a_box_has_to_be_right_but_rates_are_those_of_rows():
    lower = np.array([[0.0], [3.0], [2.0]])
    upper = np.array([[4.0], [3.0], [9.0]])
    boxes = Boxes(lower, upper, np.array([5, 1, 3]), np.array([0, 0, 1]), 2)
    answer = solved(boxes, 5.0).answer
    assert answer.errors == 3  # the boxes overlap, and the lighter one is given up
    assert error_rate(answer, np.array([[0.0], [8.0]]), np.array([0, 1])) <= 0.5


def test_one_instance_is_measured():
    figures = measure(Instance(TINY, 0))
    assert [(cell["sigma"], cell["size"]) for cell in figures["cells"]] == [(0.2, 12), (0.2, 24)]
    for cell in figures["cells"]:
        assert cell["groups"] == cell["size"]
        assert len(cell["samples"]) == TINY.samples
        assert cell["grouping"]["rate"] <= cell["box_rate"]
    (further,) = figures["further"]
    assert further["lazy"]["bound"] <= further["lazy"]["rate"] <= 1
    assert further["adaptive"]["rate"] <= 1


def test_spread_is_mean_and_standard_deviation():
    assert Spread((0.01, 0.03)).percent() == "2.00 ± 1.41"
    assert Spread((0.01,)).percent() == "1.00 ± 0.00"


@pytest.mark.parametrize(
    ("grouping", "said", "better"),
    [(0.01, "grouping", (2, 0)), (0.03, "equal", (0, 2)), (0.05, "sub-sampling", (0, 0))],
)
def test_a_cell_says_who_makes_fewer_errors(grouping, said, better):
    (cell, _) = cells([instance(seed, grouping, samples=(0.03, 0.03)) for seed in (0, 1)])
    assert isinstance(cell, Cell)
    assert (cell.fewer, cell.better) == (said, better)


def test_tables_of_the_experiment():
    (text, rows), (_, further) = tables([instance(0), instance(1, grouping=0.03)])
    assert rows[1] == (
        "0.2", "12", "2.00 ± 1.41", "3.00 ± 0.00", "1 of 2", "1", "10.00 ± 0.00", "100 %", "0 %",
        "0.30", "0.25", "grouping",
    )  # fmt: skip
    assert further[1] == (
        "0.2", "lazy rows", "0.50 ± 0.00", "0.10", "0 %", "2,000", "0 of 2", "3.00",
    )  # fmt: skip
    assert "grouping in 2 of 2 rows of the table" in text
    assert "60 rows per cluster. 2 instances, 2 sub-samples of each" in " ".join(text.split())
    assert plain(rows).count("\n") == 2


def test_instances_that_failed_are_left_out_of_the_tables():
    failed = {**Instance(TINY, 1).to_dict(), "title": "instance 2", "failure": "out of memory"}
    ((_, rows), _) = tables([instance(0), failed])
    assert rows[1][4] == "1 of 1"
    assert tables([failed]) == []


@pytest.fixture
def kept(monkeypatch, tmp_path):
    """Run a tiny design in this process, with its results in a folder of the test."""
    asked = []

    def pretend(one):
        asked.append(one.seed)
        return instance(one.seed)

    monkeypatch.setattr(parts, "RESULTS", tmp_path)
    monkeypatch.setattr(command, "Design", lambda: TINY)
    monkeypatch.setattr(command, "measured", pretend)
    return tmp_path, asked


def test_a_run_writes_page_figures_and_plots(kept):
    folder, asked = kept
    assert command.run(quick=False) == set()
    assert sorted(asked) == [0, 1]
    assert {file.name for file in folder.iterdir()} == {
        "grouping.md", "grouping.json", "grouping-size.png", "grouping-sigma.png",
    }  # fmt: skip
    page = (folder / "grouping.md").read_text(encoding="utf-8")
    assert "| 0.2 | 12 | 1.00 ± 0.00 | 3.00 ± 0.00 | 2 of 2 |" in page
    assert "![" in page


def test_a_run_that_was_cut_short_is_taken_up_and_a_whole_one_begins_again(kept):
    folder, asked = kept
    (folder / "grouping.json").write_text(
        json.dumps({"machine": machine(), "results": [instance(1)]})
    )
    command.run(quick=False)
    assert asked == [0]
    command.run(quick=False)
    assert sorted(asked[1:]) == [0, 1]


def test_figures_of_another_design_are_not_taken_up(kept):
    folder, asked = kept
    other = instance(1, design=replace(TINY, rows=50))
    (folder / "grouping.json").write_text(json.dumps({"machine": machine(), "results": [other]}))
    command.run(quick=False)
    assert sorted(asked) == [0, 1]


def test_quick_figures_are_not_kept(kept, capsys):
    folder, _ = kept
    command.run(quick=True)
    assert list(folder.iterdir()) == []
    assert "sub-sampling %" in capsys.readouterr().out


def test_a_failure_is_told(kept, monkeypatch):
    def fail(one):
        return {**one.to_dict(), "title": one.title, "failure": "out of memory"}

    monkeypatch.setattr(command, "measured", fail)
    assert command.run(quick=True) == {"FAILED"}
