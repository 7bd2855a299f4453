"""What the server asks of its worker process, and what the worker leaves behind."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clusterscribe.app.choices import Choices
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.table import arrow_file, workbook
from clusterscribe.table.file import KINDS
from clusterscribe.table.text_file import DELIMITERS

PACKED = ("", ".gz", ".zst")
ENDINGS = (
    *(f"{ending}{packed}" for ending in DELIMITERS for packed in PACKED),
    *(".parquet", ".pq"),
    *arrow_file.ENDINGS,
    *workbook.ENDINGS,
)
LONGEST_NAME = 80

# the files that a description leaves in its folder
REPORT = "report.html"
LABELLED = "labelled.csv"
DESCRIPTION = "description-{}.json"  # one per point of the frontier
PLACES = "places.npz"  # of every row: what it is described as, and whether that is wrong
NONE, MANY, LEFT_OUT = -1, -2, -3  # no cluster, several, and rows that were left out
FIRST = "first"  # the folder in it with the report that is there before the frontier


@dataclass(frozen=True, slots=True)
class TableFile:
    """A file that holds a table."""

    path: Path
    name: str  # what its owner calls it; an uploaded file is stored under another name
    most: int | None = None  # bytes that it may unpack to; None: not uploaded, so no limit
    is_example: bool = False  # the worker has to write it first


@dataclass(frozen=True, slots=True)
class Task:
    """Work on a table: describe it as chosen or, without choices, only preview it."""

    table: TableFile
    outputs: Path  # the folder for the files that the work produces
    choices: Choices | None = None
    start: Path | None = None  # a description to begin with, as JSON


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is known about a finished description; its files are in the folder of the task."""

    points: list[str]  # the frontier in words, the fewest errors first
    chosen: int  # the point that meets the error budget
    remarks: list[str]
    is_labelled: bool  # whether there is a labelled table
    clusters: list[str]  # all labels of clusters, also those that were not described
    cluster: str = ""  # that is described alone; empty: all are
    against: str = ""  # the only other that counts; empty: all others
    folder: str = ""  # in that of the task, with the report and the descriptions


def shown_name(name: str) -> str:
    """Return the last part of a file's name, on one line and not too long."""
    last = wording.visible(name.replace("\\", "/").rsplit("/", 1)[-1]).strip()
    if len(last) <= LONGEST_NAME:
        return last
    return f"{last[: LONGEST_NAME // 2]}…{last[-LONGEST_NAME // 2 + 1 :]}"


def ending_of(name: str) -> str:
    """Return the ending that tells how to read a file."""
    lower = name.lower()
    for ending in sorted(ENDINGS, key=len, reverse=True):
        if lower.endswith(ending):
            return ending
    raise InputError(f"{name!r} has an unknown format; choose {KINDS}")


def megabytes(limit: int) -> str:
    """Return a size limit in words."""
    return f"{limit / 1e6:,.4g} MB"


def upload_limit(limit: int) -> str:
    """Return the end of a sentence about a file that is too large, with what to do about it."""
    return (
        f"the limit of {megabytes(limit)}; start the app with a larger --max-upload, or with the "
        "path of the file"
    )
