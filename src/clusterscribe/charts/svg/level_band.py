"""The levels of a category: two bars for each, and a ground behind those that are allowed."""

from __future__ import annotations

from itertools import chain

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.levels import LevelBand
from clusterscribe.charts.svg.frame import WIDTH, key, opening, path, percent, title_below
from clusterscribe.charts.svg.markup import (
    LINE,
    Markup,
    coordinate,
    figure,
    joined,
    line,
    picture,
)
from clusterscribe.charts.svg.outlines import rectangle

TOP = 20.0
ROW = 34.0
BAR = 13.0
NAME, BARS, BARS_END = 6.0, 112.0, 252.0


def level_band(shown: LevelBand) -> Markup:
    """Draw the shares of every level, and which of them the conditions allow."""
    rows = [TOP + ROW * place for place in range(len(shown.levels))]
    bottom = TOP + ROW * len(rows)
    drawing = [
        key(shown.label),
        _grounds(shown, rows),
        path("others", _bars(shown.others, rows, 2 + BAR)),
        path("own", _bars(shown.own, rows, 2)),
        path("rule", f"M{BARS:g} {TOP:g}V{coordinate(bottom)}"),
        *chain.from_iterable(_texts(shown, place, top) for place, top in enumerate(rows)),
        title_below(shown.title, bottom + LINE),
    ]
    return figure("levels", picture(WIDTH, bottom + LINE + 5, _seen(shown), *drawing))


def _grounds(shown: LevelBand, rows: list[float]) -> Markup:
    """Draw a ground behind allowed levels, dashed where only some of a line are."""

    def ground(answer: bool | None) -> str:
        tops = (top for top, allowed in zip(rows, shown.allowed, strict=True) if allowed is answer)
        return "".join(rectangle(2, top, WIDTH - 4, ROW - 3) for top in tops)

    return joined([path("allowed edged", ground(True)), path("partly", ground(None))])


def _bars(shares: NDArray[np.float64], rows: list[float], below: float) -> str:
    return "".join(
        rectangle(BARS, top + below, max((BARS_END - BARS) * float(share), 1.0), BAR)
        for share, top in zip(shares, rows, strict=True)
        if share > 0
    )


def _texts(shown: LevelBand, place: int, top: float) -> list[Markup]:
    own, others = float(shown.own[place]), float(shown.others[place])
    return [
        line(shown.levels[place], NAME, top + ROW / 2 + 2.5, BARS - NAME - 6),
        line(percent(own), WIDTH - 6, top + BAR - 0.5, WIDTH, "end"),
        line(percent(others), WIDTH - 6, top + 2 * BAR, WIDTH, "end"),
    ]


def _seen(shown: LevelBand) -> str:
    endings = {True: "accepted", False: "excluded", None: "some accepted"}
    sentences = opening(shown.title, shown.label, shown.conditions)
    sentences += [
        f"{level}: {percent(float(own))} and {percent(float(others))}, {endings[allowed]}."
        for level, own, others, allowed in zip(
            shown.levels, shown.own, shown.others, shown.allowed, strict=True
        )
    ]
    return " ".join(sentences)
