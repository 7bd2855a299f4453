"""A tree of segments as a DataFrame, one row per condition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clusterscribe.description.core import conditions
from clusterscribe.description.core.region import Region, Union
from clusterscribe.description.export.frame import (
    Backend,
    all_or_none,
    column_of_labels,
    framed,
    records_of,
)
from clusterscribe.description.words.naming import unlike
from clusterscribe.nested.segment import BaseNestedDescription, Segment
from clusterscribe.parameters import Label

PARTS = ("condition", "column", "kind", "level", "relation")
FIGURES = ("rows", "inside", "wrongly_inside")
OPEN = {"alternative": 1, "condition": "not described"}


def to_frame(nested: BaseNestedDescription, backend: Backend) -> Any:  # noqa: ANN401
    """Return a DataFrame with one row for each condition of each segment."""
    names = unlike(nested.levels, ("alternative", "bound", *PARTS, *FIGURES))
    columns = [column_of_labels(_labels_of(nested, depth)) for depth in range(1, len(names) + 1)]
    written = [
        dict(zip(_labels_of(nested, depth), labels, strict=True))
        for depth, (labels, _) in enumerate(columns, start=1)
    ]
    records = [
        {**_path(child, names, written), **record, **_figures(parent, place)}
        for parent, place, child in _children(nested.root)
        for record in _records(parent, place)
    ]
    amount = "Float64" if nested.weighted else "Int64"
    types = {name: kind for name, (_, kind) in zip(names, columns, strict=True)}
    if any(isinstance(part, Union) for one in nested.splits for part in _parts(one)):
        types["alternative"] = "Int64"
    types |= dict.fromkeys(PARTS, "String") | {"bound": "Float64"}
    return framed(records, types | dict.fromkeys(FIGURES, amount), backend)


def _children(parent: Segment) -> Iterator[tuple[Segment, int, Segment]]:
    """Return all segments with their parents and places, each before its parts."""
    for place, child in enumerate(parent.children):
        yield parent, place, child
        yield from _children(child)


def _path(
    child: Segment, names: Sequence[str], written: Sequence[Mapping[Label, Any]]
) -> dict[str, Any]:
    levels = zip(names, written, child.path, strict=False)
    return {name: words[label] for name, words, label in levels}


def _labels_of(nested: BaseNestedDescription, depth: int) -> tuple[Label, ...]:
    """Return the different labels of a level."""
    return tuple(dict.fromkeys(one.label for one in nested.segments if len(one.path) == depth))


def _parts(split: Segment) -> tuple[Region, ...]:
    return () if split.description is None else split.description.parts


def _records(parent: Segment, place: int) -> Iterator[dict[str, Any]]:
    if parent.description is not None:
        yield from records_of(parent.description.parts[place])
    else:
        yield dict(OPEN) if parent.is_open else all_or_none(conditions.Always())


def _figures(parent: Segment, place: int) -> dict[str, float]:
    child = parent.children[place]
    tally = None if parent.description is None else parent.description.tally_of(child.label)
    if tally is None:
        return {"rows": child.rows}
    return {"rows": child.rows, "inside": tally.inside, "wrongly_inside": tally.wrongly_inside}
