"""Measure the cases one after the other."""

from __future__ import annotations

import sys
from dataclasses import replace

from benchmarks.parts import Part, shown
from benchmarks.process import measured
from benchmarks.unproved import report
from benchmarks.unproved.cases import CASES, QUICK_LIMIT

PART = Part("unproved", "Benchmark: where nothing is proved", report.rows_of, report.tables)


def run(quick: bool, limit: float | None) -> set[str]:
    """Measure all cases, print the figures and keep them; return the verdicts.

    Quick ones, and those of another time limit, are not kept.
    """
    seconds = limit or (QUICK_LIMIT if quick else None)
    results = []
    for case in CASES:
        figures = measured(replace(case, time_limit=seconds) if seconds else case)
        print("  ".join(report.row(figures)), file=sys.stderr, flush=True)
        results.append(figures)
    return shown(PART, results, keep=seconds is None)
