"""The map of a cluster: rows as dots, what its conditions on the two axes allow, and errors.

Shapes distinguish the kinds of rows without any colour: large dots are rows of the cluster,
small squares all others, crosses and diamonds what is wrongly described.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from clusterscribe.charts.data.by_label import Mask
from clusterscribe.charts.data.dots import RowMap
from clusterscribe.charts.data.figures import drawn_of, grouped
from clusterscribe.charts.svg import outlines
from clusterscribe.charts.svg.axes import (
    GAP,
    WIDTH,
    Scale,
    cluster,
    drawing,
    fits_below,
    path,
    ticks_below,
    ticks_beside,
    title_below,
)
from clusterscribe.charts.svg.map_frame import BOTTOM, HEIGHT, RIGHT, TOP, room_beside
from clusterscribe.charts.svg.markup import LINE, Markup, element, isolated, line
from clusterscribe.charts.svg.outlines import Shape, polygon, rectangle, scattered

_KEY = ("dot-own", "dot-others", "missed", "intruders")  # as they are explained


@dataclass(frozen=True, slots=True)
class _Kind:
    """Rows that are drawn alike."""

    name: str
    shape: Shape
    meaning: str  # in the key
    counted: str  # after their number
    chosen: Mask


def row_map(shown: RowMap, noun: str = "rows") -> Markup:
    """Draw a sample of the rows on two axes, and a key below."""
    if not fits_below(shown.across) and fits_below(shown.up):
        shown = _turned(shown)
    room = room_beside(shown.up)
    left = room + 2 * GAP + 2
    x, y = Scale.of(shown.across, left, RIGHT), Scale.of(shown.up, BOTTOM, TOP)
    areas = (polygon((x(right), y(up)) for right, up in each) for each in shown.outlines)
    kinds = [kind for kind in _kinds(shown) if kind.chosen.any()]
    parts = [
        path("allowed edged", "".join(areas)),
        path("frame", rectangle(left, TOP, RIGHT - left, BOTTOM - TOP)),
        *(path(kind.name, scattered(_places(shown, kind, x, y), kind.shape)) for kind in kinds),
        ticks_below(shown.across.ticks, x, BOTTOM),
        ticks_beside(shown.up.ticks, y, left, room),
        line(shown.up.title, 4, LINE - 2, WIDTH - 8, "title"),
        title_below(shown.across.title, HEIGHT - 5),
    ]
    return drawing("map", HEIGHT, _seen(shown, kinds), parts, _caption(shown, kinds, noun))


def _turned(shown: RowMap) -> RowMap:
    """Swap the axes: many levels of a category can be read beside a map, but not below it."""
    return replace(
        shown,
        across=shown.up,
        up=shown.across,
        x=shown.y,
        y=shown.x,
        outlines=tuple(tuple((y, x) for x, y in corners) for corners in shown.outlines),
    )


def _kinds(shown: RowMap) -> tuple[_Kind, ...]:
    """Return the kinds of rows, in the order in which they are drawn over each other."""
    own, wrong, own_rows = shown.own, shown.wrong, "of the cluster"
    return (
        _Kind("dot-others", outlines.SQUARE, "others", "others", ~own & ~wrong),
        _Kind("dot-own", outlines.DOT, cluster(shown.label), own_rows, own & ~wrong),
        _Kind(
            "intruders", outlines.DIAMOND, "others, inside", "others wrongly inside", ~own & wrong
        ),
        _Kind(
            "missed",
            outlines.CROSS,
            f"{own_rows}, outside",
            f"{own_rows} wrongly outside",
            own & wrong,
        ),
    )


def _places(shown: RowMap, kind: _Kind, x: Scale, y: Scale) -> list[tuple[float, float]]:
    dots = zip(shown.x[kind.chosen], shown.y[kind.chosen], strict=True)
    return [(x(right), y(up)) for right, up in dots]


def _caption(shown: RowMap, kinds: list[_Kind], noun: str) -> Markup:
    keys = [
        element("span", {"class": "key"}, _sample(kind), isolated(kind.meaning))
        for kind in sorted(kinds, key=lambda kind: _KEY.index(kind.name))
    ]
    notes = [drawn_of(len(shown.x), shown.rows, noun)]
    if shown.not_drawn:
        notes.append(f"Not drawn: {'; '.join(shown.not_drawn)}.")
    note = element("span", {"class": "note"}, isolated(" ".join(notes)))
    return element("figcaption", {}, *keys, note)


def _sample(kind: _Kind) -> Markup:
    """Draw one row of a kind beside its meaning."""
    shape = path(kind.name, scattered([(5, 5)], kind.shape))
    return element("svg", {"viewBox": "0 0 10 10", "aria-hidden": "true"}, shape)


def _seen(shown: RowMap, kinds: list[_Kind]) -> str:
    counts = ", ".join(f"{grouped(int(kind.chosen.sum()))} {kind.counted}" for kind in kinds)
    area = "The area that the drawn conditions accept" if shown.outlines else "No area"
    return (
        f"Rows of {cluster(shown.label)} and others by {shown.across.title} and "
        f"{shown.up.title}. Drawn: {counts}. {area} is marked."
    )
