"""Measure the large cases one after the other, and write after each."""

from __future__ import annotations

import os
import sys
from typing import Any

from benchmarks.parts import Part, shown, stored, write
from benchmarks.process import measured
from benchmarks.scale import report
from benchmarks.scale.cases import NAMES, chosen

PART = Part("scale", "Benchmark: many rows", lambda figures: [report.row(figures)], report.tables)


def run(name: str | None, quick: bool) -> set[str]:
    """Measure all cases or one, print the tables and keep them; return the verdicts.

    One case replaces its own figures among those that are stored; quick ones are not kept.
    """
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    results: list[dict[str, Any]] = [] if quick else stored(PART.name)
    for case in chosen({name} if name else None, quick, memory):
        print(f"{case.title} ...", file=sys.stderr, flush=True)
        figures = measured(case)
        print("  ".join(filter(None, report.row(figures))), file=sys.stderr, flush=True)
        results = in_order([old for old in results if old["name"] != case.name] + [figures])
        if not quick:
            write(PART, results)
    return shown(PART, results, keep=not quick)


def in_order(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Put figures in the order of the cases."""
    return sorted(results, key=lambda figures: NAMES.index(figures["name"]))
