"""One time limit for the whole of a call, and the time that a part of it takes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Clock:
    """Counts seconds from its creation towards a limit."""

    def __init__(self, limit: float | None) -> None:
        self._start = time.monotonic()
        self.limit = float("inf") if limit is None else float(limit)

    @property
    def elapsed(self) -> float:
        """Seconds since the clock was made."""
        return time.monotonic() - self._start

    @property
    def remaining(self) -> float:
        """Seconds until the limit, never negative."""
        return max(0.0, self.limit - self.elapsed)

    @property
    def expired(self) -> bool:
        """Whether the limit has been reached."""
        return self.remaining <= 0.0


class Stopwatch:
    """Adds up the seconds that a part of some work takes."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count the time within."""
        start = time.monotonic()
        try:
            yield
        finally:
            self.seconds += time.monotonic() - start
