"""Rows are settled by a proof, and never because a proof took too long."""

from math import inf

import pytest

from clusterscribe.clock import Clock
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.reduce import reduce
from clusterscribe.problem.tree import tree_ranges
from clusterscribe.search.axis import settle as settling
from clusterscribe.search.axis.settle import settle
from clusterscribe.search.cp_sat import Outcome

NOTHING = Outcome(found=False, optimal=False, infeasible=False, value=inf, bound=-inf)


@pytest.fixture
def problem(rows):
    """A line of which any row may be wrong, with one error more than is needed."""
    ranks, _ = rank(rows([0, 1, 2, 3, 4, 5, 6, 7], [0, 0, 1, 0, 1, 1, 0, 1]))
    return reduce(ranks, 4)


@pytest.fixture
def known(problem):
    return tree_ranges(problem.ranks).tightened(problem.ranks)


def test_nothing_is_settled_without_time(problem, known):
    assert settle(problem, 4, known, Clock(0.0), seed=0) is None


def test_nothing_is_settled_as_nothing_was_found(problem, known, monkeypatch):
    monkeypatch.setattr(settling, "run", lambda *_, **__: NOTHING)
    assert settle(problem, 4, known, Clock(0.1), seed=0) is None


def test_nothing_is_settled_where_the_time_is_over_before_the_end(problem, known, monkeypatch):
    clock = Clock(60.0)

    def found_and_over(*_, on_solution, **__):
        monkeypatch.setattr(Clock, "expired", property(lambda self: True))
        on_solution(lambda literal: False)
        return Outcome(found=True, optimal=False, infeasible=False, value=0, bound=0)

    monkeypatch.setattr(settling, "run", found_and_over)
    assert settle(problem, 4, known, clock, seed=0) is None
