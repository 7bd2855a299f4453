"""Work in the background, and what is said where an answer had to do without it."""

import threading

import numpy as np
import pytest

from clusterscribe import DescriptionWarning, background, describe
from clusterscribe.background import Background, is_missed
from clusterscribe.clock import Clock


@pytest.fixture
def endless(monkeypatch):
    """Work that is not done before it is told to be, and counts as long at once."""
    monkeypatch.setattr(background, "_BEGUN", [])
    monkeypatch.setattr(background, "LONG", -1.0)
    told = threading.Event()
    yield Background(told.wait), told
    told.set()


def test_work_is_missed_only_if_waited_for_in_vain_and_not_done(endless):
    work, told = endless
    assert not (work.is_done or is_missed())
    assert not work.wait(Clock(0.01))
    assert is_missed()
    told.set()
    assert work.wait(Clock(5))
    assert work.is_done
    assert not is_missed()


def test_what_is_soon_done_is_not_missed(endless, monkeypatch):
    monkeypatch.setattr(background, "LONG", 60.0)
    assert not endless[0].wait(Clock(0.01))
    assert not is_missed()


def test_an_answer_without_what_is_not_compiled_says_so(endless):
    endless[0].wait(Clock(0.0))
    chance = np.random.default_rng(1)
    table, labels = chance.normal(size=(60, 4)), chance.integers(3, size=60)
    with pytest.warns(DescriptionWarning, match="still being compiled"):
        describe(table, labels, time_limit=0.1)
    solved, _ = describe([[1], [2]], ["a", "b"])  # which is proved in any case
    assert solved.complexity == 4
