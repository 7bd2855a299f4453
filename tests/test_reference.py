"""The known answers of the public data sets, met and proved again."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks.data import VARIABLE, load, missing_data
from benchmarks.reference import REFERENCE
from clusterscribe import PolyhedralDescriber

HARD = {"adult", "bank", "libras"}
CASES = [
    pytest.param(name, variant, marks=[pytest.mark.slow] if name in HARD else [])
    for name, variant in REFERENCE
]
# half-spaces of up to three features, weights up to 10: no errors, and this complexity
OBLIQUE = [
    ("iris", "paper", 4),
    ("seeds", "paper", 8),
    ("zoo", "paper", 11),
    ("zoo", "clean", 12),
    ("wine", "paper", 8),
    ("wine", "clean", 12),
    ("default", "paper", 4),
    ("framingham", "paper", 32),
    pytest.param("spam", "paper", 6, marks=pytest.mark.slow),
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
    result = PolyhedralDescriber(objective, min_recall=0, time_limit=180).fit(table, labels).result_
    assert (result.status, result.error_bound) == ("optimal", known.errors)
    assert result.objective == result.bound == getattr(known, objective)


@pytest.mark.parametrize(("name", "variant", "complexity"), OBLIQUE)
def test_known_answers_with_three_features_are_met_and_proved(name, variant, complexity):
    table, labels = load(name, variant)
    model = PolyhedralDescriber(max_terms=3, max_coefficient=10, time_limit=180)
    result = model.fit(table, labels).result_
    assert (result.status, result.errors) == ("optimal", 0)
    assert result.complexity == result.bound == complexity
    assert model.description_.errors(table, labels) == 0


def test_seeds_can_be_described_without_errors_in_eight():
    table, labels = load("seeds", "paper")
    score = 2 * table["area"] + 3 * table["kernel_length"] + 2 * table["kernel_width"]
    # three features and one bound on each of two sides
    assert np.array_equal(score >= 3.45, labels == 1)


def test_zoo_can_be_described_without_errors_in_eleven():
    """An independent computation called 12 proved; this description of 11 is right for all."""
    table, labels = load("zoo", "paper")
    conditions = {  # features plus one: 2 + 3 + 4 + 2
        "type <= 0": table["type"] <= 0,
        "milk - toothed <= -0.5": table["milk"] - table["toothed"] <= -0.5,
        "hair + toothed - backbone <= -0.5": (
            table["hair"] + table["toothed"] - table["backbone"] <= -0.5
        ),
        "type >= 0.7": table["type"] >= 0.7,
    }
    inside = np.column_stack(list(conditions.values()))
    assert (inside.sum(axis=1) == 1).all()
    of_condition = [set(labels[column]) for column in inside.T]
    assert [len(found) for found in of_condition] == [1, 1, 1, 1]
    assert len(set.union(*of_condition)) == 4
