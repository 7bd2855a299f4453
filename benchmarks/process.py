"""Measuring a case in a process of its own, so that memory and libraries are its own too.

The process reads a case as JSON from the command line and writes the figures as JSON.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from benchmarks.cases import AXIS, OBLIQUE, PAPER, PASS, TABLES, WAYS, Case
from benchmarks.grouping.design import KIND as GROUPING
from benchmarks.grouping.design import Instance
from benchmarks.scale.cases import ENGINE, MEMORY, ScaleCase
from benchmarks.segments.cases import KIND as SEGMENTS
from benchmarks.segments.cases import WAYS as ASKED
from benchmarks.segments.cases import SegmentsCase
from benchmarks.unproved.cases import KIND as UNPROVED
from benchmarks.unproved.cases import UnprovedCase


class Measurable(Protocol):
    """Whatever can be measured: it names its kind, and goes through JSON."""

    @property
    def kind(self) -> str:
        """One of `KINDS`."""

    @property
    def title(self) -> str:
        """The name as people read it."""

    @property
    def time_limit(self) -> float:
        """Seconds for one fit."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""


Reader: TypeAlias = Callable[[Mapping[str, Any]], Measurable]


@dataclass(frozen=True)
class Kind:
    """The module that measures a kind of case, and how many time limits that may take."""

    module: str
    limits: float
    read: Reader = Case.from_dict


KINDS = {
    AXIS: Kind("benchmarks.measure", 2),
    OBLIQUE: Kind("benchmarks.oblique", 4),
    PAPER: Kind("benchmarks.paper_as_written", 8),
    PASS: Kind("benchmarks.pricing_pass", 4),
    TABLES: Kind("benchmarks.paper_tables", 2),
    WAYS: Kind("benchmarks.alternatives", 2),
    GROUPING: Kind("benchmarks.grouping.measure", 4, Instance.from_dict),
    MEMORY: Kind("benchmarks.scale.measure", 8, ScaleCase.from_dict),
    ENGINE: Kind("benchmarks.scale.engine", 4, ScaleCase.from_dict),
    SEGMENTS: Kind("benchmarks.segments.measure", 2 * len(ASKED), SegmentsCase.from_dict),
    UNPROVED: Kind("benchmarks.unproved.measure", 2, UnprovedCase.from_dict),
}
GRACE = 600.0  # seconds for libraries, data and compiling, also on a busy machine


def measured(case: Measurable) -> dict[str, Any]:
    """Start the process and return its figures, or what went wrong."""
    command = [sys.executable, "-m", "benchmarks.process", json.dumps(case.to_dict())]
    patience = KINDS[case.kind].limits * case.time_limit + GRACE
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=patience, check=True)
    except subprocess.SubprocessError as error:
        said = str(getattr(error, "stderr", None) or error).strip().splitlines()
        print(f"{case.title}: {said[-1]}", file=sys.stderr)
        return {**case.to_dict(), "title": case.title, "failure": said[-1]}
    figures: dict[str, Any] = json.loads(done.stdout)
    return {**case.to_dict(), "title": case.title, **figures}


def measure(case: Measurable) -> dict[str, Any]:
    """Measure a case in this process."""
    module = importlib.import_module(KINDS[case.kind].module)
    figures: dict[str, Any] = module.measure(case)
    return figures


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    given = json.loads(sys.argv[1])
    json.dump(measure(KINDS[given["kind"]].read(given)), sys.stdout)
