"""`python benchmarks/peers/environment.py FOLDER`: an environment for the methods of others.

Every package is installed by itself: one that fails is reported, and its methods become lines
of the table that say so. Some are built from source and expect what they are built with to be
there already.

ExKMC 0.0.3 comes with C that Cython made for older Pythons and that no longer compiles. It also
comes with the same functions in Python; these take its place, compiled by today's Cython.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path

REQUIREMENTS = Path(__file__).with_name("requirements.txt")
BUILT_WITH = ("setuptools>=77", "wheel", "cython>=3", "numpy>=2.1.3")
FROM_SOURCE, NEEDS_IT = "ExKMC", "ShallowTree"


def main(folder: Path) -> None:
    """Make the environment and install the packages one by one."""
    folder = folder.absolute()  # some of its programs run in other folders
    venv.create(folder, with_pip=True, clear=True)
    python = folder / "bin" / "python"
    pip(python, "install", *BUILT_WITH)
    for line in wanted():
        name = line.partition("==")[0]
        try:
            if name == FROM_SOURCE:
                install_source(python, line)
            else:
                # ShallowTree would have pip build ExKMC again
                alone = ["--no-deps"] if name == NEEDS_IT else []
                pip(python, "install", "--no-build-isolation", *alone, line)
        except (OSError, subprocess.SubprocessError) as error:
            print(f"{line} could not be installed: {error}", file=sys.stderr)
        else:
            print(f"{line} is installed", file=sys.stderr)


def wanted() -> Iterator[str]:
    """Yield the lines of the requirements file that name a package."""
    for line in REQUIREMENTS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line


def pip(python: Path, *arguments: str) -> None:
    """Run pip quietly."""
    command = [str(python), "-m", "pip", "--disable-pip-version-check", *arguments, "--quiet"]
    subprocess.run(command, check=True)


def install_source(python: Path, line: str) -> None:
    """Put the Python files of ExKMC in place, and compile its module of cuts."""
    pip(python, "install", "pandas", "scikit-learn")
    found = subprocess.run(
        [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    site = Path(found.stdout.strip())
    with tempfile.TemporaryDirectory() as scratch:
        unpacked = source_of(python, line, Path(scratch))
        shutil.copytree(unpacked / FROM_SOURCE, site / FROM_SOURCE, dirs_exist_ok=True)
        # what pip would have written: name and version
        shutil.copytree(unpacked / f"{FROM_SOURCE}.egg-info", site / f"{FROM_SOURCE}.egg-info")
    shutil.copy(site / FROM_SOURCE / "splitters" / "py_cut_finder.py", site / "cut_finder.py")
    command = [str(python.with_name("cythonize")), "-3", "--inplace", "--quiet", "cut_finder.py"]
    subprocess.run(command, check=True, cwd=site)


def source_of(python: Path, line: str, folder: Path) -> Path:
    """Fetch and unpack the source of a package."""
    from_source = ("--no-deps", "--no-build-isolation", "--no-binary", ":all:")
    pip(python, "download", *from_source, "--dest", str(folder), line)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
