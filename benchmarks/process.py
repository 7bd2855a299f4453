"""Measuring a case in a process of its own, so that memory and libraries are its own too.

The process reads a case as JSON from the command line and writes the figures as JSON.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import warnings
from typing import Any

from benchmarks.cases import AXIS, OBLIQUE, PAPER, PASS, TABLES, Case

# for each kind of case the module that measures it, and how many time limits it may take
MEASURES = {
    AXIS: ("benchmarks.measure", 2),
    OBLIQUE: ("benchmarks.oblique", 4),
    PAPER: ("benchmarks.paper_as_written", 8),
    PASS: ("benchmarks.pricing_pass", 4),
    TABLES: ("benchmarks.paper_tables", 2),
}
GRACE = 600.0  # seconds for libraries, data and compiling, also on a busy machine


def measured(case: Case) -> dict[str, Any]:
    """Start the process and return its figures, or what went wrong."""
    command = [sys.executable, "-m", "benchmarks.process", json.dumps(case.to_dict())]
    patience = MEASURES[case.kind][1] * case.time_limit + GRACE
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=patience, check=True)
    except subprocess.SubprocessError as error:
        said = str(getattr(error, "stderr", None) or error).strip().splitlines()
        print(f"{case.title}: {said[-1]}", file=sys.stderr)
        return {**case.to_dict(), "title": case.title, "failure": said[-1]}
    figures: dict[str, Any] = json.loads(done.stdout)
    return {**case.to_dict(), "title": case.title, **figures}


def measure(case: Case) -> dict[str, Any]:
    """Measure a case in this process."""
    module = importlib.import_module(MEASURES[case.kind][0])
    figures: dict[str, Any] = module.measure(case)
    return figures


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    json.dump(measure(Case(**json.loads(sys.argv[1]))), sys.stdout)
