"""The paper's three tables again, ours beside the printed figures, and why they differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from benchmarks.layout import Row, Titled
from benchmarks.paper_figures import (
    ACCURACY,
    COMPLEXITY,
    EVIDENCE,
    OTHER_CLUSTERING,
    PRINTED,
    SPARSITY,
    Printed,
    half_a_digit,
    reason,
)

Figures: TypeAlias = Mapping[str, Any]
OfSet: TypeAlias = Mapping[tuple[str, int | None], Figures]  # by method and errors allowed

UNEXPLAINED = "UNEXPLAINED"

ACCURACY_TEXT = """\
Table 1, accuracy in percent: rows that are inside the description of their own cluster and of no
other. In brackets what the paper prints. `WORSE` would be polyhedra that are less accurate than in
the paper (libras is another clustering), or of which none is as accurate as every other method.
"""
SPARSITY_TEXT = """\
Table 2, sparsity: features used anywhere in the description. In brackets what the paper prints.
`p` marks what is proved to be the fewest within its errors. `WORSE` would be polyhedra of more
features than in the paper at an accuracy that is not higher, unless fewer are proved impossible.
"""
COMPLEXITY_TEXT = """\
Table 3, complexity: over all half-spaces the number of features in it plus one; for trees over all
nodes on the way to a leaf. In brackets what the paper prints. `p` marks what is proved to be the
shortest within its errors. `WORSE` would be longer polyhedra than in the paper at an accuracy that
is not higher, unless shorter ones are proved impossible.
"""
WITHIN_TEXT = """\
Up to three features per condition, within the errors that the paper's accuracy stands for, with its
slack of 5 %: in the tables above these descriptions make fewer errors than the paper's, and may be
longer for it. In brackets what the paper prints; `p` is proved, `>=` is a proven bound.
"""
REASONS_TEXT = "Where ours differ from the printed figures, and why."
EVIDENCE_TEXT = """\
What these reasons rest on. In brackets: the proven lower bounds. What is proved within some errors
holds within fewer, too. In `PROTO of every row` every row is a candidate, and every row counts.
"""
SECONDS_TEXT = """\
Seconds, with at most 300 for each method: the whole call without reading the data and compiling.
"""


def row(figures: Figures) -> Row:
    """One method on one set, for the log."""
    within = "" if figures["max_errors"] is None else f" within {figures['max_errors']} errors"
    title = f"{figures['title']} {figures['method']}{within}"
    if "failure" in figures:
        return title, "FAILED"
    return (
        title,
        f"{100 * figures['accuracy']:.2f} %",
        f"{figures['errors']:g} errors",
        f"complexity {figures['complexity']}",
        f"sparsity {figures['sparsity']}",
        f"{figures['status']}, bound {figures['bound']:g}",
        f"{figures['seconds']:.1f} s",
    )


def tables(results: Sequence[Figures]) -> list[Titled]:
    """All tables, with the text above each."""
    by_set: dict[str, dict[tuple[str, int | None], Figures]] = {}
    evidence = [figures for figures in results if key_of(figures) in EVIDENCE]
    for figures in results:
        if key_of(figures) in EVIDENCE:
            continue
        by_set.setdefault(figures["name"], {})[figures["method"], figures["max_errors"]] = figures
    found = [
        (ACCURACY_TEXT, _table(by_set, ACCURACY)),
        (SPARSITY_TEXT, _table(by_set, SPARSITY)),
        (COMPLEXITY_TEXT, _table(by_set, COMPLEXITY)),
        (WITHIN_TEXT, _within(by_set)),
        (REASONS_TEXT, _reasons(by_set)),
        (EVIDENCE_TEXT, _evidence(evidence)),
        (SECONDS_TEXT, _seconds(by_set)),
    ]
    return [(text, rows) for text, rows in found if len(rows) > 1]


def key_of(figures: Figures) -> tuple[str, str, int | None]:
    """Return what distinguishes the cases of the paper's tables."""
    return figures["name"], figures["method"], figures["max_errors"]


def _table(by_set: Mapping[str, OfSet], measure: str) -> list[Row]:
    methods = PRINTED["iris"].methods(measure)
    rows: list[Row] = [("set", "n x m, K", *methods, "verdict")]
    for name, of_set in by_set.items():
        printed = PRINTED[name]
        cells = [_cell(of_set.get((m, None)), measure, printed.text(measure, m)) for m in methods]
        size = f"{printed.rows} x {printed.columns}, {printed.clusters}"
        rows.append((name, size, *cells, verdict(name, of_set, measure)))
    return rows


def _cell(figures: Figures | None, measure: str, printed: str) -> str:
    if figures is None or "failure" in figures:
        return f"- ({printed})"
    if measure == ACCURACY:
        return f"{100 * figures[ACCURACY]:.2f} ({printed})"
    aim = _aim(figures["method"])
    is_proved = figures["status"] == "optimal" and _is_ours(figures["method"]) and aim == measure
    return f"{figures[measure]:g}{'p' if is_proved else ''} ({printed})"


def verdict(name: str, of_set: OfSet, measure: str) -> str:
    """Say whether polyhedra do on a set what they should by one measure."""
    plain = {method: figures for (method, budget), figures in of_set.items() if budget is None}
    printed = PRINTED[name]
    if any("failure" in f or _size(f) != printed.size for f in plain.values()):
        return "FAILED"
    ours = [figures for method, figures in plain.items() if _is_ours(method)]
    if measure == ACCURACY:
        best = max((f[ACCURACY] for f in ours), default=1.0)
        worse = any(f[ACCURACY] > best for f in plain.values()) or (
            name != OTHER_CLUSTERING and any(_beyond_paper(f, printed) < 0 for f in ours)
        )
    else:
        worse = name != OTHER_CLUSTERING and any(
            _is_longer(f, of_set, measure, printed)
            for f in ours
            if f["method"] in printed.methods(measure)
        )
    return "WORSE" if worse else "ok"


def _size(figures: Figures) -> tuple[int, int, int]:
    return figures["rows"], figures["columns"], figures["clusters"]


def _is_ours(method: str) -> bool:
    return "PDP" in method


def _beyond_paper(figures: Figures, printed: Printed) -> int:
    """Return 1 or -1 if the accuracy is higher or lower than printed, else 0."""
    text = printed.accuracy[figures["method"].replace("Sp-", "LC-")]
    difference = 100 * figures[ACCURACY] - float(text)
    return 0 if abs(difference) <= half_a_digit(text) else 1 if difference > 0 else -1


def _is_longer(figures: Figures, of_set: OfSet, measure: str, printed: Printed) -> bool:
    """Whether it is longer than printed, and that is neither needed nor paid back in accuracy.

    What is more accurate than in the paper is judged within the paper's own errors.
    """
    if figures[measure] <= printed.figure(measure, figures["method"]):
        return False
    if _beyond_paper(figures, printed) > 0:
        within = [f for (m, b), f in of_set.items() if m == figures["method"] and b is not None]
        return not within or any(exceeds(f, measure, printed) for f in within)
    return exceeds(figures, measure, printed)


def exceeds(figures: Figures, measure: str, printed: Printed) -> bool:
    """Whether a figure is above the printed one although that is not proved impossible."""
    target = printed.figure(measure, figures["method"])
    return bool("failure" in figures or (figures[measure] > target and figures["bound"] <= target))


def _within(by_set: Mapping[str, OfSet]) -> list[Row]:
    header = ("set", "method", "errors allowed", "errors", "complexity", "sparsity", "verdict")
    return [header] + [
        _within_row(PRINTED[name], figures)
        for name, of_set in by_set.items()
        for (_, budget), figures in of_set.items()
        if budget is not None
    ]


def _within_row(printed: Printed, figures: Figures) -> Row:
    name, method, budget = figures["name"], figures["method"], f"{figures['max_errors']}"
    if "failure" in figures:
        return name, method, budget, "", "", "", "FAILED"
    aim = _aim(method)
    cells = {measure: f"{figures[measure]:g}" for measure in (COMPLEXITY, SPARSITY)}
    proved = "p" if figures["status"] == "optimal" else f", >= {figures['bound']:g}"
    cells[aim] = f"{figures[aim]:g}{proved} ({printed.text(aim, method)})"
    return (
        name,
        method,
        budget,
        f"{figures['errors']:g}",
        cells[COMPLEXITY],
        cells[SPARSITY],
        "WORSE" if exceeds(figures, aim, printed) else "ok",
    )


def _reasons(by_set: Mapping[str, OfSet]) -> list[Row]:
    rows: list[Row] = [("set", "table", "methods", "why")]
    for name, of_set in by_set.items():
        for measure in (ACCURACY, SPARSITY, COMPLEXITY):
            why: dict[str, list[str]] = {}
            for method in _differing(PRINTED[name], of_set, measure):
                why.setdefault(reason(name, measure, method) or UNEXPLAINED, []).append(method)
            rows += [(name, measure, ", ".join(methods), text) for text, methods in why.items()]
    return rows


def _differing(printed: Printed, of_set: OfSet, measure: str) -> Iterator[str]:
    for method in printed.methods(measure):
        figures = of_set.get((method, None))
        if figures is None or "failure" in figures:
            continue
        value = 100 * figures[ACCURACY] if measure == ACCURACY else figures[measure]
        text = printed.text(measure, method)
        if abs(value - float(text)) > half_a_digit(text):
            yield method


def _evidence(results: Sequence[Figures]) -> list[Row]:
    header = ("set", "method", "errors allowed", "errors", "complexity", "sparsity", "seconds",
              "verdict")  # fmt: skip
    return [header, *map(_evidence_row, results)]


def _evidence_row(figures: Figures) -> Row:
    name, method, budget = key_of(figures)
    allowed = "-" if budget is None else f"{budget}"
    if "failure" in figures:
        return name, method, allowed, "", "", "", "", "FAILED"
    cells = {measure: f"{figures[measure]:g}" for measure in (COMPLEXITY, SPARSITY)}
    is_proved = figures["error_bound"] > 0
    if budget is not None:
        is_proved = figures["bound"] >= figures[_aim(method)]
        cells[_aim(method)] += f" ({figures['bound']:g})"
    return (
        name,
        method,
        allowed,
        f"{figures['errors']:,} ({figures['error_bound']:,})",
        cells[COMPLEXITY],
        cells[SPARSITY],
        f"{figures['seconds']:.1f}",
        "ok" if is_proved else UNEXPLAINED,
    )


def _aim(method: str) -> str:
    return SPARSITY if method.startswith("Sp") else COMPLEXITY


def _seconds(by_set: Mapping[str, OfSet]) -> list[Row]:
    methods = tuple(dict.fromkeys(m for of_set in by_set.values() for m, b in of_set if b is None))
    rows: list[Row] = [("set", "n x m, K", *methods)]
    for name, of_set in by_set.items():
        printed = PRINTED[name]
        cells = [of_set.get((method, None), {}).get("seconds") for method in methods]
        size = f"{printed.rows} x {printed.columns}, {printed.clusters}"
        rows.append((name, size, *("-" if s is None else f"{s:.1f}" for s in cells)))
    return rows
