"""A comparison for a terminal: the table, what the methods are, and clusters side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clusterscribe.comparison import cells
from clusterscribe.comparison.comparison import Comparison
from clusterscribe.comparison.side_by_side import Version, versions
from clusterscribe.description import Label, layout, wording
from clusterscribe.description.layout import heading, wrapped
from clusterscribe.description.text import figures

GAP = "  "
MOST_LINES = 6  # of one method's words about a cluster: a prototype has a value a column


def to_text(comparison: Comparison, width: int, clusters: Iterable[Label] | None) -> str:
    """Write everything for a terminal of this width."""
    shown = comparison.labels[:1] if clusters is None else comparison.described(clusters)
    parts = ["\n".join(_table(comparison, width)), "\n".join(_legend(comparison, width))]
    parts += ["\n".join(_cluster(comparison, label, width)) for label in shown]
    return "\n\n".join(parts)


def _table(comparison: Comparison, width: int) -> Iterator[str]:
    rows = [cells.HEADER, *map(cells.row, comparison)]
    widths = cells.widths(rows)
    yield _line(cells.HEADER, widths)
    for entry, row in zip(comparison, rows[1:], strict=True):
        if entry.result is None:
            first = f"{entry.method:<{widths[0]}}{GAP}"
            yield from wrapped(entry.reason, width, first, " " * len(first))
        else:
            yield _line(row, widths)


def _line(row: cells.Row, widths: list[int]) -> str:
    first, *others = zip(row, widths, strict=True)
    cells_ = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
    return GAP.join(cells_).rstrip()


def _legend(comparison: Comparison, width: int) -> Iterator[str]:
    longest = max(len(entry.method) for entry in comparison)
    for entry in comparison:
        first = f"{entry.method:<{longest}}{GAP}"
        yield from wrapped(entry.words, width, first, " " * len(first))


def _cluster(comparison: Comparison, label: Label, width: int) -> Iterator[str]:
    found = versions(comparison, label)
    rows = next((v.tally.rows for v in found if v.tally is not None), None)
    right = "" if rows is None else wording.count(rows, "row")
    yield from heading(f"Cluster {wording.label(label)} by each method", right, width)
    for version in found:
        yield from _version(version, width)


def _version(version: Version, width: int) -> Iterator[str]:
    yield from wrapped(", ".join(version.methods), width, "  ", "  ")
    lines = [
        line
        for condition in version.conditions
        for line in layout.condition(condition, width, "      ", "      ")
    ]
    yield from lines[:MOST_LINES] or ["      every row"]
    if len(lines) > MOST_LINES:
        yield f"      ... and {wording.count(len(lines) - MOST_LINES, 'line')} more"
    if version.tally is not None:
        yield from wrapped(figures(version.tally), width, "    ", "    ")
