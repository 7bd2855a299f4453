"""From the bytes of a public copy to cells of text: delimited text, ARFF, inside zip files."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from io import BytesIO
from zipfile import ZipFile

from clusterscribe.datasets.fetching import MOST_BYTES
from clusterscribe.datasets.words import Mirror, UnfitError

_ATTRIBUTE = re.compile(r"@attribute\s+(?:'([^']*)'|\"([^\"]*)\"|(\S+))", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cells:
    """Names of columns and rows of text, as a file has them."""

    names: tuple[str, ...]
    rows: list[list[str]]


def cells_of(content: bytes, mirror: Mirror) -> Cells:
    """Read a copy as its mirror says; nothing in it is run."""
    for member in mirror.members:
        content = _member(content, member)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnfitError("it is no text") from error
    lines = [line for line in text.splitlines() if line.strip()]
    if mirror.address.endswith(".arff"):
        names, rows = _arff(lines)
    else:
        rows = _split(lines, mirror.delimiter)
        names = mirror.names or _taken_from(rows)
    if rows and [cell.lower() for cell in rows[0]] == [name.lower() for name in names]:
        del rows[0]  # some copies name the columns all the same
    return Cells(tuple(mirror.renamed.get(name.lower(), name) for name in names), rows)


def _member(content: bytes, name: str) -> bytes:
    """Return one file of a zip file; none is ever unpacked onto the disk."""
    try:
        with ZipFile(BytesIO(content)) as archive, archive.open(name) as file:
            member = file.read(MOST_BYTES + 1)
    except KeyError as error:
        raise UnfitError(f"it has no file {name!r}") from error
    except Exception as error:  # the four ways to compress each have errors of their own
        raise UnfitError("it is no readable zip file") from error
    if len(member) > MOST_BYTES:
        raise UnfitError(f"{name!r} in it has more than {MOST_BYTES:,} bytes")
    return member


def _split(lines: list[str], delimiter: str | None) -> list[list[str]]:
    if delimiter is None:
        return [line.split() for line in lines]
    try:
        rows = list(csv.reader(lines, delimiter=delimiter, skipinitialspace=True))
    except csv.Error as error:
        raise UnfitError(f"it is no delimited text ({error})") from error
    return [[cell.strip() for cell in row] for row in rows]


def _taken_from(rows: list[list[str]]) -> tuple[str, ...]:
    """Take the first row as names."""
    if not rows:
        raise UnfitError("it is empty")
    return tuple(rows.pop(0))


def _arff(lines: list[str]) -> tuple[tuple[str, ...], list[list[str]]]:
    """Read the names of the attributes, and the lines below @data."""
    lines = [line.strip() for line in lines if not line.lstrip().startswith("%")]
    start = next((n for n, line in enumerate(lines) if line.lower() == "@data"), None)
    if start is None:
        raise UnfitError("it is no ARFF file: there is no line @data")
    found = filter(None, map(_ATTRIBUTE.match, lines[:start]))
    names = tuple(next(filter(None, match.groups()), "") for match in found)
    return names, _split(lines[start + 1 :], ",")
