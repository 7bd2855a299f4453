"""How a file is to be read, where its reader should be told rather than look."""

from __future__ import annotations

import codecs
from dataclasses import dataclass, fields

from clusterscribe.errors import InputError

TAB = "\t"


@dataclass(frozen=True, slots=True)
class FileOptions:
    """What cannot always be found by looking; None: look."""

    encoding: str | None = None  # of text, such as "latin1"
    separator: str | None = None  # of cells: one character
    decimal: str | None = None  # the mark of decimals: "." or ","
    sheet: str | None = None  # of a workbook

    def __post_init__(self) -> None:
        if self.encoding is not None:
            _check_encoding(self.encoding)
        if self.separator is not None and (len(self.separator) != 1 or self.separator in '"\r\n'):
            raise InputError(
                f"separator must be one character such as ';', or a tab, not {self.separator!r}"
            )
        if self.decimal not in (None, ".", ","):
            raise InputError(f"decimal must be '.' or ',', not {self.decimal!r}")
        if self.decimal == "," == self.separator:
            raise InputError("separator and decimal are both ','; cells could not be distinguished")

    def refuse_all_but(self, *names: str, kind: str) -> None:
        """Refuse options that mean nothing for a kind of file."""
        for name in (field.name for field in fields(self)):
            if name not in names and getattr(self, name) is not None:
                raise InputError(f"{name} says nothing about {kind}; leave it out")


FOUND = FileOptions()  # everything is found by looking
OF_TEXT = ("encoding", "separator", "decimal")


def _check_encoding(name: str) -> None:
    try:
        is_text = codecs.lookup(name)._is_text_encoding  # rot13 and zip are none
        "".encode(name)
    except (LookupError, ValueError, AttributeError):
        is_text = False
    if not is_text:
        raise InputError(
            f"there is no encoding {name!r}; name one such as utf-8, latin1, cp1252 or utf-16"
        )
