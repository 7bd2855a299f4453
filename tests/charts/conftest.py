"""Plots are known to pyplot, and closed after each test."""

import pytest


@pytest.fixture(autouse=True)
def closed():
    from matplotlib import pyplot

    yield
    pyplot.close("all")
