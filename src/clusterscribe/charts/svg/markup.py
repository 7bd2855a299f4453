"""Elements built from escaped pieces: nothing that a stranger wrote can become markup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from clusterscribe.description.words import wording

Attributes = Mapping[str, str | float]


class Markup(str):
    """Markup that is safe to put into a page; template engines know it by `__html__`."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


NOTHING = Markup("")


def words(text: str) -> Markup:
    """Write text; what cannot be seen, and has no place in markup, is written as an escape."""
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
    """Write one picture with all that belongs to it."""
    return element("figure", {"class": f"picture {kind}"}, *children)


def picture(width: float, height: float, seen: str, *children: Markup) -> Markup:
    """Write an SVG that takes the width it is given, and a sentence that says what is seen."""
    attributes = {
        "viewBox": f"0 0 {coordinate(width)} {coordinate(height)}",
        "role": "img",
        "aria-label": seen,
    }
    return element("svg", attributes, *children)


def stranger(text: str) -> Markup:
    """Write a stranger's text so that its direction leaves the rest of the line alone."""
    return element("bdi", {}, words(text))


def coordinate(value: float) -> str:
    """Write a coordinate with at most one decimal, as short as that goes."""
    text = f"{value:.1f}".removesuffix(".0")
    if text in ("-0", "0"):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


_MAY_BE_EMPTY = {"path", "circle", "rect"}  # of SVG; HTML closes its own in words


def _attribute(name: str, value: str | float) -> str:
    text = wording.visible(value) if isinstance(value, str) else coordinate(value)
    return f' {name}="{escape(text)}"'
