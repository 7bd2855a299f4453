"""What holds for all compiled modules."""

import importlib
import re
import typing
from pathlib import Path

import pytest

import clusterscribe

PACKAGE = Path(clusterscribe.__file__).parent
SOURCES = {path: path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
COMPILED = [path for path, source in SOURCES.items() if "from numba import" in source]


def module_of(path):
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return importlib.import_module(".".join(("clusterscribe", *parts)))


def called_elsewhere(path):
    others = (source for other, source in SOURCES.items() if other != path)
    return {name for source in others for name in re.findall(r"\b(\w+)\(", source)}


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: path.stem)
def test_nothing_that_python_calls_returns_a_named_tuple(path):
    called = called_elsewhere(path)
    returned = {
        name: typing.get_type_hints(thing.py_func).get("return")
        for name, thing in vars(module_of(path)).items()
        if hasattr(thing, "py_func") and name in called
    }
    assert returned
    assert [name for name, kind in returned.items() if hasattr(kind, "_fields")] == []
