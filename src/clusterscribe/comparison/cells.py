"""The cells of the table, the same wherever it is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from clusterscribe.comparison.comparison import Comparison, Entry
from clusterscribe.description import wording

Row: TypeAlias = tuple[str, ...]

HEADER: Row = ("method", "accuracy", "errors", "complexity", "sparsity", "bound", "seconds")
ACCURACY = HEADER.index("accuracy")


def row(entry: Entry) -> Row:
    """Write one method; a method without an answer has no figures."""
    result = entry.result
    if result is None:
        return (entry.method, *[""] * (len(HEADER) - 2), f"{entry.seconds:.1f}")
    return (
        entry.method,
        wording.percent(result.accuracy),
        wording.number(result.errors),
        str(result.complexity),
        str(result.sparsity),
        bound(entry),
        f"{entry.seconds:.1f}",
    )


def bound(entry: Entry) -> str:
    """Say what is proved, `complexity proved` or `complexity >= 5`; nothing of a greedy method."""
    result = entry.result
    if result is None or result.stop_reason == "greedy":
        return ""
    if result.status == "optimal":
        return f"{entry.measure} proved"
    if 0 < result.bound < result.objective:
        return f"{entry.measure} >= {wording.number(result.bound)}"
    if 0 < result.error_bound < result.errors:
        return f"errors >= {wording.number(result.error_bound)}"
    return ""


def best_accuracy(comparison: Comparison) -> float:
    """Return the highest accuracy of any method."""
    return max((e.result.accuracy for e in comparison if e.result is not None), default=1.0)


def is_best(entry: Entry, best: float) -> bool:
    """Whether no method is more accurate."""
    return entry.result is not None and entry.result.accuracy >= best


def widths(rows: Sequence[Row]) -> list[int]:
    """Return the width that each column needs."""
    return [max(map(len, column)) for column in zip(*rows, strict=True)]
