"""The frontier: errors against length as steps, a stop for each description.

What is proved is a filled stop. An open one is hollow, and its whiskers reach as far as
better descriptions are not ruled out. A page can move along the stops: each is an element of
its own with its place in `data-stop`, and the chosen one has `aria-current`.
"""

from __future__ import annotations

from collections.abc import Callable

from clusterscribe.charts.data.axis import Tick
from clusterscribe.charts.data.curve import Curve, Stop
from clusterscribe.charts.data.errors import errors_of, even
from clusterscribe.charts.data.figures import counted, grouped
from clusterscribe.charts.svg.frame import (
    GAP,
    WIDTH,
    Scale,
    path,
    ticks_below,
    ticks_beside,
)
from clusterscribe.charts.svg.lettering import LINE, line, width_of
from clusterscribe.charts.svg.markup import (
    NOTHING,
    Markup,
    coordinate,
    element,
    figure,
    picture,
    words,
)
from clusterscribe.report.words import proved_ends

TOP, BOTTOM, RIGHT = 30.0, 176.0, WIDTH - 14.0
HEIGHT = 212.0
STOP, TOUCH = 4.5, 14.0  # how large a stop is, and how near to it a finger may be


def curve(shown: Curve) -> Markup:
    """Draw the stops of a frontier, and a key where some of them are open."""
    errors = errors_of(shown.stops)
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
        ticks_below((Tick(value, grouped(value)) for value in values), x, BOTTOM),
        ticks_beside(ticks, up, left, room),
        line("errors", 4, LINE - 2, WIDTH / 2, "title"),
        line(shown.objective, WIDTH - 4, HEIGHT - 5, WIDTH - 8, "title end"),
        *(
            _stop(shown, place, x(stop.value), y(stop.errors), _whiskers(stop, x, y))
            for place, stop in enumerate(shown.stops)
        ),
    ]
    return figure("curve", picture(WIDTH, HEIGHT, _seen(shown), *drawing), _caption(shown))


def _lengths(stops: tuple[Stop, ...], left: float) -> tuple[Scale, list[float]]:
    """Lay the lengths along a side, and return round ones of them."""
    low = min(min(stop.value, stop.bound) for stop in stops)
    high = max(stop.value for stop in stops)
    high = high if high > low else low + 1
    return Scale(low, high, left + 10, RIGHT), even(low, high)


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
        counted(stop.errors, "error"),
        f"{objective} {grouped(stop.value)}",
        "proved" if stop.proved else _open(stop, objective),
    ]
    return ", ".join(filter(None, figures))


def _open(stop: Stop, objective: str) -> str:
    ends = []
    if stop.bound < stop.value:
        ends.append(f"{objective} at least {grouped(stop.bound)}")
    if stop.fewest_errors < stop.errors:
        ends.append(f"errors at least {grouped(stop.fewest_errors)}")
    proved = proved_ends(stop.bound >= stop.value, stop.fewest_errors >= stop.errors, objective)
    return f"{proved}: {' and '.join(ends)}" if ends else proved


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
        f"{counted(len(shown.stops), 'description')}, {proved} of them proved; "
        f"{'from ' if len(ends) == 2 else ''}{' to '.join(ends)}."
    )
