"""What descriptions and proofs say of numbers of errors that nobody has looked at."""

from hypothesis import given
from hypothesis import strategies as st

from clusterscribe.search.staircase import IMPOSSIBLE, Opening, Staircase, Step

MOST = 12
PAIRS = st.lists(st.tuples(st.integers(0, MOST), st.integers(0, 9)), max_size=8)


def stairs_of(points, proofs):
    stairs = Staircase()
    for errors, value in points:
        stairs.offer(Step(errors, value, ()))
    for budget, bound in proofs:
        stairs.prove(budget, bound)
    return stairs


def figures(stairs):
    return [(step.errors, step.value) for step in stairs.steps]


def test_what_is_worse_in_both_is_no_step():
    assert figures(stairs_of([(3, 8), (5, 8), (4, 6), (2, 9), (4, 7)], [])) == [
        (2, 9), (3, 8), (4, 6),
    ]  # fmt: skip
    assert figures(stairs_of([(3, 8), (4, 6), (2, 6)], [])) == [(2, 6)]


def test_an_equal_step_takes_the_place_only_if_it_may():
    stairs = stairs_of([(3, 8)], [])
    other = ((),)
    stairs.offer(Step(3, 8, other))
    assert stairs.steps[0].polyhedra == ()
    stairs.offer(Step(3, 8, other), equal=True)
    assert stairs.steps == [Step(3, 8, other)]
    stairs.offer(Step(3, 9, ()), equal=True)
    assert stairs.steps == [Step(3, 8, other)]


def test_openings_are_where_value_and_bound_are_apart():
    stairs = stairs_of([(1, 10), (4, 8), (9, 4)], [(0, IMPOSSIBLE), (2, 10), (9, 4)])
    # within 1 and 2 errors 10 is proved, and within 9 errors 4
    assert list(stairs.openings(9)) == [Opening(3, 3, 10, 4), Opening(4, 8, 8, 4)]
    stairs.prove(8, 8)
    assert list(stairs.openings(9)) == [Opening(3, 3, 10, 8)]
    assert stairs.bounds.fewest(8) == 3
    assert stairs.bounds.fewest(4) == 9
    assert stairs.bounds.fewest(100) == 1


@given(PAIRS.filter(bool), PAIRS)
def test_values_and_bounds_are_the_best_that_follows(points, proofs):
    stairs = stairs_of(points, proofs)
    for budget in range(MOST + 1):
        values = [value for errors, value in points if errors <= budget]
        if values:
            assert stairs.within(budget).value == min(values)
        known = [bound for proved, bound in proofs if proved >= budget]
        assert stairs.bounds.least(budget) == max(known, default=0)
    for value in range(10):
        excluded = [budget for budget, bound in proofs if bound > value]
        assert stairs.bounds.fewest(value) == max(excluded, default=-1) + 1


@given(PAIRS.filter(bool), PAIRS)
def test_openings_are_all_open_budgets_and_no_others(points, proofs):
    stairs = stairs_of(points, proofs)
    first = stairs.steps[0].errors
    is_open = {
        budget
        for budget in range(first, MOST + 1)
        if stairs.within(budget).value > stairs.bounds.least(budget)
    }
    openings = list(stairs.openings(MOST))
    listed = [b for opening in openings for b in range(opening.first, opening.last + 1)]
    assert listed == sorted(is_open)
    for opening in openings:
        assert {stairs.within(b).value for b in (opening.first, opening.last)} == {opening.value}
        assert {stairs.bounds.least(b) for b in (opening.first, opening.last)} == {opening.bound}
