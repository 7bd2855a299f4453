"""What all tests of lazy rows begin with."""

import pytest

from clusterscribe.search.rows import memory


@pytest.fixture(autouse=True)
def few_rows_to_begin_with(monkeypatch):
    """Begin with a handful, so that rows have to be taken in."""
    monkeypatch.setattr(memory, "START", 4)
    monkeypatch.setattr(memory, "LEAST", 1)
    monkeypatch.setattr(memory, "OF_A_KIND", 2)
