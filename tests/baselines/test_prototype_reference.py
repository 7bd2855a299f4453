"""Prototypes and tags on the public data sets: at least what was published, and proved."""

from pathlib import Path

import pytest

from benchmarks.data import VARIABLE, load, missing_data
from clusterscribe import DescriptionWarning
from clusterscribe.baselines.prototypes.prototype_describer import PrototypeDescriber
from clusterscribe.baselines.tags.tag_describer import TagDescriber

# errors that are proved to be the fewest, and the published accuracy in per cent
SMALL = [
    ("iris", 0, 100.0),
    ("seeds", 1, 98.10),
    ("zoo", 4, 95.05),
    ("wine", 5, 96.63),
    ("libras", 65, 78.61),
]
# with 125 candidates and 500 rows of each cluster, as published
SAMPLED = [
    ("default", 99.2),
    ("framingham", 82.8),
    ("spam", 94.07),
    pytest.param("adult", 66.40, marks=pytest.mark.slow),
]


@pytest.fixture(autouse=True)
def at_home(monkeypatch):
    """Look for the data beside the project, wherever the tests are started."""
    monkeypatch.chdir(Path(__file__).resolve().parents[2])
    if missing_data():
        pytest.skip(f"the folder with the data sets is not there (set {VARIABLE})")


@pytest.mark.parametrize(("name", "errors", "published"), SMALL)
def test_the_fewest_errors_of_small_sets_are_met_and_proved(name, errors, published):
    result = PrototypeDescriber().fit(*load(name, "paper")).result_
    assert (result.status, result.errors, result.bound) == ("optimal", errors, errors)
    assert 100 * result.accuracy >= published


@pytest.mark.slow
@pytest.mark.parametrize(("name", "published"), SAMPLED)
def test_a_sample_is_at_least_as_accurate_as_was_published(name, published):
    table, labels = load(name, "paper")
    model = PrototypeDescriber(max_candidates=125, max_rows=500).fit(table, labels)
    assert 100 * model.result_.accuracy >= published
    assert model.description_.errors(table, labels) == model.result_.errors


def test_every_animal_of_the_zoo_has_one_of_five_tags():
    table, labels = load("zoo", "paper")
    with pytest.warns(DescriptionWarning, match="the columns 'legs' and 'type' hold numbers"):
        result = TagDescriber(max_uncovered=0).fit(table, labels).result_
    assert (result.status, result.objective, result.bound) == ("optimal", 5, 5)
    assert result.statistics["uncovered"] == 0
