"""`describe` on a table that a person can check by hand."""

from __future__ import annotations

import inspect
import json

import pyarrow as pa
import pytest
from pyarrow import parquet

from clusterscribe import Description, PolyhedralDescriber, Result
from clusterscribe.cli.describe import describe


def described(run, *flags):
    done = run("describe", "people.csv", "--labels", "segment", *flags)
    assert (done.code, done.err) == (0, "")
    return done.out


def found(run, *flags):
    """The description that `--json -` prints."""
    content = json.loads(described(run, "--json", "-", *flags))
    return Description.from_dict(content["description"])


def columns_used(run, *flags):
    return set(found(run, *flags).used_columns)


def test_text_goes_to_stdout(run, people):
    out = described(run)
    assert "age >= 40" in out
    assert "3 of 3 rows inside; none of others" in out
    assert "Complexity  4 (2 half-spaces)" in out
    assert "Proved: no axis-parallel description with no errors has a complexity below 4" in out


def test_json_alone_goes_to_stdout(run, people):
    content = json.loads(described(run, "--json", "-"))
    assert list(content) == ["version", "description", "result"]
    assert content["version"] == 1
    assert Description.from_dict(content["description"]).complexity == 4
    result = Result.from_dict(content["result"])
    assert (result.status, result.errors, result.complexity, result.bound) == ("optimal", 0, 4, 4)


def test_sql_alone_goes_to_stdout(run, people):
    out = described(run, "--sql", "-", "--dialect", "bigquery", "--table", "crm.people")
    assert out.startswith("SELECT")
    assert "`crm" in out


def test_table_of_the_sql_is_named_after_the_file(run, people):
    assert '"people"' in described(run, "--sql", "-")


def test_every_file_is_written(run, people):
    done = run(
        "describe", "people.csv", "--labels", "segment", "--json", "a.json", "--sql", "a.sql",
        "--text", "a.txt", "--report", "a.html",
    )  # fmt: skip
    assert done.code == 0
    assert done.err == "clusterscribe: wrote a.json, a.sql, a.txt, a.html\n"
    assert (people / "a.txt").read_text() == done.out
    assert json.loads((people / "a.json").read_text())["result"]["status"] == "optimal"
    assert (people / "a.sql").read_text().startswith("SELECT")
    page = (people / "a.html").read_text()
    assert page.startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")
    assert "age &gt;= 40" in page


def test_quiet_says_nothing_on_stderr(run, people):
    assert "age" in described(run, "--quiet", "--sql", "a.sql")


def test_label_is_no_feature(run, people):
    assert columns_used(run) == {"age"}


def test_sql_does_not_name_a_column_twice(run, people):
    text = (people / "people.csv").read_text().replace("segment", "cluster")
    (people / "people.csv").write_text(text)
    sql = run("describe", "people.csv", "--labels", "cluster", "--sql", "-").out
    assert 'AS "cluster_2"' in sql


def test_features_and_exclude(run, people):
    assert columns_used(run, "--features", "age,job") == {"age"}
    assert columns_used(run, "--exclude", "age", "--exclude", "job") == {"name"}
    assert columns_used(run, "--exclude", "age,segment,job") == {"name"}


def test_names_with_commas(run, people):
    text = (people / "people.csv").read_text().replace("age", '"age, in years"')
    (people / "people.csv").write_text(text)
    assert columns_used(run, "--features", "age, in years") == {"age, in years"}
    assert columns_used(run, "--features", '"age, in years",job') == {"age, in years"}


def test_weights_count_and_are_no_feature(run, people):
    (people / "people.csv").write_text("x,w,segment\n1,1,a\n2,1,b\n2,5,a\n3,1,b\n")
    content = json.loads(described(run, "--weights", "w", "--json", "-"))
    assert content["result"]["errors"] == 1
    assert Description.from_dict(content["description"]).used_columns == ("x",)


def test_noise_label_is_found_whatever_its_type(run, people):
    (people / "people.csv").write_text("x,segment\n1,0\n2,0\n3,-1\n4,1\n5,1\n")
    description = found(run, "--noise-label", "-1")
    assert (description.noise_label, description.noise) == (-1, "outside")
    assert list(description.polyhedra) == [0, 1]
    assert found(run, "--noise-label", "-1.0", "--noise", "ignore").noise == "ignore"


def test_noise_label_that_no_row_has(run, people):
    done = run("describe", "people.csv", "--labels", "segment", "--noise-label", "none")
    assert done.code == 0
    assert done.err == "clusterscribe: no row has the noise label 'none', so no row is noise\n"


def test_labels_that_look_like_dbscan_get_a_hint(run, people):
    (people / "people.csv").write_text("x,segment\n1,0\n2,0\n3,-1\n4,1\n5,1\n")
    done = run("describe", "people.csv", "--labels", "segment")
    assert done.code == 0
    assert "noise" in done.err
    assert done.err.startswith("clusterscribe: ")
    assert done.err.count("\n") == 1


def test_objective_sparsity_and_weights(run, people):
    for objective in ("complexity", "sparsity", "1,2"):
        result = json.loads(described(run, "--json", "-", "--objective", objective))["result"]
        assert result["objective"] == {"complexity": 4, "sparsity": 1, "1,2": 6}[objective]


def test_count_and_share_of_errors(run, people):
    (people / "people.csv").write_text("x,segment\n1,a\n2,b\n3,a\n4,b\n5,b\n6,b\n")
    for budget, errors in (("1", 1), ("1.0", 6), ("0.5", 3), ("0.34", 2)):
        result = json.loads(described(run, "--json", "-", "--max-errors", budget))["result"]
        assert result["max_errors"] == errors


def test_placement(run, people):
    assert "age <= 30" in described(run, "--placement", "tight")
    assert "age >= 45" in described(run, "--placement", "tight")


def test_tsv_and_parquet(run, people):
    table = pa.table({"age": [20, 30, 50], "segment": ["y", "y", "o"]})
    parquet.write_table(table, people / "people.parquet")
    (people / "people.tsv").write_text("age\tsegment\n20\ty\n30\ty\n50\to\n")
    for name in ("people.parquet", "people.tsv"):
        assert "age >= 40" in run("describe", name, "--labels", "segment").out


def test_progress_on_request_is_lines_on_stderr(run, people):
    rows = [f"{x},{y},{(x * x + y) % 3}" for x in range(6) for y in range(6)]
    (people / "people.csv").write_text("\n".join(["age,size,segment", *rows]))
    done = run("describe", "people.csv", "--labels", "segment", "--progress", "--time-limit", 5)
    assert done.code == 0
    assert "s: looking for the fewest wrong rows" in done.err.splitlines()[0]
    assert done.out.startswith("Cluster 0")


def test_defaults_are_those_of_the_estimator():
    ours = inspect.signature(describe).parameters
    theirs = inspect.signature(PolyhedralDescriber).parameters
    words = {"none": None}
    shared = set(ours) & set(theirs) - {"certificate"}  # a file here, and a switch there
    assert {"objective", "max_errors", "error_slack", "time_limit", "noise_label"} <= shared
    for name in shared:
        assert words.get(ours[name].default, ours[name].default) == theirs[name].default, name


def test_untrusted_names_do_no_harm(run, people):
    name = 'a"b<i>\n;--\x1b[31m'
    cells = ["x\ny", "<b>", "'; DROP", "\x1b[31m"]
    table = pa.table({name: cells, "segment": ["p", "p", "q", "q"]})
    parquet.write_table(table, people / "people.parquet")
    done = run(
        "describe", "people.parquet", "--labels", "segment", "--json", "a.json", "--sql", "a.sql",
        "--report", "a.html",
    )  # fmt: skip
    assert done.code == 0
    assert "\x1b" not in done.out + done.err
    assert "<i>" not in (people / "a.html").read_text()
    assert run("apply", "a.json", "people.parquet").code == 0
    assert "\x1b" not in run("explain", "a.json", "people.parquet", "--row", 1).out


@pytest.mark.parametrize("width", ["40", "200"])
def test_text_fits_the_terminal(run, people, monkeypatch, width):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", width)
    assert max(map(len, described(run).splitlines())) <= min(int(width), 80)


def test_grouping_is_one_of_the_names(people, run):
    done = run("describe", "people.csv", "--labels", "segment", "--grouping", "lazy", "--json", "-")
    assert json.loads(done.out)["result"]["statistics"]["rows"] == "lazy"
    assert run("describe", "people.csv", "--labels", "segment", "--grouping", "some").code == 2


def test_weights_of_labels_are_those_of_the_file(run, people):
    tallies = found(run, "--class-weight", "young=2").tallies
    assert {tally.label: tally.rows for tally in tallies} == {"young": 6, "old": 3}
    page = described(run, "--class-weight", "balanced", "--report", "-", "--no-frontier")
    assert "weighted rows" in page


def test_a_weight_of_no_label_is_refused(run, people):
    done = run("describe", "people.csv", "--labels", "segment", "--class-weight", "youg=2")
    assert done.code == 1
    assert "class_weight names the label 'youg', which no row has" in done.err
