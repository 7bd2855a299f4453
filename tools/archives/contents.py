"""What is in a wheel and in an sdist, held against what git knows."""

from __future__ import annotations

import hashlib
import re
import tarfile
import zipfile
from collections.abc import Iterable
from email import message_from_bytes
from pathlib import Path, PurePosixPath

from tools.archives import project

PACKAGE = PurePosixPath("src/clusterscribe")
ALSO = {PurePosixPath("PKG-INFO")}  # written by the builder
RELATIVE_LINK = re.compile(r"\]\((?!https?:|#)([^)\s]+)\)")


def problems_of_wheel(wheel: Path) -> list[str]:
    """Say what is missing in a wheel, what should not be there, and which links lead nowhere."""
    names = set(digests_of_wheel(wheel))
    information = f"clusterscribe-{project.version()}.dist-info"
    inside = {name for name in names if name.parts[0] != information}
    expected = {
        path.relative_to(PACKAGE.parent) for path in project.tracked() if PACKAGE in path.parents
    }
    problems = _differences(wheel.name, inside, expected, expected)
    with zipfile.ZipFile(wheel) as archive:
        metadata = message_from_bytes(archive.read(f"{information}/METADATA"))
    if PurePosixPath(f"{information}/licenses/LICENSE") not in names:
        problems.append(f"{wheel.name} has no licence")
    links = RELATIVE_LINK.findall(str(metadata.get_payload()))
    problems += [f"the README in {wheel.name} has the relative link {link}" for link in links]
    return problems


def problems_of_sdist(sdist: Path) -> list[str]:
    """Say what an sdist needs and has not, and what in it git does not know."""
    with tarfile.open(sdist) as archive:
        files = [PurePosixPath(member.name) for member in archive if member.isfile()]
    inside = {path.relative_to(path.parts[0]) for path in files} - ALSO
    tracked = project.tracked()
    needed = {path for path in tracked if path.parts[0] in {"src", "tests", "tools"}}
    needed |= {PurePosixPath(name) for name in ("LICENSE", "README.md", "pyproject.toml")}
    return _differences(sdist.name, inside, needed, tracked)


def problems_between(wheel: Path, other: Path) -> list[str]:
    """Say in which files two wheels differ: that of the tree, and that of the sdist."""
    one, two = digests_of_wheel(wheel), digests_of_wheel(other)
    differing = sorted(path for path in one.keys() | two.keys() if one.get(path) != two.get(path))
    return [f"the wheel that the sdist builds differs in {path}" for path in differing]


def digests_of_wheel(wheel: Path) -> dict[PurePosixPath, str]:
    """Return a digest of each file in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {
            PurePosixPath(name): hashlib.sha256(archive.read(name)).hexdigest()
            for name in archive.namelist()
        }


def _differences(
    name: str,
    inside: set[PurePosixPath],
    needed: Iterable[PurePosixPath],
    allowed: set[PurePosixPath],
) -> list[str]:
    missing = [f"{name} lacks {path}" for path in sorted(set(needed) - inside)]
    return missing + [
        f"{name} has {path}, which it should not" for path in sorted(inside - allowed)
    ]
