"""Lines of a given width, for terminals."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator

from clusterscribe.description import wording
from clusterscribe.description.conditions import Condition

ARROW, UNBROKEN_ARROW = " -> ", "\u00a0->\u00a0"  # a value and what it counts as stay together
WIDTH = 80  # columns of a terminal where nobody says otherwise


def heading(left: str, right: str, width: int) -> Iterator[str]:
    """Write a title and its figures at both ends of a line, or below each other if too long."""
    free = width - columns(left) - columns(right) - 1 - bool(right)
    if free >= 3:
        yield f"{left} {'-' * free}{' ' * bool(right)}{right}"
        return
    yield from wrapped(left, width, "", "  ")
    if right:
        yield f"{'-' * max(3, width - len(right) - 1)} {right}"


def wrapped(text: str, width: int, first: str, rest: str) -> list[str]:
    """Break text into lines, the first and the others indented by these words."""
    lines = textwrap.wrap(
        text.replace(ARROW, UNBROKEN_ARROW),
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )
    return [line.replace(UNBROKEN_ARROW, ARROW) for line in lines]


def condition(value: Condition, width: int, first: str, rest: str) -> list[str]:
    """Write a condition on one line where it fits, else a score with a line for each term."""
    pieces = wording.pieces(value)
    whole = " ".join(pieces)
    if len(pieces) == 1 or columns(first + whole) <= width:
        return wrapped(whole, width, first, f"{rest}    ")
    below = rest + " " * len("score ")  # so that all signs stand below the equals sign
    lines = wrapped(pieces[0], width, first, f"{below}    ")
    for piece in pieces[1:]:
        lines += wrapped(piece, width, below, f"{below}    ")
    return lines


def padded(text: str, width: int, right: bool = False) -> str:
    """Fill text up to a width in columns, with the text on one side."""
    space = " " * (width - columns(text))
    return space + text if right else text + space


def columns(text: str) -> int:
    """Return how many columns of a terminal the text takes."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) > 0 for c in text)
