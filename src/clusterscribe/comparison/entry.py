"""What one method found: its figures as cells of a table, and its description of a cluster."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from clusterscribe.description import Description, Label, Tally
from clusterscribe.description.core.conditions import Condition, conditions_of
from clusterscribe.description.words import condition_wording, wording
from clusterscribe.description.words.text import figures
from clusterscribe.proof import Status, StopReason
from clusterscribe.result import Result

Row: TypeAlias = tuple[str, ...]
Marks: TypeAlias = Mapping[StopReason, str]

HEADER: Row = ("method", "accuracy", "errors", "complexity", "sparsity", "bound", "seconds")
ACCURACY = HEADER.index("accuracy")

CUT_OFF = {  # why a method stopped before it was finished
    StopReason.TIME_LIMIT: "stopped at its time limit; more time may do better.",
    StopReason.INTERRUPTED: "interrupted; this is the best that it had found so far.",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One method: what it found, or the reason why it found nothing."""

    method: str
    words: str  # what the method is
    seconds: float
    description: Description | None = None
    result: Result | None = None
    reason: str = ""
    remarks: tuple[str, ...] = ()  # what the user should know about the answer
    # an unexpected failure, with its traceback
    error: Exception | None = field(default=None, compare=False, repr=False)

    def __repr__(self) -> str:
        told = ", ".join(f"{name} {cell}" for name, cell in zip(HEADER, self.cells, strict=True))
        return f"<Entry: {told}{f', {self.reason}' if self.reason else ''}>"

    @property
    def title(self) -> str:
        """The name of the method, always on one line."""
        return wording.visible(self.method)

    @property
    def measure(self) -> str:
        """What the method minimises, in words; empty if it does not say."""
        return "" if self.result is None else str(self.result.statistics.get("objective", ""))

    @property
    def bound(self) -> str:
        """What is proved, `complexity proved` or `complexity >= 5`; empty for greedy methods."""
        result = self.result
        if result is None or result.stop_reason == StopReason.GREEDY:
            return ""
        if result.status == Status.OPTIMAL:
            return f"{self.measure} proved"
        if 0 < result.bound < result.objective:
            return f"{self.measure} >= {wording.at_least(result.bound)}"
        if 0 < result.error_bound < result.errors:
            return f"errors >= {wording.at_least(result.error_bound)}"
        return ""

    @property
    def cells(self) -> Row:
        """One cell for each name in `HEADER`; a method without an answer has no figures."""
        result, seconds = self.result, f"{self.seconds:.1f}"
        if result is None:
            return (self.title, *[""] * (len(HEADER) - 2), seconds)
        return (
            self.title,
            wording.percent(result.accuracy),
            wording.number(result.errors),
            str(result.complexity),
            str(result.sparsity),
            self.bound,
            seconds,
        )

    def reaches(self, accuracy: float) -> bool:
        """Whether the method is at least this accurate."""
        return self.result is not None and self.result.accuracy >= accuracy

    def mark(self, marks: Marks) -> str:
        """Return the mark of a method that was cut off; empty for others."""
        return "" if self.result is None else marks.get(self.result.stop_reason, "")

    def marked_cells(self, marks: Marks) -> Row:
        """Return the cells, with a mark at the seconds if the method was cut off."""
        *cells, seconds = self.cells
        return (*cells, f"{seconds} {self.mark(marks)}".rstrip())


def marks_of(entries: Iterable[Entry]) -> dict[StopReason, str]:
    """Return a mark for each way in which some of these methods were cut off."""
    ends = {entry.result.stop_reason for entry in entries if entry.result is not None}
    occurring = [reason for reason in CUT_OFF if reason in ends]
    return {reason: "*" * place for place, reason in enumerate(occurring, start=1)}


def footnotes(marks: Marks) -> list[str]:
    """Say what the marks mean."""
    return [f"{mark} {CUT_OFF[reason]}" for reason, mark in marks.items()]


def best_accuracy(entries: Iterable[Entry]) -> float:
    """Return the highest accuracy of any method."""
    return max((e.result.accuracy for e in entries if e.result is not None), default=1.0)


@dataclass(frozen=True, slots=True)
class Version:
    """A description of one cluster, and the methods that gave it."""

    methods: tuple[str, ...]
    conditions: tuple[Condition, ...]  # in reading order
    tally: Tally | None

    @property
    def cells(self) -> Row:
        """The methods, all conditions on one line, and how many rows they hold for."""
        sentence = " and ".join(map(condition_wording.condition, self.conditions)) or "every row"
        return ", ".join(self.methods), sentence, "" if self.tally is None else figures(self.tally)


def versions(entries: Iterable[Entry], label: Label) -> list[Version]:
    """Return the different descriptions of a cluster, in the order of the methods."""
    found: list[Version] = []
    for entry in entries:
        description = entry.description
        if description is None or label not in description.polyhedra:
            continue
        conditions, tally = conditions_of(description.polyhedra[label]), description.tally_of(label)
        for place, version in enumerate(found):
            if (version.conditions, version.tally) == (conditions, tally):
                found[place] = replace(version, methods=(*version.methods, entry.title))
                break
        else:
            found.append(Version((entry.title,), conditions, tally))
    return found
