"""The Pythons of this machine that the package can be tried with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.archives import project

# Debian has venv and ensurepip in a package of their own
ASK = "import sys, venv, ensurepip; print('.'.join(map(str, sys.version_info[:3])))"


@dataclass(frozen=True, slots=True)
class Python:
    """A program and its version, such as 3.13.5."""

    program: Path
    version: str


def oldest_and_newest() -> list[Python]:
    """Return the oldest and the newest supported Python that there is; one if they are the same."""
    found = [python for name in project.pythons() if (python := find(name)) is not None]
    return [found[0], found[-1]] if len(found) > 1 else found


def find(name: str) -> Python | None:
    """Return a Python of a minor version, such as 3.13, that works and can make environments."""
    for program in candidates(name):
        version = version_of(program)
        if version is not None and version.startswith(f"{name}."):
            return Python(program, version)
    return None


def candidates(name: str) -> Iterator[Path]:
    """Yield where a Python may be: this one, on the path, with pyenv, with uv."""
    yield Path(sys.executable)
    for folder in os.get_exec_path():
        yield from Path(folder).glob(f"python{name}")
        yield from Path(folder).glob(f"python{name}.exe")
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted(pyenv.glob(f"versions/{name}.*/bin/python{name}"), reverse=True)
    if uv := shutil.which("uv"):
        yield from map(Path, output_of(uv, "python", "find", "--no-python-downloads", name))


def version_of(program: Path) -> str | None:
    """Return the version of a Python, unless it does not run or cannot make environments."""
    lines = output_of(str(program), "-I", "-c", ASK)
    return lines[0] if lines else None


def output_of(*command: str) -> list[str]:
    """Return the lines that a command prints; none if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []
