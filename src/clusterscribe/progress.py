"""Progress on long work: what is known at a moment, who hears of it, and plain lines of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TextIO, TypeAlias


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a search at one moment.

    Attributes
    ----------
    stage : str
        What the search is doing.
    rows : int
        How many rows it sees.
    candidates : int
        How many candidates for conditions it has.
    best : float or None
        The best value so far.
    bound : float or None
        What is proved so far.
    seconds : float
        Since the start.
    preview : callable or None
        Returns the best description so far as text.

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
    candidates: int  # candidate half-spaces
    best: float | None
    bound: float | None
    seconds: float
    preview: Callable[[], str] | None = None  # writes the best answer so far, which takes a while


Listener: TypeAlias = Callable[[Snapshot], None]


def silent(_: Snapshot) -> None:
    """Listen to nothing."""


def about(simpler: str, listener: Listener) -> Listener:
    """Say of each stage that it is about simpler descriptions: `fewest errors, one feature each`.

    What is proved of these is not proved of all, and must not look as if it were taken back later.
    """
    return lambda snapshot: listener(replace(snapshot, stage=f"{snapshot.stage}, {simpler}"))


def figure(value: float) -> str:
    """Write a count or a weighted count for a person: `32,561`, `40.9`."""
    return f"{value:,.0f}" if abs(value) >= 1e6 else f"{value:,.6g}"


def sentence(snapshot: Snapshot, limit: float | None = None) -> str:
    """Say a snapshot in one line: `fewest errors: best so far 15, proved at least 12; ...`."""
    best = "no answer yet" if snapshot.best is None else f"best so far {figure(snapshot.best)}"
    bound = "" if snapshot.bound is None else f", proved at least {figure(snapshot.bound)}"
    candidates = f"{snapshot.candidates:,} candidate conditions, " if snapshot.candidates else ""
    return (
        f"{snapshot.stage}: {best}{bound}; {snapshot.rows:,} rows, {candidates}"
        f"{of_limit(snapshot.seconds, limit)}"
    )


def of_limit(seconds: float, limit: float | None) -> str:
    """Write the time so far, and the limit if there is one: `38.0 of 60 s`."""
    return f"{seconds:.1f} s" if limit is None else f"{seconds:.1f} of {limit:g} s"


class ProgressLines:
    """A listener that writes a line when there is news, at most one every `interval` seconds.

    The first snapshot of a stage is always written; after that only a better answer or a
    better bound is news.
    """

    def __init__(
        self, stream: TextIO | None = None, interval: float = 1.0, limit: float | None = None
    ) -> None:
        self._limit = limit  # of the whole call, in seconds
        self._stream = stream
        self._interval = interval
        self._written: Snapshot | None = None

    def __call__(self, snapshot: Snapshot) -> None:
        """Write the snapshot if it is news."""
        if self._is_news(snapshot):
            self._written = snapshot
            stream = self._stream if self._stream is not None else sys.stderr
            stream.write(f"clusterscribe: {sentence(snapshot, self._limit)}\n")
            stream.flush()

    def _is_news(self, snapshot: Snapshot) -> bool:
        last = self._written
        if last is None or last.stage != snapshot.stage:
            return True
        if snapshot.seconds - last.seconds < self._interval:
            return False
        return (last.best, last.bound) != (snapshot.best, snapshot.bound)
