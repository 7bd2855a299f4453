"""The best answer so far as people read it, while the search goes on."""

from __future__ import annotations

from collections.abc import Callable

from clusterscribe.description import Placement
from clusterscribe.search.answer import Columns
from clusterscribe.search.rows.decode import decode
from clusterscribe.search.rows.encode import Encoded


def preview_with(data: Encoded, placement: Placement) -> Callable[[Columns], str]:
    """Return what writes an answer to these rows: its conditions, and nothing that is counted."""
    return lambda columns: decode(data, columns, placement).to_text()
