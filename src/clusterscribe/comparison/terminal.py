"""A comparison for a terminal: the table, what the methods are, and clusters side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clusterscribe.comparison.entry import (
    HEADER,
    Entry,
    Row,
    Version,
    footnotes,
    marks_of,
    versions,
)
from clusterscribe.description import Label
from clusterscribe.description.words import layout, wording
from clusterscribe.description.words.layout import columns, heading, padded, wrapped
from clusterscribe.description.words.text import figures

GAP = "  "
# what moves to a line below where the table is wider than the terminal, in this order
ASIDE = ("bound", "seconds", "sparsity", "complexity", "errors")
LEAST_NAME = 12  # columns for the names of methods, however narrow the terminal


def to_text(
    entries: Sequence[Entry], labels: Sequence[Label], width: int, most_lines: int | None
) -> str:
    """Write the table, the methods and these clusters, each method in at most so many lines."""
    longest = max(columns(text) for text in (HEADER[0], *(entry.title for entry in entries)))
    name_width = min(longest, max(LEAST_NAME, width // 3))
    legend = (
        line
        for entry in entries
        for line in _beside_name(entry.title, entry.words, name_width, width)
    )
    clusters = (_cluster(entries, label, width, most_lines) for label in labels)
    parts = [_table(entries, name_width, width), legend, *clusters]
    return "\n\n".join("\n".join(lines) for lines in parts)


def _table(entries: Sequence[Entry], name_width: int, width: int) -> Iterator[str]:
    marks = marks_of(entries)
    room = width - max((len(f" {mark}") for mark in marks.values()), default=0)
    widths = _widths([HEADER, *(entry.cells for entry in entries)], name_width, room)
    yield _line(HEADER, widths)
    for entry in entries:
        if entry.result is None:
            yield from _beside_name(entry.title, entry.reason, name_width, width)
        else:
            yield from _row(entry.cells, widths, width, entry.mark(marks))
    for note in footnotes(marks):
        yield from wrapped(note, width, "", "  ")


def _widths(rows: Sequence[Row], name_width: int, room: int) -> dict[int, int]:
    """Return the widths of the columns that fit side by side, by their places."""
    needed = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    widths = {**dict(enumerate(needed)), 0: name_width}
    for aside in ASIDE:
        if sum(widths.values()) + len(GAP) * (len(widths) - 1) <= room:
            break
        del widths[HEADER.index(aside)]
    return widths


def _row(row: Row, widths: dict[int, int], width: int, mark: str) -> Iterator[str]:
    """Write a row, and below it the cells that do not fit."""
    name, *others = row
    if columns(name) > widths[0]:
        yield from wrapped(name, width, "", "")
        name = ""
    yield f"{_line((name, *others), widths)} {mark}".rstrip()
    aside = [
        f"{header}: {cell}"
        for place, (header, cell) in enumerate(zip(HEADER, row, strict=True))
        if place not in widths and cell
    ]
    indent = " " * (widths[0] + len(GAP))
    yield from wrapped(", ".join(aside), width, indent, indent)


def _line(row: Row, widths: dict[int, int]) -> str:
    return GAP.join(
        padded(row[place], width, right=place > 0) for place, width in widths.items()
    ).rstrip()


def _beside_name(name: str, text: str, name_width: int, width: int) -> Iterator[str]:
    """Write a text beside a name, or below it if the name is long."""
    first = indent = " " * (name_width + len(GAP))
    if columns(name) > name_width:
        yield from wrapped(name, width, "", "")
    else:
        first = padded(name, name_width) + GAP
    yield from wrapped(text, width, first, indent)


def _cluster(
    entries: Sequence[Entry], label: Label, width: int, most_lines: int | None
) -> Iterator[str]:
    found = versions(entries, label)
    rows = next((v.tally.rows for v in found if v.tally is not None), None)
    right = "" if rows is None else wording.count(rows, "row")
    yield from heading(f"Cluster {wording.label(label)} by each method", right, width)
    for version in found:
        yield from _version(version, label, width, most_lines)
    if not found:
        yield "  no method describes it"


def _version(version: Version, label: Label, width: int, most_lines: int | None) -> Iterator[str]:
    yield from wrapped(", ".join(version.methods), width, "  ", "  ")
    indent = " " * 6
    lines = [
        line
        for condition in version.conditions
        for line in layout.condition(condition, width, indent, indent)
    ]
    yield from lines[:most_lines] or [f"{indent}every row"]
    if most_lines is not None and len(lines) > most_lines:
        more = (
            f"... and {wording.count(len(lines) - most_lines, 'line')} more: "
            f"--cluster {wording.label(label)} or to_text(clusters=[{label!r}]) shows all"
        )
        yield from wrapped(more, width, indent, f"{indent}    ")
    if version.tally is not None:
        yield from wrapped(figures(version.tally), width, "    ", "    ")
