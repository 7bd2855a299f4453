"""Time limits are kept, and Ctrl-C returns the best answer so far."""

import inspect
import json
import signal
import sys
import time

import numpy as np
import pytest

from clusterscribe import PolyhedralDescriber

from .small import started


def hard(rows, columns, clusters):
    """Random labels: no description is good, and none is soon proved to be the best."""
    chance = np.random.default_rng(0)
    return chance.normal(size=(rows, columns)), chance.integers(clusters, size=rows)


@pytest.mark.parametrize("limit", [0.001, 1, 2])
def test_a_time_limit_is_kept(limit):
    table, labels = hard(400, 30, 8)
    started = time.monotonic()
    model = PolyhedralDescriber(time_limit=limit).fit(table, labels)
    assert time.monotonic() - started < limit + 2
    result = model.result_
    assert (result.status, result.stop_reason) == ("feasible", "time limit")
    assert result.error_bound <= result.errors < 400
    assert result.bound <= result.objective
    assert model.description_.errors(table, labels) == result.errors


INTERRUPTED = f"""
import time, warnings
import numpy as np
from clusterscribe import PolyhedralDescriber

{inspect.getsource(hard)}
table, labels = hard(250, 15, 6)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    model = PolyhedralDescriber(time_limit=60, verbose=True).fit(table, labels)
result = model.result_
print("stopped", result.stop_reason, result.status, result.errors, flush=True)
print(model.description_.errors(table, labels))
busy = time.process_time()
time.sleep(0.5)
print("busy" if time.process_time() - busy > 0.25 else "idle")
print([(w.category.__name__, str(w.message), w.filename) for w in caught])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot interrupt one process alone")
@pytest.mark.parametrize("after", [0.0, pytest.param(2.0, marks=pytest.mark.slow)])
def test_ctrl_c_returns_the_best_answer_so_far_with_a_warning(after):
    with started(INTERRUPTED) as process:
        assert "looking for the fewest wrong rows" in process.stderr.readline()
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        stopped = process.stdout.readline()
        seconds = time.monotonic() - sent
        rest, errors = process.stdout.read(), process.stderr.read()
    assert stopped.startswith("stopped interrupted feasible "), errors
    assert seconds < 2.5
    counted, solver, warned = rest.splitlines()
    assert counted == stopped.split()[-1]
    assert solver == "idle"
    assert warned == (
        "[('DescriptionWarning', 'interrupted: this is the best description so far', '<string>')]"
    )
    assert process.returncode == 0


def test_after_an_answer_the_next_fit_is_as_good_as_new():
    table, labels = hard(250, 15, 6)
    PolyhedralDescriber(time_limit=0.2).fit(table, labels)
    model = PolyhedralDescriber().fit(np.array([[1.0], [2.0]]), [0, 1])
    assert model.result_.stop_reason == "optimal"


def test_a_time_limit_may_be_any_kind_of_number():
    table, labels = hard(250, 15, 6)
    started = time.monotonic()
    result = PolyhedralDescriber(time_limit=np.float32(0.5)).fit(table, labels).result_
    assert time.monotonic() - started < 2.5
    assert json.dumps(result.to_dict())
