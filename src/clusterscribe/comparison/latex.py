"""A comparison as LaTeX: tables for the package booktabs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from clusterscribe.comparison import cells
from clusterscribe.comparison.comparison import Comparison
from clusterscribe.comparison.side_by_side import versions
from clusterscribe.description import Label
from clusterscribe.description.words import wording
from clusterscribe.description.words.text import figures

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"{\ttfamily\char34}",  # straight in every font encoding
    **{character: f"\\{character}" for character in "&%$#_{}"},
}
# characters that fonts would join to another one: a dash, a quote, a Spanish question mark
_JOINED = re.compile(r"(?<=-)(?=-)|(?<=')(?=')|(?<=`)(?=`)|(?<=,)(?=,)|(?<=[?!])(?=`)")
# leave room for the space between columns, on a page or in one of two columns
_CLUSTER = r"@{}p{0.2\linewidth}p{0.45\linewidth}p{0.25\linewidth}@{}"
_REASON = r"p{0.7\linewidth}@{}"


def to_latex(comparison: Comparison, clusters: Iterable[Label] | Label) -> str:
    """Write the table, what the methods are, and a table for each cluster."""
    shown = comparison.labels if clusters is None else comparison.chosen(clusters)
    parts = ["\n".join(_table(comparison)), "\n".join(_legend(comparison))]
    parts += ["\n".join(_cluster(comparison, label)) for label in shown]
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Write text so that nothing in it is taken for LaTeX."""
    apart = _JOINED.sub("\0", wording.visible(_on_one_line(text)))
    safe = "".join(_ESCAPES.get(character, character) for character in apart)
    for wide, narrow in ((r"\textgreater{}=", r"$\ge$"), (r"\textless{}=", r"$\le$")):
        safe = safe.replace(wide, narrow)
    return safe.replace("\0", "{}")


def _table(comparison: Comparison) -> Iterator[str]:
    best, marks = cells.best_accuracy(comparison), cells.marks_of(comparison)
    width = len(cells.HEADER)
    yield rf"\begin{{tabular}}{{@{{}}l{'r' * (width - 1)}@{{}}}}"
    yield r"\toprule"
    yield _line(map(escaped, cells.HEADER))
    yield r"\midrule"
    for entry in comparison:
        row = [escaped(cell) for cell in cells.marked_row(entry, marks)]
        if entry.result is None:
            box = rf"\multicolumn{{{width - 1}}}{{{_REASON}}}"
            yield _line([row[0], f"{box}{{{_ragged(entry.reason)}}}"])
            continue
        if cells.is_best(entry, best):
            row[cells.ACCURACY] = rf"\textbf{{{row[cells.ACCURACY]}}}"
        yield _line(row)
    yield r"\bottomrule"
    yield r"\end{tabular}"
    for note in cells.footnotes(marks):
        yield rf"\par{{\footnotesize {escaped(note)}\par}}"


def _legend(comparison: Comparison) -> Iterator[str]:
    """Say what the methods are, for the author to put into a caption."""
    for entry in comparison:
        remarks = "".join(f"; remark: {remark}" for remark in entry.remarks)
        yield f"% {_on_one_line(f'{entry.title}: {entry.words}{remarks}')}"


def _cluster(comparison: Comparison, label: Label) -> Iterator[str]:
    yield rf"\begin{{tabular}}{{{_CLUSTER}}}"
    yield r"\toprule"
    yield _line(["method", f"cluster {escaped(wording.label(label))}", "rows"])
    yield r"\midrule"
    for version in versions(comparison, label):
        counted = "" if version.tally is None else figures(version.tally)
        yield _line(map(_ragged, (", ".join(version.methods), version.sentence, counted)))
    yield r"\bottomrule"
    yield r"\end{tabular}"


def _ragged(text: str) -> str:
    """Write text for a narrow column, where even spaces would push words over the edge."""
    return rf"\raggedright {escaped(text)}"


def _line(row: Iterable[str]) -> str:
    # `\raggedright` gives `\\` another meaning, and after either a star or a bracket is taken
    # for an option of the line before
    line = " & ".join(row)
    return rf"{'{}' if line.startswith(('*', '[')) else ''}{line} \tabularnewline"


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
