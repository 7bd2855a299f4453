"""A comparison for a terminal: the table, what the methods are, and clusters side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from clusterscribe.comparison import cells
from clusterscribe.comparison.comparison import Comparison
from clusterscribe.comparison.side_by_side import Version, versions
from clusterscribe.description import Label
from clusterscribe.description.words import layout, wording
from clusterscribe.description.words.layout import columns, heading, padded, wrapped
from clusterscribe.description.words.text import figures

GAP = "  "
MOST_LINES = 6  # of one method's words about a cluster: a prototype has a value a column
# what goes on a line below where the table is wider than the terminal, in this order
ASIDE = ("bound", "seconds", "sparsity", "complexity", "errors")
LEAST_NAME = 12  # columns for the names of methods, however narrow the terminal


def to_text(comparison: Comparison, width: int, clusters: Iterable[Label] | Label) -> str:
    """Write everything for a terminal of this width."""
    shown = comparison.labels[:1] if clusters is None else comparison.chosen(clusters)
    most = MOST_LINES if clusters is None else None
    parts = ["\n".join(_table(comparison, width)), "\n".join(_legend(comparison, width))]
    parts += ["\n".join(_cluster(comparison, label, width, most)) for label in shown]
    return "\n\n".join(parts)


def _table(comparison: Comparison, width: int) -> Iterator[str]:
    marks = cells.marks_of(comparison)
    rows = [cells.HEADER, *map(cells.row, comparison)]
    room = width - max((len(f" {mark}") for mark in marks.values()), default=0)
    widths = _widths(rows, _name_width(comparison, width), room)
    yield _line(cells.HEADER, widths)
    for entry, row in zip(comparison, rows[1:], strict=True):
        if entry.result is None:
            yield from _named(entry.title, entry.reason, widths[0], width)
        else:
            yield from _row(row, widths, width, cells.mark_of(entry, marks))
    for note in cells.footnotes(marks):
        yield from wrapped(note, width, "", "  ")


def _row(row: cells.Row, widths: dict[int, int], width: int, mark: str) -> Iterator[str]:
    """Write a row and below it what found no room in it."""
    name, *others = row
    if columns(name) > widths[0]:
        yield from wrapped(name, width, "", "")
        name = ""
    yield f"{_line((name, *others), widths)} {mark}".rstrip()
    aside = [
        f"{header}: {cell}"
        for place, (header, cell) in enumerate(zip(cells.HEADER, row, strict=True))
        if place not in widths and cell
    ]
    indent = " " * (widths[0] + len(GAP))
    yield from wrapped(", ".join(aside), width, indent, indent)


def _widths(rows: Sequence[cells.Row], name: int, room: int) -> dict[int, int]:
    """Return the widths of the columns that find room side by side, by their places."""
    needed = [max(map(columns, cells_)) for cells_ in zip(*rows, strict=True)]
    widths = {**dict(enumerate(needed)), 0: name}
    for aside in ASIDE:
        if sum(widths.values()) + len(GAP) * (len(widths) - 1) <= room:
            break
        del widths[cells.HEADER.index(aside)]
    return widths


def _line(row: cells.Row, widths: dict[int, int]) -> str:
    return GAP.join(
        padded(row[place], width, right=place > 0) for place, width in widths.items()
    ).rstrip()


def _name_width(comparison: Comparison, width: int) -> int:
    """Return the width of the column of names; a longer one has a line of its own."""
    longest = max(columns(text) for text in (cells.HEADER[0], *(e.title for e in comparison)))
    return min(longest, max(LEAST_NAME, width // 3))


def _named(name: str, text: str, name_width: int, width: int) -> Iterator[str]:
    """Write a name and a text beside it, or below it if the name is long."""
    indent = " " * (name_width + len(GAP))
    first = indent
    if columns(name) > name_width:
        yield from wrapped(name, width, "", "")
    else:
        first = padded(name, name_width) + GAP
    yield from wrapped(text, width, first, indent)


def _legend(comparison: Comparison, width: int) -> Iterator[str]:
    for entry in comparison:
        yield from _named(entry.title, entry.words, _name_width(comparison, width), width)


def _cluster(comparison: Comparison, label: Label, width: int, most: int | None) -> Iterator[str]:
    found = versions(comparison, label)
    rows = next((v.tally.rows for v in found if v.tally is not None), None)
    right = "" if rows is None else wording.count(rows, "row")
    yield from heading(f"Cluster {wording.label(label)} by each method", right, width)
    for version in found:
        yield from _version(version, label, width, most)
    if not found:
        yield "  no method describes it"


def _version(version: Version, label: Label, width: int, most: int | None) -> Iterator[str]:
    yield from wrapped(", ".join(version.methods), width, "  ", "  ")
    indent = " " * 6
    lines = [
        line
        for condition in version.conditions
        for line in layout.condition(condition, width, indent, indent)
    ]
    left_out = 0 if most is None else max(0, len(lines) - most)
    yield from lines[: len(lines) - left_out] or [f"{indent}every row"]
    if left_out:
        more = (
            f"... and {wording.count(left_out, 'line')} more: --cluster {wording.label(label)} "
            f"or to_text(clusters=[{label!r}]) shows all"
        )
        yield from wrapped(more, width, indent, f"{indent}    ")
    if version.tally is not None:
        yield from wrapped(figures(version.tally), width, "    ", "    ")
