"""Descriptions that were saved: by `describe --json`, or by `Description.to_json`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from clusterscribe.cli.remarks import remarks_as_lines
from clusterscribe.errors import InputError

if TYPE_CHECKING:
    from clusterscribe.description import Description


def read_description(path: Path, quiet: bool = False) -> Description:
    """Read a description from either kind of file; say if nothing that it claims is kept."""
    from clusterscribe.description import Description

    text = _read(path)
    try:
        with remarks_as_lines(quiet):
            return Description.from_json(text)
    except InputError as error:
        raise InputError(f"{str(path)!r} is not what `describe --json` writes. {error}") from None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"there is no file {str(path)!r}") from None
    except UnicodeDecodeError:
        raise InputError(f"{str(path)!r} is not a text file in UTF-8") from None
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error.strerror}") from None
