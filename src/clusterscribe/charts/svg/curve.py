"""The frontier: errors against length as steps, with a stop for each description.

A filled stop is proved. An open one is hollow, and its whiskers reach as far as better descriptions
are not ruled out. A page can move along the stops: each is an element of its own with its place in
`data-stop`, and the chosen one has `aria-current`.
"""

from __future__ import annotations

from collections.abc import Callable

from clusterscribe.charts.data.axis import Tick
from clusterscribe.charts.data.figures import counted, grouped
from clusterscribe.charts.data.stops import Curve, Errors, Stop, ends_of, even, proved_ends
from clusterscribe.charts.svg.axes import (
    GAP,
    WIDTH,
    Scale,
    drawing,
    path,
    ticks_below,
    ticks_beside,
    title_below,
)
from clusterscribe.charts.svg.markup import (
    LINE,
    NOTHING,
    Markup,
    coordinate,
    element,
    joined,
    line,
    width_of,
    words,
)

TOP, BOTTOM, RIGHT = 30.0, 176.0, WIDTH - 14.0
HEIGHT = 212.0
WIDE = 1120.0
BEYOND = 8.0  # how far whiskers leave the frame
STOP, TOUCH = 4.5, 14.0  # how large a stop is, and how near to it a finger may be


def curve(shown: Curve, width: float = WIDTH) -> Markup:
    """Draw the stops of a frontier, and a key where some of them are open.

    A wide drawing, such as of 1,120 units, fills a page; on a phone its letters would be too small.
    """
    right = width - WIDTH + RIGHT
    errors = Errors.of(shown.stops)
    ticks = errors.ticks()
    room = max(width_of(tick.text) for tick in ticks)
    left = room + 2 * GAP + 6
    up = Scale(errors.place(errors.low), errors.place(errors.high), BOTTOM - STOP - 6, TOP)
    x, values = _lengths(shown.stops, left, right)

    def y(amount: float) -> float:
        return up(errors.place(amount))

    parts = [
        path("frame", f"M{coordinate(left)} {TOP - 8:g}V{BOTTOM:g}H{coordinate(width - 4)}"),
        path("steps", _steps(shown.stops, x, y, width)),
        ticks_below((Tick(value, grouped(value)) for value in values), x, BOTTOM, width),
        ticks_beside(ticks, up, left, room),
        line("errors", 4, LINE - 2, WIDTH / 2, "title"),
        title_below(shown.objective, HEIGHT - 5, width),
        *(
            _stop(shown, place, x(stop.value), y(stop.errors), _whiskers(stop, x, y, errors.low))
            for place, stop in enumerate(shown.stops)
        ),
    ]
    kind = "curve wide" if width > WIDTH else "curve"
    return drawing(kind, HEIGHT, _seen(shown), parts, _caption(shown), width=width)


def curves(shown: Curve) -> Markup:
    """Draw a wide form and a narrow one; the style shows the one that fits the screen."""
    return joined([curve(shown, WIDE), element("div", {"class": "narrow"}, curve(shown))])


def _lengths(stops: tuple[Stop, ...], left: float, right: float) -> tuple[Scale, list[float]]:
    """Lay the lengths along a side, and return round lengths for its ticks."""
    low, high = ends_of([(stop.value, stop.bound) for stop in stops])
    high = high if high > low else low + 1
    return Scale(low, high, left + 10, right), even(low, high)


def _steps(stops: tuple[Stop, ...], x: Scale, y: Callable[[float], float], width: float) -> str:
    """Draw the fewest known errors for each length: down at every stop."""
    from_short = sorted(stops, key=lambda stop: (stop.value, -stop.errors))
    first, *longer = [(coordinate(x(s.value)), coordinate(y(s.errors))) for s in from_short]
    steps = "".join(f"H{right}V{down}" for right, down in longer)
    return f"M{first[0]} {first[1]}{steps}H{coordinate(width - 4)}"


def _whiskers(stop: Stop, x: Scale, y: Callable[[float], float], fewest: float) -> str:
    """Draw how much shorter, and with how many fewer errors, is not ruled out.

    Beyond the ends of an axis, which goes down to the `fewest` errors, an arrow says so.
    """
    if stop.proved:
        return ""
    start = f"M{coordinate(x(stop.value))} {coordinate(y(stop.errors))}"
    whiskers = ""
    if stop.bound < stop.value:
        is_out = stop.bound < x.low
        whiskers += f"{start}H{coordinate(x(stop.bound) - BEYOND * is_out)}"
        whiskers += "m4-3l-4 3l4 3" if is_out else "m0-3v6"
    if stop.fewest_errors < stop.errors:
        is_out = stop.fewest_errors < fewest
        whiskers += f"{start}V{coordinate(y(stop.fewest_errors) + BEYOND * is_out)}"
        whiskers += "m-3-4l3 4l3-4" if is_out else "m-3 0h6"
    return whiskers


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
    """Say what one stop is, and what is proved about it."""
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
        "not ruled out, with an arrow where that is beyond the chart."
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
