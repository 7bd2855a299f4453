"""The distribution of a feature: the cluster upwards, all others downwards, and what is allowed.

Up and down distinguish the two without any colour. Both have one scale, so that shares can be
compared (by area, where bins differ in width); what is not zero is never too thin to be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.bands import Band
from clusterscribe.charts.data.levels import LevelBand
from clusterscribe.charts.svg.frame import (
    OTHERS,
    WIDTH,
    Scale,
    key,
    opening,
    path,
    percent,
    ticks_below,
    title_below,
)
from clusterscribe.charts.svg.level_band import level_band
from clusterscribe.charts.svg.markup import (
    LINE,
    NOTHING,
    Markup,
    coordinate,
    figure,
    joined,
    line,
    picture,
    width_of,
)
from clusterscribe.charts.svg.outlines import rectangle, silhouette

LEFT, RIGHT = 6.0, WIDTH - 6.0
TOP, BOTTOM = 32.0, 120.0
HEIGHT = 168.0
THINNEST = 1.0
_MISSING = 52.0  # room for missing values, at the right
_MISSING_BAR = 14.0


def band(shown: Band | LevelBand) -> Markup:
    """Draw the shares of a cluster and of all other rows, and what the conditions allow."""
    return level_band(shown) if isinstance(shown, LevelBand) else _band(shown)


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

    def bars(
        self, edges: list[float], own: NDArray[np.float64], others: NDArray[np.float64]
    ) -> Markup:
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
    drawing = [
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
    return figure("band", picture(WIDTH, HEIGHT, _seen(shown), *drawing))


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
    shown: Band, shares: NDArray[np.float64], sides: list[float], beside: Callable[[float], float]
) -> Iterator[Markup]:
    """Write the share of each bar beside it, or of the tallest alone where bars are narrow."""
    tall = shown.heights(shares)
    filled = np.flatnonzero(shares).tolist()
    texts = {place: percent(float(shares[place])) for place in filled}
    if any(sides[at + 1] - sides[at] < width_of(texts[at]) for at in filled):
        filled = [int(np.argmax(tall))]
    for place in filled:
        half = width_of(texts[place]) / 2
        middle = (sides[place] + sides[place + 1]) / 2
        x = min(max(middle, half), WIDTH - half)
        yield line(texts[place], x, beside(float(tall[place])), WIDTH, "peak")


def _seen(shown: Band) -> str:
    sentences = opening(shown.axis.title, shown.label, shown.conditions)
    axis = shown.axis
    if not any(low <= axis.low and axis.high <= high for low, high in shown.allowed):
        own, others = (percent(_accepted(shown, shares)) for shares in (shown.own, shown.others))
        sentences.append(f"Accepted: values of {own} of the cluster and of {others} of {OTHERS}.")
    if any(shown.beyond):
        sentences.append("The outermost bars count all values beyond the axis.")
    return " ".join(sentences)


def _accepted(shown: Band, shares: NDArray[np.float64]) -> float:
    """Add up the bins that are allowed; none of them crosses the end of an interval."""
    middles = (shown.edges[:-1] + shown.edges[1:]) / 2
    inside = np.zeros(len(shares), dtype=bool)
    for low, high in shown.allowed:
        inside |= (low <= middles) & (middles <= high)
    total = float(shares[inside].sum())
    return 1.0 if total > 1 - 1e-12 else total
