"""The laws by which proofs combine, held against all descriptions of tiny tables."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.proof import Bounds
from tests.search import brute_force
from tests.search.strategies import problems


def every(boxes, rows=None):
    """Errors and complexity of every description, on all rows or on some."""
    rows = np.arange(len(boxes)) if rows is None else rows
    corners, cluster = (boxes.lower[rows], boxes.upper[rows]), boxes.cluster[rows]
    found = brute_force.descriptions(*corners, cluster, boxes.clusters, boxes.weight[rows])
    return {(errors, complexity) for errors, complexity, _ in found}


def best_bounds(found):
    """All that can be proved of these descriptions."""
    bounds = Bounds(min(errors for errors, _ in found))
    for budget in range(bounds.errors, max(errors for errors, _ in found) + 1):
        least = min(complexity for errors, complexity in found if errors <= budget)
        bounds = bounds.with_least(budget, least)
    return bounds


def holds(bounds, found):
    return all(
        errors >= bounds.errors
        and complexity >= bounds.least(errors)
        and errors >= bounds.fewest(complexity)
        for errors, complexity in found
    )


@settings(max_examples=60, deadline=None)
@given(problems())
def test_the_best_bounds_hold_and_are_met(boxes):
    found = every(boxes)
    bounds = best_bounds(found)
    assert holds(bounds, found)
    for errors, complexity in found:
        assert any(e <= errors and c == bounds.least(errors) for e, c in found)
        assert any(c <= complexity and e == bounds.fewest(complexity) for e, c in found)


@settings(max_examples=60, deadline=None)
@given(problems(), st.data())
def test_what_some_rows_prove_holds_for_all(boxes, data):
    some = data.draw(st.lists(st.sampled_from(range(len(boxes))), min_size=1, unique=True))
    assert holds(best_bounds(every(boxes, np.sort(some))).of_more_rows(), every(boxes))


@settings(max_examples=60, deadline=None)
@given(problems(), st.data())
def test_what_parts_of_the_rows_prove_adds_up(boxes, data):
    size = len(boxes)
    part = np.array(data.draw(st.lists(st.integers(0, 2), min_size=size, max_size=size)))
    parts = [np.flatnonzero(part == p) for p in set(part.tolist())]
    fewest = [best_bounds(every(boxes, rows)).errors for rows in parts]
    assert holds(Bounds.of_parts(fewest), every(boxes))


@settings(max_examples=60, deadline=None)
@given(problems(), st.data())
def test_weaker_proofs_of_any_kind_hold_together(boxes, data):
    found = every(boxes)
    best, both = best_bounds(found), Bounds()
    for _ in range(3):
        budget = data.draw(st.integers(-1, max(errors for errors, _ in found)))
        one = Bounds(data.draw(st.integers(0, best.errors)))
        one = one.with_least(budget, data.draw(st.integers(0, best.least(budget))))
        both = both & one
        assert both & one == both
        assert both.least(budget) >= one.least(budget)
        assert both.errors >= one.errors
    assert holds(both, found)
    assert best & both == best


def test_a_larger_budget_says_something_of_smaller_ones_and_nothing_of_larger_ones():
    bounds = Bounds().with_least(5, 8).with_least(2, 12)
    assert [bounds.least(budget) for budget in (0, 2, 3, 5, 6)] == [12, 12, 8, 8, 0]
    assert [bounds.fewest(objective) for objective in (7, 8, 11, 12)] == [6, 3, 3, 0]


def test_what_is_known_already_adds_nothing():
    bounds = Bounds(3).with_least(5, 8)
    assert bounds.with_least(4, 8) is bounds
    assert bounds.with_least(5, 7) is bounds
    assert bounds.with_least(6, 8) == Bounds(3, ((6, 8),))
    assert bounds.with_errors(2) == bounds
