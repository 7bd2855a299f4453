"""The best answer so far as people read it, while the search goes on."""

from __future__ import annotations

from collections.abc import Callable

from clusterscribe.description import Description, Placement
from clusterscribe.search.answer import Columns
from clusterscribe.search.rows.decode import decode
from clusterscribe.search.rows.encode import Encoded


def reading_of(data: Encoded, placement: Placement) -> Callable[[Columns], Description]:
    """Return what makes a description of an answer to these rows; nothing of it is counted."""
    return lambda columns: decode(data, columns, placement)
