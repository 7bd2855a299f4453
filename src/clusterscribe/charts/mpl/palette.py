"""One colour and one marker per cluster: the same as on the page, in the light."""

from __future__ import annotations

COLOURS = (
    "#0a63d2",
    "#bf390b",
    "#27754a",
    "#72449c",
    "#73641f",
    "#205b5d",
    "#b04678",
    "#221577",
    "#50210a",
    "#424f14",
    "#750735",
    "#35464f",
)
MARKERS = "osD^"
ALIKE = 8  # colours with the same marker; later ones are darker, and differ less


def colour_of(place: int) -> str:
    """Return the colour of the cluster at a place of the description; after twelve they repeat."""
    return COLOURS[place % len(COLOURS)]


def marker_of(place: int) -> str:
    """Return the marker of its dots, which differs where a colour is used again."""
    rounds, colour = divmod(place, len(COLOURS))
    return MARKERS[(rounds + (colour >= ALIKE)) % len(MARKERS)]
