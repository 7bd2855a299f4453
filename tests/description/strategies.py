"""Random tables of every kind of column, with nasty names, and random descriptions of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import pyarrow as pa
from hypothesis import strategies as st

from clusterscribe import Description, Feature, HalfSpace, Kind, Polyhedron, Term
from clusterscribe.description import Ball, Union
from clusterscribe.table import as_table, values_of

NASTY = [
    "a", "A", "x y", "it's", 'say "hi"', "<b>bold</b>", "a;DROP TABLE t;--", "50 %", "naïve",
    "日本語", "גיל", "😀", "in_0", "cluster", "select", "for", "a\\b", "", " padded ", "a.b", "#1",
    "@x", "$1", "is not", "a,b", "{0}", "NULL", "source", "1", "*", "^a$", "membership", "step 1",
]  # fmt: skip
UNPRINTABLE = ["line\nbreak", "tab\tbed", "\x1b[31mred", "back`tick", "\u202ereversed"]

LEVELS = ["admin", "it's", "", "a\\b", "line\nbreak", "NULL", "日本", "#`@", '"', "missing", "%_"]


@dataclass(frozen=True)
class Case:
    table: pa.Table
    description: Description

    @property
    def membership(self):
        return self.description.membership(self.table)


def numbers():
    ordinary = st.sampled_from(
        [-2.5, -1.0, -0.0, 0.0, 0.1, 0.2, 0.3, 0.1 + 0.2, 1.0, 2.5, 1e7 + 0.1]
    )
    extreme = st.sampled_from(
        [1e300, -1e300, 1e-300, 5e-324, 1.7976931348623157e308, float("inf"), float("-inf")]
    )
    return st.one_of(ordinary, ordinary, st.floats(allow_nan=True, allow_infinity=False), extreme)


def days():
    return st.dates(date(1900, 1, 1), date(2100, 1, 1))


def moments():
    few = st.integers(-3, 3).map(lambda n: datetime(2024, 2, 29, 12) + timedelta(microseconds=n))
    return st.one_of(few, st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1)))


ARROW = {
    "number": (pa.float64(), numbers()),
    "integer": (pa.int64(), st.integers(-5, 5) | st.integers(-(2**53), 2**53)),
    "boolean": (pa.bool_(), st.booleans()),
    "level": (pa.string(), st.sampled_from(LEVELS)),
    "date": (pa.date32(), days()),
    "datetime": (pa.timestamp("us"), moments()),
    "zoned": (pa.timestamp("us", "UTC"), moments().map(lambda m: m.replace(tzinfo=UTC))),
}


@st.composite
def cases(draw, names=tuple(NASTY + UNPRINTABLE), most_terms=1, kinds=tuple(ARROW)):
    """A table and a description whose bounds mostly sit on values of the table.

    Clusters are polyhedra and unions, and also balls where several features may be added up.
    """
    rows = draw(st.integers(1, 8))
    columns = draw(st.lists(st.sampled_from(names), min_size=1, max_size=4, unique=True))
    chosen = [draw(st.sampled_from(kinds)) for _ in columns]
    arrays = []
    for kind in chosen:
        arrow_type, cells = ARROW[kind]
        cell = st.one_of(cells, cells, cells, st.none())
        arrays.append(pa.array([draw(cell) for _ in range(rows)], arrow_type))
    table = pa.table(arrays, names=columns)
    features = [draw(features_of(*pair)) for pair in zip(columns, chosen, strict=True)]
    features += [hole_of(feature) for feature in features if not feature.kind.is_binary]
    return Case(table, draw(descriptions(tuple(columns), features, table, most_terms)))


@st.composite
def features_of(draw, column, kind):
    if kind == "level":
        return Feature(column, Kind.LEVEL, draw(st.sampled_from([*LEVELS, None])))
    if kind == "zoned":
        return Feature(column, Kind.DATETIME, zoned=True)
    return Feature(column, Kind(kind))


def hole_of(feature):
    """That a number or date is missing."""
    return Feature(feature.column, Kind.LEVEL, None, of=feature.kind)


@st.composite
def descriptions(draw, columns, features, table, most_terms):
    values = values_of(as_table(table), features)
    labels = draw(
        st.lists(
            st.one_of(st.integers(-2, 5), st.sampled_from(["a", "A", "it's", "\n", "50 %"])),
            max_size=4,
            unique=True,
        )
    )
    parts = [draw(regions(label, features, values, most_terms)) for label in labels]
    return Description(columns, tuple(parts))


def regions(label, features, values, most_terms):
    """A polyhedron, a union of some, or a ball."""
    spaces = st.lists(half_spaces(features, values, most_terms), max_size=4).map(tuple)
    polyhedra = spaces.map(lambda some: Polyhedron(label, some))
    unions = st.lists(polyhedra, max_size=3).map(lambda some: Union(label, tuple(some)))
    if most_terms == 1:
        return st.one_of(polyhedra, unions)
    return st.one_of(polyhedra, unions, balls(label, features, values))


@st.composite
def balls(draw, label, features, values):
    """A ball whose centre mostly is a value of the table, and on whose border mostly is a row."""
    chosen = draw(st.lists(st.sampled_from(features), min_size=1, max_size=4, unique=True))
    terms = tuple(draw(terms_of(feature, st.integers(1, 3), values, 2)) for feature in chosen)
    known = [[float(v) for v in values[feature] if abs(v) < float("inf")] for feature in chosen]
    centre = tuple(draw(st.sampled_from([*some, 0.0, 1.0])) for some in known)
    squares = Ball(label, terms, centre, 0.0).squared_distance(values)
    reached = [math.sqrt(square) for square in squares if square < 1e300]
    radius = draw(st.sampled_from([*reached, 0.0, 0.5, 1.0, 2.0]))
    return Ball(label, terms, centre, radius, draw(st.none() | st.integers(0, 9)))


@st.composite
def terms_of(draw, feature, weights, values, most_terms):
    """A term, scaled between two values of the table where several features are added up."""
    weight = draw(weights)
    known = sorted({float(v) for v in values[feature] if abs(v) < float("inf")})
    spans = [(low, high) for low in known for high in known if 0 < high - low < float("inf")]
    if most_terms == 1 or feature.kind.is_binary or not spans or draw(st.booleans()):
        return Term(feature, weight)
    zero, one = draw(st.sampled_from(spans))
    return Term(feature, weight, *draw(st.sampled_from([(zero, one), (one, zero)])))


@st.composite
def half_spaces(draw, features, values, most_terms):
    chosen = draw(st.lists(st.sampled_from(features), min_size=1, max_size=most_terms, unique=True))
    largest = 1 if most_terms == 1 else 3
    weights = st.integers(-largest, largest).filter(bool)
    terms = tuple(draw(terms_of(feature, weights, values, most_terms)) for feature in chosen)
    levels = HalfSpace(terms, 0.0).level(values)
    reached = [float(level) for level in levels if abs(level) < float("inf")]
    bound = st.sampled_from([-2.0, -1.0, 0.0, 1.0])
    if reached:
        bound = st.one_of(st.sampled_from(reached), bound)
    return HalfSpace(terms, draw(bound))
