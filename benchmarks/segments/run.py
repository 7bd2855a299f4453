"""Measure the tables one after the other, and write after each."""

from __future__ import annotations

import sys
from typing import Any

from benchmarks.parts import Part, shown, stored, write
from benchmarks.process import measured
from benchmarks.segments import report
from benchmarks.segments.cases import NAMES, chosen

PART = Part("segments", "Benchmark: segments that touch", report.rows_of, report.tables)


def run(names: set[str] | None, quick: bool, limit: float | None) -> set[str]:
    """Measure all tables or some, print the figures and keep them; return the verdicts.

    A table replaces its own figures among those that are stored. Quick ones, and those with
    another time limit, are not kept; nor is a table that is not there.
    """
    keep = not (quick or limit)
    results: list[dict[str, Any]] = stored(PART) if keep else []
    for case in chosen(names, quick, limit):
        print(f"{case.title} ...", file=sys.stderr, flush=True)
        figures = measured(case)
        for row in report.rows_of(figures):
            print("  ".join(filter(None, row)), file=sys.stderr, flush=True)
        if "skipped" in figures:
            continue
        results = in_order([old for old in results if old["name"] != case.name] + [figures])
        if keep:
            write(PART, results)
    return shown(PART, results, keep=keep) if results else set()


def in_order(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Put figures in the order of the tables."""
    return sorted(results, key=lambda figures: NAMES.index(figures["name"]))
