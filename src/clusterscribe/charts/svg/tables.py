"""Tables of figures: each in a box of its own that scrolls, with a caption and headings.

Figures are read and copied; shades only help to find them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from clusterscribe.charts.data.crosstabs import Heat, Overlap
from clusterscribe.charts.data.figures import ELLIPSIS, amount_of, counted
from clusterscribe.charts.data.words import SIGNS
from clusterscribe.charts.svg.markup import (
    NOTHING,
    Markup,
    element,
    figure,
    joined,
    shortened,
    words,
)
from clusterscribe.description.core import Label
from clusterscribe.description.words import wording

WIDEST = 240.0  # heading
SHADES = 4  # of shares of the rows
STEPS = (0.25, 0.75, 1.5)  # standard deviations from which a shade is darker
MINUS = "\N{MINUS SIGN}"
SEVERAL = "A row inside several descriptions is counted in each of them, and once in several."


def overlap(shown: Overlap) -> Markup:
    """Write one line per label and one column per polyhedron."""
    names = (_heading(f"in {wording.label(label)}") for label in shown.polyhedra)
    head = [words("rows of"), *names, words("in none"), words("in several"), words("all")]
    body = [
        _row(wording.label(label), _amounts(shown, place, label))
        for place, label in enumerate(shown.labels)
    ]
    caption = "Rows of each cluster by the descriptions they are inside"
    return _table("overlap", caption, head, body, SEVERAL if shown.several.any() else "")


def heat(shown: Heat) -> Markup:
    """Write one line per feature and one column per cluster."""
    head = [words("mean of"), *(_heading(wording.label(label)) for label in shown.labels)]
    cells = zip(shown.features, shown.difference, shown.means, shown.marks, strict=True)
    body = [_row(feature, map(_mean, *values)) for feature, *values in cells]
    caption = "Means of each cluster, and their distance from the mean of all rows"
    return _table("heat", caption, head, body, _note(shown))


def _amounts(shown: Overlap, place: int, label: Label) -> list[Markup]:
    """Write the cells of one label; an amount is shaded by its share of the rows."""
    rows = float(shown.rows[place])
    kinds = ["own" if label == polyhedron else "wrong" for polyhedron in shown.polyhedra]
    amounts = [*shown.inside[place], shown.none[place], shown.several[place]]
    homes = [*(str(one) if one != label else None for one in shown.polyhedra), None, None]
    cells = []
    for amount, kind, home in zip(
        map(float, amounts), [*kinds, "wrong", "wrong"], homes, strict=True
    ):
        shade = min(math.ceil(SHADES * amount / rows), SHADES) if rows else SHADES  # rounded sums
        shaded = {"class": f"{kind}-{shade}" if amount else "nothing"}
        # pairs that are confused, for whoever offers more about them
        is_pair = home is not None and amount
        pair = {"data-cluster": str(home), "data-against": str(label)} if is_pair else {}
        cells.append(element("td", {**shaded, **pair}, words(amount_of(amount))))
    return [*cells, _cell("", words(amount_of(rows)))]


def _mean(difference: float, mean: str, mark: str) -> Markup:
    if math.isnan(difference):
        return _cell("", words(mean), _marked(mark))
    rounded = round(float(difference), 1)
    signed = f"{MINUS if rounded < 0 else '+'}{abs(rounded):.1f}" if rounded else "0"
    depth = sum(abs(difference) >= step for step in STEPS)
    shade = f"{'below' if difference < 0 else 'above'}-{depth}" if depth else ""
    return _cell(shade, words(mean), element("small", {}, words(signed)), _marked(mark))


def _marked(mark: str) -> Markup:
    """Write the signs of conditions, and say them in words to those who do not see them."""
    if not mark:
        return NOTHING
    said = " and ".join(SIGNS[sign] for sign in mark)
    # at a place of its own: before a mean, the sign would be read as a bound
    return element("b", {"role": "img", "aria-label": f"condition: {said}"}, words(mark))


def _note(shown: Heat) -> str:
    used = {sign for marks in shown.marks for mark in marks for sign in mark}
    sentences = ["Below each mean: its distance in standard deviations of all rows."]
    if used:
        meanings = ", ".join(f"{sign} {said}" for sign, said in SIGNS.items() if sign in used)
        sentences.append(f"In the corner, where the cluster has a condition: {meanings}.")
    if shown.left_out:
        further = counted(shown.left_out, "further feature is", "further features are")
        sentences.append(f"{further} not shown.")
    return " ".join(sentences)


def _table(
    kind: str, caption: str, head: Sequence[Markup], body: Sequence[Markup], note: str
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
    box = {"class": "scroll", "role": "region", "aria-label": caption, "tabindex": "0"}
    below = element("figcaption", {}, words(note)) if note else NOTHING
    return figure(kind, element("div", box, inner), below)


def _heading(text: str) -> Markup:
    """Write untrusted text as a heading; if it was shortened, its tooltip holds all of it."""
    short = shortened(text, WIDEST)
    return element("bdi", {"title": text} if short.endswith(ELLIPSIS) else {}, words(short))


def _row(name: str, cells: Iterable[Markup]) -> Markup:
    return element("tr", {}, element("th", {"scope": "row"}, _heading(name)), *cells)


def _cell(kind: str, *inner: Markup) -> Markup:
    return element("td", {"class": kind} if kind else {}, *inner)
