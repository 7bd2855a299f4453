from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture
def shared_data():
    """The folder with the ten data sets, where it is there."""
    beside = Path(__file__).resolve().parents[3] / "shared" / "data"
    folder = Path(os.environ.get("CLUSTERSCRIBE_DATA", beside))
    if not folder.is_dir():
        pytest.skip("the folder with the data sets is not there (set CLUSTERSCRIBE_DATA)")
    return folder
