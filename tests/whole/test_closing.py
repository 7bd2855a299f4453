"""A choice that came to no end decides nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from clusterscribe.clock import Clock
from clusterscribe.problem.limits import Limits
from clusterscribe.search.cp_sat import Outcome
from clusterscribe.search.integer import Runner
from clusterscribe.search.whole import closing
from clusterscribe.search.whole.polyhedron import polyhedra_of
from clusterscribe.search.whole.whole_search import WholeSearch
from tests.whole.test_whole_search import MEANS, _incumbent, _ranked

ENDS = {
    "out of time": (Outcome(False, False, False, np.inf, 0), False),
    "an answer": (Outcome(True, False, False, 1, 0), False),
    "the best answer": (Outcome(True, True, False, 1, 1), True),
    "there is none": (Outcome(False, False, True, np.inf, np.inf), True),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_choice_decides_where_it_came_to_an_end(end, monkeypatch):
    outcome, decided = ENDS[end]
    ranks = _ranked(np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 1, 0, 1]))
    search = WholeSearch(replace(ranks, limits=Limits(1)), 1, _incumbent(ranks), MEANS)
    search.start(Clock(None))
    known = polyhedra_of(search.ranks, search.incumbent.best)
    lists = [[polyhedron, polyhedron] for polyhedron in known]
    monkeypatch.setattr(Runner, "minimise", lambda *_, **__: outcome)
    assert closing._is_decided(search, lists, Clock(None)) == decided
