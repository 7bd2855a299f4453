"""What the tables of the axis-parallel cases say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.cases import MIXTURE
from benchmarks.layout import Row, Titled
from benchmarks.reference import REFERENCE

Figures = Mapping[str, Any]

KNOWN_HEADER = (
    "set", "objective", "errors", "complexity", "sparsity", "seconds", "MiB",
    "tree errors", "tree s", "ratio", "known", "verdict",
)  # fmt: skip
MIXTURE_HEADER = (
    "set", "objective", "errors", "complexity", "sparsity", "seconds", "MiB",
    "tree errors", "tree s", "ratio", "verdict",
)  # fmt: skip
EXPLANATION = """\
Axis-parallel half-spaces (`max_terms=1`), two stages with `error_slack=0.05` unless a number of
errors is given, and `min_recall=0` as in the paper: a cluster may be given up. In brackets: the
proven lower bound, for errors and for the objective that was asked for. `MiB` is the peak of
resident memory above what was in use when the table had been read. `tree errors` and `tree s` are
those of scikit-learn's `DecisionTreeClassifier` with one leaf per cluster, fitted in the same
process; `ratio` is our time to that. `known` is what a separate program found, which shares no
code with this one and is not part of it (the complete list of half-spaces, solved with CP-SAT):
fewest errors, objective (its bound where that is not proved). Every fit runs in a process of its
own; loading libraries and data is not counted.
"""
MIXTURES = """\
Overlapping clusters: Gaussian mixtures of 20,000 x 16 of which a tenth of the rows lie nearer to
another centre than to their own. The centres differ in a few (3) or in all of the 16 columns; the
fewer, the less a description with one column per condition loses. Half a minute each.
"""


def verdict(figures: Figures) -> str:
    """Compare with what is known: ok, better, unproved or WORSE."""
    if figures["name"] == MIXTURE:
        fewer = figures["errors"] - figures["tree_errors"]
        return "WORSE" if fewer > 0 else "better" if fewer < 0 else "ok"
    known = REFERENCE.get((figures["name"], figures["variant"]))
    if known is None:
        return ""
    objective = figures["objective"]
    value, bound = getattr(known, objective), getattr(known, f"{objective}_bound")
    budget = known.errors if figures["max_errors"] is not None else int(known.errors * 1.05)
    if figures["errors"] > budget or figures["value"] > value:
        return "WORSE"
    if figures["value"] < value or figures["bound"] > bound:
        return "better"
    if figures["error_bound"] < known.errors or figures["bound"] < bound:
        return "unproved"
    return "ok"


def known_figures(figures: Figures) -> str:
    """Write the reference of a case: `15, 20`, with the bound where there is a gap."""
    known = REFERENCE.get((figures["name"], figures["variant"]))
    if known is None:
        return ""
    value = getattr(known, figures["objective"])
    bound = getattr(known, f"{figures['objective']}_bound")
    return f"{known.errors}, {value}" + (f" ({bound:g})" if bound < value else "")


def row(figures: Figures) -> Row:
    """One line of a table."""
    width = len(MIXTURE_HEADER if figures["name"] == MIXTURE else KNOWN_HEADER)
    if "failure" in figures:
        return (figures["title"], figures["objective"], *[""] * (width - 3), "FAILED")
    known = () if figures["name"] == MIXTURE else (known_figures(figures),)
    return (
        figures["title"],
        figures["objective"],
        f"{figures['errors']:g} ({figures['error_bound']:g})",
        *(measure(figures, name) for name in ("complexity", "sparsity")),
        *effort(figures),
        *known,
        verdict(figures),
    )


def measure(figures: Figures, name: str) -> str:
    """Write complexity or sparsity, with the bound if it was the objective."""
    bound = f" ({figures['bound']:.4g})" if figures["objective"] == name else ""
    return f"{figures[name]:g}{bound}"


def effort(figures: Figures) -> Row:
    """Seconds and memory, the tree's errors and seconds, and the ratio."""
    seconds, tree = figures["seconds"], figures["tree_seconds"]
    return (
        f"{seconds:.2f}",
        f"{figures['peak_mebibytes']:.0f}",
        f"{figures['tree_errors']:g}",
        f"{tree:.4f}",
        f"{seconds / tree:,.0f}",
    )


def tables(results: Sequence[Figures]) -> list[Titled]:
    """The tables that have rows, each with the text above it."""
    known = [row(figures) for figures in results if figures["name"] != MIXTURE]
    mixtures = [row(figures) for figures in results if figures["name"] == MIXTURE]
    found = []
    if known:
        found.append((EXPLANATION, [KNOWN_HEADER, *known]))
    if mixtures:
        found.append((MIXTURES, [MIXTURE_HEADER, *mixtures]))
    return found
