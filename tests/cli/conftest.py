"""A table of six people in two clusters, and ways to run the command line on it."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass

import pytest

from clusterscribe.cli import main

PEOPLE = """\
name,age,job,segment
Ann,21,admin,young
Bob,25,cook,young
Cem,30,admin,young
Dot,45,cook,old
Eve,50,admin,old
Fay,61,cook,old
"""


@dataclass(frozen=True)
class Run:
    code: int
    out: str
    err: str


@pytest.fixture
def people(tmp_path, monkeypatch):
    """The folder that holds people.csv, as the current one."""
    (tmp_path / "people.csv").write_text(PEOPLE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(capfdbinary, monkeypatch):
    """Run the command line in this process."""
    monkeypatch.delenv("CLUSTERSCRIBE_DEBUG", raising=False)

    def run_here(*arguments):
        code = main([str(argument) for argument in arguments])
        sys.stdout.flush()
        captured = capfdbinary.readouterr()
        return Run(code, captured.out.decode(), captured.err.decode())

    return run_here


@pytest.fixture
def start():
    """Start the command line as a process of its own."""

    def start_process(*arguments, **options):
        environment = {**os.environ, **options.pop("env", {})}
        return subprocess.Popen(
            [sys.executable, "-m", "clusterscribe", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            **options,
        )

    return start_process


@pytest.fixture
def saved(people):
    """A description of the people, saved as JSON: young is age <= 37, old is age >= 38."""
    from clusterscribe.description import Description, HalfSpace, Polyhedron, Term
    from clusterscribe.feature import Feature, Kind

    age = Feature("age", Kind.INTEGER)
    description = Description(
        columns=("name", "age", "job"),
        parts=(
            Polyhedron("old", (HalfSpace((Term(age, -1),), -38.0),)),
            Polyhedron("young", (HalfSpace((Term(age, 1),), 37.0),)),
        ),
    )
    path = people / "segments.json"
    path.write_text(description.to_json())
    return path
