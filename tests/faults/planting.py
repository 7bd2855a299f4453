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


@dataclass(frozen=True)
class Fault:
    """A text of a module that is replaced by another, and the tests that notice it.

    `why` says what would be claimed. Tests are files of `make test`, or `file::test`; they need
    no data sets.
    """

    name: str
    module: str
    text: str
    instead: str
    why: str
    tests: tuple[str, ...]

    @property
    def is_in_place(self) -> bool:
        """Whether the text is found once, so that there is something to replace."""
        return (PACKAGE / self.module).read_text(encoding="utf-8").count(self.text) == 1


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
        module.write_text(source.replace(fault.text, fault.instead), encoding="utf-8")
        yield Path(folder)


def run_tests(folder: Path, tests: tuple[str, ...]) -> tuple[int, float, str]:
    """Run tests on the package in a folder; return the exit code, the seconds and the output."""
    before = os.times()
    known = os.environ.get("PYTHONPATH")
    path = [str(folder), str(PROJECT), *([known] if known else [])]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "not slow"]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", "--no-header", "--tb=line", *tests],
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
