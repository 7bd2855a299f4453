"""What the tables of the cases with several features per condition say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.cases import OBLIQUE, PAPER, PASS
from benchmarks.layout import Row, Titled
from benchmarks.reference import OBLIQUE_REFERENCE, PAPER_ELSEWHERE

Figures = Mapping[str, Any]

MINUTE = 60.0
OBLIQUE_HEADER = (
    "set", "status", "errors", "complexity", "known", "one: errors", "one: complexity",
    "within its errors", "seconds", "start", "relaxation", "pricing", "integer", "iterations",
    "columns", "cones", "tried", "covered", "verdict",
)  # fmt: skip
OBLIQUE_TEXT = """\
Half-spaces of up to three features with whole weights up to 10 (`max_terms=3,
max_coefficient=10`), two stages with `error_slack=0.05`, `min_recall=0` as in the paper, at most
LIMIT seconds each. In brackets: the proven lower bounds. `known` is what a separate program found
that is not part of this project, or the paper's own table: errors, complexity. `one:` is the
axis-parallel answer on the same table in the same process (`max_terms=1`). `within its errors` is
the complexity with several features when as many errors are allowed as that one was: never more
than `one: complexity`. `start` is the part of the seconds that the axis-parallel start took, then
those of the relaxation, of pricing and of the integer master; `cones`, and directions `tried` one
by one, of all that pricing `covered`. Loading libraries, compiling and reading data are not
counted.

`WORSE` would be more errors than with one feature, a longer description within the same errors,
or an answer that is worse than `known`.
"""
PAPER_HEADER = (
    "set", "status", "errors", "complexity", "seconds", "paper: errors", "paper: complexity",
    "paper: relaxation", "paper: seconds", "ratio", "elsewhere: complexity",
    "elsewhere: seconds", "verdict",
)  # fmt: skip
PAPER_TEXT = """\
The paper as written, measured in the same process in turn with ours (the middle of up to three
runs each): first columns from the ten outermost values of each feature and side, pricing by the
integer program, one cluster after the other, until it finds no negative column, then the integer
master over the columns found; both stages. `ratio` is its time to ours, which includes the proof.
It is helped by our program without big M, and by our master. `elsewhere` is the same with big M
on a commercial solver, measured once on a similar machine with a program that is not part of this
project, so that it cannot be repeated from here.
"""
PASS_HEADER = (
    "set", "cluster", "members", "priced outsiders", "sets", "directions each", "covered", "tried",
    "decided untried", "cones", "sets with a column", "seconds", "verdict",
)  # fmt: skip
PASS_TEXT = """\
One exact pricing pass over all half-spaces of three features for one cluster: the duals are those
of stage two after some rounds of column generation, errors allowed. Every set of three features
is gone through, with all its directions on both sides, on two cores; a round of column generation
would leave off as soon as it has enough columns. `decided untried` is the share of directions
that bounds on cones have decided. The goal is a minute.
"""


def oblique_verdict(figures: Figures) -> str:
    """Compare with one feature per condition, and with what is known."""
    single, within = figures["single"], figures["within"]
    reached = figures["errors"], figures["complexity"]
    if figures["errors"] > single["errors"]:
        return "WORSE"
    if within is None or within["errors"] > single["max_errors"]:
        return "WORSE"
    if within["complexity"] > single["complexity"]:
        return "WORSE"
    known = OBLIQUE_REFERENCE.get((figures["name"], figures["variant"]))
    if known is not None and reached > (known.errors, known.complexity):
        return "WORSE"
    target = (
        (single["errors"], single["complexity"])
        if known is None
        else (known.errors, known.complexity)
    )
    return "better" if reached < target else "ok"


def paper_verdict(figures: Figures) -> str:
    """Say whether the answer is as good as the paper's, in less time."""
    ours = figures["errors"], figures["complexity"]
    theirs = figures["paper"]["errors"], figures["paper"]["complexity"]
    if ours > theirs:
        return "WORSE"
    if figures["ratio"] < 1:
        return "SLOWER"
    return "better" if ours < theirs else "ok"


def oblique_row(figures: Figures) -> Row:
    """One set."""
    if "failure" in figures:
        return _failed(figures, OBLIQUE_HEADER)
    known = OBLIQUE_REFERENCE.get((figures["name"], figures["variant"]))
    single, within, effort = figures["single"], figures["within"], figures["effort"]
    return (
        figures["title"],
        figures["status"],
        f"{figures['errors']:g} ({figures['error_bound']:g})",
        f"{figures['complexity']:g} ({figures['bound']:.4g})",
        f"{known.errors}, {known.complexity}" if known else "",
        f"{single['errors']:g}",
        f"{single['complexity']:g}",
        f"{within['complexity']:g}" if within else "none found",
        *(
            f"{seconds:.1f}"
            for seconds in (
                figures["seconds"],
                effort["start_seconds"],
                effort["relaxation_seconds"],
                effort["pricing_seconds"],
                effort["integer_seconds"],
            )
        ),
        *(
            f"{effort[name]:,}"
            for name in ("iterations", "columns", "cones", "directions_tried", "directions_covered")
        ),
        oblique_verdict(figures),
    )


def paper_row(figures: Figures) -> Row:
    """One set of the comparison with the paper as written."""
    if "failure" in figures:
        return _failed(figures, PAPER_HEADER)
    paper, elsewhere = figures["paper"], PAPER_ELSEWHERE.get(figures["name"])
    relaxation = paper["relaxation"]
    return (
        figures["title"],
        figures["status"],
        f"{figures['errors']:g}",
        f"{figures['complexity']:g} ({figures['bound']:.4g})",
        f"{figures['seconds']:.2f}",
        f"{paper['errors']:g}",
        f"{paper['complexity']:g}",
        "" if relaxation is None else f"{relaxation:.4g}",
        f"{paper['seconds']:.2f}",
        f"{figures['ratio']:.1f}",
        f"{elsewhere.complexity}" if elsewhere else "",
        f"{elsewhere.seconds:.1f}" if elsewhere else "",
        paper_verdict(figures),
    )


def pass_rows(figures: Figures) -> list[Row]:
    """One row per cluster."""
    if "failure" in figures:
        return [_failed(figures, PASS_HEADER)]
    return [
        (
            figures["title"],
            str(one["cluster"]),
            str(one["members"]),
            str(one["priced_outsiders"]),
            f"{figures['sets']:,}",
            f"{figures['directions']:,}",
            f"{one['covered']:,}",
            f"{one['tried']:,}",
            f"{100 * one['untried_share']:.2f} %",
            f"{one['cones']:,}",
            f"{one['sets_with_a_column']:,}",
            f"{one['seconds']:.1f}",
            "ok" if one["seconds"] < MINUTE and one["complete"] else "SLOWER",
        )
        for one in figures["passes"]
    ]


def rows_of(figures: Figures) -> list[Row]:
    """The rows of one case, whatever its kind."""
    if figures["kind"] == PASS:
        return pass_rows(figures)
    return [oblique_row(figures) if figures["kind"] == OBLIQUE else paper_row(figures)]


def tables(results: Sequence[Figures]) -> list[Titled]:
    """The tables that have rows, each with the text above it."""
    found: list[Titled] = []
    limit = max((figures["time_limit"] for figures in results), default=0)
    for kind, text, header in (
        (OBLIQUE, OBLIQUE_TEXT.replace("LIMIT", f"{limit:g}"), OBLIQUE_HEADER),
        (PAPER, PAPER_TEXT, PAPER_HEADER),
        (PASS, PASS_TEXT, PASS_HEADER),
    ):
        rows = [row for figures in results if figures["kind"] == kind for row in rows_of(figures)]
        if rows:
            found.append((text, [header, *rows]))
    return found


def _failed(figures: Figures, header: Sequence[str]) -> Row:
    return (figures["title"], *[""] * (len(header) - 2), "FAILED")
