"""An archive tried as a user would: installed into an empty environment, and run elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.archives import project
from tools.archives.pythons import Python

# all that is for users, but for Spark: to know what it needs, pip would load 400 MB
EXTRAS = "plot,table,excel,onnx,app"
# what importing the package must not load, and where it has to come from
LIGHT = """
import sys, clusterscribe
heavy = {"numpy", "scipy", "sklearn", "ortools", "numba", "pyarrow", "typer", "jinja2"}
loaded = heavy & set(sys.modules)
assert not loaded, f"import clusterscribe loads {sorted(loaded)}"
assert clusterscribe.__file__.startswith(sys.prefix), clusterscribe.__file__
assert all(getattr(clusterscribe, name) is not None for name in clusterscribe.__all__
           if name != "plots")
print(clusterscribe.__version__)
"""
DESCRIBE = "describe wines/wine.csv --labels cluster --max-errors 0.07"
FIGURES = {"status": "optimal", "errors": 12, "complexity": 10}  # as in the README


class TrialError(Exception):
    """Something does not work."""


@dataclass(frozen=True, slots=True)
class Trial:
    """An empty environment in a folder of its own."""

    folder: Path

    @classmethod
    def begin(cls, python: Python, folder: Path) -> Trial:
        """Make the environment, with a Python of the machine."""
        folder.mkdir()
        trial = cls(folder)
        trial.run(str(python.program), "-m", "venv", "environment")
        return trial

    def run(self, *command: str) -> str:
        """Run a command in the folder, and return what it prints."""
        ours = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "CLUSTERSCRIBE_DATA"}
        environment = {name: value for name, value in os.environ.items() if name not in ours}
        done = subprocess.run(
            command,
            cwd=self.folder,
            env={**environment, "PYTHONNOUSERSITE": "1", "PYTHONUTF8": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        if done.returncode:
            raise TrialError(f"{' '.join(command)}\nexits with {done.returncode}:\n{done.stdout}")
        return done.stdout

    def python(self, *arguments: str) -> str:
        """Run the Python of the environment."""
        return self.run(str(self._program("python")), *arguments)

    def pip(self, *arguments: str) -> str:
        """Run pip in the environment."""
        return self.python("-m", "pip", "--disable-pip-version-check", "--quiet", *arguments)

    def clusterscribe(self, arguments: str) -> str:
        """Run the installed command."""
        return self.run(str(self._program("clusterscribe")), *arguments.split())

    def _program(self, name: str) -> Path:
        folder = "Scripts" if sys.platform == "win32" else "bin"
        return self.folder / "environment" / folder / name

    def steps(self, archive: Path, *, again: bool = False) -> Iterator[str]:
        """Install an archive and use it, step by step; `again` where another one is installed."""
        in_place = ("--force-reinstall", "--no-deps") if again else ()
        self.pip("install", *in_place, str(archive))
        self.pip("check")
        yield "installs"
        _same(self.python("-I", "-c", LIGHT).strip(), project.version())
        yield "is light to import"
        _same(self.clusterscribe("--version").split()[-1], project.version())
        self.clusterscribe("demo --out wines")
        yield "runs the demo"
        self.clusterscribe(f"{DESCRIBE} --json answer.json --certificate proof.json")
        answer = json.loads((self.folder / "answer.json").read_text(encoding="utf-8"))
        _same({name: answer["result"][name] for name in FIGURES}, FIGURES)
        yield "describes"
        self.clusterscribe("verify proof.json wines/wine.csv --labels cluster")
        yield "verifies its proof"

    def resolve_extras(self, archive: Path) -> str:
        """Find versions of all that the extras need, without installing them."""
        self.pip("install", "--dry-run", f"clusterscribe[{EXTRAS}] @ {archive.as_uri()}")
        return f"finds what {EXTRAS} need"


def _same(given: object, expected: object) -> None:
    if given != expected:
        raise TrialError(f"{given} where {expected} was expected")
