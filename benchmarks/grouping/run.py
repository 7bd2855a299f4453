"""Measure all instances, two at a time; a run that was cut short is taken up again."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

from benchmarks import parts
from benchmarks.grouping import report
from benchmarks.grouping.design import CORES, QUICK, Design, Instance
from benchmarks.grouping.plots import write_plots
from benchmarks.parts import Part, shown, stored, write
from benchmarks.process import measured

PART = Part(
    "grouping",
    "Grouping against sub-sampling",
    lambda figures: [report.row(figures)],
    report.tables,
)


def run(quick: bool) -> set[str]:
    """Measure what is missing, print the tables and keep them; return what is bad."""
    design = QUICK if quick else Design()
    known = {} if quick else done_before(design)
    if known:
        print(f"{len(known)} instances are there already", file=sys.stderr)
    missing = [Instance(design, seed) for seed in range(design.instances) if seed not in known]
    for figures in measured_together(missing):
        known[figures["seed"]] = figures
        print("  ".join(report.row(figures)), file=sys.stderr, flush=True)
        if not quick:
            keep(in_order(known))
    shown(PART, in_order(known), keep=not quick)
    return {"FAILED"} if any("failure" in figures for figures in known.values()) else set()


def done_before(design: Design) -> dict[int, dict[str, Any]]:
    """Return the instances of a run of the same design that was cut short, by their seeds."""
    known = {
        figures["seed"]: figures
        for figures in stored(PART.name)
        if figures["design"] == design.to_dict() and "failure" not in figures
    }
    return known if len(known) < design.instances else {}


def measured_together(instances: Iterable[Instance]) -> Iterable[dict[str, Any]]:
    """Measure as many instances at once as there are cores for; yield them as they end."""
    with ThreadPoolExecutor(CORES) as threads:
        waiting = [threads.submit(measured, instance) for instance in instances]
        try:
            for future in as_completed(waiting):
                yield future.result()
        finally:  # whoever stops this does not want to wait for the rest
            threads.shutdown(wait=False, cancel_futures=True)


def keep(results: list[dict[str, Any]]) -> None:
    """Write the page, the figures and the plots."""
    write(PART, results)
    write_plots(results, parts.RESULTS)


def in_order(known: dict[int, dict[str, Any]]) -> list[dict[str, Any]]:
    """Put instances in the order of their seeds."""
    return [known[seed] for seed in sorted(known)]
