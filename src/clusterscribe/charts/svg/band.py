"""The distribution of a feature: the cluster upwards, all others downwards, and what is allowed.

A category has two bars for each level, and a ground behind those that are allowed. Up and down
distinguish the two without any colour. Both have one scale, so that shares can be
compared (by area, where bins differ in width); what is not zero is never too thin to be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from clusterscribe.charts.data.bands import Band
from clusterscribe.charts.data.by_label import Floats
from clusterscribe.charts.data.levels import LevelBand
from clusterscribe.charts.svg.axes import (
    OTHERS,
    WIDTH,
    Scale,
    drawing,
    key,
    opening,
    path,
    percent,
    ticks_below,
    title_below,
)
from clusterscribe.charts.svg.markup import (
    LINE,
    NOTHING,
    Markup,
    coordinate,
    element,
    isolated,
    joined,
    line,
    width_of,
)
from clusterscribe.charts.svg.outlines import rectangle, silhouette

LEFT, RIGHT = 6.0, WIDTH - 6.0
TOP, BOTTOM = 32.0, 120.0
HEIGHT = 168.0
THINNEST = 1.0
_MISSING = 52.0  # room for missing values, at the right
_MISSING_BAR = 14.0

LEVELS_TOP = 20.0
LEVEL = 34.0  # room of a level
BAR = 13.0
NAME, BARS, BARS_END = 6.0, 112.0, 252.0


def band(shown: Band | LevelBand) -> Markup:
    """Draw the shares of a cluster and of all other rows, and what the conditions allow."""
    return _level_band(shown) if isinstance(shown, LevelBand) else _band(shown)


@dataclass(frozen=True, slots=True)
class _Heights:
    """One scale for both: the ground is where the tallest bars of both just fit."""

    ground: float
    unit: float  # height of all rows

    @classmethod
    def of(cls, shown: Band) -> _Heights:
        up = max(shown.heights(shown.own).max(initial=0), shown.own_missing)
        down = max(shown.heights(shown.others).max(initial=0), shown.others_missing)
        unit = (BOTTOM - TOP) / (float(up + down) or 1.0)
        return cls(TOP + float(up) * unit, unit)

    def top(self, share: float) -> float:
        """Return how high the share of a cluster reaches."""
        return self.ground - self.height(share)

    def bottom(self, share: float) -> float:
        """Return how low the share of all others reaches."""
        return self.ground + self.height(share)

    def height(self, share: float) -> float:
        return max(share * self.unit, THINNEST) if share > 0 else 0.0

    def bars(self, edges: list[float], own: Floats, others: Floats) -> Markup:
        """Draw the shares of both between these edges."""
        below = silhouette(edges, [*map(self.bottom, others)], self.ground)
        above = silhouette(edges, [*map(self.top, own)], self.ground)
        return joined([path("others", below), path("own", above)])


def _band(shown: Band) -> Markup:
    has_missing = bool(shown.own_missing or shown.others_missing)
    scale = Scale.of(shown.axis, LEFT, RIGHT - _MISSING if has_missing else RIGHT)
    heights = _Heights.of(shown)
    edges = [scale(edge) for edge in shown.edges]
    ground = coordinate(heights.ground)
    parts = [
        key(shown.label),
        _allowed(shown, scale),
        heights.bars(edges, shown.heights(shown.own), shown.heights(shown.others)),
        path("rule", f"M{coordinate(scale.start)} {ground}H{coordinate(scale.end)}"),
        _missing(shown, heights) if has_missing else NOTHING,
        _beyond(shown, scale),
        *_shares(shown, shown.own, edges, lambda height: heights.top(height) - 3),
        *_shares(shown, shown.others, edges, lambda height: heights.bottom(height) + LINE - 3),
        ticks_below(shown.axis.ticks, scale, BOTTOM + LINE),
        title_below(shown.axis.title, HEIGHT - 5),
    ]
    note = _note(shown.conditions) if _allows_all(shown) else NOTHING
    return drawing("band", HEIGHT, _seen(shown), parts, note)


def _allows_all(shown: Band) -> bool:
    return any(low <= shown.axis.low and shown.axis.high <= high for low, high in shown.allowed)


def _note(conditions: Sequence[str]) -> Markup:
    """Say the conditions where the ground cannot: some alternative allows each of the values."""
    if not conditions:
        return NOTHING
    note = element("span", {"class": "note"}, isolated("; ".join(conditions)))
    return element("figcaption", {}, note)


def _allowed(shown: Band, scale: Scale) -> Markup:
    """Draw what is allowed, and a line at every bound that is not the end of the axis."""
    ends = [(scale(low), scale(high)) for low, high in shown.allowed]
    top, height = TOP - LINE, BOTTOM - TOP + 2 * LINE
    areas = "".join(rectangle(low, top, high - low, height) for low, high in ends)
    bounds = [end for pair in ends for end in pair if scale.start < end < scale.end]
    lines = "".join(f"M{coordinate(bound)} {top:g}v{height:g}" for bound in bounds)
    return joined([path("allowed", areas), path("bound", lines)])


def _missing(shown: Band, heights: _Heights) -> Markup:
    left = RIGHT - (_MISSING + _MISSING_BAR) / 2 + 6
    own, others = np.array([shown.own_missing]), np.array([shown.others_missing])
    text = line("missing", left + _MISSING_BAR / 2, BOTTOM + 2 * LINE + 1, _MISSING, "tick")
    return joined([heights.bars([left, left + _MISSING_BAR], own, others), text])


def _beyond(shown: Band, scale: Scale) -> Markup:
    """Draw arrows at the ends of the axis beyond which there are values."""
    y = BOTTOM + LINE
    arrows = (f"M{scale.start:g} {y:g}l5-3v6z", f"M{coordinate(scale.end)} {y:g}l-5-3v6z")
    return path(
        "arrow", "".join(a for a, is_there in zip(arrows, shown.beyond, strict=True) if is_there)
    )


def _shares(
    shown: Band, shares: Floats, sides: list[float], beside: Callable[[float], float]
) -> Iterator[Markup]:
    """Write the share of each bar beside it, or of the tallest alone where bars are narrow."""
    tall = shown.heights(shares)
    filled = np.flatnonzero(shares).tolist()
    texts = {place: percent(float(shares[place])) for place in filled}
    if any(sides[at + 1] - sides[at] < width_of(texts[at]) for at in filled):
        filled = [int(np.argmax(tall))]
        texts = {place: f"peak {texts[place]}" for place in filled}
    for place in filled:
        half = width_of(texts[place]) / 2
        middle = (sides[place] + sides[place + 1]) / 2
        x = min(max(middle, half), WIDTH - half)
        yield line(texts[place], x, beside(float(tall[place])), WIDTH, "peak")


def _seen(shown: Band) -> str:
    sentences = opening(shown.axis.title, shown.label, shown.conditions)
    if not _allows_all(shown):
        own, others = (percent(_accepted(shown, shares)) for shares in (shown.own, shown.others))
        sentences.append(f"Accepted: values of {own} of the cluster and of {others} of {OTHERS}.")
    if any(shown.beyond):
        sentences.append("The outermost bars include all values beyond the axis.")
    return " ".join(sentences)


def _accepted(shown: Band, shares: Floats) -> float:
    """Add up the bins that are allowed; none of them crosses the end of an interval."""
    middles = (shown.edges[:-1] + shown.edges[1:]) / 2
    inside = np.zeros(len(shares), dtype=bool)
    for low, high in shown.allowed:
        inside |= (low <= middles) & (middles <= high)
    total = float(shares[inside].sum())
    return 1.0 if total > 1 - 1e-12 else total


def _level_band(shown: LevelBand) -> Markup:
    rows = [LEVELS_TOP + LEVEL * place for place in range(len(shown.levels))]
    bottom = LEVELS_TOP + LEVEL * len(rows)
    parts = [
        key(shown.label),
        _grounds(shown, rows),
        path("others", _level_bars(shown.others, rows, 2 + BAR)),
        path("own", _level_bars(shown.own, rows, 2)),
        path("rule", f"M{BARS:g} {LEVELS_TOP:g}V{coordinate(bottom)}"),
        *(text for place, top in enumerate(rows) for text in _texts(shown, place, top)),
        title_below(shown.title, bottom + LINE),
    ]
    note = _note(shown.conditions) if all(shown.allowed) else NOTHING
    return drawing("levels", bottom + LINE + 5, _levels_seen(shown), parts, note)


def _grounds(shown: LevelBand, rows: list[float]) -> Markup:
    """Draw a ground behind allowed levels, dashed where only some of a line are."""

    def ground(answer: bool | None) -> str:
        tops = (top for top, allowed in zip(rows, shown.allowed, strict=True) if allowed is answer)
        return "".join(rectangle(2, top, WIDTH - 4, LEVEL - 3) for top in tops)

    return joined([path("allowed edged", ground(True)), path("partly", ground(None))])


def _level_bars(shares: Floats, rows: list[float], below: float) -> str:
    return "".join(
        rectangle(BARS, top + below, max((BARS_END - BARS) * float(share), 1.0), BAR)
        for share, top in zip(shares, rows, strict=True)
        if share > 0
    )


def _texts(shown: LevelBand, place: int, top: float) -> list[Markup]:
    own, others = float(shown.own[place]), float(shown.others[place])
    return [
        line(shown.levels[place], NAME, top + LEVEL / 2 + 2.5, BARS - NAME - 6),
        line(percent(own), WIDTH - 6, top + BAR - 0.5, WIDTH, "end"),
        line(percent(others), WIDTH - 6, top + 2 * BAR, WIDTH, "end"),
    ]


def _levels_seen(shown: LevelBand) -> str:
    endings = {True: "accepted", False: "excluded", None: "some accepted"}
    sentences = opening(shown.title, shown.label, shown.conditions)
    sentences += [
        f"{level}: {percent(float(own))} and {percent(float(others))}, {endings[allowed]}."
        for level, own, others, allowed in zip(
            shown.levels, shown.own, shown.others, shown.allowed, strict=True
        )
    ]
    return " ".join(sentences)
