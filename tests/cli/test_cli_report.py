"""`describe --report`, and the words of a user in it."""

from __future__ import annotations

import pytest

from clusterscribe import describing

ROWS = """\
x,y,side
1,5,a
2,1,a
3,4,a
4,2,a
6,5,b
7,1,b
8,3,b
9,9,c
"""
SLIDER = 'type="range"'


@pytest.fixture
def line(tmp_path, monkeypatch):
    (tmp_path / "line.csv").write_text(ROWS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def described(run, *flags):
    return run("describe", "line.csv", "--labels", "side", *flags)


def heard_limits(monkeypatch):
    """Return a list of the time limits that searches for a description are given."""
    limits, search = [], describing.describe_clusters

    def heard(data, parameters, listener, **options):
        limits.append(parameters.time_limit)
        return search(data, parameters, listener, **options)

    monkeypatch.setattr(describing, "describe_clusters", heard)
    return limits


def test_the_report_has_the_frontier_and_the_stability(run, line):
    done = described(run, "--report", "a.html", "--stability", "3")
    assert (done.code, done.err) == (0, "clusterscribe: wrote a.html\n")
    page = (line / "a.html").read_text()
    assert SLIDER in page
    assert "3 samples of the rows" in page


def test_both_can_be_left_out(run, line):
    described(run, "--report", "a.html", "--stability", "0", "--no-frontier")
    page = (line / "a.html").read_text()
    assert SLIDER not in page
    assert "samples of the rows" not in page


def test_neither_is_looked_for_without_a_report(run, line, monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("nobody asked for it")

    monkeypatch.setattr("clusterscribe.cli.reporting.Finder.with_surroundings", refuse)
    assert described(run).code == 0


def test_without_time_a_remark_says_how_to_get_them(run, line, monkeypatch):
    monkeypatch.setattr("clusterscribe.cli.reporting.LEAST", float("inf"))
    done = described(run, "--report", "a.html")
    assert done.err == (
        "clusterscribe: no time was left for the rest of the frontier in the report; allow more "
        "with --time-limit, or use --no-frontier\n"
        "clusterscribe: no time was left for stability in the report; allow more with "
        "--time-limit, or use --stability 0\n"
        "clusterscribe: wrote a.html\n"
    )
    assert SLIDER in (line / "a.html").read_text()  # what was found on the way


def test_answer_outlives_an_interrupt_before_its_frontier(run, line, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("clusterscribe.cli.reporting.Finder.with_surroundings", interrupted)
    done = described(run, "--report", "a.html")
    assert (done.code, done.err) == (130, "clusterscribe: wrote a.html\n")
    assert SLIDER in (line / "a.html").read_text()  # what was found on the way


def test_report_of_a_table_in_an_engine_has_all_the_time_and_says_what_it_lacks(
    run, line, monkeypatch
):
    pytest.importorskip("ibis")
    limits = heard_limits(monkeypatch)
    done = described(run, "--report", "a.html", "--engine", "duckdb", "--time-limit", 20)
    assert (done.code, limits) == (0, [20])
    assert done.err == (
        "clusterscribe: the table stays in DuckDB, so the report has no charts, no frontier "
        "and no stability\nclusterscribe: wrote a.html\n"
    )
    assert SLIDER not in (line / "a.html").read_text()


def test_interrupted_frontier_leaves_a_report_and_the_exit_code_of_an_interrupt(
    run, line, monkeypatch
):
    def interrupted(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(
        "clusterscribe.search.axis.axis_frontier.AxisFrontier._break_ties", interrupted
    )
    done = described(run, "--report", "a.html")
    assert done.code == 130
    assert done.err == (
        "clusterscribe: interrupted: these are the points so far\nclusterscribe: wrote a.html\n"
    )
    page = (line / "a.html").read_text()
    assert SLIDER in page
    assert "samples of the rows" not in page


def test_the_report_says_of_what_it_is(run, line):
    described(run, "--report", "a.html", "--stability", "0", "--exclude", "y")
    page = (line / "a.html").read_text()
    for name, value in (("file", "line.csv"), ("labels", "side"), ("exclude", "y")):
        assert f"<dt><bdi>{name}</bdi></dt><dd><bdi>{value}</bdi></dd>" in page


def test_names_nouns_and_titles_are_those_of_the_user(run, line):
    (line / "names.json").write_text('{"x": "distance (km)"}')
    flags = ["--noun", "trips", "--feature-names", "names.json", "--max-errors", "1"]
    done = described(run, *flags, "--sentences", "-")
    assert done.out == (
        "a: Trips with distance of at most 5 km\n"
        "b: Trips with distance of at least 5 km\n"
        "c: Trips with distance of at least 9 km\n"
    )
    described(run, *flags, "--report", "a.html", "--title", "Two sides", "--stability", "0")
    page = (line / "a.html").read_text()
    assert "<title>Two sides</title>" in page
    assert "Trips with distance of at most 5 km" in page


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (
            "{'x'}",
            "--feature-names: 'names.json' is not JSON: Expecting property name enclosed in "
            "double quotes: line 1 column 2 (char 1)",
        ),
        (
            '["x"]',
            "--feature-names: 'names.json' must hold a JSON object such as "
            '{"avg_ord": "average order (EUR)"}',
        ),
        (
            '{"z": "distance"}',
            "feature_names names the column 'z', which is not in the table. It has 'x', 'y' and "
            "'side'.",
        ),
    ],
)
def test_wrong_names_are_refused_before_the_search(run, line, names, sentence):
    (line / "names.json").write_text(names)
    done = described(run, "--feature-names", "names.json", "--report", "a.html")
    assert (done.code, done.err) == (1, f"clusterscribe: {sentence}\n")
    assert not (line / "a.html").exists()


def test_names_that_cannot_be_read_are_refused(run, line):
    done = described(run, "--feature-names", "nowhere.json")
    assert done.err == "clusterscribe: --feature-names: there is no file 'nowhere.json'\n"


def test_an_empty_noun_is_refused(run, line):
    done = described(run, "--noun", " ")
    assert done.err == (
        "clusterscribe: noun must say what the rows are, in the plural, such as 'customers', "
        "not ' '\n"
    )


def test_a_share_of_the_time_is_kept_for_what_is_beside_the_description(run, line, monkeypatch):
    limits = heard_limits(monkeypatch)
    described(run, "--time-limit", "20", "--report", "a.html", "--stability", "0")
    described(run, "--time-limit", "20", "--report", "b.html", "--stability", "0", "--no-frontier")
    assert limits == [15, 20]
