"""A comparison as LaTeX: tables for the package booktabs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clusterscribe.comparison import cells
from clusterscribe.comparison.comparison import Comparison
from clusterscribe.comparison.side_by_side import versions
from clusterscribe.description import Label, wording

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}


def to_latex(comparison: Comparison, clusters: Iterable[Label] | None) -> str:
    """Write the table, and a table for each cluster as the methods describe it."""
    shown = comparison.labels if clusters is None else comparison.described(clusters)
    tables = ["\n".join(_table(comparison))]
    tables += ["\n".join(_cluster(comparison, label)) for label in shown]
    return "\n\n".join(tables) + "\n"


def escaped(text: str) -> str:
    """Write text so that nothing in it is taken for LaTeX."""
    safe = "".join(_ESCAPES.get(character, character) for character in " ".join(text.split()))
    for wide, narrow in ((r"\textgreater{}=", r"$\ge$"), (r"\textless{}=", r"$\le$")):
        safe = safe.replace(wide, narrow)
    return safe


def _table(comparison: Comparison) -> Iterator[str]:
    best = cells.best_accuracy(comparison)
    width = len(cells.HEADER)
    yield rf"\begin{{tabular}}{{l{'r' * (width - 1)}}}"
    yield r"\toprule"
    yield _line(map(escaped, cells.HEADER))
    yield r"\midrule"
    for entry in comparison:
        row = [escaped(cell) for cell in cells.row(entry)]
        if entry.result is None:
            box = rf"\multicolumn{{{width - 1}}}{{p{{0.7\linewidth}}}}"
            row = [row[0], f"{box}{{{escaped(entry.reason)}}}"]
        elif cells.is_best(entry, best):
            row[cells.ACCURACY] = rf"\textbf{{{row[cells.ACCURACY]}}}"
        yield _line(row)
    yield r"\bottomrule"
    yield r"\end{tabular}"


def _cluster(comparison: Comparison, label: Label) -> Iterator[str]:
    yield r"\begin{tabular}{p{0.2\linewidth}p{0.75\linewidth}}"
    yield r"\toprule"
    yield _line(["method", f"cluster {escaped(wording.label(label))}"])
    yield r"\midrule"
    for version in versions(comparison, label):
        yield _line([escaped(", ".join(version.methods)), escaped(version.sentence)])
    yield r"\bottomrule"
    yield r"\end{tabular}"


def _line(row: Iterable[str]) -> str:
    return f"{' & '.join(row)} \\\\"
