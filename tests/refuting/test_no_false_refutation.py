"""Nothing refutes what can be satisfied, whatever is handed in as a proof."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clusterscribe.checker.refusal import Refused
from clusterscribe.checker.replay import replay

VARIABLES = 3
LITERALS = st.sampled_from([sign * v for v in range(1, VARIABLES + 1) for sign in (1, -1)])
CLAUSES = st.lists(LITERALS, min_size=1, max_size=3, unique_by=abs)
STEPS = st.lists(
    st.tuples(st.lists(LITERALS, max_size=2), st.lists(st.integers(1, 12), max_size=8)), max_size=4
)


def is_satisfiable(clauses):
    return any(
        all(
            any((literal > 0) == chosen[abs(literal) - 1] for literal in clause)
            for clause in clauses
        )
        for chosen in product([False, True], repeat=VARIABLES)
    )


def written(steps):
    return [" ".join(map(str, [*new, 0, *named, 0])) for new, named in steps]


@given(st.lists(CLAUSES, min_size=3, max_size=8), STEPS, st.data())
@settings(max_examples=400)
def test_no_steps_refute_what_can_be_satisfied(clauses, steps, data):
    assume(is_satisfiable(clauses))
    every = data.draw(st.permutations(range(1, len(clauses) + len(steps) + 1)))
    with pytest.raises(Refused):
        replay(clauses, written([*steps, ([], every)]))


def test_a_clause_with_two_literals_left_says_nothing_of_either():
    clauses = [[1, 2], [-1, -2], [-1, 2]]  # the second variable is true, the first is not
    assert is_satisfiable(clauses)
    with pytest.raises(Refused):
        replay(clauses, ["0 1 2 3 0"])


def test_a_clause_that_is_gone_says_nothing():
    clauses = [[1], [-1]]
    replay(clauses, ["0 1 2 0"])
    with pytest.raises(Refused):
        replay(clauses, ["d 1 0", "0 1 2 0"])
