"""The best errors so far and their bound over time, for the chart of a running search."""

from __future__ import annotations

from math import isfinite

from clusterscribe.progress import Snapshot

MOST = 240  # moments kept: more than a chart can show
ALL_DESCRIPTIONS = "fewest errors"  # the stage whose bound holds for every description

Moment = tuple[float, float | None, float]  # seconds, best, bound


class Trace:
    """What was known at which moment; bounds only rise."""

    def __init__(self) -> None:
        self.best: float | None = None
        self.bound = 0.0
        self.moments: list[Moment] = []

    def hear(self, snapshot: Snapshot, seconds: float) -> None:
        """Take note of a bound; bounds of simpler or of shorter descriptions prove nothing here."""
        bound = snapshot.bound
        if snapshot.stage != ALL_DESCRIPTIONS or bound is None or not isfinite(bound):
            return
        if bound > self.bound:
            self.bound = bound
            self._note(seconds)

    def count(self, errors: float, seconds: float) -> None:
        """Take note of the errors of the description on the page."""
        if errors != self.best:
            self.best = errors
            self._note(seconds)

    def _note(self, seconds: float) -> None:
        self.moments.append((round(seconds, 2), self.best, self.bound))
        if len(self.moments) > MOST:  # every other one of the older half
            half = MOST // 2
            self.moments[:half] = self.moments[:half:2]
