"""The small pieces of Markdown that several writers need."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$&])")


def escaped(text: str) -> str:
    """Write text so that nothing in it is taken for Markdown or HTML."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def line(cells: Iterable[str]) -> str:
    """Write a line of a table from cells that are Markdown already."""
    return f"| {' | '.join(cells)} |"
