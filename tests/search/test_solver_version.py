"""The version of the solver is known, tested and part of every result."""

import json
import tomllib
import warnings

import ortools
import pytest

from clusterscribe import describe
from clusterscribe.cli import main
from clusterscribe.errors import DescriptionWarning
from clusterscribe.search import solver_version
from clusterscribe.search.solver_version import HIGHEST, LOWEST, hint_if_untested, is_tested
from tests.faults.planting import PROJECT

LINE = [[1.0], [2.0], [8.0], [9.0]]


def test_the_installed_version_is_one_that_was_tested():
    assert is_tested(ortools.__version__), (
        "run `make test-all` with this version of OR-Tools, and if that passes, "
        "say so in clusterscribe/search/solver_version.py"
    )


def test_the_oldest_version_that_may_be_installed_was_tested():
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    lowest = ".".join(map(str, LOWEST))
    assert f"ortools>={lowest}" in project["project"]["dependencies"]


@pytest.mark.parametrize(
    ("version", "tested"),
    [
        (".".join(map(str, LOWEST)), True),
        (f"{HIGHEST[0]}.{HIGHEST[1]}.6755", True),
        (f"{HIGHEST[0]}.{HIGHEST[1] + 1}.1", False),
        (f"{LOWEST[0]}.{LOWEST[1] - 1}.4544", False),
        ("10.0", False),
        ("9.2", False),
        ("9.15rc1", True),
        ("unknown", False),
    ],
)
def test_versions_are_compared_by_number(version, tested):
    assert is_tested(version) == tested


def test_a_version_that_was_not_tested_is_told_once(monkeypatch):
    monkeypatch.setattr(solver_version, "solver_version", lambda: "10.1.1")
    solver_version._hint_once.cache_clear()
    with pytest.warns(DescriptionWarning, match=r"and this is 10\.1\.1") as told:
        hint_if_untested()
    assert "\n" not in str(told[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        hint_if_untested()


def test_the_version_is_part_of_every_result(tmp_path):
    _, result = describe(LINE, ["a", "a", "b", "b"])
    assert result.statistics["ortools"] == ortools.__version__
    assert result.to_dict()["statistics"]["ortools"] == ortools.__version__
    rows, out = tmp_path / "rows.csv", tmp_path / "answer.json"
    rows.write_text("x,label\n1,a\n2,a\n8,b\n9,b\n", encoding="utf-8")
    assert main(["describe", str(rows), "--labels", "label", "--json", str(out)]) == 0
    written = json.loads(out.read_text(encoding="utf-8"))["result"]
    assert written["statistics"]["ortools"] == ortools.__version__
