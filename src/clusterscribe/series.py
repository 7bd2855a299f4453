"""Words in a row, as a sentence has them."""

from __future__ import annotations

from collections.abc import Sequence


def series(words: Sequence[str]) -> str:
    """Return `a, b and c`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
