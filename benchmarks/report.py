"""The benchmark as a table for people and as JSON for programs."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from benchmarks.cases import MIXTURE
from benchmarks.reference import REFERENCE
from clusterscribe import __version__

Figures = Mapping[str, Any]

LIBRARIES = ("numpy", "scipy", "scikit-learn", "ortools")
NUMERIC_FROM = 2  # the first two columns are words
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
errors is given. In brackets: the proven lower bound, for errors and for the objective that was
asked for. `MiB` is the peak of resident memory above what was in use when the table had been
read. `tree errors` and `tree s` are those of scikit-learn's `DecisionTreeClassifier` with a leaf a
cluster, fitted in the same process; `ratio` is our time to that. `known` is what an independent
computation found: fewest errors, objective (its bound where that is not proved). Every fit
runs in a process of its own; loading libraries and data is not counted.
"""
MIXTURES = """\
Overlapping clusters: Gaussian mixtures of 20,000 x 16 of which a tenth of the rows lie nearer to
another centre than to their own. The centres differ in a few (3) or in all of the 16 columns; the
fewer, the less a description with one column a condition loses. Half a minute each.
"""


def machine() -> dict[str, Any]:
    """Say what the figures were measured on and when; no names, no paths."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "cores": os.cpu_count(),
        "memory_gibibytes": round(memory),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "clusterscribe": __version__,
        **{name: version(name) for name in LIBRARIES},
    }


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


def row(figures: Figures) -> tuple[str, ...]:
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


def effort(figures: Figures) -> tuple[str, ...]:
    """Seconds and memory, the tree's errors and seconds, and the ratio."""
    seconds, tree = figures["seconds"], figures["tree_seconds"]
    return (
        f"{seconds:.2f}",
        f"{figures['peak_mebibytes']:.0f}",
        f"{figures['tree_errors']:g}",
        f"{tree:.4f}",
        f"{seconds / tree:,.0f}",
    )


def tables(results: Sequence[Figures]) -> list[tuple[str, list[tuple[str, ...]]]]:
    """The tables that have rows, each with the text above it."""
    known = [row(figures) for figures in results if figures["name"] != MIXTURE]
    mixtures = [row(figures) for figures in results if figures["name"] == MIXTURE]
    found = []
    if known:
        found.append((EXPLANATION, [KNOWN_HEADER, *known]))
    if mixtures:
        found.append((MIXTURES, [MIXTURE_HEADER, *mixtures]))
    return found


def plain(rows: Sequence[Sequence[str]]) -> str:
    """Lay a table out in columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        " ".join(
            cell.ljust(width) if number < NUMERIC_FROM else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """Lay a table out for a Markdown page."""
    header, *body = rows
    lines = [header, ["---" if n < NUMERIC_FROM else "---:" for n in range(len(header))], *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def page(results: Sequence[Figures], about: Mapping[str, Any]) -> str:
    """Write the whole page."""
    libraries = ", ".join(
        f"{name} {about[name]}" for name in ("clusterscribe", "python", *LIBRARIES)
    )
    parts = [
        "# Benchmark",
        f"{about['date']}; {about['cores']} cores, {about['memory_gibibytes']} GiB, "
        f"{about['system']}; {libraries}.",
    ]
    for text, rows in tables(results):
        parts += [text.strip(), markdown(rows)]
    return "\n\n".join(parts) + "\n"
