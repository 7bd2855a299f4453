"""Figures that README and docs quote are those of the results files, of this version.

`python -m benchmarks.quoted` writes the tables; what sentences say of them is counted here.
"""

from __future__ import annotations

import math
import re
from statistics import fmean

import pytest

from benchmarks.__main__ import PARTS
from benchmarks.cases import MIXTURE, OBLIQUE
from benchmarks.grouping import report as grouping_report
from benchmarks.paper_figures import EVERY_ROW, REASONS
from benchmarks.paper_report import key_of
from benchmarks.parts import RESULTS, page_of, stored
from benchmarks.quoted import (
    QUOTED,
    ROOT,
    TREES,
    Quoted,
    answer,
    content_of,
    results_of,
)
from benchmarks.scale.cases import ENGINE
from benchmarks.segments.cases import ANY, POLYHEDRA
from benchmarks.segments.others import LARGER
from benchmarks.unproved.cases import MANY, NOTHING, OVERLAPPING
from clusterscribe import __version__

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def words_of(name):
    """The text of a page with all its words one blank apart, as sentences run over lines."""
    return " ".join((ROOT / name).read_text(encoding="utf-8").split())


@pytest.mark.parametrize("quoted", QUOTED, ids=lambda one: one.name)
def test_table_is_what_its_results_file_says(quoted):
    assert quoted.shown() == quoted.made(), "python -m benchmarks.quoted writes it anew"


@pytest.mark.parametrize("name", sorted(path.stem for path in RESULTS.glob("*.json")))
def test_results_are_of_this_version(name):
    measured = content_of(name)["machine"]["clusterscribe"]
    assert measured == __version__, f"measure {name}.json again, then python -m benchmarks.quoted"


def test_every_comment_that_names_a_results_file_belongs_to_a_quoted_table():
    found = {
        (path.relative_to(ROOT).as_posix(), *comment)
        for path in PAGES
        for comment in re.findall(r"<!-- (\w+)\.json: (.+?) -->", path.read_text("utf-8"))
    }
    assert found == {(quoted.page, quoted.part, quoted.name) for quoted in QUOTED}


@pytest.mark.parametrize("part", PARTS, ids=lambda one: one.name)
def test_page_of_results_is_that_of_its_figures(part):
    made = page_of(part, content_of(part.name))
    assert (RESULTS / f"{part.name}.md").read_text("utf-8") == made


def test_writing_replaces_only_what_is_between_the_comments(tmp_path, monkeypatch):
    monkeypatch.setattr("benchmarks.quoted.ROOT", tmp_path)
    monkeypatch.setattr("benchmarks.quoted.results_of", lambda part: [{"errors": 3}])
    text = "Before\n\n<!-- core.json: one -->\n\n{}\n\n<!-- end of one -->\n\n| after |\n"
    (tmp_path / "page.md").write_text(text.format("| old |"), encoding="utf-8")
    quoted = Quoted("one", "page.md", "core", lambda results: [("errors",), (str(results),)])
    assert quoted.write()
    table = "| errors |\n| --- |\n| [{'errors': 3}] |"
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == text.format(table)
    assert not quoted.write()


def test_page_without_its_comments_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("benchmarks.quoted.ROOT", tmp_path)
    (tmp_path / "page.md").write_text("nothing", encoding="utf-8")
    with pytest.raises(ValueError, match=r"page\.md must have the comments of one once"):
        Quoted("one", "page.md", "core", lambda _: []).shown()


@pytest.mark.parametrize(("version", "kept"), [(__version__, [{"errors": 3}]), ("0.0.1", [])])
def test_figures_of_another_version_are_not_kept_beside_new_ones(
    tmp_path, monkeypatch, version, kept
):
    monkeypatch.setattr("benchmarks.parts.RESULTS", tmp_path)
    content = f'{{"machine": {{"clusterscribe": "{version}"}}, "results": [{{"errors": 3}}]}}'
    (tmp_path / "core.json").write_text(content, encoding="utf-8")
    assert stored(PARTS[0].name) == kept


def test_readme_table_beside_trees_is_proved_throughout():
    assert "each of our figures is proved to be optimal" in words_of("README.md")
    quoted = [figures for figures in results_of("core") if figures["title"] in TREES]
    assert [figures["title"] for figures in quoted if figures["status"] != "optimal"] == []


def test_readme_on_mixtures_says_what_was_measured():
    mixtures = [figures for figures in results_of("core") if figures["name"] == MIXTURE]
    assert "20,000 x 16" in words_of("README.md")
    assert {(one["rows"], one["columns"], one["time_limit"]) for one in mixtures} == {
        (20_000, 16, 30.0)
    }
    assert all(one["error_bound"] < one["errors"] for one in mixtures)
    better = sum(one["errors"] < one["tree_errors"] for one in mixtures)
    assert all(one["errors"] <= one["tree_errors"] for one in mixtures)
    assert better > len(mixtures) / 2, "mostly better"


def test_several_features_are_never_worse_than_one():
    several = [figures for figures in results_of("oblique") if figures["kind"] == OBLIQUE]
    for figures in several:
        one, within = figures["single"], figures["within"]
        assert figures["errors"] <= one["errors"], figures["title"]
        assert within["complexity"] <= one["complexity"], figures["title"]


def test_unions_beside_larger_trees_are_counted():
    tables = results_of("segments")
    both = [(answer(figures, POLYHEDRA), figures["others"][LARGER]) for figures in tables]
    assert all(ours["errors"] < tree["errors"] for ours, tree in both)
    shorter = sum(ours["complexity"] < tree["complexity"] for ours, tree in both)
    said = words_of("docs/unions.md")
    assert f"fewer errors than the tree on all {NUMBERS[len(both)]} tables" in said
    assert f"shorter on {NUMBERS[shorter]} of them" in said
    assert all(answer(figures, ANY)["errors"] >= ours["errors"] for figures, (ours, _) in
               zip(tables, both, strict=True))  # fmt: skip


def test_readme_says_how_little_is_proved_where_clusters_touch():
    tables = results_of("segments")
    shares = [
        found["error_bound"] / found["errors"]
        for found in (answer(figures, ANY) for figures in tables)
    ]
    open_ones = [share for share in shares if share < 1]
    said = words_of("README.md")
    assert f"on {NUMBERS[len(tables)]} tables of such segments" in said
    assert f"were proved for {NUMBERS[len(shares) - len(open_ones)]} within a minute" in said
    least, most = (math.floor(100 * share) for share in (min(open_ones), max(open_ones)))
    assert f"{least} to {most} % of the errors" in said


def test_bounds_on_few_conditions_are_counted():
    public = [figures for figures in results_of("segments") if figures["table"] == "stored"]
    shares = {
        (figures["name"], way): found["error_bound"] / found["errors"]
        for figures in public
        for way in ("two conditions", "three conditions")
        for found in [answer(figures, way)]
    }
    near = [
        figures["name"]
        for figures in public
        if min(share for (name, _), share in shares.items() if name == figures["name"]) >= 0.95
    ]
    said = words_of("docs/method.md")
    counted = f"{NUMBERS[len(near)]} of the {NUMBERS[len(public)]} tables of public sets"
    assert f"within 5 % of the errors on {counted}" in said
    assert 1 - shares["framingham6", "two conditions"] == pytest.approx(1 / 6, abs=0.02)


def test_what_the_page_of_the_paper_says_of_other_budgets_was_measured():
    of_case, said = {key_of(one): one for one in results_of("paper")}, words_of("docs/paper.md")
    for name, budget, complexity in (("adult", 23, 20), ("adult", 24, 10), ("seeds", 3, 4)):
        figures = of_case[name, "LC-PDP-1", budget]
        assert (figures["complexity"], figures["bound"]) == (complexity, complexity)
    assert "10, takes 24 errors: with 15 to 23 nothing is shorter than 20" in said
    for budget, sparsity in ((23, 8), (24, 2)):
        figures = of_case["adult", "Sp-PDP-1", budget]
        assert (figures["sparsity"], figures["bound"]) == (sparsity, sparsity)
    figures = of_case["bank", EVERY_ROW, None]
    errors, rows = figures["error_bound"], figures["rows"]
    most = math.ceil(1000 * (1 - errors / rows)) / 10
    assert f"at least {errors:,} errors are proved: no prototypes exceed {most} %" in said
    assert (
        f"at least {errors:,} errors are proved (see below), so that no prototypes exceed "
        in (REASONS["bank", "accuracy", "PROTO"])
    )
    assert "With three, ours make no error on any set" in said
    three = [one for (_, method, most), one in of_case.items() if most is None and "3" in method]
    assert three
    assert not any(one["errors"] for one in three)


def test_memory_of_large_tables_is_as_it_was_measured():
    engine = {one["name"]: one for one in results_of("scale") if one["kind"] == ENGINE}
    apart, touching = engine["parquet"], engine["parquet-touching"]
    assert {one["rows"] for one in engine.values()} == {20_000_000}
    assert {one["memory_limit"] for one in engine.values()} == {"2GiB"}
    assert (
        f"With a limit of 2 GiB, a table of 20,000,000 rows took {apart['peak_bytes'] / 2**30:.1f} "
        "GiB in all, DuckDB included, and one with clusters that touch "
        f"{touching['peak_bytes'] / 2**30:.1f} GiB"
    ) in words_of("docs/large-tables.md")


def test_adaptive_groups_beside_lazy_rows_are_as_they_were_measured():
    said = 'make about as many errors as `grouping="lazy"`, and prove less'
    assert said in words_of("docs/grouping.md")
    ways = [grouping_report.further(results_of("grouping"), way) for way in ("adaptive", "lazy")]
    for groups, rows in zip(*(way.values() for way in ways), strict=True):
        rates, bounds = ([fmean(one[name] for one in some) for some in (groups, rows)]
                         for name in ("rate", "bound"))  # fmt: skip
        assert rates[0] == pytest.approx(rates[1], rel=0.1, abs=0.001)
        assert bounds[0] <= bounds[1]


def test_where_others_are_better_is_as_it_was_measured():
    said, results = words_of("docs/peers.md"), results_of("peers")
    at = {(one["method"], one["table"]): one for one in results if "failure" not in one}
    tables = dict.fromkeys(one["table"] for one in results)
    larger = [f"{tree}, 2K leaves" for tree in ("tree", "STreeD", "ExKMC")]

    def errors(method, table):
        return at[method, table]["errors"]

    def fewer(method):
        return sum(errors(method, table) < errors("clusterscribe", table) for table in tables)

    counts = [fewer(tree) for tree in larger]
    assert f"polyhedron per cluster on {counts[0]} of the {len(tables)} tables" in said
    assert f"one polyhedron per cluster on {counts[1]} tables" in said
    assert f"one polyhedron per cluster on {counts[2]} tables" in said
    proved = sum(at["STreeD, K leaves", table]["is_optimal"] for table in tables)
    assert f"it did so on {proved} of the {len(tables)} tables" in said
    ours = "clusterscribe, 3 features"
    best = {table: min(errors(tree, table) for tree in larger) for table in tables}
    no_more = sum(errors(ours, table) <= best[table] for table in tables)
    under = sum(errors(ours, table) < best[table] for table in tables)
    shorter = sum(
        at[ours, table]["complexity"] < at[larger[0], table]["complexity"] for table in tables
    )
    assert f"with 2K leaves on {no_more} of the {len(tables)} tables, and fewer than all" in said
    assert f"of them on {under}; it is shorter than scikit-learn's on {shorter}." in said
    rug = [at["RUG", table] for table in tables]
    assert not any(one["errors"] or one["vote_errors"] for one in rug)
    faster = sum(one["seconds"] < at["clusterscribe", one["table"]]["seconds"] for one in rug)
    assert f"On {faster} of them the setting shown took less time than ours." in said
    more = sum(errors("our PROTO", table) > errors("clusterscribe", table) for table in tables)
    assert f"more errors than ours on {more} of the {len(tables)} tables" in said


@pytest.mark.parametrize(
    ("method", "table", "shown"),
    [
        ("tree, 2K leaves", "bank5", "{errors} instead of 261 on `bank5`"),
        ("clusterscribe", "bank5", "218 instead of {errors} on `bank5`"),
        ("tree, 2K leaves", "seeds5", "{errors} instead of 19 on `seeds5`"),
        ("clusterscribe", "seeds5", "10 instead of {errors} on `seeds5`"),
        ("clusterscribe, 2 polyhedra", "bank5", "answer to that: {errors} and 3 errors"),
        ("clusterscribe, 2 polyhedra", "seeds5", "159 and {errors} errors"),
        ("tree, K leaves", "seeds", "{complexity} instead of 8 on `seeds`"),
        ("tree, K leaves", "wine", "{complexity} instead of 10 on `wine`"),
        ("tree, K leaves", "spam4", "it makes {errors} errors instead of 966"),
        ("clusterscribe", "spam4", "makes 882 errors instead of {errors}"),
        ("STreeD, K leaves", "bank5", "{errors} errors instead of 605 on `bank5`"),
        ("STreeD, K leaves", "bank5", "at {complexity} instead of 34"),
        ("STreeD, 2K leaves", "bank5", "({errors} on `bank5`)"),
        ("ExKMC, 2K leaves", "adult5", "on `adult5` {errors} instead of 4,728"),
        ("ShallowTree", "framingham6", "it makes {errors} errors at {complexity} where"),
        ("clusterscribe", "framingham6", "ours made {errors} at {complexity} in 15 seconds"),
        ("our ExKMC, 2K leaves", "bank5", "ours makes {errors} errors and theirs 210"),
        ("ExKMC, 2K leaves", "bank5", "ours makes 491 errors and theirs {errors}"),
        (
            "STreeD, 2K leaves",
            "mixture3-few",
            "STreeD's {errors} at {complexity}, ours 2,430 at 32",
        ),
        ("ExKMC, 2K leaves", "mixture3-few", "ExKMC's {errors} at {complexity} and STreeD's"),
        ("ExKMC, 2K leaves", "mixture5-few", "ExKMC's makes {errors} at {complexity}, ours 2,590"),
        (
            "clusterscribe, 2 polyhedra",
            "mixture5-few",
            "ours {errors} at {complexity}; on `default5`",
        ),
        ("STreeD, 2K leaves", "default5", "STreeD's {errors} at {complexity}, ours 3,804"),
        ("clusterscribe, 2 polyhedra", "default5", "ours {errors} at {complexity}; on `adult` all"),
        ("tree, 2K leaves", "bank", "{errors} errors instead of 62 on `bank`"),
        ("STreeD, 2K leaves", "libras", "instead of {errors} on `libras`"),
        ("STreeD, K leaves", "spam4", "it makes {errors} errors at {complexity}, ours 966 at 16"),
        ("ShallowTree", "adult", "({errors} instead of 24 on `adult`"),
        ("ShallowTree", "mixture5-all", "fewer ({errors} instead of 8,090 on `mixture5-all`)"),
        ("RUG", "mixture5-all", "a length of {complexity} on `mixture5-all`"),
        ("RUX", "default", "its vote is wrong for {vote_errors} of the 30,000"),
    ],
)
def test_figures_among_the_words_on_the_field_are_those_of_the_run(method, table, shown):
    (figures,) = (
        one for one in results_of("peers") if (one["method"], one["table"]) == (method, table)
    )
    counts = ((name, figures[name]) for name in ("errors", "complexity", "vote_errors"))
    values = {name: f"{count:,}" for name, count in counts if count is not None}
    assert shown.format(**values) in words_of("docs/peers.md")


def unproved(table):
    """Return the figures of a table on which nothing was asked for."""
    return next(
        figures
        for figures in results_of("unproved")
        if (figures["table"], figures["asked"]) == (table, NOTHING)
    )


def test_answer_without_a_proof_is_read_as_it_was_measured():
    figures, said = unproved(OVERLAPPING), words_of("docs/nothing-proved.md")
    assert " ".join(figures["said"].split()) in said
    capped, value, bound = figures["capped"], figures["complexity"], f"{figures['bound']:g}"
    for name, shown in {
        "errors": figures["errors"],
        "error_bound": figures["error_bound"],
        "max_errors": figures["max_errors"],
        "complexity": value,
        "bound": bound,
        "gap": f"{figures['gap']:.2g}",
        "capped": f"{capped['conditions']} conditions, {capped['errors']} errors",
    }.items():
        assert f"| `result.{name}` | {shown} |" in said
    assert (
        f"({value} - {bound}) / {value}. The description could be {figures['gap']:.0%}".replace(
            "%", " %"
        )
        in said
    )
    assert f'"At least {figures["error_bound"]}" is proved, even if {figures["errors"]}' in said
    tree = figures["tree"]
    assert f"makes {tree['errors']} errors at complexity {tree['complexity']}" in said


def test_many_dimensions_are_as_bad_as_the_page_says():
    figures, said = unproved(MANY), words_of("docs/when-not.md")
    tree = figures["tree"]
    assert (
        f"{figures['errors']} rows were wrong at a complexity of {figures['complexity']}, by "
        f"{figures['sparsity']} of the {figures['columns']} columns. A decision tree with one leaf "
        f"per cluster had {tree['errors']} wrong at a complexity of {tree['complexity']}."
    ) in said
