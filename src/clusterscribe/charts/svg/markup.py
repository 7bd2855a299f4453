"""Elements built from escaped pieces, so that untrusted text can never become markup.

Text is shortened to the room there is. Nobody knows the font of a page that is passed on, so that
widths are those of a wide one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from html import escape

from clusterscribe.charts.data.figures import ELLIPSIS
from clusterscribe.description.words import wording

Attributes = Mapping[str, str | float]

SIZE = 11.5  # of all letters, in units of the drawing; see pictures.css
LINE = 14.0
BOLD = 1.15  # how much wider the letters of titles are

_NARROW = frozenset(" iljtfrI.,:;'|!()[]{}/\\\"-")
_BROAD = frozenset("mwMW@%&#…—")
_MAY_BE_EMPTY = {"path", "circle", "rect", "line"}  # of SVG; HTML elements need an end tag


class Markup(str):
    """Markup that is safe to put into a page; template engines know it by `__html__`."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


NOTHING = Markup("")


def words(text: str) -> Markup:
    """Write text; invisible characters, which have no place in markup, are written as escapes."""
    return Markup(escape(wording.visible(text), quote=False))


def element(tag: str, attributes: Attributes, *children: Markup) -> Markup:
    """Write an element with its attributes, all of them escaped, and its children."""
    start = "".join([tag, *(_attribute(name, value) for name, value in attributes.items())])
    inner = "".join(children)
    if not inner and tag in _MAY_BE_EMPTY:
        return Markup(f"<{start}/>")
    return Markup(f"<{start}>{inner}</{tag}>")


def joined(pieces: Iterable[Markup]) -> Markup:
    """Write pieces one after the other."""
    return Markup("".join(pieces))


def figure(kind: str, *children: Markup) -> Markup:
    """Write one chart with all that belongs to it."""
    return element("figure", {"class": f"picture {kind}"}, *children)


def isolated(text: str) -> Markup:
    """Write untrusted text so that its direction does not affect the rest of the line."""
    return element("bdi", {}, words(text))


def line(text: str, x: float, y: float, room: float, kind: str = "") -> Markup:
    """Write a line of text; if it was shortened, its tooltip holds all of it."""
    short = shortened(text, room / BOLD if kind.startswith("title") else room)
    whole = element("title", {}, words(text)) if short.endswith(ELLIPSIS) else NOTHING
    place: Attributes = {"x": x, "y": y}
    return element("text", {"class": kind, **place} if kind else place, words(short), whole)


def width_of(text: str) -> float:
    """Return how wide a text becomes at most, in units of the drawing."""
    return SIZE * sum(map(_ems, wording.visible(text)))


def shortened(text: str, room: float) -> str:
    """Cut a text, as it is seen, with an ellipsis where it is wider than the room."""
    text = wording.visible(text)
    if width_of(text) <= room:
        return text
    rest = room - width_of(ELLIPSIS)
    kept = []
    for character in text:
        rest -= SIZE * _ems(character)
        if rest < 0:
            break
        kept.append(character)
    return "".join(kept).rstrip(" \u200d") + ELLIPSIS


def coordinate(value: float) -> str:
    """Write a coordinate with at most one decimal, as short as possible."""
    text = f"{value:.1f}".removesuffix(".0")
    if text in ("-0", "0"):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _attribute(name: str, value: str | float) -> str:
    text = wording.visible(value) if isinstance(value, str) else coordinate(value)
    return f' {name}="{escape(text)}"'


def _ems(character: str) -> float:
    if unicodedata.combining(character) or character in "\u200c\u200d\ufe0f":
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.3  # emoji are wider than ideographs
    if character in _NARROW:
        return 0.42
    if character in _BROAD:
        return 1.0
    return 0.72 if character.isupper() else 0.64
