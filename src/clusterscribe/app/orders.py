"""What the server asks of a process of its own, and what it hears back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from clusterscribe.app.choices import Choices


@dataclass(frozen=True, slots=True)
class Order:
    """One piece of work: to look at a table, or, where choices are made, to describe it."""

    table: Path
    name: str  # what its owner calls it
    folder: Path  # for what is made of it
    choices: Choices | None = None
    example: bool = False  # the table is to be made first: the wines
    most: int | None = None  # bytes that may come out of the file


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of describing; the files are in the folder of the order."""

    points: tuple[str, ...]  # each in words, the fewest errors first
    chosen: int  # the one that was asked for
    remarks: tuple[str, ...]
    is_labelled: bool  # whether there is a labelled table

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Outcome:
        """Read back what `to_dict` wrote."""
        texts = {name: tuple(values[name]) for name in ("points", "remarks")}
        return cls(chosen=values["chosen"], is_labelled=values["is_labelled"], **texts)


def report_in(folder: Path) -> Path:
    """Return where the report of a folder is."""
    return folder / "report.html"


def labelled_in(folder: Path) -> Path:
    """Return where the labelled table of a folder is."""
    return folder / "labelled.csv"


def description_in(folder: Path, point: int) -> Path:
    """Return where the description of a point is, as JSON."""
    return folder / f"description-{point}.json"
