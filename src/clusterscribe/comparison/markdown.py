"""A comparison as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clusterscribe.comparison import cells
from clusterscribe.comparison.comparison import Comparison, Entry
from clusterscribe.comparison.side_by_side import versions
from clusterscribe.description import Label
from clusterscribe.description.words import wording
from clusterscribe.description.words.markdown import escaped, line
from clusterscribe.description.words.text import figures


def to_markdown(comparison: Comparison, clusters: Iterable[Label] | Label) -> str:
    """Write the table, what the methods are, and each cluster as the methods describe it."""
    shown = comparison.labels if clusters is None else comparison.chosen(clusters)
    notes = map(escaped, cells.footnotes(cells.marks_of(comparison)))
    parts = ["\n".join(_table(comparison)), *notes, "\n".join(_legend(comparison))]
    for label in shown:
        parts += [f"### Cluster {escaped(wording.label(label))}"]
        parts += ["\n".join(_cluster(comparison, label))]
    return "\n\n".join(parts) + "\n"


def _table(comparison: Comparison) -> Iterator[str]:
    best, marks = cells.best_accuracy(comparison), cells.marks_of(comparison)
    yield line(cells.HEADER)
    yield line(["---", *["---:"] * (len(cells.HEADER) - 1)])
    for entry in comparison:
        row = [escaped(cell) for cell in cells.marked_row(entry, marks)]
        if cells.is_best(entry, best):
            row[cells.ACCURACY] = f"**{row[cells.ACCURACY]}**"
        yield line(row)


def _legend(comparison: Comparison) -> Iterator[str]:
    for entry in comparison:
        yield f"- {escaped(entry.title)}: {escaped(entry.words)}{_more(entry)}"


def _more(entry: Entry) -> str:
    reasons = [f"; **no answer**: {escaped(entry.reason)}"] if entry.reason else []
    return "".join([*reasons, *(f"; **remark**: {escaped(text)}" for text in entry.remarks)])


def _cluster(comparison: Comparison, label: Label) -> Iterator[str]:
    yield line(["method", "description", "rows"])
    yield line(["---", "---", "---"])
    for version in versions(comparison, label):
        counted = "" if version.tally is None else figures(version.tally)
        yield line(map(escaped, (", ".join(version.methods), version.sentence, counted)))
