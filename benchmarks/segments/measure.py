"""Measure one table: what is found in every way, beside what other methods find."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.data import missing_segments
from benchmarks.measure import warm_up
from benchmarks.segments.answers import counted
from benchmarks.segments.cases import OF_NAME, STORED, SegmentsCase, Way
from benchmarks.segments.others import others
from benchmarks.segments.tables import table_of
from clusterscribe import describe
from clusterscribe.clock import Clock
from clusterscribe.progress import Snapshot
from clusterscribe.search.whole.compiling import compilation

Table: TypeAlias = Any  # a pandas frame or a NumPy array
NEAR = 1.01  # an answer is as good as the last one with so many times its errors
ERRORS_STAGE = "fewest errors"


def measure(case: SegmentsCase) -> dict[str, Any]:
    """Describe one table in some ways and by every other method, and return all figures."""
    problem = missing_segments() if case.table == STORED else None
    if problem:
        return {"skipped": problem}
    table, labels = table_of(case)
    warm_up_all()
    return {
        "rows": int(table.shape[0]),
        "columns": int(table.shape[1]),
        "clusters": len(np.unique(labels)),
        "others": others(table, labels),
        "answers": [answer(OF_NAME[way], table, labels, case.time_limit) for way in case.ways],
    }


def warm_up_all() -> None:
    """Load and compile what any way uses, so that it is not counted as describing."""
    warm_up()
    compilation().wait(Clock(None))
    corners = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    describe(corners, [0, 0, 1, 1], max_terms=2, time_limit=60)


def answer(way: Way, table: Table, labels: NDArray[Any], limit: float) -> dict[str, Any]:
    """Describe a table in one way, without slack, and return what is known of the answer."""
    heard: list[Snapshot] = []
    start = time.perf_counter()
    description, result = describe(
        table, labels, error_slack=0, time_limit=limit, random_state=0, listener=heard.append,
        **way.parameters,
    )  # fmt: skip
    seconds = time.perf_counter() - start
    capped = result.capped
    return {
        "way": way.name,
        **counted(description, table, labels),
        "said_errors": result.errors,
        "error_bound": result.error_bound,
        "bound": result.bound,
        "capped": None if capped is None else [capped.max_conditions, capped.errors],
        "status": result.status,
        "stop_reason": result.stop_reason,
        "seconds": seconds,
        "first_seconds": first_seconds(heard, result.errors, seconds),
    }


def first_seconds(heard: Sequence[Snapshot], errors: float, seconds: float) -> float:
    """Return when an answer was there that is nearly as good as the last one.

    Answers with fewer errors than the last one broke a limit, such as the least recall.
    """
    return next(
        (
            snapshot.seconds
            for snapshot in heard
            if snapshot.stage == ERRORS_STAGE
            and snapshot.best is not None
            and errors <= snapshot.best <= NEAR * errors
        ),
        seconds,
    )
