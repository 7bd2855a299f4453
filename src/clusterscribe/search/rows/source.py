"""Where the rows of a search come from: all of them, few as they are needed, groups, an engine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from clusterscribe.search.answer import Answer
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.statistics import Statistics

INTERRUPTED = "interrupted: this is the best description so far"


@dataclass(frozen=True, slots=True)
class Found:
    """The best answer, its errors counted on all rows, and the rows that it was made of."""

    data: Encoded
    answer: Answer
    lacking: int = 0  # weight that clusters should have inside their own polyhedra and have not

    def because(self, why: str) -> Found:
        """Note which rows the solver saw, all where nothing else is known, and why these."""
        known: Statistics = {"rows": "all", **self.answer.statistics, "rows_why": why}
        return replace(self, answer=replace(self.answer, statistics=known))


class RowSource(Protocol):
    """Gives stages the rows that they need, and evaluates what they find on all rows."""

    def search(self) -> Found:
        """Return the best answer; an interrupt returns the best so far, with a remark."""
