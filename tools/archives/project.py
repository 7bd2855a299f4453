"""What pyproject.toml and git say of the project."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path, PurePosixPath
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def declared() -> dict[str, Any]:
    """Return the table `project` of pyproject.toml."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project: dict[str, Any] = tomllib.load(file)["project"]
    return project


def version() -> str:
    """Return the version that the package calls its own."""
    text = (ROOT / "src/clusterscribe/version.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    assert found, "version.py names no version"
    return found[1]


def pythons() -> list[str]:
    """Return the Pythons that the classifiers promise, from old to new."""
    named = (re.fullmatch(r".* :: Python :: (3\.\d+)", line) for line in declared()["classifiers"])
    return sorted((match[1] for match in named if match), key=lambda name: int(name[2:]))


def tracked() -> set[PurePosixPath]:
    """Return the files that git knows, and that are there."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    names = listed.stdout.split("\0")[:-1]
    return {PurePosixPath(name) for name in names if (ROOT / name).is_file()}
