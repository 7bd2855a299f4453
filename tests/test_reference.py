"""The known answers of the public data sets, met and proved again."""

from pathlib import Path

import pytest

from benchmarks.data import VARIABLE, load, missing_data
from benchmarks.reference import REFERENCE
from clusterscribe import PolyhedralDescriber

HARD = {"adult", "bank", "libras"}
CASES = [
    pytest.param(name, variant, marks=[pytest.mark.slow] if name in HARD else [])
    for name, variant in REFERENCE
]


@pytest.fixture(autouse=True)
def at_home(monkeypatch):
    """Look for the data beside the project, wherever the tests are started."""
    monkeypatch.chdir(Path(__file__).resolve().parents[1])
    if missing_data():
        pytest.skip(f"the folder with the data sets is not there (set {VARIABLE})")


@pytest.mark.parametrize("objective", ["complexity", "sparsity"])
@pytest.mark.parametrize(("name", "variant"), CASES)
def test_known_answers_are_met_and_proved(name, variant, objective):
    known = REFERENCE[name, variant]
    table, labels = load(name, variant)
    result = PolyhedralDescriber(objective, time_limit=180).fit(table, labels).result_
    assert (result.status, result.error_bound) == ("optimal", known.errors)
    assert result.objective == result.bound == getattr(known, objective)
