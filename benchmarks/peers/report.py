"""What the tables say: each method on each table, and each method on all of them."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from benchmarks.layout import Row, Titled
from benchmarks.peers.cases import METHODS, OF_NAME, Method
from benchmarks.peers.tables import MIXTURES, NAMES, SEGMENTS, SETS

Figures: TypeAlias = Mapping[str, Any]
Cell: TypeAlias = Callable[[Figures], str]

GROUPS = {"the ten sets": SETS, "the segments": SEGMENTS, "the mixtures": MIXTURES}
PLACES = (
    *(f"{measure} on {group}" for measure in ("errors", "seconds") for group in GROUPS),
    "all methods", "beside ours", "reasons",
)  # fmt: skip
OURS = METHODS[0].name
NOTHING = "-"
INTRODUCTION = """\
Every method has LIMIT seconds for a table, all of its settings together, in a process of its own;
methods that use one core run two at a time. All are given the same numbers: levels of categories
are columns of 0 and 1, dates are days. A row is an error unless it is inside the region of its own
cluster and no other, whichever method the regions come from. The length is our complexity: for
each condition of each rule, its features and one; of several bounds on one side the tightest
counts, and bounds that no row breaks and rules that add no row do not count. VERSIONS."""
ERRORS_TEXT = """\
Errors / length on GROUP. `*`: proved to be the fewest of all such descriptions (clusterscribe,
PROTO) or trees over the cuts that it chose (STreeD), or boxes of the largest weighted relative
accuracy (csd). A dash: no answer, for a reason that is given below."""
SECONDS_TEXT = "Seconds on GROUP, of the setting that is shown; of alternatives, of all settings."
SUMMARY_HEADER = (
    "method", "gives each cluster", "answered", "errors %", "length", "rules", "coverage",
    "separation error", "conciseness", "nWRAcc", "price", "own label wrong %", "seconds",
)  # fmt: skip
SUMMARY_TEXT = """\
All methods on the COUNT tables that all but METHODS answered (`answered` is of all ALL).
On average over these tables: the share of rows that are errors; coverage, separation error and
conciseness as Cluster-Explorer defines them, on average over the clusters; the normalised weighted
relative accuracy that csd maximises; the price of explainability, the k-means cost of how the
method divides the rows by that of the clusters, where every row is inside one region; and the rows
that get another label than their own when the method itself predicts. In the middle (median):
length, rules and seconds."""
BESIDE_HEADER = (
    "method", "gives each cluster", "tables", "fewer errors", "as many", "more errors",
    "fewer errors, no longer", "as many, shorter", "more errors, shorter",
)  # fmt: skip
BESIDE_TEXT = f"""\
Beside `{OURS}` (one polyhedron for each cluster, one feature per condition, any number of
conditions), on the tables that a method answered: on how many does it make fewer errors, as many,
or more; and on how many is it shorter than ours, or no longer, at the same time."""
ALL_HEADER = (
    "table", "method", "errors", "length", "rules", "features", "least recall", "coverage",
    "separation error", "conciseness", "nWRAcc", "price", "own label wrong", "agreement",
    "proved", "seconds", "MiB", "remark",
)  # fmt: skip
ALL_TEXT = """\
Everything. `least recall` is the share of the worst cluster inside its own region, `agreement` the
adjusted Rand index between the clusters that Kauri finds and the given ones, `MiB` the peak of
resident memory, libraries included. In brackets: bounds on the errors that our methods prove."""
REASONS_HEADER = ("method", "tables", "reason")
REASONS_TEXT = "Where there is no answer, or not of all settings."


def tables(results: Sequence[Figures]) -> list[Titled]:
    """All tables, those of the page first."""
    return [*page_tables(results).values(), (ALL_TEXT, all_rows(results))]


def page_tables(results: Sequence[Figures]) -> dict[str, Titled]:
    """The tables of the page, by the names of their places there."""
    found: dict[str, Titled] = {}
    first = introduction(results) + "\n\n"
    tables_of = {name: measured_of(results, group) for name, group in GROUPS.items()}
    for group, names in tables_of.items():
        text = first + ERRORS_TEXT.replace("GROUP", group)
        found[f"errors on {group}"] = (text, matrix(results, names, errors_and_length))
        first = ""
    for group, names in tables_of.items():
        text = SECONDS_TEXT.replace("GROUP", group)
        found[f"seconds on {group}"] = (text, matrix(results, names, seconds))
    found["all methods"] = summary(results)
    found["beside ours"] = (BESIDE_TEXT, [BESIDE_HEADER, *beside_rows(results)])
    found["reasons"] = (REASONS_TEXT, [REASONS_HEADER, *reason_rows(results)])
    return found


def measured_of(results: Sequence[Figures], names: Sequence[str]) -> list[str]:
    """Return those of some tables that were measured."""
    measured = {figures["table"] for figures in results}
    return [name for name in names if name in measured]


def introduction(results: Sequence[Figures]) -> str:
    """Say how all methods were run."""
    limits = sorted({f"{figures['limit']:g}" for figures in results})
    versions = sorted({figures["version"] for figures in results if figures.get("version")})
    return INTRODUCTION.replace("LIMIT", " or ".join(limits)).replace(
        "VERSIONS", ", ".join(versions)
    )


def matrix(results: Sequence[Figures], names: Sequence[str], cell: Cell) -> list[Row]:
    """A line for each method, a column for each table."""
    at = {(figures["method"], figures["table"]): figures for figures in results}
    rows: list[Row] = [("method", "gives each cluster", *names)]
    for method in methods_of(results):
        found = (at.get((method.name, name)) for name in names)
        cells = ("" if one is None else cell(one) if is_answered(one) else NOTHING for one in found)
        rows.append((method.name, method.gives, *cells))
    return rows


def methods_of(results: Iterable[Figures]) -> list[Method]:
    """The methods that were measured, in their order."""
    names = {figures["method"] for figures in results}
    return [method for method in METHODS if method.name in names]


def is_answered(figures: Figures) -> bool:
    """Whether the method gave an answer."""
    return "failure" not in figures


def errors_and_length(figures: Figures) -> str:
    """`1,288 / 34`, with a mark if it is proved that there are no better ones."""
    mark = "*" if is_proved(figures) else ""
    return f"{figures['errors']:,}{mark} / {figures['complexity']:,}"


def is_proved(figures: Figures) -> bool:
    """Whether the answer is proved to be the best of its kind."""
    if figures.get("is_optimal") is not None:
        return bool(figures["is_optimal"])
    bound = figures.get("error_bound")
    if bound is None or OF_NAME[figures["method"]].function == "imm":
        return False  # errors that a tree happens not to make are no proof of anything
    return bool(bound >= figures["errors"])


def seconds(figures: Figures) -> str:
    """`0.02`, `12.3`."""
    return duration(figures["seconds"])


def duration(taken: float) -> str:
    """Write seconds with two digits after the point below ten, and one above."""
    return f"{taken:.2f}" if taken < 10 else f"{taken:.1f}"


def common_tables(results: Sequence[Figures]) -> tuple[list[str], list[str]]:
    """The tables that nearly all methods answered, and the methods without.

    The methods that answered fewest tables are left out one by one until half of the tables are
    common to the rest.
    """
    answered: dict[str, set[str]] = {}
    for figures in results:
        found = answered.setdefault(figures["method"], set())
        if is_answered(figures):
            found.add(figures["table"])
    asked = {figures["table"] for figures in results}
    kept = sorted(answered, key=lambda name: (len(answered[name]), name))
    left_out: list[str] = []
    common = set.intersection(*answered.values())
    while 2 * len(common) < len(asked) and len(kept) > 1:
        left_out.append(kept.pop(0))
        common = set.intersection(*(answered[name] for name in kept))
    return [name for name in NAMES if name in common], left_out


def summary(results: Sequence[Figures]) -> Titled:
    """A line for each method, on the tables that they have in common."""
    common, left_out = common_tables(results)
    asked = len({figures["table"] for figures in results})
    rows: list[Row] = [SUMMARY_HEADER]
    for method in methods_of(results):
        every = [one for one in results if one["method"] == method.name and is_answered(one)]
        own = [one for one in every if one["table"] in common]
        is_whole = own and len(own) == len(common)
        cells = summary_cells(own) if is_whole else [NOTHING] * (len(SUMMARY_HEADER) - 3)
        rows.append((method.name, method.gives, f"{len(every)}", *cells))
    text = SUMMARY_TEXT.replace("COUNT", str(len(common))).replace("ALL", str(asked))
    names = " and ".join(f"`{name}`" for name in sorted(left_out))
    return text.replace("all but METHODS", f"all but {names}" if left_out else "all methods"), rows


def summary_cells(own: Sequence[Figures]) -> list[str]:
    """What a method did on average, or in the middle."""

    def mean(key: str) -> str:
        known = [figures[key] for figures in own if figures.get(key) is not None]
        return f"{statistics.fmean(known):.3f}" if len(known) == len(own) else ""

    def middle(key: str) -> float:
        return float(statistics.median(figures[key] for figures in own))

    def share(key: str) -> str:
        if any(figures.get(key) is None for figures in own):
            return ""
        return f"{100 * statistics.fmean(one[key] / one['rows'] for one in own):.2f}"

    return [
        share("errors"), f"{middle('complexity'):g}", f"{middle('rules'):g}", mean("coverage"),
        mean("separation"), mean("conciseness"), mean("relative_accuracy"), mean("price"),
        share("vote_errors"), duration(middle("seconds")),
    ]  # fmt: skip


def beside_rows(results: Sequence[Figures]) -> list[Row]:
    """How often each method makes fewer errors than ours, and is shorter."""
    at = {(one["method"], one["table"]): one for one in results if is_answered(one)}
    rows = []
    for method in methods_of(results):
        pairs = [
            (at[method.name, name], at[OURS, name])
            for name in NAMES
            if (method.name, name) in at and (OURS, name) in at
        ]
        if method.name != OURS and pairs:
            rows.append((method.name, method.gives, f"{len(pairs)}", *counts(pairs)))
    return rows


def counts(pairs: Sequence[tuple[Figures, Figures]]) -> list[str]:
    """Count the tables on which a method is better than ours in some way."""
    signs = [
        (sign(other["errors"] - own["errors"]), sign(other["complexity"] - own["complexity"]))
        for other, own in pairs
    ]
    found = [
        sum(errors < 0 for errors, _ in signs),
        sum(errors == 0 for errors, _ in signs),
        sum(errors > 0 for errors, _ in signs),
        sum(errors < 0 and length <= 0 for errors, length in signs),
        sum(errors == 0 and length < 0 for errors, length in signs),
        sum(errors > 0 and length < 0 for errors, length in signs),
    ]
    return [str(count) for count in found]


def sign(number: float) -> int:
    """Return -1, 0 or 1."""
    return (number > 0) - (number < 0)


def reason_rows(results: Sequence[Figures]) -> list[Row]:
    """Why there is no answer, for all tables of a reason together."""
    found: dict[tuple[str, str], list[str]] = {}
    for figures in results:
        reason = figures.get("failure") or figures.get("note")
        if reason:
            key = figures["method"], brief(reason if not is_answered(figures) else f"{reason} (the "
                "answer is of what was done before)")  # fmt: skip
            found.setdefault(key, []).append(figures["table"])
    order = {method.name: place for place, method in enumerate(METHODS)}
    return [
        (method, ", ".join(names), reason)
        for (method, reason), names in sorted(found.items(), key=lambda pair: order[pair[0][0]])
    ]


def brief(reason: str, most: int = 120) -> str:
    """Shorten what a library said, and keep it from breaking a table."""
    plain = " ".join(reason.replace("|", "/").split())
    return plain if len(plain) <= most else f"{plain[: most - 3]}..."


def all_rows(results: Sequence[Figures]) -> list[Row]:
    """Everything, a line for each method on each table."""
    return [ALL_HEADER, *map(row, results)]


def row(figures: Figures) -> Row:
    """One method on one table."""
    if not is_answered(figures):
        blank = [""] * (len(ALL_HEADER) - 3)
        return figures["table"], figures["method"], *blank, brief(figures["failure"])
    bound = figures.get("error_bound")
    return (
        figures["table"],
        figures["method"],
        f"{figures['errors']:,}" + (f" ({bound:,.10g})" if bound else ""),
        f"{figures['complexity']:,}",
        f"{figures['rules']:,}",
        f"{figures['columns']:,}",
        *(
            number(figures.get(key))
            for key in ("recall", "coverage", "separation", "conciseness", "relative_accuracy")
        ),
        number(figures.get("price")),
        "" if figures.get("vote_errors") is None else f"{figures['vote_errors']:,}",
        number(figures.get("agreement")),
        "yes" if is_proved(figures) else "",
        duration(figures["seconds"]),
        f"{figures['peak_mebibytes']:.0f}",
        "; ".join(brief(said) for said in (figures.get("setting"), figures.get("note")) if said),
    )


def number(value: float | None) -> str:
    """Write a share, or nothing."""
    return "" if value is None else f"{value:.3f}"
