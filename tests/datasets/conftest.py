"""No test reaches the network, the user's cache or the user's data sets."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clusterscribe.datasets import finding
from clusterscribe.datasets.folders import VARIABLE, cache_folder
from clusterscribe.datasets.tidy import UnfitError

BESIDE = Path(__file__).resolve().parents[3] / "shared" / "data"
SHARED = Path(os.environ.get(VARIABLE) or BESIDE)


@pytest.fixture(autouse=True)
def web(monkeypatch, tmp_path):
    """The only addresses that answer, and with what; everything else is unreachable."""
    monkeypatch.delenv(VARIABLE, raising=False)
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "caches"))
    answers = {}

    def fetch(address):
        if address not in answers:
            raise UnfitError("there is no network")
        return answers[address]

    monkeypatch.setattr(finding, "fetch", fetch)
    return answers


@pytest.fixture
def cache():
    """The empty cache folder of this test."""
    folder = cache_folder()
    assert folder is not None
    assert not folder.exists()
    return folder


@pytest.fixture
def shared_data():
    """The folder with the ten data sets, where it is there."""
    if not SHARED.is_dir():
        pytest.skip("the folder with the data sets is not there (set CLUSTERSCRIBE_DATA)")
    return SHARED


@pytest.fixture
def named(monkeypatch, shared_data):
    """The folder with the ten data sets, named by the user."""
    monkeypatch.setenv(VARIABLE, str(shared_data))
    return shared_data
