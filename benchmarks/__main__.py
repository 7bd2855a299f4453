"""`python -m benchmarks [--part core] [--sets a,b] [--quick] [--limit seconds]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from benchmarks import alternatives, certificates, oblique_report, paper_report, report
from benchmarks.cases import (
    MIXTURE,
    SETS,
    Case,
    cases,
    oblique_cases,
    table_cases,
    way_cases,
)
from benchmarks.data import missing_data, missing_sets, name_data_folder
from benchmarks.grouping import run as grouping
from benchmarks.parts import Part, shown, stored
from benchmarks.peers import run as peers
from benchmarks.peers.cases import OF_NAME as PEERS
from benchmarks.peers.tables import NAMES as PEERS_TABLES
from benchmarks.process import measured
from benchmarks.scale import run as scale
from benchmarks.scale.cases import NAMES
from benchmarks.segments import run as segments
from benchmarks.segments.cases import NAMES as SEGMENTS
from benchmarks.segments.cases import OF_NAME as WAYS
from benchmarks.unproved import run as unproved

KNOWN = tuple(dict.fromkeys([*(name for name, _ in SETS), MIXTURE]))
BAD = {"WORSE", "FALSE", "SLOWER", "LARGER", "FAILED", paper_report.UNEXPLAINED}


CORE = Part("core", "Benchmark", lambda figures: [report.row(figures)], report.tables)
OBLIQUE = Part(
    "oblique", "Benchmark: several features", oblique_report.rows_of, oblique_report.tables
)
PAPER = Part(
    "paper", "The paper's tables", lambda figures: [paper_report.row(figures)], paper_report.tables
)
PARTS = (
    CORE,
    OBLIQUE,
    PAPER,
    grouping.PART,
    scale.PART,
    segments.PART,
    certificates.PART,
    alternatives.PART,
    unproved.PART,
    peers.PART,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write; 1 when something failed or is worse than known."""
    options = parser().parse_args(arguments)
    name_data_folder()
    if options.part == grouping.PART.name:
        return int(bool(grouping.run(options.quick) & BAD))
    if options.part == scale.PART.name:
        return int(bool(scale.run(options.case, options.quick) & BAD))
    if options.part == unproved.PART.name:
        return int(bool(unproved.run(options.quick, options.limit) & BAD))
    names = wanted_sets(options)
    if options.part in (certificates.PART.name, segments.PART.name, peers.PART.name):
        found = of_own_tables(options, names)
        return int(not found or bool(found & BAD))
    if options.part == PAPER.name:
        return paper(options, names)
    problem = missing_data()
    if problem:
        print(problem, file=sys.stderr)
    whole = names is None and not (options.quick or options.limit or problem)
    verdicts: list[set[str]] = []
    if options.part == alternatives.PART.name and not problem:
        verdicts.append(run(alternatives.PART, way_cases(names, options.quick), keep=whole))
    for part, chosen in (
        (CORE, cases(names, options.quick)),
        (OBLIQUE, oblique_cases(names, options.quick, options.limit)),
    ):
        possible = [case for case in chosen if case.name == MIXTURE or not problem]
        if possible and options.part in (None, part.name):
            verdicts.append(run(part, possible, keep=whole))
    return ended(verdicts, whole)


def of_own_tables(options: argparse.Namespace, names: set[str] | None) -> set[str]:
    """Run a part that has tables of its own, and return what it found."""
    if options.part == certificates.PART.name:
        return certificates.run(names, options.quick)
    if options.part == segments.PART.name:
        return segments.run(names, options.quick, options.limit, wanted_ways(options))
    return peers.run(names, wanted_methods(options), options.quick, options.limit)


def wanted_sets(options: argparse.Namespace) -> set[str] | None:
    """Return the sets that were named, None for all; names that a part does not know end it."""
    known: Sequence[str] = KNOWN
    if options.part == segments.PART.name:
        known = SEGMENTS
    elif options.part == peers.PART.name:
        known = PEERS_TABLES
    elif options.part == certificates.PART.name:
        known = [*KNOWN, *certificates.SEGMENTS]
    names = set(options.sets.split(",")) if options.sets else None
    if names and not names <= set(known):
        unknown = ", ".join(sorted(names - set(known)))
        parser().error(f"unknown sets: {unknown}; there are {', '.join(known)}")
    return names


def wanted_ways(options: argparse.Namespace) -> set[str] | None:
    """Return what is asked for of segments that touch, None for everything."""
    names = set(options.ways.split(",")) if options.ways else None
    if names and not names <= set(WAYS):
        unknown = ", ".join(sorted(names - set(WAYS)))
        parser().error(f"unknown ways: {unknown}; there are {', '.join(WAYS)}")
    return names


def wanted_methods(options: argparse.Namespace) -> set[str] | None:
    """Return the methods of the field that were named, None for all; nothing is none of them."""
    if options.methods is None:
        return None
    names = set(filter(None, options.methods.split(";")))
    if not names <= set(PEERS):
        unknown = "; ".join(sorted(names - set(PEERS)))
        parser().error(f"unknown methods: {unknown}; there are {'; '.join(PEERS)}")
    return names


def paper(options: argparse.Namespace, names: set[str] | None) -> int:
    """Run the paper's tables on the sets that are there or can be fetched.

    A part of them replaces its own figures among those that are stored.
    """
    chosen = table_cases(names, options.quick, options.limit)
    if options.methods is not None:
        wanted = set(options.methods.split(","))
        chosen = [case for case in chosen if case.method in wanted]
    missing = missing_sets(dict.fromkeys(case.name for case in chosen))
    for problem in missing.values():
        print(problem, file=sys.stderr)
    results = measure_all(PAPER, [case for case in chosen if case.name not in missing])
    keep = not (options.quick or options.limit)
    if keep:
        results = in_order(stored(PAPER.name), results)
    if not results:
        return 1
    found = shown(PAPER, results, keep=keep)
    return int(bool(missing or found & BAD))


def in_order(old: Sequence[dict[str, Any]], new: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Put figures together, new ones in place of old ones, in the order of the tables."""
    key_of = paper_report.key_of
    of_case = {key_of(figures): figures for figures in [*old, *new]}
    keys = [key_of(case.to_dict()) for case in table_cases(None, quick=False, limit=None)]
    return [of_case[key] for key in keys if key in of_case]


def ended(verdicts: Sequence[set[str]], whole: bool) -> int:
    """Return the exit code: 1 when something failed or is worse than known."""
    if not whole:
        print("\nA part was measured; only a full run is written to benchmarks/results.")
    return int(not verdicts or any(found & BAD for found in verdicts))


def parser() -> argparse.ArgumentParser:
    """Describe the options."""
    made = argparse.ArgumentParser("python -m benchmarks", description="Run the benchmark.")
    made.add_argument(
        "--part",
        choices=[part.name for part in PARTS],
        help="one feature per condition, several, the paper's tables, its experiment on grouping, "
        "many rows, segments that touch, certificates, other ways to say it, where nothing is "
        "proved, or the methods of others; default: the first two",
    )
    made.add_argument(
        "--sets",
        metavar="A,B",
        help=f"only these sets, of {', '.join(KNOWN)}; of segments that touch: "
        f"{', '.join(SEGMENTS)}; the methods of others have both",
    )
    made.add_argument(
        "--methods",
        metavar="A,B",
        help="the paper's tables: measure these methods again; nothing ('') only writes the page; "
        "the methods of others: those named, with ; between them",
    )
    made.add_argument(
        "--ways",
        metavar="A,B",
        help=f"segments that touch: measure only these again, of {', '.join(WAYS)}",
    )
    made.add_argument("--case", choices=NAMES, help="many rows: only this case")
    made.add_argument("--quick", action="store_true", help="only what is quickly done")
    made.add_argument(
        "--limit",
        type=float,
        metavar="S",
        help="seconds for each fit with several features, of segments that touch, or of others",
    )
    return made


def run(part: Part, chosen: Sequence[Case], *, keep: bool) -> set[str]:
    """Measure the cases of a part, print its tables, and write them; return the verdicts."""
    return shown(part, measure_all(part, chosen), keep=keep)


def measure_all(part: Part, chosen: Sequence[Case]) -> list[dict[str, Any]]:
    """Measure the cases of a part, with a line for each."""
    results = []
    for case in chosen:
        figures = measured(case)
        results.append(figures)
        for row in part.rows_of(figures):
            print("  ".join(filter(None, row)), file=sys.stderr, flush=True)
    return results


if __name__ == "__main__":
    sys.exit(main())
