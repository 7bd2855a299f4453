"""A solver that looks at the clock between slices decides the same, or nothing."""

import numpy as np
import pytest

from clusterscribe.checker.formula import Formula
from clusterscribe.clock import Clock
from clusterscribe.refuting import sat
from clusterscribe.refuting.sat import Solver, decide
from tests.refuting.test_sat import pigeons


def satisfiable(seed, variables=60):
    """Clauses of three literals of which a hidden assignment satisfies each."""
    chance = np.random.default_rng(seed)
    hidden, formula = chance.integers(0, 2, variables) * 2 - 1, Formula(variables)
    while len(formula.clauses) < 4 * variables:
        places = chance.choice(variables, 3, replace=False)
        literals = (places + 1) * (chance.integers(0, 2, 3) * 2 - 1)
        if (np.sign(literals) == hidden[places]).any():
            formula.add(*literals.tolist())
    return formula


@pytest.mark.parametrize("seed", range(5))
def test_a_slice_without_an_answer_refutes_nothing(seed, monkeypatch):
    monkeypatch.setattr(sat, "FIRST_SLICE", 1)
    monkeypatch.setattr(sat, "SLICE_SECONDS", 0.0)  # slices stay as short
    verdict = decide(satisfiable(seed), Clock(60))
    assert not verdict.refuted
    assert verdict.model is not None


def test_time_that_is_over_between_slices_refutes_nothing(monkeypatch):
    monkeypatch.setattr(sat, "FIRST_SLICE", 1)
    clock, looks = Clock(60), iter([False, False, False])
    monkeypatch.setattr(Clock, "expired", property(lambda self: next(looks, True)))
    solver = Solver(pigeons(6))
    verdict = solver.decide(clock)
    solver.close()
    assert verdict.model is None
    assert not verdict.refuted
