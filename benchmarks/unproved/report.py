"""The figures as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.layout import Row, Titled
from benchmarks.unproved.cases import LIMIT

HEADER = (
    "table", "asked for", "errors", "complexity", "sparsity", "status", "seconds",
    "tree: errors", "tree: complexity", "verdict",
)  # fmt: skip
EXPLANATION = f"""\
`overlapping`: 600 rows in three clusters that overlap in all six columns. `many dimensions`: 500
rows of 50 independent normal columns in five k-means clusters. At most {LIMIT:g} seconds each
unless it says otherwise, each in a process of its own; loading libraries is not counted. In
brackets: the proven lower bounds, and what is proved of few conditions per cluster where that is
more. The tree has one leaf per cluster. `WORSE` would be more errors than the tree makes where
nothing is asked for that it does not keep to.
"""


def rows_of(figures: Mapping[str, Any]) -> list[Row]:
    """Write the line of one case for the log."""
    return [row(figures)]


def row(figures: Mapping[str, Any]) -> Row:
    """Write the figures of one case."""
    if "failure" in figures:
        return (figures["table"], figures["asked"], *[""] * (len(HEADER) - 3), "FAILED")
    tree = figures["tree"]
    return (
        figures["table"],
        figures["asked"],
        errors(figures),
        complexity(figures),
        f"{figures['sparsity']} of {figures['columns']}",
        figures["status"],
        f"{figures['seconds']:.1f}",
        f"{tree['errors']}",
        f"{tree['complexity']}",
        "WORSE" if figures["errors"] > tree["errors"] and not figures["wish"] else "ok",
    )


def errors(figures: Mapping[str, Any]) -> str:
    """Write the errors with what is proved of them, in general and of few conditions."""
    proved, capped = f"{figures['error_bound']:g}", figures["capped"]
    if capped and capped["errors"] > figures["error_bound"]:
        proved += f"; {capped['errors']:g} with at most {capped['conditions']} conditions"
    return f"{figures['errors']} ({proved})"


def complexity(figures: Mapping[str, Any]) -> str:
    """Write the complexity with what is proved of it."""
    return f"{figures['complexity']} ({figures['bound']:g})"


def tables(results: Sequence[Mapping[str, Any]]) -> list[Titled]:
    """Return the one table, with what its columns are."""
    return [(EXPLANATION, [HEADER, *map(row, results)])]
