r"""A comparison for documents: Markdown, and LaTeX tables for the package booktabs.

`DataFrame.to_latex` would not do for the latter: pandas is not a dependency, its escaping leaves
`<`, `|`, `"` and `--` to the font, and it knows neither rows that span columns nor
`\tabularnewline`, without which ragged columns do not compile.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from clusterscribe.comparison.entry import (
    ACCURACY,
    HEADER,
    Entry,
    best_accuracy,
    footnotes,
    marks_of,
    versions,
)
from clusterscribe.description import Label
from clusterscribe.description.words import layout, wording
from clusterscribe.fragment import folded, fragment, paragraphs, table

_LATEX = {
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
_CLUSTER_COLUMNS = r"@{}p{0.2\linewidth}p{0.45\linewidth}p{0.25\linewidth}@{}"
_REASON_COLUMN = r"p{0.7\linewidth}@{}"


def to_markdown(entries: Sequence[Entry], labels: Sequence[Label]) -> str:
    """Write the table, what the methods are, and a table for each of these clusters."""
    escaped = layout.markdown_escaped
    parts = ["\n".join(_markdown_table(entries))]
    parts += [escaped(note) for note in footnotes(marks_of(entries))]
    parts += ["\n".join(map(_markdown_legend, entries))]
    for label in labels:
        rows = [["method", "description", "rows"], ["---"] * 3]
        rows += [list(map(escaped, version.cells)) for version in versions(entries, label)]
        parts += [f"### Cluster {escaped(wording.label(label))}"]
        parts += ["\n".join(map(layout.markdown_line, rows))]
    return "\n\n".join(parts) + "\n"


def to_html(entries: Sequence[Entry], labels: Sequence[Label]) -> str:
    """Write the table, what the methods are, and a folded table for each of these clusters."""
    marks, names = marks_of(entries), ("method", "description", "rows")
    legend = [(entry.title, _remarked(entry)) for entry in entries]
    clusters = (
        folded(
            f"Cluster {wording.label(label)} by each method",
            table(names, [version.cells for version in versions(entries, label)], ()),
        )
        for label in labels
    )
    return fragment(
        table(HEADER, [entry.marked_cells(marks) for entry in entries], HEADER[1:]),
        paragraphs(footnotes(marks)),
        folded("What the methods are", table(("method", "what it is"), legend, ())),
        *clusters,
    )


def _remarked(entry: Entry) -> str:
    reason = [f"no answer: {entry.reason}"] if entry.reason else []
    return "; ".join([entry.words, *reason, *(f"remark: {text}" for text in entry.remarks)])


def _markdown_table(entries: Sequence[Entry]) -> Iterator[str]:
    yield layout.markdown_line(HEADER)
    yield layout.markdown_line(["---", *["---:"] * (len(HEADER) - 1)])
    marks, best = marks_of(entries), best_accuracy(entries)
    for entry in entries:
        row = [layout.markdown_escaped(cell) for cell in entry.marked_cells(marks)]
        if entry.reaches(best):
            row[ACCURACY] = f"**{row[ACCURACY]}**"
        yield layout.markdown_line(row)


def _markdown_legend(entry: Entry) -> str:
    line = f"- {layout.markdown_escaped(entry.title)}: {layout.markdown_escaped(entry.words)}"
    if entry.reason:
        line += f"; **no answer**: {layout.markdown_escaped(entry.reason)}"
    return line + "".join(
        f"; **remark**: {layout.markdown_escaped(text)}" for text in entry.remarks
    )


def to_latex(entries: Sequence[Entry], labels: Sequence[Label]) -> str:
    """Write the table, what the methods are, and a table for each of these clusters."""
    # what the methods are is a comment, for the author to put into a caption
    legend = "\n".join(map(_latex_legend, entries))
    clusters = (_latex_cluster(entries, label) for label in labels)
    return "\n\n".join([_latex_table(entries), legend, *clusters]) + "\n"


def escaped_for_latex(text: str) -> str:
    """Write text so that nothing in it is taken for LaTeX."""
    apart = _JOINED.sub("\0", wording.visible(_on_one_line(text)))
    safe = "".join(_LATEX.get(character, character) for character in apart)
    for wide, narrow in ((r"\textgreater{}=", r"$\ge$"), (r"\textless{}=", r"$\le$")):
        safe = safe.replace(wide, narrow)
    return safe.replace("\0", "{}")


def _latex_table(entries: Sequence[Entry]) -> str:
    figures = len(HEADER) - 1
    marks, best = marks_of(entries), best_accuracy(entries)
    rows = []
    for entry in entries:
        row = [escaped_for_latex(cell) for cell in entry.marked_cells(marks)]
        if entry.result is None:
            reason = _ragged(entry.reason)
            row[1:] = [rf"\multicolumn{{{figures}}}{{{_REASON_COLUMN}}}{{{reason}}}"]
        elif entry.reaches(best):
            row[ACCURACY] = rf"\textbf{{{row[ACCURACY]}}}"
        rows.append(row)
    notes = [rf"\par{{\footnotesize {escaped_for_latex(note)}\par}}" for note in footnotes(marks)]
    return "\n".join([_tabular(f"@{{}}l{'r' * figures}@{{}}", HEADER, rows), *notes])


def _latex_legend(entry: Entry) -> str:
    remarks = "".join(f"; remark: {remark}" for remark in entry.remarks)
    return f"% {_on_one_line(f'{entry.title}: {entry.words}{remarks}')}"


def _latex_cluster(entries: Sequence[Entry], label: Label) -> str:
    header = ["method", f"cluster {escaped_for_latex(wording.label(label))}", "rows"]
    rows = [map(_ragged, version.cells) for version in versions(entries, label)]
    return _tabular(_CLUSTER_COLUMNS, header, rows)


def _tabular(columns: str, header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Write a table of cells that are LaTeX already."""
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", _line(header), r"\midrule"]
    return "\n".join([*lines, *map(_line, rows), r"\bottomrule", r"\end{tabular}"])


def _ragged(text: str) -> str:
    """Write text for a narrow column, where justified words would run over the edge."""
    return rf"\raggedright {escaped_for_latex(text)}"


def _line(row: Iterable[str]) -> str:
    # `\raggedright` redefines `\\`, and after either a star or a bracket is taken for an option
    # of the line before
    line = " & ".join(row)
    return rf"{'{}' if line.startswith(('*', '[')) else ''}{line} \tabularnewline"


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
