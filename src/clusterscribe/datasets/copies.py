"""Public copies of data sets: downloaded with pooch, and read as cells of text.

Copies are delimited text or ARFF, possibly inside zip files. Only https is used, within limits of
time and size, and nothing of what comes is run or unpacked onto the disk.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin
from zipfile import ZipFile

from clusterscribe.clock import Clock
from clusterscribe.datasets.catalogue import Mirror
from clusterscribe.datasets.tidy import Cells, UnfitError

if TYPE_CHECKING:
    import requests

TIMEOUT = 20.0  # seconds without an answer
LONGEST = 180.0  # seconds for one download
MOST_BYTES = 50_000_000  # several times the largest of the data sets

_ATTRIBUTE = re.compile(r"@attribute\s+(?:'([^']*)'|\"([^\"]*)\"|(\S+))", re.IGNORECASE)


def fetch(address: str) -> bytes:
    """Download what is at an address, or raise `UnfitError` with the reason why not."""
    import pooch
    import requests

    _refuse_other_than_https(address, "it is not an https address")
    download = pooch.HTTPDownloader(
        timeout=TIMEOUT,
        headers={"User-Agent": "clusterscribe"},
        hooks={"response": _refuse_redirect_off_https},
    )
    content = _LimitedBuffer()
    try:
        download(address, content, None)
    except requests.HTTPError as error:
        answer = error.response
        raise UnfitError(f"it answers {answer.status_code} {answer.reason}") from error
    except (OSError, ValueError) as error:  # the last: what is not an address
        raise UnfitError(_reason(error)) from error
    return content.getvalue()


class _LimitedBuffer(BytesIO):
    """Takes a download piece by piece, up to the limits of time and size."""

    def __init__(self) -> None:
        super().__init__()
        self._clock = Clock(LONGEST)

    def write(self, piece: Any) -> int:  # noqa: ANN401
        if self._clock.expired:
            raise UnfitError(f"it takes more than {LONGEST:g} seconds")
        if self.tell() + len(piece) > MOST_BYTES:
            raise UnfitError(f"it sends more than {MOST_BYTES:,} bytes")
        return super().write(piece)


def _refuse_redirect_off_https(response: requests.Response, **_: object) -> None:
    """Never follow a redirection to an address that anyone on the way could answer for."""
    target = urljoin(response.url, response.headers.get("location", ""))
    _refuse_other_than_https(target, f"it redirects to {target!r}, which is not an https address")


def _refuse_other_than_https(address: str, reason: str) -> None:
    if not address.lower().startswith("https://"):
        raise UnfitError(reason)


def _reason(error: BaseException) -> str:
    """Return what went wrong in the first place, in one line."""
    while error.__context__ is not None:
        error = error.__context__
    words = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(words.split())


def cells_of(content: bytes, mirror: Mirror) -> Cells:
    """Read a copy as its mirror says."""
    for member in mirror.members:
        content = _member(content, member)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnfitError("it is not text") from error
    lines = [line for line in text.splitlines() if line.strip()]
    if mirror.address.endswith(".arff"):
        names, rows = _arff(lines)
    else:
        rows = _split(lines, mirror.delimiter)
        if not rows:
            raise UnfitError("it is empty")
        names = mirror.names or rows.pop(0)
    if rows and [cell.lower() for cell in rows[0]] == [name.lower() for name in names]:
        del rows[0]  # some copies name the columns all the same
    return Cells(tuple(mirror.renamed.get(name.lower(), name) for name in names), rows)


def _member(content: bytes, name: str) -> bytes:
    """Return one file of a zip file."""
    try:
        with ZipFile(BytesIO(content)) as archive, archive.open(name) as file:
            member = file.read(MOST_BYTES + 1)
    except KeyError as error:
        raise UnfitError(f"it has no file {name!r}") from error
    except Exception as error:  # each of the four ways to compress has errors of its own
        raise UnfitError("it is not a readable zip file") from error
    if len(member) > MOST_BYTES:
        raise UnfitError(f"{name!r} in it has more than {MOST_BYTES:,} bytes")
    return member


def _split(lines: list[str], delimiter: str) -> list[list[str]]:
    if delimiter == " ":
        return [line.split() for line in lines]
    try:
        rows = list(csv.reader(lines, delimiter=delimiter, skipinitialspace=True))
    except csv.Error as error:
        raise UnfitError(f"it is not delimited text ({error})") from error
    return [[cell.strip() for cell in row] for row in rows]


def _arff(lines: list[str]) -> tuple[Sequence[str], list[list[str]]]:
    """Read the names of the attributes, and the lines below @data."""
    lines = [line.strip() for line in lines if not line.lstrip().startswith("%")]
    start = next((n for n, line in enumerate(lines) if line.lower() == "@data"), None)
    if start is None:
        raise UnfitError("it is not an ARFF file: there is no line @data")
    found = filter(None, map(_ATTRIBUTE.match, lines[:start]))
    names = [next(filter(None, match.groups()), "") for match in found]
    return names, _split(lines[start + 1 :], ",")
