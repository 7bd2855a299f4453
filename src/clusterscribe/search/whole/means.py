"""What a search over whole polyhedra may use."""

from __future__ import annotations

from dataclasses import dataclass

from clusterscribe.search.integer import Runner
from clusterscribe.search.schedule import WholeSchedule


@dataclass(frozen=True, slots=True)
class Means:
    """What a search may use: the integer solver, its share of the time, threads."""

    runner: Runner
    schedule: WholeSchedule
    jobs: int
