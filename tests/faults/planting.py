"""Plants one fault in a copy of the package, and runs the tests that should notice it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import clusterscribe

PACKAGE = Path(clusterscribe.__file__).parent
PROJECT = Path(__file__).parents[2]
FAILED, PASSED = 1, 0  # what pytest exits with
LONGEST = 600  # seconds
OPTIONS = [
    *("-x", "-q", "--no-header", "--tb=line", "-p", "no:cacheprovider"),
    *("-m", "not slow", "--hypothesis-profile=hasty"),
]


@dataclass(frozen=True)
class Fault:
    """Texts of a module that are replaced by others, and the tests that notice it.

    `why` says what is wrong then. Tests are files of `make test`, or `file::test`, as seen from the
    folder of all tests; they need no data sets.
    """

    name: str
    why: str
    module: str
    swaps: dict[str, str]
    tests: tuple[str, ...]

    @property
    def is_in_place(self) -> bool:
        """Whether each text is found once, so that there is something to replace."""
        source = (PACKAGE / self.module).read_text(encoding="utf-8")
        return all(source.count(text) == 1 for text in self.swaps)


@dataclass(frozen=True)
class Report:
    """What became of a fault, and the last lines that the tests had to say."""

    fault: Fault
    noticed: bool
    seconds: float
    said: str


@contextmanager
def planted(fault: Fault) -> Iterator[Path]:
    """Make a copy of the package with the fault; yield the folder that it is in.

    What was compiled comes along, with the times by which it is known to be up to date.
    """
    if not fault.is_in_place:
        raise ValueError(f"{fault.name}: {fault.module} does not have the text, or has it twice")
    with TemporaryDirectory(prefix="clusterscribe-fault-") as folder:
        shutil.copytree(PACKAGE, Path(folder) / PACKAGE.name)
        module = Path(folder) / PACKAGE.name / fault.module
        source = module.read_text(encoding="utf-8")
        for text, instead in fault.swaps.items():
            source = source.replace(text, instead)
        module.write_text(source, encoding="utf-8")
        yield Path(folder)


def run_tests(folder: Path, tests: tuple[str, ...]) -> tuple[int, float, str]:
    """Run tests on the package in a folder; return the exit code, the seconds and the output."""
    before = os.times()
    known = os.environ.get("PYTHONPATH")
    path = [str(folder), str(PROJECT), *([known] if known else [])]
    command = [sys.executable, "-m", "pytest", *OPTIONS, *(f"tests/{test}" for test in tests)]
    done = subprocess.run(
        command,
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST,
    )
    return done.returncode, os.times().elapsed - before.elapsed, done.stdout + done.stderr


def try_out(fault: Fault) -> Report:
    """Plant a fault and run its tests; whatever is neither a failure nor a pass is raised."""
    with planted(fault) as folder:
        code, seconds, output = run_tests(folder, fault.tests)
    said = "\n".join(output.splitlines()[-5:])
    if code not in (FAILED, PASSED):
        raise RuntimeError(f"{fault.name}: the tests could not be run\n{said}")
    return Report(fault, code == FAILED, seconds, said)
