"""Features by clusters as a table: means, how unusual they are, and which conditions say so."""

from __future__ import annotations

import math

from clusterscribe.charts.data.figures import counted
from clusterscribe.charts.data.heat import Heat
from clusterscribe.charts.svg.markup import NOTHING, Markup, element, words
from clusterscribe.charts.svg.tables import cell, heading, row, table
from clusterscribe.description.words import wording

MINUS = "\N{MINUS SIGN}"
CAPTION = "Means of each cluster, and their distance from the mean of all rows"
STEPS = (0.25, 0.75, 1.5)  # standard deviations from which on a shade is darker
SIGNS = {
    "≤": "at most",
    "≥": "at least",
    "↔": "between",
    "=": "is this level",
    "≠": "is another level",
    "∈": "is one of several levels",
    "Σ": "in a sum",
    "≈": "near a prototype",
}


def heat(shown: Heat) -> Markup:
    """Write a line for each feature and a column for each cluster."""
    head = [words("mean of"), *(heading(wording.label(label)) for label in shown.labels)]
    body = (
        row(heading(feature), _cells(shown, place)) for place, feature in enumerate(shown.features)
    )
    return table("heat", CAPTION, head, body, _note(shown))


def _cells(shown: Heat, place: int) -> list[Markup]:
    return [
        _cell(float(difference), mean, mark)
        for difference, mean, mark in zip(
            shown.difference[place], shown.means[place], shown.marks[place], strict=True
        )
    ]


def _cell(difference: float, mean: str, mark: str) -> Markup:
    if math.isnan(difference):
        return cell("", _mark(mark), words(mean))
    distance = element("small", {}, words(_signed(difference)))
    return cell(_shade(difference), _mark(mark), words(mean), distance)


def _mark(mark: str) -> Markup:
    """Write the signs of conditions, and say them in words to those who do not see them."""
    if not mark:
        return NOTHING
    said = " and ".join(SIGNS[sign] for sign in mark)
    return element("b", {"role": "img", "aria-label": f"condition: {said}"}, words(mark))


def _signed(difference: float) -> str:
    rounded = round(difference, 1)
    return f"{MINUS if rounded < 0 else '+'}{abs(rounded):.1f}" if rounded else "0"


def _shade(difference: float) -> str:
    depth = sum(abs(difference) >= step for step in STEPS)
    return f"{'below' if difference < 0 else 'above'}-{depth}" if depth else ""


def _note(shown: Heat) -> str:
    used = {sign for marks in shown.marks for mark in marks for sign in mark}
    sentences = ["Below each mean: its distance in standard deviations of all rows."]
    if used:
        meanings = ", ".join(f"{sign} {said}" for sign, said in SIGNS.items() if sign in used)
        sentences.append(f"Conditions of the cluster: {meanings}.")
    if shown.left_out:
        further = counted(shown.left_out, "further feature is", "further features are")
        sentences.append(f"{further} not shown.")
    return " ".join(sentences)
