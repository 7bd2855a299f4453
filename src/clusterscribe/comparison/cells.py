"""The cells of the table, the same wherever it is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from clusterscribe.comparison.comparison import Comparison, Entry
from clusterscribe.description.words import wording
from clusterscribe.proof import Status, StopReason

Row: TypeAlias = tuple[str, ...]

HEADER: Row = ("method", "accuracy", "errors", "complexity", "sparsity", "bound", "seconds")
ACCURACY = HEADER.index("accuracy")

CUT_OFF = {  # why a method stopped that had not come to an end of its own
    StopReason.TIME_LIMIT: "stopped at its time limit; more time may do better.",
    StopReason.INTERRUPTED: "interrupted; this is the best that it had found so far.",
}


def row(entry: Entry) -> Row:
    """Write one method; a method without an answer has no figures."""
    result = entry.result
    if result is None:
        return (entry.title, *[""] * (len(HEADER) - 2), f"{entry.seconds:.1f}")
    return (
        entry.title,
        wording.percent(result.accuracy),
        wording.number(result.errors),
        str(result.complexity),
        str(result.sparsity),
        bound(entry),
        f"{entry.seconds:.1f}",
    )


def marked_row(entry: Entry, marks: Mapping[StopReason, str]) -> Row:
    """Write one method, with a mark at its seconds if it was cut off."""
    *cells, seconds = row(entry)
    return (*cells, f"{seconds} {mark_of(entry, marks)}".rstrip())


def bound(entry: Entry) -> str:
    """Say what is proved, `complexity proved` or `complexity >= 5`; nothing of a greedy method."""
    result = entry.result
    if result is None or result.stop_reason == StopReason.GREEDY:
        return ""
    if result.status == Status.OPTIMAL:
        return f"{entry.measure} proved"
    if 0 < result.bound < result.objective:
        return f"{entry.measure} >= {wording.at_least(result.bound)}"
    if 0 < result.error_bound < result.errors:
        return f"errors >= {wording.at_least(result.error_bound)}"
    return ""


def marks_of(comparison: Comparison) -> dict[StopReason, str]:
    """Return a mark for each way in which methods of this comparison were cut off."""
    ends = {entry.result.stop_reason for entry in comparison if entry.result is not None}
    occurring = [reason for reason in CUT_OFF if reason in ends]
    return {reason: "*" * place for place, reason in enumerate(occurring, start=1)}


def mark_of(entry: Entry, marks: Mapping[StopReason, str]) -> str:
    """Return the mark of a method that was cut off, or nothing."""
    return "" if entry.result is None else marks.get(entry.result.stop_reason, "")


def footnotes(marks: Mapping[StopReason, str]) -> list[str]:
    """Say what the marks mean."""
    return [f"{mark} {CUT_OFF[reason]}" for reason, mark in marks.items()]


def best_accuracy(comparison: Comparison) -> float:
    """Return the highest accuracy of any method."""
    return max((e.result.accuracy for e in comparison if e.result is not None), default=1.0)


def is_best(entry: Entry, best: float) -> bool:
    """Whether no method is more accurate."""
    return entry.result is not None and entry.result.accuracy >= best
