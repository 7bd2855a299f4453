"""Tables of figures: each in a box of its own that scrolls, with a caption and headings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clusterscribe.charts.svg.lettering import ELLIPSIS, shortened
from clusterscribe.charts.svg.markup import NOTHING, Markup, element, figure, joined, words

_WIDEST = 240.0  # heading


def table(
    kind: str, caption: str, head: Sequence[Markup], body: Iterable[Markup], note: str
) -> Markup:
    """Write a table; its first column, of headings, stays in sight when it scrolls."""
    columns = joined(element("th", {"scope": "col"}, cell) for cell in head)
    inner = element(
        "table",
        {},
        element("caption", {}, element("span", {}, words(caption))),
        element("thead", {}, element("tr", {}, columns)),
        element("tbody", {}, *body),
    )
    box = element(
        "div", {"class": "scroll", "role": "region", "aria-label": caption, "tabindex": "0"}, inner
    )
    below = element("figcaption", {}, words(note)) if note else NOTHING
    return figure(kind, box, below)


def heading(text: str) -> Markup:
    """Write a stranger's text as a heading; a long one is cut, and says all of it on demand."""
    short = shortened(text, _WIDEST)
    return element("bdi", {"title": text} if short.endswith(ELLIPSIS) else {}, words(short))


def row(first: Markup, cells: Iterable[Markup]) -> Markup:
    """Write a row of a table below its heading."""
    return element("tr", {}, element("th", {"scope": "row"}, first), *cells)


def cell(kind: str, *inner: Markup) -> Markup:
    """Write a cell of a kind."""
    return element("td", {"class": kind} if kind else {}, *inner)
