"""Lines of a given width, for terminals, and lines of Markdown tables."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import chain, repeat

from clusterscribe.description.core.conditions import AnyOf, Condition, Near
from clusterscribe.description.words import condition_wording

ARROW, UNBROKEN_ARROW = " -> ", "\u00a0->\u00a0"  # a value and what it counts as stay together
FILLER = "\ue000"  # beside a wide letter, so that it counts as the two columns it takes
WIDTH = 80  # columns of a terminal unless a user sets another width

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~$&])")


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
        _counted(text.replace(ARROW, UNBROKEN_ARROW)),
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )
    return [line.replace(UNBROKEN_ARROW, ARROW).replace(FILLER, "") for line in lines]


def condition(value: Condition, width: int, first: str, rest: str) -> list[str]:
    """Write a condition on one line where it fits, else a score with a line for each term.

    Alternatives start a line each; their conditions and the values of a prototype are not torn
    apart.
    """
    if isinstance(value, AnyOf):
        starts = chain([first], repeat(rest))
        return [
            line
            for pieces, start in zip(condition_wording.conjunctions(value), starts, strict=False)
            for line in filled(pieces, width, start, f"{rest}    ")
        ]
    if isinstance(value, Near):
        return filled(condition_wording.prototype(value.ball), width, first, f"{rest}    ")
    pieces = condition_wording.pieces(value)
    whole = " ".join(pieces)
    if len(pieces) == 1 or columns(first + whole) <= width:
        return wrapped(whole, width, first, f"{rest}    ")
    below = rest + " " * len("score ")  # so that all signs stand below the equals sign
    lines = wrapped(pieces[0], width, first, f"{below}    ")
    for piece in pieces[1:]:
        lines += wrapped(piece, width, below, f"{below}    ")
    return lines


def filled(pieces: Iterable[str], width: int, first: str, rest: str) -> list[str]:
    """Write pieces next to each other, and break lines only between them where possible."""
    lines: list[str] = []
    for piece in pieces:
        if lines and columns(f"{lines[-1]} {piece}") <= width:
            lines[-1] += f" {piece}"
        else:
            lines += wrapped(piece, width, rest if lines else first, rest)
    return lines


def padded(text: str, width: int, right: bool = False) -> str:
    """Fill text up to a width in columns, with the text on one side."""
    space = " " * (width - columns(text))
    return space + text if right else text + space


def columns(text: str) -> int:
    """Return how many columns of a terminal the text takes."""
    return len(text) + sum(map(_is_wide, text)) - sum(unicodedata.combining(c) > 0 for c in text)


def _counted(text: str) -> str:
    """Return text with as many characters as it takes columns, for what only counts characters."""
    return "".join(f"{letter}{FILLER}" if _is_wide(letter) else letter for letter in text)


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"


def markdown_escaped(text: str) -> str:
    """Write text so that nothing in it is taken for Markdown or HTML."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def markdown_line(cells: Iterable[str]) -> str:
    """Write a line of a table from cells that are Markdown already."""
    return f"| {' | '.join(cells)} |"
