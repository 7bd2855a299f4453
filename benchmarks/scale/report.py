"""What the tables of the large cases say, and whether it is what they must show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import log
from typing import Any, TypeAlias

from benchmarks.layout import Row, Titled
from benchmarks.scale.cases import ENGINE, MEMORY, ONE_HOT, OVERLAPPING, SEPARABLE

Figures: TypeAlias = Mapping[str, Any]

MEBIBYTE, GIBIBYTE = 2**20, 2**30
# what must be shown
TREE_SHARE = 0.5  # of the tree's time, separable
TIMES_ARRAY = 2.5  # peak memory, separable
EXPONENT = 1.1  # of the time in the rows
WIDE_SECONDS, WIDE_BYTES = 120.0, 4 * GIBIBYTE
TREE_TIMES = 5.0  # of the tree's time, overlapping
PROVED_SHARE = 0.8  # of the errors, overlapping, in an engine
TARGET_ROWS = 1_000_000  # what time and memory are asked of
TIMED_FROM = 100_000  # rows for the exponent

HEADER = (
    "case", "status", "errors", "complexity", "seconds", "tree errors", "tree complexity",
    "tree s", "ratio", "peak MiB", "array MiB", "times array", "way", "verdict",
)  # fmt: skip
SEPARABLE_TEXT = f"""\
Five round clusters, centres uniform in [-1, 1] in each of 20 columns, standard deviation 0.15,
every row labelled by the nearest centre. In brackets: the proven lower bounds. `ratio` is our time
to that of scikit-learn's `DecisionTreeClassifier` with one leaf per cluster, fitted to the same
rows in the same process; both are the middle of three (one for the largest). `tree complexity`
counts two for every condition of a leaf, of several on one side of a feature only the tightest.
`peak MiB` is the largest resident size during the first fit, less the size when all libraries were
loaded and nothing else: the array itself is in it. `way` says how many rows the solver saw. `ok`
is a proved optimum, at most {TREE_SHARE:g} of the tree's time and {TIMES_ARRAY:g} times the array
(neither is asked of fewer than {TARGET_ROWS:,} rows)."""
WIDE_TEXT = f"""\
Fifty variables of ten levels each as 500 one-hot columns, a scipy sparse matrix; labels by rules on
two of the variables (`wide`), and the same with 1 % of the labels drawn anew (`wide-noisy`), of
which about 0.8 % of the rows get another label than the rules give. The time limit is 100
seconds. `ok` is within
{WIDE_SECONDS:g} seconds and {WIDE_BYTES // GIBIBYTE} GiB.
"""
OVERLAPPING_TEXT = f"""\
Three round clusters of which 10 % of the rows lie nearer to another centre than to their own; the
centres differ in three of the ten columns. Nearest centre is the best possible classifier of
such rows, so no description can be expected to make fewer errors than 10 %; one that looks at
one column a condition makes more, and how many at least is not known. The time limit is
4 times the tree's time. `ok` is no more errors than the tree, no larger complexity, and at most
{TREE_TIMES:g} times its time.
"""
EXPONENT_HEADER = ("from", "to", "seconds", "exponent", "verdict")
EXPONENT_TEXT = f"""\
How the time grows with the rows, separable clusters: log of the ratio of times by log of the ratio
of rows. `ok` is at most {EXPONENT:g}, from the fewest rows to the most.
"""
ENGINE_HEADER = (
    "case", "status", "errors", "counted again", "tree errors", "complexity", "seconds",
    "rows fetched", "files MiB", "peak MiB", "verdict",
)  # fmt: skip
ENGINE_TEXT = f"""\
Five clusters as above in ten columns (`parquet`), and three that overlap, described by at most two
conditions each (`parquet-touching`), written as Parquet files and described where they are, through
DuckDB with a memory limit of LIMIT. `counted again` are rows and errors by a query that is written
apart from the package's own. `tree errors` are those of scikit-learn's tree with one leaf per
cluster, fitted to 1,000,000 of the rows, on all rows. `peak MiB` is the largest resident size of
the whole process, DuckDB's pages in it, less the libraries. `ok` is the same errors by both; where
clusters overlap, also no more than the tree makes, with {PROVED_SHARE:.0%} of them proved.
"""


def verdict(figures: Figures) -> str:
    """Say whether a case shows what it must."""
    if "failure" in figures:
        return "FAILED"
    if "skipped" in figures:
        return "skipped"
    if figures["kind"] == ENGINE:
        return _engine(figures)
    judge = {SEPARABLE: _separable, ONE_HOT: _wide, OVERLAPPING: _overlapping}[figures["table"]]
    return judge(figures)


def _engine(figures: Figures) -> str:
    same = figures["errors"] == figures["counted_errors"]
    if not same or figures["rows"] != figures["counted_rows"]:
        return "WORSE"
    if figures["table"] != OVERLAPPING:
        return "ok"
    is_proved = figures["error_bound"] >= PROVED_SHARE * figures["errors"]
    return "ok" if is_proved and figures["errors"] <= figures["tree_errors"] else "WORSE"


def _separable(figures: Figures) -> str:
    if figures["status"] != "optimal":
        return "WORSE"
    if figures["rows"] < TARGET_ROWS:
        return "ok"
    if figures["seconds"] > TREE_SHARE * figures["tree_seconds"]:
        return "SLOWER"
    return "ok" if figures["peak_bytes"] <= TIMES_ARRAY * figures["array_bytes"] else "LARGER"


def _wide(figures: Figures) -> str:
    if figures["seconds"] > WIDE_SECONDS:
        return "SLOWER"
    return "ok" if figures["peak_bytes"] <= WIDE_BYTES else "LARGER"


def _overlapping(figures: Figures) -> str:
    if figures["errors"] > figures["tree_errors"]:
        return "WORSE"
    if figures["complexity"] > figures["tree_complexity"]:
        return "WORSE"
    is_slow = figures["seconds"] > TREE_TIMES * figures["tree_seconds"]
    return "SLOWER" if is_slow and figures["rows"] >= TARGET_ROWS else "ok"


def row(figures: Figures) -> Row:
    """One case, as a line of its table."""
    if figures["kind"] == ENGINE:
        return _engine_row(figures)
    said = verdict(figures)
    if "failure" in figures:
        return (figures["title"], figures["failure"], *[""] * (len(HEADER) - 3), said)
    seconds, tree = figures["seconds"], figures["tree_seconds"]
    peak, array = figures["peak_bytes"], figures["array_bytes"]
    seen = "" if figures["seen"] is None else f" {figures['seen']:,}"
    single = ", float32" if figures["is_single"] else ""
    return (
        figures["title"] + single,
        figures["status"],
        f"{figures['errors']:,.10g} ({figures['error_bound']:,.10g})",
        f"{figures['complexity']:g} ({figures['bound']:.4g})",
        f"{seconds:.2f}",
        f"{figures['tree_errors']:,}",
        f"{figures['tree_complexity']}",
        f"{tree:.2f}",
        f"{seconds / tree:.2f}",
        f"{peak / MEBIBYTE:,.0f}",
        f"{array / MEBIBYTE:,.0f}",
        f"{peak / array:.1f}",
        f"{figures['way']}{seen}",
        said,
    )


def _engine_row(figures: Figures) -> Row:
    said = verdict(figures)
    reason = figures.get("failure") or figures.get("skipped")
    if reason:
        return (figures["title"], reason, *[""] * (len(ENGINE_HEADER) - 3), said)
    return (
        figures["title"],
        figures["status"],
        f"{figures['errors']:,.10g} ({figures['error_bound']:,.10g})",
        f"{figures['counted_errors']:,} of {figures['counted_rows']:,}",
        f"{figures['tree_errors']:,}" if "tree_errors" in figures else "",
        f"{figures['complexity']:g} ({figures['bound']:.4g})",
        f"{figures['seconds']:.1f}",
        "" if figures["seen"] is None else f"{figures['seen']:,}",
        f"{figures['file_bytes'] / MEBIBYTE:,.0f}",
        f"{figures['peak_bytes'] / MEBIBYTE:,.0f}",
        said,
    )


def exponents(results: Sequence[Figures]) -> list[Row]:
    """Return how the time grows, from each number of rows to the next and over all of them."""
    known = sorted(
        (f for f in results if f["table"] == SEPARABLE and f["kind"] == MEMORY and "seconds" in f),
        key=lambda figures: int(figures["rows"]),
    )
    pairs = list(pairwise(known))
    if len(known) > 2:
        pairs.append((known[0], known[-1]))
    return [_exponent(one, other, is_whole=(one, other) == pairs[-1]) for one, other in pairs]


def _exponent(one: Figures, other: Figures, *, is_whole: bool) -> Row:
    value = log(other["seconds"] / one["seconds"]) / log(other["rows"] / one["rows"])
    is_judged = is_whole and one["rows"] >= TIMED_FROM
    return (
        f"{one['rows']:,}",
        f"{other['rows']:,}",
        f"{one['seconds']:.2f} to {other['seconds']:.2f}",
        f"{value:.2f}",
        ("ok" if value <= EXPONENT else "SLOWER") if is_judged else "",
    )


def tables(results: Sequence[Figures]) -> list[Titled]:
    """The tables that have rows, each with the text above it."""
    found: list[Titled] = []
    for kind, text in (
        (SEPARABLE, SEPARABLE_TEXT),
        (ONE_HOT, WIDE_TEXT),
        (OVERLAPPING, OVERLAPPING_TEXT),
    ):
        some = [row(f) for f in results if f["table"] == kind and f["kind"] != ENGINE]
        if some:
            found.append((text, [HEADER, *some]))
        if kind == SEPARABLE and exponents(results):
            found.append((EXPONENT_TEXT, [EXPONENT_HEADER, *exponents(results)]))
    engine = [figures for figures in results if figures["kind"] == ENGINE]
    if engine:
        text = ENGINE_TEXT.replace("LIMIT", engine[0]["memory_limit"])
        found.append((text, [ENGINE_HEADER, *map(row, engine)]))
    return found
