"""How stable a cluster is: in how many samples each condition recurs, and where its bounds lie.

The line across a strip is the bound of the description, the bar behind it reaches from the least to
the largest bound among the samples, and the strip is as long as the column's axis.
"""

from __future__ import annotations

from clusterscribe.charts.data.strips import Strip, Strips
from clusterscribe.charts.svg.axes import percent
from clusterscribe.charts.svg.markup import (
    NOTHING,
    Attributes,
    Markup,
    element,
    figure,
    isolated,
    joined,
    words,
)
from clusterscribe.description.words import wording

HEIGHT = 14.0
THINNEST = 0.6  # percent of a strip


def strips(shown: Strips) -> Markup:
    """Write one line per condition, and what they say together below."""
    titles = ("condition", "found in", "bounds in the samples")
    head = joined(element("th", {"scope": "col"}, words(title)) for title in titles)
    table = element(
        "table",
        {},
        element("thead", {}, element("tr", {}, head)),
        element("tbody", {}, *map(_line, shown.strips)),
    )
    box = {"class": "scroll", "role": "region", "aria-label": "Stability", "tabindex": "0"}
    note = (
        f"In {shown.alike} of {wording.count(shown.of, 'sample')} of the rows this cluster is "
        f"described by these features and no others; on average {percent(shown.agreement)} of the "
        "rows inside are the same."
    )
    return figure("strips", element("div", box, table), element("figcaption", {}, words(note)))


def _line(one: Strip) -> Markup:
    said = f"{one.samples} of {one.of}"
    return element(
        "tr",
        {},
        element("th", {"scope": "row"}, isolated(one.condition)),
        element("td", {}, element("span", {}, words(said)), _share(one, said)),
        element("td", {}, _strip(one), element("small", {}, isolated(one.bounds))),
    )


def _share(one: Strip, said: str) -> Markup:
    """Draw in how many samples a condition recurs."""
    part = 100 * one.samples / one.of
    return _drawing(
        "share",
        f"In {said} samples",
        element("rect", {"class": "own", "width": f"{part:.3g}%", "height": HEIGHT}),
    )


def _strip(one: Strip) -> Markup:
    if one.places is None:
        return NOTHING
    found, low, high = (100 * place for place in one.places)
    width = max(high - low, THINNEST)
    said = f"Bounds in the samples: {one.bounds}. Axis from {' to '.join(one.ends)}."
    spread: Attributes = {
        "x": f"{min(low, 100 - width):.3g}%",
        "width": f"{width:.3g}%",
        "height": HEIGHT,
    }
    at = f"{found:.3g}%"
    return _drawing(
        "strip",
        said,
        element("rect", {"class": "spread", **spread}),
        element("line", {"class": "edge", "x1": at, "x2": at, "y2": HEIGHT}),
    )


def _drawing(kind: str, said: str, *parts: Markup) -> Markup:
    whole = element("rect", {"class": "whole", "width": "100%", "height": HEIGHT})
    title = element("title", {}, words(said))
    return element("svg", {"class": kind, "role": "img"}, title, whole, *parts)
