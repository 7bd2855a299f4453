"""`python -m benchmarks.peers.runners JSON`: one method on one table, offers written as they come.

What is there when the process ends, or is ended, is the answer.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import re
import resource
import signal
import sys
import time
import warnings
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from benchmarks.peers.runners.given import Given


class TimeUpError(Exception):
    """The time limit has passed."""


def main(task: dict[str, Any]) -> None:
    """Run a method and write what it offers, and why it ended."""
    answer: dict[str, Any] = {"offers": [], "failure": None}
    if task["memory"]:
        resource.setrlimit(resource.RLIMIT_AS, (task["memory"], task["memory"]))
    try:
        with np.load(task["table"]) as table:
            given = Given(table["values"], table["scaled"], table["labels"], task["limit"])
        module = importlib.import_module(f"benchmarks.peers.runners.{task['module']}")
        offers = getattr(module, task["function"])(given, **task["options"])
        next(offers)  # libraries are loaded
        written(task["out"], answer)
        signal.signal(signal.SIGALRM, time_is_up)
        signal.setitimer(signal.ITIMER_REAL, task["patience"])
        given.started = before = time.perf_counter()
        for offer in offers:
            now = time.perf_counter()
            answer["offers"].append({**offer, "seconds": now - before})
            written(task["out"], answer)
            before = time.perf_counter()
    except TimeUpError:
        answer["failure"] = "cut off at the time limit"
    except BaseException as error:
        said = " ".join(str(error).split())
        answer["failure"] = f"{type(error).__name__}: {said}" if said else type(error).__name__
    signal.setitimer(signal.ITIMER_REAL, 0)
    written(task["out"], answer)
    os._exit(0)  # whoever left threads behind does not keep us waiting


def time_is_up(*_: object) -> NoReturn:
    """End what is running, as soon as it is back in Python."""
    raise TimeUpError


def written(path: str, answer: dict[str, Any]) -> None:
    """Write the answer so far, whole or not at all."""
    answer["peak_mebibytes"] = peak_kibibytes() / 1024
    beside = Path(f"{path}.part")
    beside.write_text(json.dumps(answer, default=plain), encoding="utf-8")
    beside.replace(path)


def peak_kibibytes() -> int:
    """Return the largest resident size of this program; that of rusage began before it did."""
    status = Path("/proc/self/status")
    if status.exists():
        found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text(encoding="utf-8"))
        if found:
            return int(found[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def plain(value: Any) -> Any:  # noqa: ANN401
    """Return a NumPy number as one of Python's."""
    return value.item()


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    with contextlib.redirect_stdout(sys.stderr):
        main(json.loads(sys.argv[1]))
