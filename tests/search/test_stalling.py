"""A search ends when nothing moves any more; it waits longer where news took longer."""

import time

import numpy as np
import pytest
from ortools.sat.python import cp_model

from clusterscribe.clock import Clock
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.reduce import Reducer
from clusterscribe.progress import silent
from clusterscribe.search.axis.master import Master
from clusterscribe.search.cp_sat import run
from clusterscribe.search.goal import FEWEST_ERRORS, LEAST_COMPLEXITY
from clusterscribe.search.incumbent import Incumbent, Moment, RangeEncoding
from clusterscribe.search.integer import Runner
from clusterscribe.search.patience import wait_for
from clusterscribe.search.schedule import StallSchedule, Waiting
from tests.scheduled import describe, schedule


@pytest.fixture
def now(monkeypatch):
    """What the clock of the machine says, to be changed at will."""
    moment = [100.0]
    for name in ("monotonic", "process_time"):
        monkeypatch.setattr(f"clusterscribe.search.incumbent.time.{name}", lambda: moment[0])
    return moment


@pytest.fixture
def incumbent(now, rows):
    ranks, _ = rank(rows([[1], [2], [3], [4]], [0, 1, 0, 1]))
    everything = Ranges.everything(2, ranks.sizes)
    goals = (FEWEST_ERRORS, LEAST_COMPLEXITY)
    return Incumbent(RangeEncoding(ranks), everything, Clock(None), silent, "stage", goals)


@pytest.mark.parametrize(
    ("until", "since", "over"), [(0, 2, False), (0, 2.1, True), (10, 4, False), (10, 5.1, True)]
)
def test_the_wait_grows_with_the_time_until_the_last_news(until, since, over):
    assert Waiting(least=2.0, share=0.5).is_over(until, since) == over


def test_a_better_answer_and_a_better_bound_are_news(incumbent, now):
    now[0] += 3
    assert incumbent.is_stalled(proving=False)
    incumbent.raise_bound(1)
    assert not incumbent.is_stalled(proving=False)
    now[0] += 3
    incumbent.raise_bound(1)  # as before
    assert incumbent.is_stalled(proving=False)
    better = Ranges.everything(2, incumbent.best.sizes)
    better.high[0, 0] = 0
    assert incumbent.offer(better)
    assert not incumbent.is_stalled(proving=False)


def test_a_proof_is_waited_for_and_longer_where_it_is_in_reach(incumbent, now):
    least = 2 * StallSchedule().far_off.least  # the work of one of two threads is done
    now[0] += least - 1
    assert not incumbent.is_stalled(proving=True)
    now[0] += 2
    assert incumbent.is_stalled(proving=True)  # four errors, and a bound of none
    incumbent.bound = 3.0
    assert not incumbent.is_stalled(proving=True)
    incumbent.hopeful = False  # as it would prove nothing of the whole
    assert incumbent.is_stalled(proving=True)


def test_a_machine_that_is_busy_with_other_things_is_waited_for(incumbent, now, monkeypatch):
    monkeypatch.setattr("clusterscribe.search.incumbent.time.process_time", lambda: 100.0)
    now[0] += 1000
    assert not incumbent.is_stalled(proving=False)
    assert not incumbent.is_stalled(proving=True)


def test_another_pass_begins_to_wait_anew(incumbent, now):
    now[0] += 3
    incumbent.begin()
    assert not incumbent.is_stalled(proving=False)


def test_work_is_stopped_where_that_is_enough():
    stopped = []

    def work():
        while not stopped:
            time.sleep(0.01)
        return "the best so far"

    assert wait_for(work, lambda: stopped.append(1), lambda: True) == "the best so far"


def touching(rows=150):
    chance = np.random.default_rng(0)
    table = chance.normal(size=(rows, 3))
    return table, (table[:, :3] + chance.normal(size=(rows, 3))).argmax(axis=1)


NO_MODEL = schedule(
    axis={"largest_model": -1, "most_written": -1, "longest_parts": 1.0},
    stall={"searching": Waiting(0.1, 0.1), "least_shakes": 2},
)


def test_local_search_that_finds_nothing_more_ends_long_before_the_limit():
    _, result = describe(*touching(), by=NO_MODEL, time_limit=600, grouping=None)
    assert (result.status, result.stop_reason) == ("feasible", "nothing moved any more")
    assert result.seconds < 300


def test_a_limit_that_comes_first_is_the_reason():
    patient = schedule(NO_MODEL, stall={"searching": Waiting(60.0, 1.0)})
    _, result = describe(*touching(), by=patient, time_limit=1, grouping=None)
    assert result.stop_reason == "time limit"


def test_a_solver_is_stopped_where_that_is_enough():
    chance, model = np.random.default_rng(0), cp_model.CpModel()
    columns = [model.new_bool_var("") for _ in range(400)]
    for _ in range(800):  # a cover that takes far longer than a moment to prove
        model.add_bool_or([columns[i] for i in chance.choice(400, 12, replace=False)])
    model.minimize(sum(columns))
    outcome = run(model, Clock(120), 120.0, on_solution=lambda _: None, enough=lambda: True)
    assert not outcome.optimal


def test_a_solver_is_waited_for_however_long_nothing_moved_before(rows):
    """Other searches may have been at it without news; a proof gets its own time."""
    ranks, _ = rank(rows([[1], [2], [3], [4]], [0, 1, 0, 1]))
    start, goals = Ranges.everything(2, ranks.sizes), (FEWEST_ERRORS, LEAST_COMPLEXITY)
    best = Incumbent(RangeEncoding(ranks), start, Clock(None), silent, "stage", goals)
    best.began = best.heard = Moment(-1e6, -1e6)
    assert best.is_stalled(proving=True)
    Runner(Clock(60)).prove(Master(Reducer(ranks)(best.errors)), best, Clock(60))
    assert best.closed
    assert not best.is_stalled(proving=True)
