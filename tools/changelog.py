"""The section of the changelog for a tag: `python -m tools.changelog v0.2.0`."""

from __future__ import annotations

import re
import sys

from tools.archives import project


def section_of(version: str, changelog: str) -> str:
    """Return what the changelog says of a version, without its heading."""
    parts = re.split(r"^## (.+)\n", changelog, flags=re.MULTILINE)[1:]
    for heading, body in zip(parts[::2], parts[1::2], strict=True):
        if re.match(rf"\[?{re.escape(version)}\]?( |$)", heading):
            return body.strip()
    raise KeyError(f"CHANGELOG.md has no section for {version}")


def main() -> None:
    """Print the section, if the tag names the version that the package has."""
    version = sys.argv[1].removeprefix("v")
    if version != project.version():
        sys.exit(f"the tag says {version} and the package {project.version()}")
    print(section_of(version, (project.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
