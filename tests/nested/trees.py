"""Trees of segments that no search has found, and rows to try on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from clusterscribe import (
    Description,
    Feature,
    HalfSpace,
    Kind,
    NestedDescription,
    Polyhedron,
    Segment,
    Term,
)

NAMES = ("age", "a b", 'it\'s "x"', "naïve", "in_1", "ΑΒ")
LABELS = (0, 1, 7, "North", "it's", 'a "b"', "x / y", "\u202eright", "", "-1")
VALUES = (0.0, 1.0, 2.0, 3.0, 4.0)


@dataclass(frozen=True)
class Case:
    nested: NestedDescription
    table: pd.DataFrame


@st.composite
def cases(draw):
    columns = tuple(draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True)))
    levels = draw(st.integers(1, 3))
    root = draw(segments((), columns, levels))
    names = tuple(f"level {number}" for number in range(1, levels + 1))
    cells = st.one_of(st.sampled_from(VALUES), st.just(float("nan")))
    rows = draw(st.lists(st.tuples(*[cells] * len(columns)), min_size=1, max_size=12))
    table = pd.DataFrame(rows, columns=list(columns), dtype=float)
    return Case(NestedDescription(names, columns, root), table)


@st.composite
def segments(draw, path, columns, levels):
    labels = []
    if levels:
        # at the root there is something to tell apart
        fewest = 2 if not path else 0
        labels = draw(st.lists(st.sampled_from(LABELS), min_size=fewest, max_size=3, unique=True))
    children = tuple(draw(segments((*path, label), columns, levels - 1)) for label in labels)
    rows = draw(st.integers(0, 9))
    is_open = bool(labels) and bool(path) and draw(st.integers(0, 5)) == 0
    if is_open or len(labels) < 2:
        return Segment(path, rows, children, is_open=is_open)
    parts = tuple(Polyhedron(label, draw(half_spaces(columns))) for label in labels)
    return Segment(path, rows, children, Description(columns, parts))


@st.composite
def half_spaces(draw, columns):
    bounds = st.tuples(st.sampled_from(columns), st.sampled_from([1, -1]), st.sampled_from(VALUES))
    chosen = draw(st.lists(bounds, max_size=2))
    return tuple(HalfSpace((Term(Feature(name), sign),), sign * at) for name, sign, at in chosen)


def brute_inside(polyhedron, row):
    """Whether a row is inside, by plain comparisons; a missing number meets no condition."""
    return all(
        space.terms[0].weight * number_of(space.terms[0].feature, row) <= space.bound
        for space in polyhedron.half_spaces
    )


def number_of(feature, row):
    value = row[feature.column]
    if feature.kind is not Kind.LEVEL:
        return value
    return int(pd.isna(value) if feature.level is None else value == feature.level)


def brute_children(segment, row):
    if segment.is_open:
        return []
    if segment.description is None:
        return list(segment.children)
    parts = segment.description.parts
    return [c for c, part in zip(segment.children, parts, strict=True) if brute_inside(part, row)]


def brute_path(segment, row):
    """Go down while there is exactly one way to go."""
    path = []
    while len(found := brute_children(segment, row)) == 1:
        segment = found[0]
        path.append(segment.label)
    return path


def brute_membership(segment, row):
    """The paths of all segments that a row is in."""
    found = brute_children(segment, row)
    return {child.path for child in found}.union(*(brute_membership(c, row) for c in found))


def padded(path, levels):
    return [*path, *[None] * (levels - len(path))]


def customers(rows=240, seed=0):
    """Two regions with three segments each, which conditions tell apart without errors."""
    random = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "latitude": random.integers(40, 60, rows),
            "age": random.integers(18, 80, rows),
            "spend": random.integers(0, 200, rows),
        }
    )
    labels = pd.DataFrame(
        {
            "region": np.where(table["latitude"] >= 50, "North", "South"),
            "segment": np.where(
                table["age"] < 30, "young", np.where(table["spend"] >= 100, "big", "small")
            ),
        }
    )
    return table, labels
