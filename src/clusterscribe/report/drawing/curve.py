"""The frontier: errors against length as steps, a stop for each description.

What is proved is a filled stop. An open one is hollow, and its whiskers reach as far as
better descriptions are not ruled out. A page can move along the stops: each is an element of
its own with its place in `data-stop`, and the chosen one has `aria-current`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from clusterscribe.description import wording
from clusterscribe.pictures.axis import Tick
from clusterscribe.pictures.curve import Curve, Stop
from clusterscribe.pictures.ticks import number, round_step
from clusterscribe.report.drawing.frame import (
    GAP,
    WIDTH,
    Scale,
    path,
    ticks_below,
    ticks_beside,
)
from clusterscribe.report.drawing.lettering import LINE, line, width_of
from clusterscribe.report.drawing.markup import (
    NOTHING,
    Markup,
    coordinate,
    element,
    figure,
    picture,
    words,
)

TOP, BOTTOM, RIGHT = 30.0, 176.0, WIDTH - 14.0
HEIGHT = 212.0
STOP, TOUCH = 4.5, 14.0  # how large a stop is, and how near to it a finger may be
_MANY = 30.0  # errors, from which on a wide range has steps of ten
_WIDE = 10.0


@dataclass(frozen=True, slots=True)
class Errors:
    """A side for errors: even steps or, where few and many are to be seen, steps of ten."""

    low: float
    high: float
    in_tens: bool

    def place(self, errors: float) -> float:
        """Return where errors stand, before they are laid along a side."""
        return math.log10(1 + errors) if self.in_tens else errors

    def ticks(self) -> list[Tick]:
        """Return round numbers of errors in reach."""
        values = _tens(self.low, self.high) if self.in_tens else _even(self.low, self.high)
        return [Tick(self.place(value), number(value)) for value in values]


def curve(shown: Curve) -> Markup:
    """Draw the stops of a frontier, and a key where some of them are open."""
    errors = _errors(shown.stops)
    ticks = errors.ticks()
    room = max(width_of(tick.text) for tick in ticks)
    left = room + 2 * GAP + 6
    up = Scale(errors.place(errors.low), errors.place(errors.high), BOTTOM - STOP - 6, TOP)
    x, values = _lengths(shown.stops, left)

    def y(amount: float) -> float:
        return up(errors.place(amount))

    drawing = [
        path("frame", f"M{coordinate(left)} {TOP - 8:g}V{BOTTOM:g}H{coordinate(WIDTH - 4)}"),
        path("steps", _steps(shown.stops, x, y)),
        ticks_below((Tick(value, number(value)) for value in values), x, BOTTOM),
        ticks_beside(ticks, up, left, room),
        line("errors", 4, LINE - 2, WIDTH / 2, "title"),
        line(shown.objective, WIDTH - 4, HEIGHT - 5, WIDTH - 8, "title end"),
        *(
            _stop(shown, place, x(stop.value), y(stop.errors), _whiskers(stop, x, y))
            for place, stop in enumerate(shown.stops)
        ),
    ]
    return figure("curve", picture(WIDTH, HEIGHT, _seen(shown), *drawing), _caption(shown))


def _even(low: float, high: float, most: int = 6) -> list[float]:
    """Return round numbers from low to high, whole ones unless there is no room for any."""
    step = round_step((high - low) / most)
    step = max(step, 1.0) if high - low >= 1 else step
    return [step * times for times in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _tens(low: float, high: float, most: int = 7) -> list[float]:
    """Return powers of ten from low to high, and 2 and 5 times them where there are few.

    After 0 comes 10: there is no room for 1 between them.
    """
    powers = range(0 if low else 1, math.ceil(math.log10(high)) + 1)
    for sizes in ((1, 2, 5), (1,)):
        values = [0.0, *(size * 10.0**power for power in powers for size in sizes)]
        within = [value for value in values if low <= value <= high]
        if len(within) <= most:
            break
    return within


def _errors(stops: tuple[Stop, ...]) -> Errors:
    low = min(min(stop.errors, stop.fewest_errors) for stop in stops)
    high = max(stop.errors for stop in stops)
    if high >= max(_MANY, _WIDE * low):
        return Errors(low, high, in_tens=True)
    return Errors(low, high if high > low else low + 1, in_tens=False)


def _lengths(stops: tuple[Stop, ...], left: float) -> tuple[Scale, list[float]]:
    """Lay the lengths along a side, and return round ones of them."""
    low = min(min(stop.value, stop.bound) for stop in stops)
    high = max(stop.value for stop in stops)
    high = high if high > low else low + 1
    return Scale(low, high, left + 10, RIGHT), _even(low, high)


def _steps(stops: tuple[Stop, ...], x: Scale, y: Callable[[float], float]) -> str:
    """Draw the fewest errors that are known for each length: down at every stop."""
    from_short = sorted(stops, key=lambda stop: (stop.value, -stop.errors))
    first, *longer = from_short
    pieces = [f"M{coordinate(x(first.value))} {coordinate(y(first.errors))}"]
    pieces += [f"H{coordinate(x(stop.value))}V{coordinate(y(stop.errors))}" for stop in longer]
    return "".join([*pieces, f"H{coordinate(WIDTH - 4)}"])


def _whiskers(stop: Stop, x: Scale, y: Callable[[float], float]) -> str:
    """Draw how much shorter, and with how many fewer errors, is not ruled out."""
    if stop.proved:
        return ""
    start = f"M{coordinate(x(stop.value))} {coordinate(y(stop.errors))}"
    shorter = f"{start}H{coordinate(x(stop.bound))}m0-3v6" if stop.bound < stop.value else ""
    fewer = (
        f"{start}V{coordinate(y(stop.fewest_errors))}m-3 0h6"
        if stop.fewest_errors < stop.errors
        else ""
    )
    return shorter + fewer


def _stop(shown: Curve, place: int, x: float, y: float, whiskers: str) -> Markup:
    stop = shown.stops[place]
    attributes = {
        "class": "stop proved" if stop.proved else "stop",
        "data-stop": str(place),
        **({"aria-current": "true"} if place == shown.chosen else {}),
    }
    middle = {"cx": x, "cy": y}
    return element(
        "g",
        attributes,
        element("title", {}, words(stop_in_words(stop, shown.objective))),
        element("circle", {"class": "touch", **middle, "r": TOUCH}),
        path("whisker", whiskers),
        element("circle", {**middle, "r": STOP}),
    )


def stop_in_words(stop: Stop, objective: str) -> str:
    """Say what one stop is, and what is proved of it."""
    figures = [
        wording.count(stop.errors, "error"),
        f"{objective} {wording.number(stop.value)}",
        "proved" if stop.proved else _open(stop, objective),
    ]
    return ", ".join(filter(None, figures))


def _open(stop: Stop, objective: str) -> str:
    ends = []
    if stop.bound < stop.value:
        ends.append(f"{objective} at least {wording.number(stop.bound)}")
    if stop.fewest_errors < stop.errors:
        ends.append(f"errors at least {wording.number(stop.fewest_errors)}")
    return f"not proved: {' and '.join(ends)}" if ends else "not proved"


def _caption(shown: Curve) -> Markup:
    if all(stop.proved for stop in shown.stops):
        return NOTHING
    note = (
        "Filled: proved. Hollow: not proved; whiskers reach as far as something better is "
        "not ruled out."
    )
    return element("figcaption", {}, words(note))


def _seen(shown: Curve) -> str:
    first, last = shown.stops[0], shown.stops[-1]
    proved = sum(stop.proved for stop in shown.stops)
    ends = [stop_in_words(first, shown.objective)]
    if last is not first:
        ends.append(stop_in_words(last, shown.objective))
    return (
        f"The frontier, errors against {shown.objective}: "
        f"{wording.count(len(shown.stops), 'description')}, {proved} of them proved; "
        f"{'from ' if len(ends) == 2 else ''}{' to '.join(ends)}."
    )
