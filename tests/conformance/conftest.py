"""One PostgreSQL for all tests of a process."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from . import postgres


@pytest.fixture(scope="session")
def server():
    reason = postgres.why_not()
    if reason is not None:
        pytest.skip(reason)
    # not a folder of pytest: the path of a socket must be short, and another account's own
    with tempfile.TemporaryDirectory(prefix="postgres") as folder:
        running = postgres.start(Path(folder))
        yield running
        postgres.stop(running)
