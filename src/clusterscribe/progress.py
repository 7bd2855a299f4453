"""Progress on long work: what is known at a moment, and who wants to hear of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a search at one moment."""

    stage: str  # for example "fewest errors" or "shortest description"
    rows: int  # rows of the (merged) problem
    candidates: int  # candidate half-spaces
    best: float | None
    bound: float | None
    seconds: float


Listener: TypeAlias = Callable[[Snapshot], None]


def silent(_: Snapshot) -> None:
    """Listen to nothing."""
