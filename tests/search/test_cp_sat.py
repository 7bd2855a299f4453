"""What a run of the solver claims, also where it was stopped."""

from itertools import pairwise
from math import inf
from types import SimpleNamespace

import numpy as np
import pytest
from ortools.sat.python import cp_model

from clusterscribe.clock import Clock
from clusterscribe.search import cp_sat
from clusterscribe.search.cp_sat import run


def market(more=0):
    """Split the goods of five markets in equal halves: quickly done badly, and never well.

    There may be more variables, which have no part in it.
    """
    model, goods = cp_model.CpModel(), 40
    demand = np.random.default_rng(0).integers(0, 100, (5, goods)).tolist()
    chosen = [model.new_bool_var("") for _ in range(goods)]
    off = [model.new_int_var(0, 10_000, "") for _ in demand]
    for row, gap in zip(demand, off, strict=True):
        total = cp_model.LinearExpr.weighted_sum(chosen, row)
        model.add(total - sum(row) // 2 <= gap)
        model.add(sum(row) // 2 - total <= gap)
    idle = [model.new_bool_var("") for _ in range(more)]
    for one, other in pairwise(idle):
        model.add_bool_or(one, other)
    model.minimize(sum(off) + sum(idle))
    return model


@pytest.mark.parametrize("more", [0, 500])
def test_the_answer_that_a_run_was_stopped_at_is_not_the_best(more):
    outcome = run(market(more), Clock(None), 60.0, on_solution=lambda value: True)
    assert outcome.found
    assert not outcome.optimal
    assert not outcome.infeasible
    assert outcome.proved == outcome.bound < outcome.value


def test_where_there_was_no_time_nothing_is_claimed():
    outcome = run(market(), Clock(0.0), 60.0, on_solution=lambda value: None)
    assert not (outcome.found or outcome.optimal or outcome.infeasible)
    assert outcome.proved == -inf


def test_what_is_impossible_is_told_from_what_was_not_found():
    model = cp_model.CpModel()
    literal = model.new_bool_var("")
    model.add_bool_or(literal)
    model.add_bool_or(literal.negated())
    outcome = run(model, Clock(None), 60.0, on_solution=lambda value: None)
    assert outcome.infeasible
    assert not (outcome.found or outcome.optimal)


def test_the_best_is_called_that():
    model = cp_model.CpModel()
    literals = [model.new_bool_var("") for _ in range(500)]
    for one, other in pairwise(literals):
        model.add_bool_or(one, other)
    for literal in literals:
        model.add_hint(literal, True)
    model.minimize(sum(literals))
    outcome = run(model, Clock(None), 60.0, on_solution=lambda value: None)
    assert outcome.optimal
    assert outcome.value == outcome.proved == 250


def test_presolve_does_not_do_what_it_does_wrong(monkeypatch):
    parameters = cp_model.CpSolver().parameters
    cp_sat._avoid_known_faults(parameters)
    assert parameters.presolve_inclusion_work_limit == 0
    seen = []
    monkeypatch.setattr(cp_sat, "_avoid_known_faults", seen.append)
    run(cp_model.CpModel(), Clock(None), 60.0, on_solution=lambda value: None)
    assert len(seen) == 1


def test_a_solver_without_the_parameter_is_left_as_it_is():
    later = SimpleNamespace()
    cp_sat._avoid_known_faults(later)
    assert not vars(later)
