"""Formulas are decided, and refutations are replayed by who knows no solver."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe.checker.formula import Formula
from clusterscribe.checker.refusal import Refused
from clusterscribe.checker.replay import replay
from clusterscribe.clock import Clock
from clusterscribe.refuting.sat import decide

LITERALS = st.integers(1, 5).flatmap(lambda variable: st.sampled_from([variable, -variable]))
CLAUSES = st.lists(
    st.lists(LITERALS, min_size=1, max_size=3, unique_by=abs), min_size=1, max_size=30
)


def pigeons(holes):
    """One more pigeon than there are holes."""
    formula = Formula()
    place = [[formula.new() for _ in range(holes)] for _ in range(holes + 1)]
    for pigeon in place:
        formula.add(*pigeon)
    for hole in range(holes):
        for one, other in combinations(place, 2):
            formula.add(-one[hole], -other[hole])
    return formula


@given(CLAUSES)
def test_decisions_are_right_and_refutations_can_be_replayed(clauses):
    formula = Formula(5, clauses)
    verdict = decide(formula, Clock(10), logged=True)
    assignments = product([False, True], repeat=5)
    possible = any(
        all(
            any(chosen[abs(literal) - 1] == (literal > 0) for literal in clause)
            for clause in clauses
        )
        for chosen in assignments
    )
    assert verdict.refuted == (not possible)
    if verdict.refuted:
        replay(clauses, verdict.proof.splitlines())
    else:
        assert all(set(clause) & set(verdict.model) for clause in clauses)


def test_every_line_of_a_refutation_is_needed():
    formula = pigeons(4)
    proof = decide(formula, Clock(10), logged=True).proof
    replay(formula.clauses, proof.splitlines())
    lines = proof.splitlines()
    steps = [place for place, line in enumerate(lines) if not line.startswith("d")]
    for place in steps:
        with pytest.raises(Refused):
            replay(formula.clauses, lines[:place] + lines[place + 1 :])


def test_time_that_is_over_decides_nothing():
    verdict = decide(pigeons(9), Clock(0.0))
    assert verdict.model is None
    assert not verdict.refuted


@pytest.mark.parametrize("proof", ["", "1 0", "0 1 2 0", "x 0 1 0", "1 0 0", "0 999 0", "1 0 1"])
def test_what_is_no_refutation_is_refused(proof):
    with pytest.raises(Refused):
        replay([[1], [-1, 2]], proof.splitlines())
