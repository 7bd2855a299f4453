"""One colour per cluster on the whole page: the classes c0, c1, ... of `templates/pictures.css`."""

from __future__ import annotations

COLOURS = 12


def colour_class(place: int) -> str:
    """Return the class of the cluster at a place of the description; after twelve they repeat.

    Inside an element of this class, `--own` and `--own-soft` are the colours of the cluster.
    """
    return f"c{place % COLOURS}"
