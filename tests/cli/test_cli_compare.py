"""`clusterscribe compare`."""

from __future__ import annotations

import json
from datetime import date

import pytest

from clusterscribe import Description, TreeDescriber
from clusterscribe.cli.labelled import label_written

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
        (("--cluster", "all"), ["old", "young"]),
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


@pytest.fixture
def noisy(people):
    """The people with one of noise, and one without weight who is a cluster of her own."""
    rows = (people / "people.csv").read_text().splitlines()
    weighed = [f"{row},{'weight' if place == 0 else 1}" for place, row in enumerate(rows)]
    weighed += ["Gil,99,cook,noise,1", "Hal,33,cook,idle,0"]
    (people / "people.csv").write_text("\n".join(weighed))
    return ("--noise-label", "noise", "--weights", "weight")


def test_noise_is_not_among_all_clusters(run, noisy):
    done = compared(run, *QUICK, *noisy, "--cluster", "all")
    assert done.code == 0
    titles = [line.split()[1] for line in done.out.splitlines() if line.startswith("Cluster ")]
    assert titles == ["old", "young"]


@pytest.mark.parametrize("label", ["noise", "idle"])
def test_a_label_that_is_no_cluster_is_refused_before_any_work(run, noisy, label, monkeypatch):
    monkeypatch.setattr("clusterscribe.comparison.compare.compare", None)
    done = compared(run, *QUICK, *noisy, "--cluster", label)
    assert done.code == 1
    assert done.err == (
        f"clusterscribe: --cluster: '{label}' is the label of noise or of rows without weight, "
        "not of a cluster; there are young and old\n"
    )


def test_the_table_is_printed_when_no_method_has_an_answer(run, people):
    done = compared(run, "--features", "age", "--methods", "DTDM", "--cluster", "old")
    assert done.code == 0
    assert done.out.startswith("method ")
    assert "no method describes it" in done.out


@pytest.mark.parametrize(
    ("text", "labels", "found"),
    [
        ("true", [False, True], True),
        ("TRUE", [False, True], True),
        ("False", [True, False], False),
        ("1", [False, True], None),
        ("0", [False, True], None),
        ("1", [0, 1], 1),
        ("1", [0.0, 1.0], 1.0),
        ("1.0", [0, 1], 1),
        ("true", ["True", "true"], "true"),
        ("2024-05-01", [date(2024, 5, 1)], date(2024, 5, 1)),
        ("odd", ["even"], None),
    ],
)
def test_a_label_is_found_as_it_is_written(text, labels, found):
    written = label_written(text, labels)
    assert written == found
    assert type(written) is type(found)


def test_a_truth_can_be_a_cluster(run, people):
    rows = [row.split(",") for row in (people / "people.csv").read_text().split()]
    truths = [[*row[:3], str(row[3] == "old").lower()] for row in rows[1:]]
    table = "\n".join(",".join(row) for row in [rows[0], *truths])
    (people / "people.csv").write_text(table)
    assert "Cluster True by" in compared(run, *QUICK, "--cluster", "true").out
    assert compared(run, *QUICK, "--cluster", "1").code == 1


def test_nothing_is_cut_in_a_file_or_of_a_cluster_that_is_named(run, people):
    header = ",".join([*(f"a_column_with_a_long_name_{i}" for i in range(20)), "name,segment"])
    lines = [
        ",".join(["1234.5" if label == "a" else str(i)] * 20) for i, label in enumerate("aabb")
    ]
    rows = [f"{line},x,{label}" for line, label in zip(lines, "aabb", strict=True)]
    (people / "people.csv").write_text("\n".join([header, *rows]))
    flags = ("--methods", "PROTO", "--text", "a.txt")
    done = compared(run, *flags)
    assert "lines more: --cluster a or to_text(clusters=['a']) shows" in done.out
    assert "more" not in (people / "a.txt").read_text()
    assert "a_column_with_a_long_name_19" in (people / "a.txt").read_text()
    assert "more" not in compared(run, *flags, "--cluster", "a").out


def test_remarks_have_the_name_of_their_method(run, people):
    done = compared(run, "--methods", "CART,DTDM")
    assert done.err == (
        "clusterscribe: DTDM: column 'age' holds numbers or dates: it is left out, and can be "
        "tags when cut into ranges\n"
    )


def test_the_traceback_of_a_method_that_failed_is_shown_on_request(run, people, monkeypatch):
    def fail(*_):
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(TreeDescriber, "_describe", fail)
    done = compared(run, *QUICK)
    assert (done.code, done.err) == (0, "")
    assert "CART      failed with ZeroDivisionError: by nothing" in done.out
    shown = compared(run, *QUICK, "--debug")
    assert shown.code == 0
    assert "clusterscribe: CART failed with ZeroDivisionError: by nothing\n" in shown.err
    assert "Traceback (most recent call last)" in shown.err


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
    assert "clusterscribe: 0 of 12 s: CART\n" in done.err


def test_unknown_methods_and_bad_flags_get_one_line(run, people):
    done = compared(run, "--methods", "CARTS")
    assert done.code == 1
    assert done.err.startswith("clusterscribe: there is no method 'CARTS'; the names are LC-PDP-1")
    assert done.err.count("\n") == 1
    assert compared(run, *QUICK, "--time-limit", "-1").code == 1
    assert compared(run, *QUICK, "--json", "-", "--latex", "-").code == 2
