"""Small pictures, made by hand, and how their markup is taken apart again."""

import re
from xml.etree import ElementTree

import numpy as np

from clusterscribe.charts.data import (
    Axis,
    Band,
    ClusterMap,
    Curve,
    Heat,
    LevelBand,
    Overlap,
    RangeCell,
    Ranges,
    RowMap,
    StabilityStrips,
    Stop,
    Tick,
)
from clusterscribe.charts.data.range_chart import ClusterRanges, Heading
from clusterscribe.charts.data.shared_map import MappedCluster
from clusterscribe.charts.data.stability_strips import BoundSpread, Strip

EVIL = "<script>alert('x')</script> \"quoted\" & \x00\n שלום 🙂"


def axis(title="length (cm)", low=0.0, high=10.0, ticks=(0, 5, 10)):
    return Axis(title, low, high, tuple(Tick(at, str(at)) for at in ticks))


def a_band(label="setosa", **changes):
    """Two bins: the cluster is low, all others are high but for a quarter."""
    values = {
        "conditions": ("length (cm) <= 5",),
        "axis": axis(),
        "edges": np.array([0.0, 5.0, 10.0]),
        "own": np.array([1.0, 0.0]),
        "others": np.array([0.25, 0.75]),
        "allowed": ((0.0, 5.0),),
    } | changes
    return Band(label, **values)


def a_level_band(label="night", **changes):
    values = {
        "conditions": ("colour is not red",),
        "title": "colour",
        "levels": ("red", "green", "3 others"),
        "own": np.array([0.0, 0.75, 0.25]),
        "others": np.array([0.5, 0.5, 0.0]),
        "allowed": (False, True, None),
    } | changes
    return LevelBand(label, **values)


def a_map(label="setosa", **changes):
    """Four dots, one of each kind: right and wrong rows of the cluster and of others."""
    values = {
        "across": axis("length"),
        "up": axis("width"),
        "x": np.array([1.0, 9.0, 8.0, 2.0]),
        "y": np.array([1.0, 9.0, 2.0, 3.0]),
        "own": np.array([True, False, True, False]),
        "wrong": np.array([False, False, True, True]),
        "outlines": (((0.0, 0.0), (5.0, 0.0), (5.0, 5.0), (0.0, 5.0)),),
        "not_drawn": (),
        "rows": 4,
    } | changes
    return RowMap(label, **values)


def an_overlap(labels=("a", "b", "noise")):
    return Overlap(
        labels,
        labels[:2],
        np.array([[8.0, 2.0], [0.0, 10.0], [0.0, 1.0]]),
        np.array([1.0, 0.0, 3.0]),
        np.array([1.0, 0.0, 0.0]),
        np.array([10.0, 10.0, 4.0]),
    )


def a_heat(labels=("a", "b"), features=("length", "job is admin"), **changes):
    values = {
        "difference": np.array([[-1.26, 0.1], [np.nan, 2.0]]),
        "means": (("1.46", "4.26"), ("", "40 %")),
        "marks": (("≤", "↔Σ"), ("", "")),
        "left_out": 0,
    } | changes
    return Heat(labels, features, **values)


def a_range_cell(label="setosa", **changes):
    values = {
        "title": "length (cm)",
        "conditions": ("length (cm) <= 5",),
        "bound": "≤ 5",
        "edges": np.array([0.0, 0.5, 1.0]),
        "own": np.array([1.0, 0.0]),
        "every": np.array([0.4, 1.0]),
        "allowed": ((0.0, 0.5),),
        "inside": (1.0, 0.25),
        "middle": "median 1.5",
    } | changes
    return RangeCell(label=label, **values)


def some_ranges(label="setosa", columns=3, title="length (cm)"):
    """Two clusters; the second has no condition on anything that is shown."""
    used = a_range_cell(label, title=title, conditions=(title,))
    unused = a_range_cell("b", title=title, conditions=(), bound="", allowed=(), inside=None)
    return Ranges(
        (Heading(title, ("0", "10"), 1),) * columns,
        (
            ClusterRanges(label, 0, (used,) * columns, ()),
            ClusterRanges("b", 8, (unused,) * columns, (title,)),
        ),
        1,
    )


def a_cluster_map(label="setosa", title="length"):
    """Two clusters and noise, with an error each."""
    square = (((0.0, 0.0), (5.0, 0.0), (5.0, 5.0), (0.0, 5.0)),)
    x, y, wrong = np.array([1.0, 8.0]), np.array([2.0, 7.0]), np.array([False, True])
    return ClusterMap(
        axis(title),
        axis(title),
        tuple(
            MappedCluster(name, place, x, y, wrong, square if place == 0 else (), 20, 3)
            for name, place in ((label, 0), ("b", 8), ("noise", None))
        ),
    )


def some_strips(condition="length (cm) <= 5"):
    spread = BoundSpread(4.0, 6.0, 5.0, ("4", "6"))
    strips = Strip(condition, 19, spread), Strip("colour is red", 0, None)
    return StabilityStrips("setosa", 20, 18, 0.9, strips)


def a_stop(errors, value, *, fewest=None, bound=None):
    fewest = errors if fewest is None else fewest
    bound = value if bound is None else bound
    proved = (fewest, bound) == (errors, value)
    return Stop(errors, value, fewest, bound, proved)


def a_curve(*stops, chosen=None, objective="complexity"):
    return Curve(objective, stops or (a_stop(3, 8), a_stop(5, 4)), chosen)


def parsed(markup):
    """Read markup as XML: whatever is not well-formed fails here."""
    return ElementTree.fromstring(markup)


def paths(root, kind):
    """The data of paths of a kind in the drawing, not in its key."""
    drawing = root.find("svg")
    return [path.get("d") for path in drawing.iter("path") if path.get("class") == kind]


def texts(root):
    return ["".join(text.itertext()) for text in root.iter("text")]


def numbers(data):
    return [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", data)]


def corners(data):
    """The corners of paths that use M, H, V, h and v alone."""
    places, x, y = [], 0.0, 0.0
    for command, values in re.findall(r"([MHVhvz])([^A-Za-z]*)", data):
        match command, numbers(values):
            case "M", (x, y):
                pass
            case "H", (x,):
                pass
            case "V", (y,):
                pass
            case "h", (right,):
                x += right
            case "v", (down,):
                y += down
        places.append((x, y))
    return places


def extent(data):
    """Left, top, right and bottom of such paths."""
    xs, ys = zip(*corners(data), strict=True)
    return min(xs), min(ys), max(xs), max(ys)
