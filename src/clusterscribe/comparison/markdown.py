"""A comparison as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from clusterscribe.comparison import cells
from clusterscribe.comparison.comparison import Comparison, Entry
from clusterscribe.comparison.side_by_side import versions
from clusterscribe.description import Label, wording
from clusterscribe.description.text import figures

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$&])")


def to_markdown(comparison: Comparison, clusters: Iterable[Label] | Label) -> str:
    """Write the table, what the methods are, and each cluster as the methods describe it."""
    shown = comparison.labels if clusters is None else comparison.chosen(clusters)
    notes = map(escaped, cells.footnotes(cells.marks_of(comparison)))
    parts = ["\n".join(_table(comparison)), *notes, "\n".join(_legend(comparison))]
    for label in shown:
        parts += [f"### Cluster {escaped(wording.label(label))}"]
        parts += ["\n".join(_cluster(comparison, label))]
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Write text so that nothing in it is taken for Markdown or HTML."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _table(comparison: Comparison) -> Iterator[str]:
    best, marks = cells.best_accuracy(comparison), cells.marks_of(comparison)
    yield _line(cells.HEADER)
    yield _line(["---", *["---:"] * (len(cells.HEADER) - 1)])
    for entry in comparison:
        row = [escaped(cell) for cell in cells.marked_row(entry, marks)]
        if cells.is_best(entry, best):
            row[cells.ACCURACY] = f"**{row[cells.ACCURACY]}**"
        yield _line(row)


def _legend(comparison: Comparison) -> Iterator[str]:
    for entry in comparison:
        yield f"- {escaped(entry.title)}: {escaped(entry.words)}{_more(entry)}"


def _more(entry: Entry) -> str:
    reasons = [f"; **no answer**: {escaped(entry.reason)}"] if entry.reason else []
    return "".join([*reasons, *(f"; **remark**: {escaped(text)}" for text in entry.remarks)])


def _cluster(comparison: Comparison, label: Label) -> Iterator[str]:
    yield _line(["method", "description", "rows"])
    yield _line(["---", "---", "---"])
    for version in versions(comparison, label):
        counted = "" if version.tally is None else figures(version.tally)
        yield _line(map(escaped, (", ".join(version.methods), version.sentence, counted)))


def _line(row: Iterable[str] | Sequence[str]) -> str:
    return f"| {' | '.join(row)} |"
