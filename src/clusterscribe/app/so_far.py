"""The best description so far: counted on all rows, and put into words for the page.

Counting is done in a thread of its own, so that the search never waits for it, by the code that
knows nothing of the solver.
"""

from __future__ import annotations

import math
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from clusterscribe.charts.data.figures import portion
from clusterscribe.description import Description
from clusterscribe.description.core import Region, Tally, all_errors, all_rows, judge, tallied
from clusterscribe.description.words.condition_wording import all_lines
from clusterscribe.description.words.contrasting import named
from clusterscribe.description.words.naming import Naming
from clusterscribe.description.words.sentence import sentence_of
from clusterscribe.parameters import LabelledTable
from clusterscribe.progress import Snapshot
from clusterscribe.table.labels import distinct_labels
from clusterscribe.table_like import Weights

INTERVAL = 1.0  # seconds between two descriptions on the page
FIRST_INTERVAL = 0.1  # until there is one
SLACK = 1.05  # more errors than the fewest that a shorter description may make on the page
ROWS = "rows"


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole, for a bar and in words."""

    part: float  # from 0 to 1
    words: str

    @classmethod
    def of(cls, part: float, whole: float) -> Share:
        """Return a share; a share of nothing is 0."""
        return cls(part / whole if whole else 0.0, portion(part, whole))


@dataclass(frozen=True, slots=True)
class ClusterSoFar:
    """One cluster as the best description so far has it."""

    name: str
    sentence: str
    conditions: list[str]
    rows: float
    recall: Share  # of its rows, those inside its description
    precision: Share  # of the rows inside, its own


@dataclass(frozen=True, slots=True)
class SoFar:
    """The best description so far, with figures that were counted on all rows."""

    clusters: list[ClusterSoFar]
    errors: float
    rows: float
    complexity: int

    def lacks(self, least: float) -> bool:
        """Whether some cluster has less than the least share of its rows inside."""
        return any(cluster.recall.part < least for cluster in self.clusters)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> SoFar:
        """Read back what `asdict` returns."""
        clusters = [
            ClusterSoFar(
                **{
                    **each,
                    "recall": Share(**each["recall"]),
                    "precision": Share(**each["precision"]),
                }
            )
            for each in values["clusters"]
        ]
        return cls(**{**values, "clusters": clusters})


class Counter:
    """Counts descriptions on rows that are read once."""

    def __init__(self, data: LabelledTable, weights: Weights | None) -> None:
        self._table, self._weights = data.table, weights
        self._labels = distinct_labels(data.labels)

    def __call__(self, description: Description) -> SoFar:
        """Count a description on all rows."""
        judgement = judge(description, self._table, self._labels, self._weights)
        counted = replace(description, tallies=tallied(description, judgement))
        tallies = counted.tallies or ()
        return SoFar(
            [_cluster(counted, part) for part in counted.parts],
            all_errors(tallies),
            all_rows(tallies),
            description.complexity,
        )


def _cluster(description: Description, part: Region) -> ClusterSoFar:
    tally = description.tally_of(part.label) or Tally(part.label, 0, 0, 0, 0)
    inside = tally.inside + tally.wrongly_inside
    return ClusterSoFar(
        named(part.label, description.contrast),
        sentence_of(part, ROWS, Naming(), tally),
        [" ".join(line) for line in all_lines(part)],
        tally.rows,
        Share.of(tally.inside, tally.rows),
        Share.of(tally.inside, inside),
    )


class Showing:
    """Shows each description that is better than the one before, at most one per interval."""

    def __init__(
        self,
        count: Callable[[Description], SoFar],
        show: Callable[[dict[str, Any]], None],
        *,
        budget: float | None = None,
        least: float = 0.0,  # share of each cluster inside
        interval: float = INTERVAL,
    ) -> None:
        self._count, self._show, self._interval = count, show, interval
        self._budget, self._least_share = budget, least
        self._latest: Snapshot | None = None
        self._shown: SoFar | None = None
        self._least = math.inf  # errors of any that was shown
        self._news, self._over = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def hear(self, snapshot: Snapshot) -> None:
        """Take note of a description, which replaces one that is still waiting."""
        if snapshot.answer is not None:
            self._latest = snapshot
            self._news.set()

    def close(self) -> None:
        """Show nothing more; a description that is being counted is waited for."""
        self._over.set()
        self._news.set()
        self._thread.join()

    def show(self, description: Description) -> None:
        """Show a description as the first one."""
        self._put(self._count(description))

    def _run(self) -> None:
        while True:
            self._news.wait()
            if self._over.is_set():
                return
            self._news.clear()
            began = time.monotonic()
            try:
                self._look()
            except Exception as error:  # the search must not end with it
                sys.stderr.write(f"clusterscribe: no preview ({type(error).__name__})\n")
            # what takes long to count is counted less often, but the first one is waited for
            interval = self._interval if self._shown is not None else FIRST_INTERVAL
            self._over.wait(max(interval, 4 * (time.monotonic() - began)))

    def _look(self) -> None:
        snapshot = self._latest
        if snapshot is None or snapshot.answer is None:
            return
        found = self._count(snapshot.answer())
        if found.errors == found.rows:  # an empty start, that tells nobody anything
            return
        allowed = SLACK * self._least if self._budget is None else self._budget
        if is_better(found, self._shown, snapshot, allowed, self._least_share):
            self._put(found)

    def _put(self, found: SoFar) -> None:
        self._shown, self._least = found, min(self._least, found.errors)
        self._show(asdict(found))


def is_better(
    found: SoFar, shown: SoFar | None, snapshot: Snapshot, allowed: float, least: float = 0.0
) -> bool:
    """Whether a description is to replace the one on the page.

    A search on few of the rows may come back with one that all rows show to be worse. One that has
    the least share of every cluster inside replaces one that has not, even with more errors.
    """
    if shown is None:
        return True
    if found.lacks(least) != shown.lacks(least):
        return shown.lacks(least) and found.errors < found.rows
    if (found.errors, found.complexity) == (shown.errors, shown.complexity):
        return found.clusters != shown.clusters
    if found.errors < shown.errors or snapshot.stage.startswith("fewest errors"):
        return found.errors < shown.errors
    return found.complexity < shown.complexity and found.errors <= max(allowed, shown.errors)
