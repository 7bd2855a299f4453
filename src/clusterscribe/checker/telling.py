"""Who hears of the progress of the checker."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Tell: TypeAlias = Callable[[float], None]  # hears what share of the work is done


def unheard(_share: float) -> None:
    """Tell nobody."""


def share_of(tell: Tell, place: int, number: int) -> Tell:
    """Return who hears of the progress on one of several tasks."""
    return lambda share: tell((place + share) / number)
