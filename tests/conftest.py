"""Tiny problems for the solver's tests, and all that is compiled for all."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import Phase, settings

from clusterscribe.clock import Clock
from clusterscribe.pricing.compiling import compilation
from clusterscribe.problem.boxes import Boxes
from clusterscribe.search.axis import wide
from clusterscribe.search.slanted import slant_compilation as slanted
from clusterscribe.search.whole import compiling as whole

ROOT = Path(__file__).resolve().parents[1]

# on a busy machine a test is slow, not wrong
settings.register_profile("patient", settings(deadline=None))
settings.load_profile("patient")
# where it is only asked whether something fails (tests/faults), and always by the same draws
settings.register_profile(
    "hasty", settings(deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate])
)


@pytest.fixture
def rows():
    """Make a problem of plain rows."""

    def make(values, cluster, weight=None):
        values = np.array(values, dtype=float)
        values = values.reshape(len(values), -1)
        cluster = np.array(cluster, dtype=np.int64)
        weight = None if weight is None else np.array(weight, dtype=np.int64)
        return Boxes.from_rows(values, cluster, int(cluster.max()) + 1, weight)

    return make


@pytest.fixture(scope="session", autouse=True)
def compiled():
    """Compile before the first test, so that no test's time limit pays for it.

    Every second worker begins at the other end, and finds the rest in the cache of the first.
    """
    parts = [compilation, wide.compilation, whole.compilation, slanted.compilation]
    is_second = os.environ.get("PYTEST_XDIST_WORKER", "gw0").endswith(tuple("13579"))
    for part in reversed(parts) if is_second else parts:
        assert part().wait(Clock(None))


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The documentation site, built once for all tests that read it."""
    pytest.importorskip("mkdocs", reason="the extra docs is not installed")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder
