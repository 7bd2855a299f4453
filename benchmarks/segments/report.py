"""What the tables of touching segments say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from benchmarks.layout import Row, Titled
from benchmarks.segments.answers import Answer
from benchmarks.segments.cases import ANY, FEATURES, LIMIT, POLYHEDRA
from benchmarks.segments.judging import HARDER, PROVED_BELOW, SHARES, known, share, verdict
from benchmarks.segments.others import IMM, LARGER, LEAVES, SEPARATORS, TREE
from clusterscribe.parameters import MIN_RECALL

Figures: TypeAlias = Mapping[str, Any]

HEADER = (
    "table", "asked for", "errors", "share proved", "few conditions", "complexity", "status",
    "seconds", "first s", "recall", "tree", "its leaves", "2K leaves", "IMM", "separators", "known",
    "verdict",
)  # fmt: skip
TEXT = f"""\
Clusters that touch, so that one box for each cluster makes errors: k-means segments of public
tables (in the tables' own units), mixtures of 20,000 rows and 16 columns of which about a tenth lie
nearer to another centre (`few`: the centres differ in 3 columns, `all`: in all), and 20,000
customers made up for this, with skewed amounts, counts, dates and categories, in six k-means
segments. At most SECONDS seconds each, one after the other; `error_slack=0`, all else as it
is unless asked otherwise, so that at least {100 * MIN_RECALL:g} % of each cluster lie inside its
own description.

In brackets: the proven lower bounds. `share proved` is that on the errors, divided by them; `few
conditions` is what is proved of fewer conditions per cluster than are allowed. `first s` are the
seconds until there was an answer within 1 % of the last one's errors, `recall` is that of the worst
cluster. Then the errors of others on the same rows: scikit-learn's tree with one leaf per
cluster, its leaves as polyhedra (of several leaves of a cluster the largest), a tree of twice as
many leaves, IMM, and separators: a sum of at most three features for each pair of clusters, fitted
and rounded without any search. `known` are the fewest errors that were found elsewhere.

`FALSE` is a bound that another answer of the class in this run, ours or another's, contradicts,
or errors that the rows do not confirm.
`WORSE` is more errors than another method, where that has no more conditions, features and
polyhedra than were asked for (the tree's leaves and IMM whatever their recall), more than known
(unless it is proved that so few are out of reach: what is known may give a cluster up), or a
smaller share proved than is asked of so many conditions: SHARES.
Known errors and shares are asked of {LIMIT:g} seconds or more. `unproved` are few conditions for
fewer than {PROVED_BELOW:,} rows that are not proved to be the best."""
OTHERS_HEADER = (
    "table", "method", "errors", "complexity", "polyhedra", "conditions", "recall", "seconds",
)  # fmt: skip
OTHERS_TEXT = """\
The others in full. `polyhedra` are the most of one cluster, `conditions` the most of one
polyhedron. Of several bounds on one side of a sum, as on the way to a leaf, only the tightest
counts, here and in the complexity."""
BESIDE_HEADER = (
    "table", "figure", "one feature, one polyhedron", "three features", "separators",
    "two polyhedra", "tree of 2K leaves",
)  # fmt: skip
BESIDE_TEXT = """\
What more features and more polyhedra save, and what they cost: any number of conditions on one
feature each, then up to three features per condition beside the separators, and up to two polyhedra
per cluster beside the tree of twice as many leaves as clusters (which may give three to one
cluster, and one to another). Complexity counts every half-space of every polyhedron."""
METHODS = {
    TREE: "tree, one leaf per cluster",
    LEAVES: "its leaves as polyhedra",
    LARGER: "tree, twice as many leaves",
    IMM: "IMM",
    SEPARATORS: "separators",
}


def rows_of(figures: Figures) -> list[Row]:
    """One table in all ways, a line for each."""
    for reason, said in (("failure", "FAILED"), ("skipped", "skipped")):
        if reason in figures:
            return [(figures["title"], figures[reason], *[""] * (len(HEADER) - 3), said)]
    return [row(figures, answer) for answer in figures["answers"]]


def row(figures: Figures, answer: Answer) -> Row:
    """One answer, as a line of its table."""
    others, elsewhere = figures["others"], known(figures, answer)
    return (
        described(figures),
        answer["way"],
        f"{answer['errors']:,} ({answer['error_bound']:,.10g})",
        f"{share(answer):.3f}",
        few_conditions(answer["capped"]),
        f"{answer['complexity']} ({answer['bound']:g})",
        answer["status"],
        f"{answer['seconds']:.1f}",
        f"{answer['first_seconds']:.1f}",
        f"{answer['recall']:.2f}",
        *(f"{others[name]['errors']:,}" for name in METHODS),
        "" if elsewhere is None else f"{elsewhere:,}",
        verdict(figures, answer),
    )


def few_conditions(capped: Sequence[float] | None) -> str:
    """Write what is proved of few conditions: `at most 3: 1,200`."""
    return "" if capped is None else f"at most {capped[0]}: {capped[1]:,.10g}"


def described(figures: Figures) -> str:
    """Name a table with its size."""
    return (
        f"{figures['title']}, {figures['rows']:,} x {figures['columns']}, K = {figures['clusters']}"
    )


def other_rows(figures: Figures) -> list[Row]:
    """What other methods found on one table, a line for each."""
    return [
        (
            described(figures),
            words,
            f"{other['errors']:,}",
            f"{other['complexity']}",
            f"{other['polyhedra']}",
            f"{other['conditions']}",
            f"{other['recall']:.2f}",
            f"{other['seconds']:.2f}",
        )
        for name, words in METHODS.items()
        for other in (figures["others"][name],)
    ]


def beside_rows(figures: Figures) -> list[Row]:
    """Errors and complexity with more features or polyhedra, beside what these compete with."""
    of_way = {answer["way"]: answer for answer in figures["answers"]}
    others = figures["others"]
    compared = (
        of_way.get(ANY), of_way.get(FEATURES), others[SEPARATORS], of_way.get(POLYHEDRA),
        others[LARGER],
    )  # fmt: skip
    return [
        (described(figures), figure, *(f"{one[figure]:,}" if one else "" for one in compared))
        for figure in ("errors", "complexity")
    ]


def tables(results: Sequence[Figures]) -> list[Titled]:
    """The tables that have rows, each with the text above it."""
    measured = [figures for figures in results if "others" in figures]
    found: list[Titled] = [
        (text_for(results), [HEADER, *(row for each in results for row in rows_of(each))]),
        (BESIDE_TEXT, [BESIDE_HEADER, *(row for each in measured for row in beside_rows(each))]),
        (OTHERS_TEXT, [OTHERS_HEADER, *(row for each in measured for row in other_rows(each))]),
    ]
    return [(text, rows) for text, rows in found if len(rows) > 1]


def text_for(results: Sequence[Figures]) -> str:
    """Return the text above the answers, with the time limit and the shares."""
    limits = sorted({figures["time_limit"] for figures in results})
    seconds = " or ".join(f"{limit:g}" for limit in limits)
    return TEXT.replace("SECONDS", seconds).replace("SHARES", ", ".join(map(share_for, SHARES)))


def share_for(most: int) -> str:
    """Say what share must be proved for so many conditions: `0.97 with 2 (framingham6: 0.9)`."""
    harder = "".join(
        f" ({name}: {shares[most]:g})" for name, shares in HARDER.items() if most in shares
    )
    return f"{SHARES[most]:g} with {most}{harder}"
