"""Compiling happens once: a second process takes what the first one left on disk."""

import os
import subprocess
import sys

import pytest

PRICE_ONCE = """
import numpy as np
from clusterscribe.clock import Clock
from clusterscribe.pricing import kernels
from clusterscribe.pricing.oblique import ObliquePricer, Reach
from clusterscribe.pricing.prices import Prices
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Geometry
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.scaling import Scaling

values = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
boxes = Boxes.from_rows(values, np.array([0, 0, 0, 1]), 2)
geometry = Geometry.of(boxes, rank(boxes)[0], Scaling.of(boxes, "minmax"))
prices = Prices(
    0, np.array([3]), np.array([5.0]), np.array([0, 1, 2]), np.zeros(3), 0, 1.0, 1.0, np.zeros(2)
)
(found,) = ObliquePricer(Reach.of(2, 2, 3), [2]).price(geometry, [prices], Clock(None))
assert found.columns
stats = kernels.scan.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


RESPOND_ONCE = """
from clusterscribe.problem import box_kernels
from clusterscribe.search.axis.crowd import compile_all

compile_all()
stats = box_kernels.improve_box.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def hits_and_misses(code, folder):
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return tuple(map(int, done.stdout.split()))


@pytest.mark.slow
@pytest.mark.parametrize("code", [PRICE_ONCE, RESPOND_ONCE], ids=["pricing", "best responses"])
def test_a_second_process_compiles_nothing(code, tmp_path):
    assert hits_and_misses(code, tmp_path) == (0, 1)
    assert list(tmp_path.rglob("*.nbc"))
    assert hits_and_misses(code, tmp_path) == (1, 0)
