"""What drawings have in common: where values are, ticks and titles along the sides, and the key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from clusterscribe.charts.data.axis import Axis, Tick
from clusterscribe.charts.svg.markup import (
    LINE,
    NOTHING,
    SIZE,
    Markup,
    coordinate,
    element,
    figure,
    joined,
    line,
    shortened,
    width_of,
)
from clusterscribe.charts.svg.outlines import rectangle
from clusterscribe.description.core import Label
from clusterscribe.description.words import wording

WIDTH = 320.0  # of every drawing; letters are no smaller than 11 pixels on the narrowest phone
GAP = 6.0  # between texts beside each other
TICK = 4.0
OTHERS = "all others"
_WIDEST = WIDTH / 4 - GAP  # text of a tick
_SWATCH = 9.0
_HALF = WIDTH / 2


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from `low` to `high` along a side from `start` to `end`; what is beyond is cut."""

    low: float
    high: float
    start: float
    end: float

    @classmethod
    def of(cls, axis: Axis, start: float, end: float) -> Scale:
        """Lay an axis from left to right, or upwards where the end is above the start."""
        return cls(axis.low, axis.high, start, end)

    def __call__(self, value: float) -> float:
        """Return where a value is."""
        share = (value - self.low) / (self.high - self.low)
        return self.start + min(max(share, 0.0), 1.0) * (self.end - self.start)


def ticks_below(ticks: Iterable[Tick], scale: Scale, level: float, width: float = WIDTH) -> Markup:
    """Draw ticks below a level, with as many of their texts as fit beside each other."""
    places = sorted((scale(tick.at), tick.text) for tick in ticks)
    marks = "".join(f"M{coordinate(at)} {coordinate(level)}v{TICK:g}" for at, _ in places)
    texts = [
        line(text, middle, level + LINE + 1, _WIDEST, "tick")
        for middle, text in _thinned([_Text.below(at, text, width) for at, text in places])
    ]
    return joined([path("rule", marks), *texts])


def ticks_beside(ticks: Iterable[Tick], scale: Scale, level: float, room: float) -> Markup:
    """Draw ticks to the left of a level, with as many of their texts as fit above each other."""
    places = sorted((scale(tick.at), tick.text) for tick in ticks)
    marks = "".join(f"M{coordinate(level)} {coordinate(at)}h-{TICK:g}" for at, _ in places)
    texts = [
        line(text, level - TICK - 2, middle + TICK, room, "tick beside")
        for middle, text in _thinned([_Text(at, text, SIZE + 1) for at, text in places])
    ]
    return joined([path("rule", marks), *texts])


def fits_below(axis: Axis) -> bool:
    """Whether all ticks of an axis have room for their texts beside each other."""
    scale = Scale.of(axis, _WIDEST / 2, WIDTH)
    texts = [_Text.below(scale(tick.at), tick.text) for tick in axis.ticks]
    return len(_thinned(texts)) == len(texts)


def title_below(title: str, y: float, width: float = WIDTH) -> Markup:
    """Write the title of the axis from left to right, at its right end."""
    return line(title, width - 4, y, width - 8, "title end")


def drawing(
    kind: str,
    height: float,
    seen: str,
    parts: Iterable[Markup],
    caption: Markup = NOTHING,
    *,
    width: float = WIDTH,
) -> Markup:
    """Write an SVG as wide as its container, and a sentence that says what it shows."""
    box = f"0 0 {coordinate(width)} {coordinate(height)}"
    attributes = {"viewBox": box, "role": "img", "aria-label": seen}
    return figure(kind, element("svg", attributes, *parts), caption)


def path(kind: str, data: str) -> Markup:
    """Draw a path of a kind, or nothing."""
    return element("path", {"class": kind, "d": data}) if data else NOTHING


def percent(share: float) -> str:
    """Write a share in whole percent, and exactly where that would be none or all of it."""
    whole = round(100 * share)
    return f"{whole} %" if 0 < whole < 100 else wording.percent(share)


def cluster(label: Label) -> str:
    """Name a cluster."""
    return f"cluster {wording.label(label)}"


def key(label: Label) -> Markup:
    """Draw the colours of a cluster and of all others, as the first line of a drawing."""
    names = ((4.0, "own", cluster(label)), (_HALF, "others", OTHERS))
    return joined(
        joined(
            [
                path(kind, rectangle(left, 2, _SWATCH, _SWATCH)),
                line(text, left + _SWATCH + 5, 11, _HALF - _SWATCH - 10),
            ]
        )
        for left, kind, text in names
    )


def opening(title: str, label: Label, conditions: Sequence[str]) -> list[str]:
    """Say whose distribution a drawing shows, and its conditions."""
    noun = "Condition" if len(conditions) == 1 else "Conditions"
    return [
        f"{title} of {cluster(label)} and of {OTHERS}.",
        f"{noun}: {'; '.join(conditions)}." if conditions else "There is no condition on it.",
    ]


@dataclass(frozen=True, slots=True)
class _Text:
    """A text along a side, and how much of the side it takes."""

    middle: float
    text: str
    extent: float

    @classmethod
    def below(cls, at: float, text: str, width: float = WIDTH) -> _Text:
        """Put a text below its tick, but not beyond the edge of the drawing."""
        extent = width_of(shortened(text, _WIDEST))
        return cls(min(max(at, extent / 2), width - extent / 2), text, extent + GAP)


def _thinned(texts: list[_Text]) -> list[tuple[float, str]]:
    """Take all texts, or every second, or third ... until none touches the next."""
    for stride in range(1, len(texts) + 1):
        taken = texts[::stride]
        if all(
            one.middle + one.extent / 2 <= two.middle - two.extent / 2
            for one, two in pairwise(taken)
        ):
            return [(text.middle, text.text) for text in taken]
    return []
