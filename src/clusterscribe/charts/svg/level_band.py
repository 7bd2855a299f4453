"""The levels of a category: two bars for each, and a ground behind those that are let in."""

from __future__ import annotations

from itertools import chain

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.band import LevelBand
from clusterscribe.charts.svg.frame import WIDTH, path
from clusterscribe.charts.svg.lettering import LINE, line
from clusterscribe.charts.svg.markup import Markup, coordinate, figure, joined, picture
from clusterscribe.charts.svg.outlines import rectangle
from clusterscribe.charts.svg.shares import OTHERS, cluster, conditions_in_words, key, percent

TOP = 20.0
ROW = 34.0
BAR = 13.0
NAME, BARS, BARS_END = 6.0, 112.0, 252.0


def level_band(shown: LevelBand) -> Markup:
    """Draw the shares of every level, and which of them the conditions let in."""
    rows = [TOP + ROW * place for place in range(len(shown.levels))]
    bottom = TOP + ROW * len(rows)
    drawing = [
        key(shown.label),
        _grounds(shown, rows),
        path("others", _bars(shown.others, rows, 2 + BAR)),
        path("own", _bars(shown.own, rows, 2)),
        path("rule", f"M{BARS:g} {TOP:g}V{coordinate(bottom)}"),
        *chain.from_iterable(_texts(shown, place, top) for place, top in enumerate(rows)),
        line(shown.title, WIDTH - 4, bottom + LINE, WIDTH - 8, "title end"),
    ]
    return figure("levels", picture(WIDTH, bottom + LINE + 5, _seen(shown), *drawing))


def _grounds(shown: LevelBand, rows: list[float]) -> Markup:
    """Draw a ground behind levels that are let in; dashed, where only some of a line's are."""
    tops = {
        answer: [top for top, let_in in zip(rows, shown.allowed, strict=True) if let_in is answer]
        for answer in (True, None)
    }
    return joined(
        path(kind, "".join(rectangle(2, top, WIDTH - 4, ROW - 3) for top in tops[answer]))
        for answer, kind in ((True, "allowed edged"), (None, "partly"))
    )


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
    sentences = [
        f"{shown.title} of {cluster(shown.label)} and of {OTHERS}.",
        conditions_in_words(shown.conditions),
    ]
    endings = {True: "let in", False: "kept out", None: "some let in"}
    sentences += [
        f"{level}: {percent(float(own))} and {percent(float(others))}, {endings[let_in]}."
        for level, own, others, let_in in zip(
            shown.levels, shown.own, shown.others, shown.allowed, strict=True
        )
    ]
    return " ".join(sentences)
