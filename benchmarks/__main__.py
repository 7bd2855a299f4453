"""`python -m benchmarks [--sets a,b] [--quick]`."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.cases import MIXTURE, SETS, Case, cases
from benchmarks.data import missing_data
from benchmarks.report import machine, page, plain, row, tables

RESULTS = Path(__file__).parent / "results"
KNOWN = tuple(dict.fromkeys([*(name for name, _ in SETS), MIXTURE]))
GRACE = 120.0  # seconds for loading libraries and data


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and write; 1 when something failed or is worse than known."""
    options = parser().parse_args(arguments)
    names = set(options.sets.split(",")) if options.sets else None
    if names and not names <= set(KNOWN):
        parser().error(f"unknown sets: {', '.join(sorted(names - set(KNOWN)))}")
    chosen = cases(names, options.quick)
    problem = missing_data()
    if problem:
        print(problem, file=sys.stderr)
        chosen = [case for case in chosen if case.name == MIXTURE]
    if not chosen:
        return 1
    results = []
    for case in chosen:
        figures = measured(case)
        results.append(figures)
        print("  ".join(filter(None, row(figures))), file=sys.stderr, flush=True)
    for _, rows in tables(results):
        print(f"\n{plain(rows)}")
    if names is None and not options.quick and not problem:
        write(results)
    else:
        print("\nA part was measured; only a full run is written to benchmarks/results.")
    verdicts = [row[-1] for _, rows in tables(results) for row in rows]
    return int("WORSE" in verdicts or "FAILED" in verdicts)


def parser() -> argparse.ArgumentParser:
    """Describe the options."""
    made = argparse.ArgumentParser("python -m benchmarks", description="Run the benchmark.")
    made.add_argument("--sets", metavar="A,B", help=f"only these sets, of {', '.join(KNOWN)}")
    made.add_argument("--quick", action="store_true", help="only what takes a second or so each")
    return made


def measured(case: Case) -> dict[str, Any]:
    """Measure a case in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.measure", json.dumps(case.to_dict())]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=2 * case.time_limit + GRACE, check=True
        )
    except subprocess.SubprocessError as error:
        said = str(getattr(error, "stderr", None) or error).strip().splitlines()
        print(f"{case.title}: {said[-1]}", file=sys.stderr)
        return {**case.to_dict(), "title": case.title, "failure": said[-1]}
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def write(results: Sequence[dict[str, Any]]) -> None:
    """Write the page and the figures."""
    about = machine()
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "core.md").write_text(page(results, about), encoding="utf-8")
    figures = json.dumps({"machine": about, "results": results}, indent=1)
    (RESULTS / "core.json").write_text(figures + "\n", encoding="utf-8")
    print("\nWritten to benchmarks/results/core.md and core.json.")


if __name__ == "__main__":
    sys.exit(main())
