"""The frontier as a table, for a terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from clusterscribe.description.words import markdown, wording
from clusterscribe.description.words.layout import wrapped
from clusterscribe.frontiers.frontier import Frontier, Point

Row: TypeAlias = tuple[str, ...]

HEADER: Row = ("errors", "accuracy", "complexity", "sparsity", "proved")
GAP = "  "


def to_text(frontier: Frontier, width: int = 80) -> str:
    """Write the table for a terminal, and what is proved of it."""
    rows = [HEADER, *(_row(point, frontier.objective) for point in frontier)]
    *numbers, _ = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_line(row, numbers) for row in rows]
    return "\n".join([*lines, "", *wrapped(_sentence(frontier), width, "", "")])


def to_markdown(frontier: Frontier) -> str:
    """Write the table as Markdown."""
    lines = [markdown.line(HEADER), markdown.line(["---:"] * (len(HEADER) - 1) + ["---"])]
    for point in frontier:
        lines.append(markdown.line(map(markdown.escaped, _row(point, frontier.objective))))
    return "\n".join(lines) + "\n"


def _row(point: Point, objective: str) -> Row:
    return (
        wording.number(point.errors),
        wording.percent(point.result.accuracy),
        str(point.complexity),
        str(point.sparsity),
        _proved(point, objective),
    )


def _proved(point: Point, objective: str) -> str:
    """Say that a point is proved, or how much better it could be at most."""
    if point.proved:
        return "yes"
    open_ends = []
    if point.result.bound < point.result.objective:
        open_ends.append(f"{objective} >= {wording.number(point.result.bound)}")
    if point.fewest_errors < point.errors:
        open_ends.append(f"errors >= {wording.number(point.fewest_errors)}")
    return ", ".join(open_ends)


def _line(row: Row, widths: Sequence[int]) -> str:
    *numbers, last = row
    cells = [cell.rjust(width) for cell, width in zip(numbers, widths, strict=True)]
    return GAP.join([*cells, last])


def _sentence(frontier: Frontier) -> str:
    proved = sum(point.proved for point in frontier)
    if proved == len(frontier):
        return (
            f"Proved: for each of these numbers of errors no {_kind(frontier)} has a "
            f"lower {frontier.objective}, and none as short makes fewer errors."
        )
    return (
        f"{wording.count(proved, 'point')} of {len(frontier)} proved; for the others the bounds "
        "say how much better they could be at most."
    )


def _kind(frontier: Frontier) -> str:
    proof = frontier[0].description.proof
    return "description" if proof is None else proof.kind
