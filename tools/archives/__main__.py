"""Build wheel and sdist into dist/, look into both, and try both: `make dist`.

They are tried with the oldest and the newest supported Python that the machine has. To try another
one, put it on the path, or install it with pyenv or uv.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tools.archives import contents, project
from tools.archives.pythons import Python, oldest_and_newest
from tools.archives.trial import Trial, TrialError


def main() -> None:
    """Do all of it, and end with 1 if something is wrong."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel, sdist = build(folder / "dist", project.ROOT, "--wheel", "--sdist")
        check(wheel, sdist, folder)
        pythons = oldest_and_newest()
        if not pythons:
            sys.exit(f"There is none of the Pythons {', '.join(project.pythons())}.")
        for python in pythons:
            try_both(python, wheel, sdist, folder)
        keep(wheel, sdist)


def build(folder: Path, source: Path, *what: str) -> list[Path]:
    """Build archives in an environment of their own, and return them, the wheel first."""
    command = [sys.executable, "-m", "build", *what, "--outdir", str(folder), str(source)]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\nThe build failed.")
    return sorted(folder.iterdir(), key=lambda path: path.suffix, reverse=True)


def check(wheel: Path, sdist: Path, folder: Path) -> None:
    """Look into both archives, and have the sdist build the wheel again."""
    subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", str(wheel), str(sdist)], check=True
    )
    shutil.unpack_archive(sdist, folder / "source", filter="data")
    [source] = (folder / "source").iterdir()
    [again] = build(folder / "again", source, "--wheel")
    problems = contents.problems_of_wheel(wheel) + contents.problems_of_sdist(sdist)
    problems += contents.problems_between(wheel, again)
    if problems:
        sys.exit("\n".join(problems))
    print("The sdist builds the same wheel; both have all files that they need, and no others.")


def try_both(python: Python, wheel: Path, sdist: Path, folder: Path) -> None:
    """Try the wheel in an empty environment, and then the sdist in its place."""
    print(f"\nPython {python.version}, {python.program}")
    began = time.monotonic()
    try:
        trial = Trial.begin(python, folder / python.version)
        for archive, again in ((wheel, False), (sdist, True)):
            print(f"  {archive.name}", flush=True)
            for step in trial.steps(archive, again=again):
                print(f"    {step}", flush=True)
        print(f"    {trial.resolve_extras(wheel)}")
    except TrialError as error:
        sys.exit(f"\n{error}")
    print(f"  in {time.monotonic() - began:.0f} seconds")


def keep(*archives: Path) -> None:
    """Put the archives into dist/, in place of what is there."""
    target = project.ROOT / "dist"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    print()
    for archive in archives:
        shutil.copy2(archive, target)
        print(f"dist/{archive.name}  {archive.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
