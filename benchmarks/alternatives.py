"""Other ways to say it: how many there are on the data sets of the paper, and what they take."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.cases import Case
from benchmarks.layout import Row, Titled
from benchmarks.measure import about, warm_up
from benchmarks.parts import Part
from clusterscribe import alternatives
from clusterscribe.datasets import load

HEADER = (
    "set", "status", "errors", "complexity", "columns", "others", "proved", "seconds",
)  # fmt: skip
EXPLANATION = """\
`alternatives` with its defaults and at most 60 seconds per set: the first description as `describe`
gives it, and how many `others` there are within the default loss. `proved`: no better one by other
columns was overlooked, and there are no more. Every set runs in a process of its own; loading
libraries and data is not counted.
"""


def measure(case: Case) -> dict[str, Any]:
    """Look for other ways to describe one set."""
    data = load(case.name, "paper")
    warm_up()
    start = time.perf_counter()
    found = alternatives(data.table, data.labels, time_limit=case.time_limit, random_state=0)
    seconds = time.perf_counter() - start
    first = found[0]
    return {
        **about(data.table, data.labels, first.result),
        "columns_used": len(first.columns),
        "others": len(found) - 1,
        "proved": found.proved,
        "seconds": seconds,
    }


def row(figures: Mapping[str, Any]) -> Row:
    """Write the figures of one set."""
    if "failure" in figures:
        return (figures["title"], "FAILED", *[""] * (len(HEADER) - 2))
    return (
        figures["title"],
        figures["status"],
        f"{figures['errors']:,}",
        f"{figures['complexity']:,}",
        f"{figures['columns_used']}",
        f"{figures['others']}",
        "yes" if figures["proved"] else "no",
        f"{figures['seconds']:.1f}",
    )


def tables(results: Sequence[Mapping[str, Any]]) -> list[Titled]:
    """Return the one table, with what its columns are."""
    return [(EXPLANATION, [HEADER, *map(row, results)])]


PART = Part(
    "alternatives", "Benchmark: other ways to say it", lambda figures: [row(figures)], tables
)
