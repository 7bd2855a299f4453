"""Progress on long work: what is known at a moment, and who hears of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from decimal import ROUND_FLOOR, Context
from typing import Any, Literal, TypeAlias

FIGURES = 6  # digits of a number below a million

Measure: TypeAlias = Literal["errors", "complexity", "sparsity", "objective", "tags", ""]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a search at one moment.

    Attributes
    ----------
    stage : str
        What the search is doing.
    rows : int
        How many rows it sees.
    measure : str
        What `best` and `bound` are: "errors", "complexity", "sparsity", "objective" (a weighted sum
        of both, or costs), "tags", or "" where they have no meaning for people.
    total : float or None
        What the rows weigh that errors are counted among: their number where all weigh 1.
    weighted : bool
        Whether rows count by weights.
    candidates : int
        How many candidates for conditions it has.
    best : float or None
        The best value so far.
    bound : float or None
        What is proved so far.
    seconds : float
        Since the start.
    answer : callable or None
        Returns the best `Description` so far, which is not counted on any rows yet. It may be
        called from another thread, at once or later, or not at all: writing it takes a while.

    Examples
    --------
    >>> from clusterscribe import describe
    >>> heard = []
    >>> _ = describe([[20], [25], [50], [60]], list("aabb"), listener=heard.append)
    >>> len(heard) > 0
    True

    """

    stage: str  # for example "fewest errors" or "shortest description"
    rows: int  # rows of the (merged) problem
    measure: Measure = field(default="", kw_only=True)
    total: float | None = field(default=None, kw_only=True)
    weighted: bool = field(default=False, kw_only=True)
    candidates: int  # candidate half-spaces
    best: float | None
    bound: float | None
    seconds: float
    answer: Callable[[], Any] | None = None  # returns a description, which takes a while


Listener: TypeAlias = Callable[[Snapshot], None]


def silent(_: Snapshot) -> None:
    """Listen to nothing."""


def about(simpler: str, listener: Listener) -> Listener:
    """Say of each stage that it is about simpler descriptions: `fewest errors, one feature each`.

    What is proved of these is not proved of all, and must not look as if it were taken back later.
    """
    return lambda snapshot: listener(replace(snapshot, stage=f"{snapshot.stage}, {simpler}"))


def within(name: str, listener: Listener) -> Listener:
    """Say before each stage what it is a part of: `frontier: fewest errors at 12`."""

    def hear(snapshot: Snapshot) -> None:
        stage = f"{name}: {snapshot.stage}" if snapshot.stage else name
        listener(replace(snapshot, stage=stage))

    return hear


def by_weight(is_weighted: bool, listener: Listener) -> Listener:
    """Say of each snapshot that rows count by weights, where they do."""
    if not is_weighted:
        return listener
    return lambda snapshot: listener(replace(snapshot, weighted=True))


def figure(value: float) -> str:
    """Write a count or a weighted count for a person: `32,561`, `40.9`."""
    return f"{value:,.0f}" if abs(value) >= 1e6 else f"{value:,.{FIGURES}g}"


def proved_figure(value: float) -> str:
    """Write a number that is proved: digits that are too many are cut off, never rounded up."""
    if abs(value) >= 1e6:
        return figure(math.floor(value))
    text = figure(value)
    if float(text.replace(",", "")) <= value:
        return text
    digits = Context(prec=FIGURES, rounding=ROUND_FLOOR)
    return figure(float(digits.create_decimal(repr(float(value)))))
