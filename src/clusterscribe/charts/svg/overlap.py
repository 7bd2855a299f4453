"""The overlap as a table: figures are read and copied, shades only help to find them."""

from __future__ import annotations

import math

from clusterscribe.charts.data.figures import amount_of
from clusterscribe.charts.data.overlap import Overlap
from clusterscribe.charts.svg.markup import Markup, words
from clusterscribe.charts.svg.tables import cell, heading, row, table
from clusterscribe.description.words import wording

CAPTION = "Rows of each cluster, by the polyhedra that they are inside of"
NOTE = "A row inside several polyhedra is counted in each of them, and once in several."
SHADES = 4


def overlap(shown: Overlap) -> Markup:
    """Write a line for each label and a column for each polyhedron."""
    head = [
        words("rows of"),
        *(heading(f"in {wording.label(label)}") for label in shown.polyhedra),
        words("in none"),
        words("in several"),
        words("all"),
    ]
    body = (
        row(heading(wording.label(label)), _cells(shown, place))
        for place, label in enumerate(shown.labels)
    )
    return table("overlap", CAPTION, head, body, NOTE if shown.several.any() else "")


def _cells(shown: Overlap, place: int) -> list[Markup]:
    rows = float(shown.rows[place])
    label = shown.labels[place]
    return [
        *(
            _cell(float(amount), rows, "own" if label == polyhedron else "wrong")
            for amount, polyhedron in zip(shown.inside[place], shown.polyhedra, strict=True)
        ),
        _cell(float(shown.none[place]), rows, "wrong"),
        _cell(float(shown.several[place]), rows, "wrong"),
        cell("", words(amount_of(rows))),
    ]


def _cell(amount: float, rows: float, kind: str) -> Markup:
    """Write an amount, shaded by its share of the rows: nothing, few, ..., most of them."""
    shade = min(math.ceil(SHADES * amount / rows), SHADES) if rows else SHADES  # sums are rounded
    return cell(f"{kind}-{shade}" if amount else "nothing", words(amount_of(amount)))
