"""Measure the tables one after the other, and write after each."""

from __future__ import annotations

import sys
from typing import Any

from benchmarks.parts import Part, shown, stored, write
from benchmarks.process import measured
from benchmarks.segments import report
from benchmarks.segments.cases import NAMES, OF_NAME, chosen

PART = Part("segments", "Benchmark: segments that touch", report.rows_of, report.tables)


def run(
    names: set[str] | None, quick: bool, limit: float | None, ways: set[str] | None = None
) -> set[str]:
    """Measure all tables or some, print the figures and keep them; return the verdicts.

    A table replaces its own figures among those that are stored, of some ways only theirs. Quick
    ones, and those with another time limit, are not kept; nor is a table that is not there.
    """
    keep = not (quick or limit)
    results: list[dict[str, Any]] = stored(PART.name) if keep else []
    for case in chosen(names, quick, limit, ways):
        print(f"{case.title} ...", file=sys.stderr, flush=True)
        figures = measured(case)
        for row in report.rows_of(figures):
            print("  ".join(filter(None, row)), file=sys.stderr, flush=True)
        if "skipped" in figures:
            continue
        results = in_order(renewed(results, figures))
        if keep:
            write(PART, results)
    return shown(PART, results, keep=keep) if results else set()


def renewed(results: list[dict[str, Any]], new: dict[str, Any]) -> list[dict[str, Any]]:
    """Put the figures of a table in place of its old ones; ways not measured again stay."""
    kept = [old for old in results if old["name"] != new["name"]]
    if "failure" in new:
        return [*kept, new]
    answers = {
        answer["way"]: answer
        for figures in (*results, new)
        if figures["name"] == new["name"]
        for answer in figures.get("answers", ())
    }
    ways = [way for way in OF_NAME if way in answers]
    return [*kept, {**new, "ways": ways, "answers": [answers[way] for way in ways]}]


def in_order(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Put figures in the order of the tables."""
    return sorted(results, key=lambda figures: NAMES.index(figures["name"]))
