"""Text in a drawing: how wide it may become, and shortened to the room there is.

Nobody knows the font of a page that is passed on, so that widths are those of a wide one.
"""

from __future__ import annotations

import unicodedata

from clusterscribe.charts.svg.markup import NOTHING, Attributes, Markup, element, words
from clusterscribe.description.words import wording

SIZE = 11.5  # of all letters, in units of the drawing; see pictures.css
LINE = 14.0
BOLD = 1.15  # how much wider letters of titles are
ELLIPSIS = "…"

_NARROW = frozenset(" iljtfrI.,:;'|!()[]{}/\\\"-")
_BROAD = frozenset("mwMW@%&#…—")


def width_of(text: str) -> float:
    """Say how wide a text becomes at most, in units of the drawing."""
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


def line(text: str, x: float, y: float, room: float, kind: str = "") -> Markup:
    """Write a line of text; one that was shortened says all of it when it is pointed at."""
    short = shortened(text, room / BOLD if kind.startswith("title") else room)
    whole = element("title", {}, words(text)) if short.endswith(ELLIPSIS) else NOTHING
    place: Attributes = {"x": x, "y": y}
    return element("text", {"class": kind, **place} if kind else place, words(short), whole)


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
