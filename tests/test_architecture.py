"""What the layout promises: one direction of flow, names that say where, and a short way."""

from __future__ import annotations

import ast
import re
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import clusterscribe
from tests.way import way

PACKAGE = Path(clusterscribe.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def module_of(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in SOURCES}


def imported(path):
    """Every module of ours that a file imports, at any depth, and for types alone."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else node.module


def test_no_module_imports_itself_by_way_of_others():
    graph = {
        name: {other for other in imported(path) if other in MODULES and other != name}
        for name, path in MODULES.items()
        if name != "clusterscribe"  # which loads every public name on first use
    }
    TopologicalSorter(graph).prepare()  # names the cycle if there is one


def test_no_file_name_stands_for_three_things():
    names = Counter(path.name for path in SOURCES if path.name != "__init__.py")
    assert [name for name, count in names.items() if count > 2] == []


@pytest.mark.parametrize(
    ("folder", "start"), [("", "src/clusterscribe/\n"), ("search", "    search/ ")]
)
def test_the_listing_of_the_architecture_names_every_module_and_package(folder, start):
    """One level below its heading, so that a listing whose lines have run together fails, too."""
    text = (PACKAGE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    begin = text.index(start)
    indent = " " * (len(start) - len(start.lstrip()) + 4)
    lines = text[begin : text.index("```", begin)].split("\n")[1:]
    below = []
    for line in lines:
        if not line.startswith(indent):
            break
        if line[len(indent)] != " ":
            below += re.split(" {2,}", line.strip())[0].split()
    listed = {name for name in below if name.endswith((".py", "/"))}
    there = {
        path.name + ("/" if path.is_dir() else "")
        for path in (PACKAGE / folder).iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert listed == there - {"__init__.py", "__main__.py"}


def _lines_of_documentation(function):
    """Count the lines of a docstring beyond its first: what it documents may be short."""
    first = function.body[0]
    if ast.get_docstring(function) is None:
        return 0
    return first.end_lineno - first.lineno


def test_modules_and_functions_are_short():
    lengths = sorted(len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES)
    assert lengths[len(lengths) // 2] < 130
    functions = sorted(
        node.end_lineno - node.lineno + 1 - _lines_of_documentation(node)
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, FUNCTIONS)
    )
    assert functions[9 * len(functions) // 10] < 20


def test_the_whole_algorithm_is_on_one_page():
    lines = (PACKAGE / "search" / "solve.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) < 120


@pytest.mark.parametrize(("max_terms", "most"), [(1, 15), (3, 20)])
def test_it_is_not_far_from_fit_to_the_first_model(max_terms, most):
    # the solver's own function, and the thread that waits for it
    assert len(way(max_terms, "CP-SAT")) + 2 <= most
