"""`clusterscribe compare`."""

from __future__ import annotations

import json

import pytest

from clusterscribe import Description

QUICK = ("--methods", "LC-PDP-1,CART")


def compared(run, *flags):
    return run("compare", "people.csv", "--labels", "segment", "--exclude", "name", *flags)


def test_the_table_and_the_first_cluster_go_to_stdout(run, people):
    done = compared(run, *QUICK)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].split() == [
        "method", "accuracy", "errors", "complexity", "sparsity", "bound", "seconds",
    ]  # fmt: skip
    assert lines[1].split()[:6] == ["LC-PDP-1", "100", "%", "0", "4", "1"]
    assert "Cluster old by each method" in done.out
    assert max(map(len, lines)) <= 80


def test_methods_that_do_not_apply_have_a_line_and_the_exit_code_is_0(run, people):
    done = compared(run, "--features", "age", "--methods", "DTDM", "--methods", "CART")
    assert done.code == 0
    assert done.out.splitlines()[1].startswith("DTDM    no column holds tags: ")
    assert "'age'" in done.out.splitlines()[1]
    assert done.out.splitlines()[2:]


@pytest.mark.parametrize(
    ("flags", "shown"),
    [
        (("--cluster", "young"), ["young"]),
        (("--cluster", "young", "--cluster", "old"), ["young", "old"]),
        (("--cluster", "all"), ["young", "old"]),
    ],
)
def test_the_clusters_that_are_shown_can_be_chosen(run, people, flags, shown):
    lines = compared(run, *QUICK, *flags).out.splitlines()
    titles = [line.split()[1] for line in lines if line.startswith("Cluster ")]
    assert titles == shown


def test_a_cluster_that_is_not_there_is_named(run, people):
    done = compared(run, *QUICK, "--cluster", "odd")
    assert done.code == 1
    assert done.err == (
        "clusterscribe: --cluster: no row has the label 'odd'; there are young and old\n"
    )


def test_files_are_written_in_every_form(run, people):
    done = compared(
        run, *QUICK, "--markdown", "a.md", "--latex", "a.tex", "--json", "a.json", "--text", "a.txt"
    )
    assert done.code == 0
    assert done.err == "clusterscribe: wrote a.md, a.tex, a.json, a.txt\n"
    assert (people / "a.md").read_text().startswith("| method | accuracy |")
    assert (people / "a.tex").read_text().startswith("\\begin{tabular}")
    assert (people / "a.txt").read_text() == done.out
    methods = json.loads((people / "a.json").read_text())["methods"]
    assert [entry["method"] for entry in methods] == ["LC-PDP-1", "CART"]
    description = Description.from_dict(methods[0]["description"])
    assert description.complexity == methods[0]["result"]["complexity"] == 4


def test_json_alone_on_stdout(run, people):
    done = compared(run, *QUICK, "--json", "-")
    assert json.loads(done.out)["version"] == 1


def test_progress_says_each_method_when_asked(run, people):
    done = compared(run, *QUICK, "--progress")
    assert "clusterscribe: LC-PDP-1: 0 errors, complexity 4, sparsity 1 (" in done.err
    assert "clusterscribe: CART: 0 errors, complexity 4, sparsity 1 (" in done.err
    assert "clusterscribe: CART: no answer yet; 6 rows, 0.0 s" in done.err


def test_unknown_methods_and_bad_flags_get_one_line(run, people):
    done = compared(run, "--methods", "CARTS")
    assert done.code == 1
    assert done.err.startswith("clusterscribe: there is no method 'CARTS'; the names are LC-PDP-1")
    assert done.err.count("\n") == 1
    assert compared(run, *QUICK, "--time-limit", "-1").code == 1
    assert compared(run, *QUICK, "--json", "-", "--latex", "-").code == 2
