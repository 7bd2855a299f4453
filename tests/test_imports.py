"""What may import what: the package stays light, and knowledge flows in one direction."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import clusterscribe

PACKAGE = Path(clusterscribe.__file__).parent
HEAVY = {
    "ortools", "scipy", "sklearn", "pandas", "polars", "pyarrow", "jinja2", "matplotlib",
    "numba", "duckdb", "ibis", "typer", "rich", "starlette", "uvicorn", "openpyxl", "onnx",
}  # fmt: skip

# From the ground up; a package may import its own layer and those below it. The parts that a
# description is made of are below charts and reports, which a description offers as methods.
LAYERS = [
    {
        "as_made",
        "background",
        "clock",
        "constraints",
        "contrast",
        "proof",
        "series",
        "errors",
        "feature",
        "files",
        "fragment",
        "parameters",
        "progress",
        "result",
        "screen",
        "stage_words",
        "table_like",
        "tolerance",
        "version",
        "wish",
    },
    {"table", "problem", "description parts"},
    {"checker"},
    {"refuting"},
    {"charts", "report"},
    {"description"},
    {"described", "frontiers", "progress_lines", "ways"},
    {"pricing"},
    {"grouping", "search"},
    {"engine", "estimator"},
    {"certificates"},
    {"describing"},
    {"find_frontier", "find_ways", "resampling"},
    {"api", "describer", "baselines", "datasets", "nested", "plots"},
    {"comparison"},
    {"app"},
    {"cli"},
]

DESCRIPTION_PARTS = {"core", "words", "export", "explain", "after"}

# neighbours that must not know of each other, although their layers would allow it
SEPARATE = {
    "table": {"description parts", "problem"},
    "problem": {"table", "description parts"},
    "pricing": {"table", "description", "description parts", "charts", "report"},
    "search": {"charts", "report"},
    "description parts": {"problem"},
    "description": {"problem"},
    "charts": {"problem"},
    "report": {"problem"},
    "cli": {"problem", "search"},
}


def source_files():
    return sorted(PACKAGE.rglob("*.py"))


def package_of(path):
    return package(path.relative_to(PACKAGE).with_suffix("").parts)


def package(parts):
    """Return the package of a module, or of a name in it, from the parts of its path."""
    is_part = parts[0] == "description" and parts[1] in DESCRIPTION_PARTS
    return "description parts" if is_part else parts[0]


def imported_modules(path):
    """Every module that a file imports, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: absolute imports only"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def modules_loaded_by(statement):
    code = f"import sys, json; {statement}; json.dump(sorted(sys.modules), sys.stdout)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return {name.split(".")[0] for name in json.loads(done.stdout)}


def test_import_clusterscribe_loads_nothing_heavy():
    assert modules_loaded_by("import clusterscribe") & HEAVY == set()


def test_reading_a_description_loads_no_solver_and_no_estimator_library():
    heavy = {"ortools", "sklearn", "pandas", "polars", "matplotlib", "numba"}
    assert modules_loaded_by("from clusterscribe import Description") & heavy == set()


def test_help_on_the_command_line_loads_no_solver_and_no_tables():
    loaded = modules_loaded_by("import clusterscribe.cli.commands")
    assert loaded & {"ortools", "scipy", "sklearn", "pandas", "polars", "pyarrow"} == set()


@pytest.mark.parametrize("name", clusterscribe.__all__)
def test_every_public_name_loads(name):
    assert getattr(clusterscribe, name) is not None
    assert name in dir(clusterscribe)


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        clusterscribe.nonsense  # noqa: B018


def test_only_search_and_baselines_import_a_solver():
    for path in source_files():
        if package_of(path) in {"search", "baselines"}:
            continue
        tops = {name.split(".")[0] for name in imported_modules(path)}
        assert tops & {"ortools", "highspy", "gurobipy"} == set(), path


def test_only_the_command_line_imports_typer_and_rich():
    for path in source_files():
        if package_of(path) != "cli":
            tops = {name.split(".")[0] for name in imported_modules(path)}
            assert tops & {"typer", "rich", "click"} == set(), path


def test_every_package_has_a_layer():
    packages = {package_of(path) for path in source_files()} - {"__init__", "__main__"}
    assert packages <= set().union(*LAYERS)


def test_nothing_imports_upward():
    layer_of = {name: level for level, packages in enumerate(LAYERS) for name in packages}
    for path in source_files():
        own = package_of(path)
        if own in {"__init__", "__main__"}:
            continue
        for name in imported_modules(path):
            top, *parts = name.split(".")
            if top == "clusterscribe" and parts and package(parts) in layer_of:
                assert layer_of[package(parts)] <= layer_of[own], f"{path} imports {name}"
                assert package(parts) not in SEPARATE.get(own, ()), f"{path} imports {name}"
