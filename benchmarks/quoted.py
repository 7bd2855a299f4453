"""The tables of README and docs that quote results: `python -m benchmarks.quoted` writes them.

The pages in `benchmarks/results/` are written as well, from the same figures.

A quoted table stands on its page between two comments, `<!-- core.json: trees -->` and
`<!-- end of trees -->`. What is between them is made from the results file and from nothing else,
and tests/test_figures.py fails when it is not what the file says.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from benchmarks import gallery, paper_report
from benchmarks.__main__ import PARTS
from benchmarks.cases import OBLIQUE
from benchmarks.layout import Row, markdown
from benchmarks.parts import RESULTS, page_of, write_whole
from benchmarks.peers import report as peers_report
from benchmarks.segments.cases import ANY, FEATURES, POLYHEDRA
from benchmarks.segments.others import LARGER
from benchmarks.unproved import report as unproved_report
from benchmarks.unproved.cases import OVERLAPPING

ROOT = RESULTS.parents[1]
LEAST_SECONDS = 0.05  # below it, seconds are quoted as less than a tenth
WHOLE_SECONDS = 10.0  # from here on, they are quoted without a digit after the point

Figures: TypeAlias = Mapping[str, Any]
Maker: TypeAlias = Callable[[Sequence[Figures]], list[Row]]


@dataclass(frozen=True)
class Quoted:
    """A table on a page, and how it is made from a results file."""

    name: str
    page: str
    part: str  # the results file, without its ending
    rows: Maker

    @cached_property
    def place(self) -> re.Pattern[str]:
        """What stands on the page: the comments, and the table between them."""
        begin = re.escape(f"<!-- {self.part}.json: {self.name} -->")
        end = re.escape(f"<!-- end of {self.name} -->")
        return re.compile(rf"(?s)({begin}\n\n)(.*?)(\n\n{end})")

    def made(self) -> str:
        """Make the table from the results file."""
        return markdown(self.rows(results_of(self.part)))

    def shown(self) -> str:
        """Return the table as it stands on the page."""
        return self._found()[2]

    def write(self) -> bool:
        """Put the table as the results file has it on the page; return whether it is another."""
        table, path = self.made(), ROOT / self.page
        if table == self.shown():
            return False
        text = self.place.sub(lambda found: found[1] + table + found[3], path.read_text("utf-8"))
        write_whole(path, text)
        return True

    def _found(self) -> re.Match[str]:
        found = list(self.place.finditer((ROOT / self.page).read_text("utf-8")))
        if len(found) != 1:
            raise ValueError(f"{self.page} must have the comments of {self.name} once")
        return found[0]


def results_of(part: str) -> list[dict[str, Any]]:
    """Return the figures of a results file."""
    figures: list[dict[str, Any]] = content_of(part)["results"]
    return figures


def content_of(part: str) -> dict[str, Any]:
    """Read a results file."""
    content: dict[str, Any] = json.loads((RESULTS / f"{part}.json").read_text("utf-8"))
    return content


def size(figures: Figures) -> str:
    """Write rows, columns and clusters."""
    return f"{figures['rows']:,} x {figures['columns']}, {figures['clusters']}"


def seconds(value: float) -> str:
    """Write seconds with as many digits as a reader needs."""
    if value < LEAST_SECONDS:
        return "< 0.1"
    return f"{value:.1f}" if value < WHOLE_SECONDS else f"{value:.0f}"


# the sets of README's tables: those with a target among their columns are quoted without it
TREES = ("seeds", "zoo, clean", "wine, clean", "adult", "bank", "libras")
SEVERAL = (
    "seeds", "zoo, clean", "wine, clean", "framingham", "spam", "adult", "bank", "libras",
)  # fmt: skip
TOUCHING = ("adult5", "framingham6", "spam4")


def trees(results: Sequence[Figures]) -> list[Row]:
    """Errors of a tree and of polyhedra with one feature per condition."""
    of_case = {(figures["title"], figures["objective"]): figures for figures in results}
    rows: list[Row] = [
        ("set", "rows x columns, clusters", "tree", "clusterscribe", "complexity", "features",
         "seconds"),
    ]  # fmt: skip
    for title in TREES:
        short, sparse = of_case[title, "complexity"], of_case[title, "sparsity"]
        rows.append(
            (
                short["name"],
                size(short),
                f"{short['tree_errors']:,}",
                f"{short['errors']:,}",
                f"{short['complexity']}",
                f"{sparse['sparsity']}",
                seconds(short["seconds"]),
            )
        )
    return rows


def several(results: Sequence[Figures]) -> list[Row]:
    """Errors and complexity with one feature per condition and with up to three."""
    of_title = {figures["title"]: figures for figures in results if figures["kind"] == OBLIQUE}
    rows: list[Row] = [
        ("set", "rows x columns, clusters", "one feature: errors, complexity",
         "up to three: errors, complexity", "seconds", "within the errors of one"),
    ]  # fmt: skip
    for figures in map(of_title.__getitem__, SEVERAL):
        one = figures["single"]
        rows.append(
            (
                figures["name"],
                size(figures),
                f"{one['errors']:,}, {one['complexity']}",
                f"{errors(figures)}, {figures['complexity']}{bound(figures)}",
                seconds(figures["seconds"]),
                within(figures),
            )
        )
    return rows


def errors(figures: Figures) -> str:
    """Write the errors, with their proven lower bound where they may not be the fewest."""
    found, proved = figures["errors"], figures["error_bound"]
    return f"{found:,}" if proved >= found else f"{found:,} ({proved:,})"


def within(figures: Figures) -> str:
    """Write the complexity with as many errors as one feature needs."""
    found = figures["within"]
    return f"{found['complexity']}{bound(found)}" if found else "-"


def bound(figures: Figures) -> str:
    """Write the proven lower bound of a complexity that is not proved to be the least."""
    return "" if figures["bound"] >= figures["complexity"] else f" ({figures['bound']:g})"


def sums(results: Sequence[Figures]) -> list[Row]:
    """Segments that touch, by one feature per condition and by up to three."""
    rows: list[Row] = [
        ("table", "one feature: errors, complexity", "up to three: errors, complexity")
    ]
    for figures in map(by_name(results).__getitem__, TOUCHING):
        rows.append((title(figures), *(cell(answer(figures, way)) for way in (ANY, FEATURES))))
    return rows


def unions(results: Sequence[Figures]) -> list[Row]:
    """Segments that touch, by one polyhedron per cluster, by two, and by a tree of 2K leaves."""
    rows: list[Row] = [
        ("table", "one polyhedron: errors, complexity", "two: errors, complexity",
         "tree: errors, complexity"),
    ]  # fmt: skip
    for figures in map(by_name(results).__getitem__, TOUCHING):
        found = (answer(figures, ANY), answer(figures, POLYHEDRA), figures["others"][LARGER])
        rows.append((title(figures), *map(cell, found)))
    return rows


def by_name(results: Sequence[Figures]) -> dict[str, Figures]:
    """Find the figures of a table by its name."""
    return {figures["name"]: figures for figures in results}


def answer(figures: Figures, way: str) -> Figures:
    """Return what was found for one of the things asked for."""
    found: Figures = next(one for one in figures["answers"] if one["way"] == way)
    return found


def title(figures: Figures) -> str:
    """Write the name and the size of a table."""
    return f"{figures['name']}, {figures['rows']:,} x {figures['columns']}"


def cell(figures: Figures) -> str:
    """Write errors and complexity."""
    return f"{figures['errors']:,} errors, {figures['complexity']}"


def leaks(results: Sequence[Figures]) -> list[Row]:
    """The two sets that contain their target, with it and without."""
    of_case = {(figures["title"], figures["objective"]): figures for figures in results}

    def figures_of(title: str) -> str:
        short, sparse = of_case[title, "complexity"], of_case[title, "sparsity"]
        return f"{short['errors']}, {short['complexity']}, {sparse['sparsity']}"

    rows: list[Row] = [("set", "with the target: errors, complexity, sparsity", "without")]
    return rows + [
        (name, figures_of(name), figures_of(f"{name}, clean")) for name in ("zoo", "wine")
    ]


def ways(results: Sequence[Figures]) -> list[Row]:
    """The data sets of the paper, described by other columns."""
    rows: list[Row] = [
        ("set", "first: errors, complexity, columns", "others", "all proved", "seconds")
    ]
    for figures in results:
        first = f"{figures['errors']}, {figures['complexity']}, {figures['columns_used']}"
        rows.append(
            (
                figures["title"],
                first,
                f"{figures['others']}",
                "yes" if figures["proved"] else "no",
                seconds(figures["seconds"]),
            )
        )
    return rows


def helps(results: Sequence[Figures]) -> list[Row]:
    """Clusters that overlap, and what is proved of them depending on what is asked for."""
    rows: list[Row] = [
        ("asked for", "errors (proved: at least)", "complexity (proved: at least)", "status",
         "seconds"),
    ]  # fmt: skip
    for figures in results:
        if figures["table"] == OVERLAPPING:
            rows.append(
                (
                    figures["asked"],
                    unproved_report.errors(figures),
                    unproved_report.complexity(figures),
                    figures["status"],
                    seconds(figures["seconds"]),
                )
            )
    return rows


def of_paper(text: str) -> Maker:
    """Take the table below a text of the page of the paper's results, as it is."""
    return lambda results: dict(paper_report.tables(results))[text]


def of_peers(place: str) -> Maker:
    """Take one of the tables that the page on other tools has."""
    return lambda results: peers_report.page_tables(results)[place][1]


QUOTED = (
    Quoted("several", "README.md", "oblique", several),
    Quoted("trees", "README.md", "core", trees),
    Quoted("sums", "docs/several-features.md", "segments", sums),
    Quoted("unions", "docs/unions.md", "segments", unions),
    Quoted("helps", "docs/nothing-proved.md", "unproved", helps),
    Quoted("ways", "docs/alternatives.md", "alternatives", ways),
    Quoted("accuracy", "docs/paper.md", "paper", of_paper(paper_report.ACCURACY_TEXT)),
    Quoted("sparsity", "docs/paper.md", "paper", of_paper(paper_report.SPARSITY_TEXT)),
    Quoted("complexity", "docs/paper.md", "paper", of_paper(paper_report.COMPLEXITY_TEXT)),
    Quoted("within", "docs/paper.md", "paper", of_paper(paper_report.WITHIN_TEXT)),
    Quoted("leaks", "docs/paper.md", "core", leaks),
    Quoted("cases", "docs/gallery/index.md", gallery.NAME, gallery.rows_of),
    *(Quoted(place, "docs/peers.md", "peers", of_peers(place)) for place in peers_report.PLACES),
)


def main() -> int:
    """Write the pages of all results and the tables that quote them; say which have changed."""
    for part in PARTS:
        path, text = RESULTS / f"{part.name}.md", page_of(part, content_of(part.name))
        if path.read_text("utf-8") != text:
            write_whole(path, text)
            print(f"benchmarks/results/{path.name} is now as in {part.name}.json")
    for quoted in QUOTED:
        if quoted.write():
            print(f"{quoted.page}: {quoted.name} is now as in {quoted.part}.json")
    return 0


if __name__ == "__main__":
    sys.exit(main())
