"""A description for other programs, as text to copy: SQL and JSON."""

from __future__ import annotations

from collections.abc import Callable

from clusterscribe.description.core import BaseDescription
from clusterscribe.description.export.json import to_json
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.report.summary import Code

DIALECTS = ("ansi", "postgresql")  # the first that can express it
INVISIBLE = "names in it contain invisible characters; write it to a file instead"


def sql_of(write: Callable[[str], str]) -> Code:
    """Return a query in the first dialect in which it can be written, or why it cannot be."""
    reason = ""
    for dialect in DIALECTS:
        try:
            text = write(dialect)
        except InputError as error:
            reason = str(error)
            continue
        return _to_copy(text, "" if dialect == "ansi" else dialect)
    return Code("", reason)


def json_of(description: BaseDescription) -> Code:
    """Return a description as JSON, or why it cannot be written."""
    try:
        return _to_copy(to_json(description))
    except InputError as error:
        return Code("", str(error))


def _to_copy(text: str, note: str = "") -> Code:
    seen = text.replace("\n", "").replace("\t", "")
    if wording.visible(seen) != seen:  # it would not be the same when copied
        return Code("", INVISIBLE)
    return Code(text, note)
