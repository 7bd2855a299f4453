"""All clusters on one map: a colour per cluster, areas light, errors hollow.

From the ninth cluster on dots have another shape, so that colours that repeat are not one.
"""

from __future__ import annotations

from dataclasses import replace

from clusterscribe.charts.data.axis import Axis
from clusterscribe.charts.data.by_label import Mask
from clusterscribe.charts.data.figures import drawn_of, grouped, named_amount
from clusterscribe.charts.data.shared_map import ClusterMap, MappedCluster
from clusterscribe.charts.svg.axes import (
    GAP,
    WIDTH,
    Scale,
    drawing,
    fits_below,
    path,
    ticks_below,
    ticks_beside,
    title_below,
)
from clusterscribe.charts.svg.colours import COLOURS, colour_class
from clusterscribe.charts.svg.map_frame import BOTTOM, HEIGHT, RIGHT, TOP, room_beside
from clusterscribe.charts.svg.markup import (
    LINE,
    NOTHING,
    Markup,
    element,
    isolated,
    line,
    shortened,
    words,
)
from clusterscribe.charts.svg.outlines import Shape, polygon, rectangle, scattered
from clusterscribe.description.words import wording

ALIKE = 8  # colours with the same shape; later ones are darker, and differ less
WIDEST_NAME = 140.0
# drawn as outlines, so that each can be filled or hollow
SHAPES = (
    Shape("a2 2 0 1 0 4 0a2 2 0 1 0-4 0", (-2.0, 0.0), (-2.0, 0.0)),
    Shape("h3.6v3.6h-3.6z", (-1.8, -1.8), (-1.8, -1.8)),
    Shape("l2.4-2.4 2.4 2.4-2.4 2.4z", (-2.4, 0.0), (-2.4, 0.0)),
    Shape("l2.2-4 2.2 4z", (-2.2, 2.0), (-2.2, 2.0)),
)
DOT = Shape("h0")  # with round ends: the shortest way to draw many
SMALL = Shape("h.1", (0.0, 0.0), (0.1, 0.0))


def cluster_map(shown: ClusterMap, noun: str = "rows") -> Markup:
    """Draw a sample of the rows of all clusters, and a key below."""
    if shown.up is not None and not fits_below(shown.across) and fits_below(shown.up):
        shown = _turned(shown, shown.up)
    up = shown.up or Axis("", 0.0, 1.0, ())
    room = room_beside(up)
    left = room + 2 * GAP + 2 if up.ticks else 6.0
    x, y = Scale.of(shown.across, left, RIGHT), Scale.of(up, BOTTOM, TOP)
    parts = [
        *(_area(one, x, y) for one in shown.clusters),
        path("frame", rectangle(left, TOP, RIGHT - left, BOTTOM - TOP)),
        # clusters that nobody describes are below the others
        *(
            _dots(one, x, y, noun)
            for one in sorted(shown.clusters, key=lambda c: c.place is not None)
        ),
        ticks_below(shown.across.ticks, x, BOTTOM),
        ticks_beside(up.ticks, y, left, room),
        line(up.title, 4, LINE - 2, WIDTH - 8, "title") if up.title else NOTHING,
        title_below(shown.across.title, HEIGHT - 5),
    ]
    return drawing("clusters", HEIGHT, _seen(shown, noun), parts, _caption(shown, noun))


def _turned(shown: ClusterMap, up: Axis) -> ClusterMap:
    """Swap the axes: many levels of a category can be read beside a map, but not below it."""
    clusters = (
        replace(
            one,
            x=one.y,
            y=one.x,
            outlines=tuple(tuple((y, x) for x, y in corners) for corners in one.outlines),
        )
        for one in shown.clusters
    )
    return replace(shown, across=up, up=shown.across, clusters=tuple(clusters))


def _area(one: MappedCluster, x: Scale, y: Scale) -> Markup:
    if one.place is None:
        return NOTHING
    areas = "".join(polygon((x(right), y(up)) for right, up in each) for each in one.outlines)
    return path(f"area {colour_class(one.place)}", areas)


def _dots(one: MappedCluster, x: Scale, y: Scale, noun: str) -> Markup:
    """Draw the dots of a cluster; pointing at one names the cluster and its figures."""
    if not len(one.x):
        return NOTHING
    right, wrong = (_places(one, chosen, x, y) for chosen in (~one.wrong, one.wrong))
    return element(
        "g",
        {"class": "others" if one.place is None else colour_class(one.place)},
        element("title", {}, words(_figures(one, noun))),
        _filled(one, right),
        path("hollow", scattered(wrong, _shape(one))),
    )


def _filled(one: MappedCluster, places: list[tuple[float, float]]) -> Markup:
    shape = _shape(one)
    if one.place is None:
        return path("speck", scattered(places, SMALL))
    return (
        path("dot", scattered(places, DOT))
        if shape is SHAPES[0]
        else path("solid", scattered(places, shape))
    )


def _shape(one: MappedCluster) -> Shape:
    if one.place is None:
        return SHAPES[0]
    rounds, colour = divmod(one.place, COLOURS)
    return SHAPES[(rounds + (colour >= ALIKE)) % len(SHAPES)]


def _places(
    one: MappedCluster,
    chosen: Mask,
    x: Scale,
    y: Scale,
) -> list[tuple[float, float]]:
    """Return where dots are, to half a unit: finer cannot be seen, and takes more letters."""
    dots = zip(one.x[chosen], one.y[chosen], strict=True)
    return [(round(2 * x(right)) / 2, round(2 * y(up)) / 2) for right, up in dots]


def _figures(one: MappedCluster, noun: str) -> str:
    name = wording.label(one.label)
    wrong = f", {grouped(one.errors)} wrong" if one.errors else ""
    return f"{name}: {named_amount(one.rows, noun)}{wrong}"


def _caption(shown: ClusterMap, noun: str) -> Markup:
    keys = [_key(one) for one in shown.clusters]
    drawn = sum(len(one.x) for one in shown.clusters)
    which = drawn_of(drawn, sum(one.rows for one in shown.clusters), noun)
    hollow = "Hollow: wrongly described. " if any(one.wrong.any() for one in shown.clusters) else ""
    spread = "" if shown.up is not None else " Height means nothing."
    note = element("span", {"class": "note"}, words(f"{hollow}{which}{spread}"))
    return element("figcaption", {}, *keys, note)


def _key(one: MappedCluster) -> Markup:
    kind = "others" if one.place is None else colour_class(one.place)
    middle = [(5.0, 5.0)]
    sample = element("svg", {"viewBox": "2 2 6 6", "aria-hidden": "true"}, _filled(one, middle))
    name = isolated(shortened(wording.label(one.label), WIDEST_NAME))
    return element("span", {"class": f"key {kind}"}, sample, name)


def _seen(shown: ClusterMap, noun: str) -> str:
    axes = shown.across.title + ("" if shown.up is None else f" and {shown.up.title}")
    figures = "; ".join(_figures(one, noun) for one in shown.clusters)
    return f"All clusters by {axes}. {figures}."
