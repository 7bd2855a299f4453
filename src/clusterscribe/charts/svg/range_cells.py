"""The range chart as cells for a table of the page: clusters by columns.

A cell is as wide as its column and never narrower than `NARROW`: bars stretch with it, letters and
lines do not. The first line of a cell has the bound in words, beside the end that it is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from clusterscribe.charts.data.by_label import Floats
from clusterscribe.charts.data.figures import counted
from clusterscribe.charts.data.range_chart import ClusterRanges, Heading, RangeCell, Ranges
from clusterscribe.charts.svg.axes import OTHERS, cluster, path
from clusterscribe.charts.svg.colours import colour_class
from clusterscribe.charts.svg.markup import (
    LINE,
    NOTHING,
    Markup,
    element,
    isolated,
    joined,
    shortened,
    width_of,
    words,
)
from clusterscribe.description.words import wording

NARROW = 110.0  # pixels of a cell at least
HEIGHT = 56.0
WIDE, TALL = 240, 40  # units of the bars
MOST_LETTERS = 200.0  # of a heading
NOTE = "Grey: all {noun}. Colour: the {noun} of the cluster. Each is as high as its own peak."
ROWS = "rows"


class RangeRow(NamedTuple):
    """What a table of the page shows of one cluster: a cell for each heading."""

    place: int
    cells: tuple[Markup, ...]
    further: Markup  # how many conditions are on columns that are not shown


class RangeTable(NamedTuple):
    """Headings and lines for a table of the page."""

    headings: tuple[Markup, ...]
    rows: tuple[RangeRow, ...]
    note: str


def range_cells(shown: Ranges, noun: str = ROWS) -> RangeTable:
    """Draw the headings and each cell, for a page that puts more into the same lines."""
    notes = [NOTE.format(noun=noun)]
    if shown.left_out:
        further = counted(shown.left_out, "further column or sum is", "further columns or sums are")
        notes.append(f"{further} not shown here.")
    return RangeTable(
        tuple(map(_heading, shown.headings)),
        tuple(
            RangeRow(one.place, tuple(range_cell(cell, noun) for cell in one.cells), _further(one))
            for one in shown.clusters
        ),
        " ".join(notes),
    )


def ranges(shown: Ranges) -> Markup:
    """Write the whole chart as a table of its own."""
    table = range_cells(shown)
    head = joined(
        [
            element("th", {"scope": "col"}, words("cluster")),
            *(element("th", {"scope": "col"}, heading) for heading in table.headings),
        ]
    )
    body = joined(
        element(
            "tr",
            {"class": colour_class(row.place)},
            element("th", {"scope": "row"}, isolated(wording.label(one.label)), row.further),
            *(element("td", {}, cell) for cell in row.cells),
        )
        for one, row in zip(shown.clusters, table.rows, strict=True)
    )
    inner = element(
        "table", {}, element("thead", {}, element("tr", {}, head)), element("tbody", {}, body)
    )
    seen = "Clusters by columns"
    box = {"class": "scroll", "role": "region", "aria-label": seen, "tabindex": "0"}
    note = element("figcaption", {}, words(table.note))
    return element("figure", {"class": "picture ranges"}, element("div", box, inner), note)


def range_cell(shown: RangeCell, noun: str = ROWS) -> Markup:
    """Draw one cell: all rows in grey, those of the cluster in its colour, and what is allowed."""
    bars = element(
        "svg",
        {
            "viewBox": f"0 0 {WIDE} {TALL}",
            "preserveAspectRatio": "none",
            "y": LINE + 2,
            "height": float(TALL),
        },
        path("every", _silhouette(shown.edges, shown.every)),
        path("own", _silhouette(shown.edges, shown.own)),
        path("rule", f"M0 {TALL}H{WIDE}"),
    )
    return element(
        "svg",
        {"class": "range" if shown.is_used else "range unused", "role": "img"},
        element("title", {}, words(_seen(shown, noun))),
        *(element("rect", {"class": "allowed", **_place(*piece)}) for piece in shown.allowed),
        bars,
        *_bounds(shown),
        _label(shown),
    )


def _place(low: float, high: float) -> dict[str, str | float]:
    return {
        "x": _share(low),
        "width": _share(high - low),
        "height": HEIGHT,
    }


def _share(value: float) -> str:
    return f"{round(100 * min(max(value, 0.0), 1.0), 1):g}%"


def _bounds(shown: RangeCell) -> list[Markup]:
    """Draw a line at every end that is not the end of the axis; between levels there is none."""
    if shown.is_level:
        return []
    ends = dict.fromkeys(_share(end) for piece in shown.allowed for end in piece if 0 < end < 1)
    return [element("line", {"class": "edge", "x1": at, "x2": at, "y2": HEIGHT}) for at in ends]


def _label(shown: RangeCell) -> Markup:
    """Write the bound beside its line, on the side where there is room for it."""
    if not shown.bound:
        return NOTHING
    text = shortened(shown.bound, NARROW)
    extent = (width_of(text) + 4) / NARROW
    ends = sorted(end for piece in shown.allowed for end in piece)
    low, high = (ends[0], ends[-1]) if ends else (0.0, 1.0)
    if not shown.is_level and low == 0 and extent <= high < 1:  # only an upper bound
        at, side, kind = high, -4.0, "bound end"
    elif shown.is_level or not ends:
        at, side, kind = 0.0, 4.0, "bound"
    elif high < low + extent and high + extent <= 1:  # too narrow: no line crosses the letters
        at, side, kind = high, 4.0, "bound"
    elif low + extent <= 1:
        at, side, kind = low, 4.0, "bound"
    elif low >= extent:
        at, side, kind = low, -4.0, "bound end"
    else:
        at, side, kind = 0.0, 0.0, "bound"
    return element("text", {"class": kind, "x": _share(at), "dx": side, "y": LINE - 3}, words(text))


def _silhouette(edges: Floats, heights: Floats) -> str:
    """Draw bars as one shape in whole units, each step relative to the one before."""
    places = [round(WIDE * float(edge)) for edge in edges]
    levels = [round(TALL * float(height)) for height in heights]
    # what is not zero is never too thin to be seen
    levels = [max(level, int(h > 0)) for level, h in zip(levels, heights, strict=True)]
    pieces, at, level = [f"M{places[0]} {TALL}"], places[0], 0
    for edge, following in zip(places, [*levels, 0], strict=True):
        if following == level:
            continue
        pieces.append((f"h{edge - at}" if edge != at else "") + f"v{level - following}")
        at, level = edge, following
    return "".join([*pieces, "z"]) if any(levels) else ""


def _seen(shown: RangeCell, noun: str) -> str:
    said = "; ".join(shown.conditions) if shown.conditions else f"{shown.title}: no condition"
    sentences = [f"{said}."]
    if shown.inside is not None:
        own, others = map(wording.percent, shown.inside)
        sentences.append(f"Satisfied by {own} of {cluster(shown.label)}, {others} of {OTHERS}.")
    if shown.middle:
        sentences.append(f"Its {noun}: {shown.middle}.")
    return " ".join(sentences)


def _heading(shown: Heading) -> Markup:
    short = shortened(shown.title, MOST_LETTERS)
    title = {} if short == wording.visible(shown.title) else {"title": shown.title}
    ends = (element("span", {}, isolated(shortened(end, NARROW / 1.5))) for end in shown.ends)
    return joined([element("bdi", title, words(short)), element("small", {"class": "ends"}, *ends)])


def _further(shown: ClusterRanges) -> Markup:
    """Say how many conditions the chart does not show; they are read by pointing at it."""
    if not shown.further:
        return NOTHING
    said = f"+ {counted(len(shown.further), 'condition')}"
    every: Sequence[str] = shown.further
    return element("small", {"class": "further", "title": "; ".join(every)}, words(said))
