"""The laws by which proofs combine, tested against all descriptions of tiny tables."""

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.clock import Clock
from clusterscribe.parameters import check
from clusterscribe.problem.weights import Unit, decimal_or_fraction, whole_weights
from clusterscribe.proof import Bounds, DescriptionClass, Ending, Figures, Status, StopReason
from clusterscribe.search import goal as goals
from clusterscribe.search.answer import Answer
from clusterscribe.search.axis.axis_stages import AxisStages
from clusterscribe.search.goal import LEAST_COMPLEXITY, Goal
from clusterscribe.search.outcome import figures_of, result_of
from clusterscribe.search.settings import Settings
from clusterscribe.search.solve import solve
from tests.search import brute_force
from tests.search.brute_force_oblique import Everything
from tests.search.strategies import problems

AXIS_PARALLEL = DescriptionClass(1, 1)
NOTHING = Figures(AXIS_PARALLEL, "complexity")


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


@st.composite
def weaker_bounds(draw, found):
    """Bounds that hold for these descriptions: the best, or some that leave something open."""
    best = best_bounds(found)
    if draw(st.booleans()):
        return best
    bounds = Bounds(draw(st.integers(0, best.errors)))
    for _ in range(draw(st.integers(0, 3))):
        budget = draw(st.integers(-1, max(errors for errors, _ in found)))
        bounds = bounds.with_least(budget, draw(st.integers(0, best.least(budget))))
    return bounds


@st.composite
def true_figures(draw, found):
    """Figures that hold for these descriptions, and may leave something open."""
    all_errors, lengths = sorted({e for e, _ in found}), sorted({c for _, c in found})
    share = st.sampled_from([0.0, 0.5, 1.0])
    figures = NOTHING.with_errors(draw(share) * all_errors[0])
    for _ in range(draw(st.integers(0, 3))):
        errors = draw(st.sampled_from(all_errors))
        least = min(c for e, c in found if e <= errors)
        figures = figures.with_least(errors, draw(share) * least)
        length = draw(st.sampled_from(lengths))
        fewest = min(e for e, c in found if c <= length)
        figures = figures.with_fewest(length, draw(share) * fewest)
    return figures


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
        one = data.draw(weaker_bounds(found))
        both = both & one
        assert both & one == both
        assert both.errors >= one.errors
        assert all(both.least(budget) >= least for budget, least in one.lengths)
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


# ---- figures in the units of the user ---------------------------------------------------


@st.composite
def worlds(draw):
    """Descriptions by their errors, in weights that need not be whole, and their length."""
    errors = st.integers(0, 12).map(lambda eighths: eighths / 8)
    lengths = st.integers(0, 6).map(float)
    return draw(st.sets(st.tuples(errors, lengths), min_size=1, max_size=8))


@given(worlds(), st.data())
def test_figures_hold_alone_and_together(found, data):
    one, other = data.draw(true_figures(found)), data.draw(true_figures(found))
    both = one & other
    assert holds(one, found)
    assert holds(both, found)
    assert both & one == both & other == both == other & one
    for errors, length in found:
        assert both.least(errors) == max(one.least(errors), other.least(errors))
        assert both.fewest(length) == max(one.fewest(length), other.fewest(length))


@given(worlds(), st.data())
def test_figures_say_no_more_between_numbers_than_at_them(found, data):
    figures = data.draw(true_figures(found))
    for sixteenths in range(-1, 30):
        errors, length = sixteenths / 16, sixteenths / 4
        assert all(c >= figures.least(errors) for e, c in found if e <= errors)
        assert all(e >= figures.fewest(length) for e, c in found if c <= length)


@given(worlds(), st.data())
def test_a_description_that_is_there_contradicts_no_proof(found, data):
    figures = data.draw(true_figures(found))
    assert figures.met_by(*data.draw(st.sampled_from(sorted(found)))) == figures


@given(worlds(), worlds(), st.data())
def test_no_bound_lies_above_a_description_that_is_there(found, others, data):
    figures = data.draw(true_figures(found))
    errors, length = data.draw(st.sampled_from(sorted(others)))
    met = figures.met_by(errors, length)
    assert met & figures == figures
    assert met.errors <= errors
    assert met.least(errors) <= length
    assert met.fewest(length) <= errors
    assert holds(met, found | {(errors, length)}) or not holds(met, found)


def test_more_than_so_many_errors_is_not_one_more():
    figures = NOTHING.with_least(2.0, 8.0)
    assert (figures.least(2.0), figures.least(2.5)) == (8.0, 0.0)
    assert figures.fewest(7.0) == 0.0  # whatever makes 2.25 errors may be as short


# ---- the class of descriptions ----------------------------------------------------------


CLASSES = [
    DescriptionClass(*limits)
    for limits in product((1, 2, 3), (1, 2), (None, "minmax"), (1, None), (0.0, 0.5))
]


@pytest.mark.parametrize("one", CLASSES)
def test_classes_are_ordered(one):
    assert one <= one
    for other in CLASSES:
        assert (one <= other and other <= one) == (one == other)
        assert all(one <= third for third in CLASSES if one <= other and other <= third)


def test_fewer_conditions_and_a_higher_recall_are_smaller_classes():
    def axis_parallel(most, share):
        return DescriptionClass(1, 1, max_conditions=most, min_recall=share)

    assert axis_parallel(2, 0.5) <= axis_parallel(3, 0.5) <= axis_parallel(None, 0.5)
    assert axis_parallel(2, 0.8) <= axis_parallel(2, 0.5) <= AXIS_PARALLEL
    assert not axis_parallel(3, 0.8) <= axis_parallel(2, 0.5)
    assert not axis_parallel(None, 1.0) <= axis_parallel(9, 0.5)
    assert not axis_parallel(1, 0.0) <= axis_parallel(None, 0.1)


def test_fewer_polyhedra_are_a_smaller_class():
    one, two = AXIS_PARALLEL, replace(AXIS_PARALLEL, max_polyhedra=2)
    assert one <= two
    assert not two <= one
    with pytest.raises(ValueError, match="says nothing of"):
        replace(NOTHING, descriptions=one).of_smaller_class(two)


def test_neither_weights_nor_scale_matter_with_one_feature():
    assert DescriptionClass(1, 5, "minmax") == DescriptionClass(1, 1, "none") == AXIS_PARALLEL
    several = DescriptionClass(2, 1, "minmax")
    assert several >= AXIS_PARALLEL
    assert not several <= AXIS_PARALLEL
    assert not DescriptionClass(2, 1, "none") <= DescriptionClass(2, 1, "minmax")
    assert not DescriptionClass(2, 3, "none") <= DescriptionClass(2, 2, "none")


@settings(max_examples=15, deadline=None)
@given(problems(), st.data())
def test_what_is_proved_of_a_class_holds_for_smaller_ones(boxes, data):
    classes = st.builds(DescriptionClass, st.integers(1, 2), st.integers(1, 2), st.just("minmax"))
    smaller, larger = data.draw(classes), data.draw(classes)
    few, many = (Everything(boxes, c.max_terms, c.max_coefficient) for c in (smaller, larger))
    figures = Figures(larger, "complexity", many.fewest_errors())
    budgets = range(many.fewest_errors(), int(boxes.weight.sum()) + 1)
    for budget in budgets:
        figures = figures.with_least(budget, many.best(1, 0, budget))
    if not smaller <= larger:
        with pytest.raises(ValueError, match="says nothing of"):
            figures.of_smaller_class(smaller)
        return
    known = figures.of_smaller_class(smaller)
    assert known.descriptions == smaller
    assert few.fewest_errors() >= known.errors
    for budget in range(few.fewest_errors(), budgets.stop):
        assert few.best(1, 0, budget) >= known.least(budget)


def test_proofs_of_different_classes_or_objectives_are_not_combined():
    several = replace(NOTHING, descriptions=DescriptionClass(2, 1), errors=3.0)
    sparse, unknown = replace(NOTHING, objective="sparsity"), replace(NOTHING, descriptions=None)
    for one, other in [(NOTHING, several), (NOTHING, sparse), (unknown, unknown)]:
        with pytest.raises(ValueError, match="cannot be combined"):
            one & other
        with pytest.raises(ValueError, match="cannot be combined"):
            other & one
    assert (NOTHING & several.of_smaller_class(AXIS_PARALLEL)).errors == 3
    with pytest.raises(ValueError, match="says nothing of"):
        NOTHING.of_smaller_class(DescriptionClass(2, 1))
    with pytest.raises(ValueError, match="says nothing of"):
        unknown.of_smaller_class(AXIS_PARALLEL)


def test_errors_are_proved_whatever_is_made_small():
    figures = NOTHING.with_errors(1.0).with_least(2.0, 8.0).with_fewest(4.0, 1.5)
    assert figures.of_other_objective("complexity") is figures
    assert figures.of_other_objective("sparsity") == Figures(AXIS_PARALLEL, "sparsity", 1.0)


# ---- from whole units to those of the user ----------------------------------------------


WEIGHTS = [0.1, 0.25, 1 / 3, 0.7, 1.0, 1.9, 2.0]
OBJECTIVES = [(1, 0), (0.1, 0.3), (0.6, 1.15), (0.35, 0.68), (0.7, 1.35)]
FEW = 7  # whole units, so that rounding makes the heavier lighter and the longer shorter


@st.composite
def weighted_tables(draw):
    """A few rows with weights, and whatever descriptions there may be of them.

    Of each: its errors in whole units, what these weigh, and its complexity and sparsity.
    """
    weight = np.array(draw(st.lists(st.sampled_from(WEIGHTS), min_size=2, max_size=6)))
    whole, unit = whole_weights(weight, draw(st.sampled_from([FEW, 2**52])))
    rows = st.lists(st.booleans(), min_size=len(weight), max_size=len(weight))
    found = set()
    for _ in range(draw(st.integers(2, 8))):
        wrong = np.array(draw(rows))
        weighs = sum(map(decimal_or_fraction, weight[wrong].tolist()), Fraction(0))
        lengths = 2 * draw(st.integers(1, 4)), draw(st.integers(1, 3))
        found.add((int(whole[wrong].sum()), weighs, *lengths))
    return SimpleNamespace(unit=unit, weight=weight, at_least=unit.at_least), sorted(found)


@settings(max_examples=400, deadline=None)
@given(weighted_tables(), st.sampled_from(OBJECTIVES), st.sampled_from([FEW, 10**9]), st.data())
def test_what_is_proved_in_whole_units_holds_for_the_weights(table, objective, most, data):
    rows, found = table
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(goals, "LARGEST_WEIGHTS", most)
        goal, parameters = Goal.of(*objective), check(objective=objective)
        bounds = data.draw(weaker_bounds({(u, goal.weighted(0, c, s)) for u, _, c, s in found}))
        more = data.draw(st.sampled_from([0, 0, 2]))
        reported = [_reported(rows, each, bounds, more, goal, parameters) for each in found]
    worth = [decimal_or_fraction(float(weight)) for weight in objective]
    hair = Fraction(1, 10**12)  # bounds are sums of floating-point numbers
    for (result, fewest), (_, _, complexity, sparsity) in zip(reported, found, strict=True):
        own = worth[0] * complexity + worth[1] * sparsity
        for _, errors, c, s in found:
            length = worth[0] * c + worth[1] * s
            assert errors + hair >= result.error_bound
            assert length + hair >= result.bound or errors > result.max_errors
            assert errors + hair >= fewest or length > own


def _reported(rows, found, bounds, more, goal, parameters):
    """What a user is told of a description, and the fewest errors of any that is as short."""
    units, weighs, complexity, sparsity = found
    answer = Answer(
        polyhedra=(),
        values=[],
        scaling=None,
        errors=units,
        budget=units + more,
        objective=goal.weighted(0, complexity, sparsity),
        bounds=bounds,
        optimal=False,
        stop_reason=StopReason.TIME_LIMIT,
    )
    description = SimpleNamespace(complexity=complexity, sparsity=sparsity, used_columns=())
    judged = SimpleNamespace(errors=float(weighs), accuracy=0.0)
    result = result_of(rows, description, answer, judged, parameters, seconds=0.0)
    figures = figures_of(rows, answer, parameters, result.errors, result.objective)
    return result, figures.fewest(result.objective)


def test_lighter_rows_may_have_more_units_than_a_budget_that_was_rounded():
    # three rows of 0.1 have a unit each, and one of 0.35 has a unit
    unit = Unit(Fraction(1, 4), excess=Fraction(45, 100), shortfall=Fraction(1, 10))
    rows = SimpleNamespace(unit=unit, weight=[0.1, 0.1, 0.1, 0.35], at_least=unit.at_least)
    heavy, light = (1, Fraction(35, 100), 4, 1), (3, Fraction(3, 10), 2, 1)
    bounds = best_bounds({(heavy[0], heavy[2]), (light[0], light[2])})
    result, _ = _reported(rows, heavy, bounds, 0, Goal.of(1, 0), check())
    assert (result.errors, result.max_errors, result.bound) == (0.35, 0.35, 0.0)


def test_what_is_shortest_in_rounded_units_of_the_goal_may_not_be_the_shortest(monkeypatch):
    monkeypatch.setattr(goals, "LARGEST_WEIGHTS", FEW)
    goal = Goal.of(0.6, 1.15)
    one, other = (6, 1), (4, 2)  # 4.75 and 4.7, but in units of the goal 17 and 18
    assert (goal.weighted(0, *one), goal.weighted(0, *other)) == (17, 18)
    rows = SimpleNamespace(unit=Unit(), weight=None, at_least=lambda units: units)
    bounds = Bounds(0).with_least(2, 17).with_least(1, 18)
    result, fewest = _reported(
        rows, (2, Fraction(2), *one), bounds, 0, goal, check(objective=(0.6, 1.15))
    )
    assert result.bound <= 4.7 < result.objective
    assert fewest == 0  # the other one may be without errors


# ---- endings ----------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(problems(), st.integers(1, 6))
def test_what_an_interrupted_search_has_proved_holds(boxes, events):
    def listener(_event):
        nonlocal events
        events -= 1
        if events == 0:
            raise KeyboardInterrupt

    stages = AxisStages(boxes, Settings(LEAST_COMPLEXITY), Clock(10.0), listener)
    with suppress(KeyboardInterrupt):
        solve(stages)
    answer, found = stages.answer(), every(boxes)
    assert (answer.errors, answer.objective) in found
    assert holds(answer.bounds, found)
    if events <= 0:
        ending = Ending(answer.optimal, answer.stop_reason)
        assert ending.interrupted() == ending
    if answer.optimal:
        fewest = min(errors for errors, _ in found)
        assert answer.bounds.errors == fewest
        within = [complexity for errors, complexity in found if errors <= answer.budget]
        assert answer.objective == min(within)


def test_an_interrupt_neither_proves_nor_unproves():
    for optimal in (False, True):
        ending = Ending(optimal, StopReason.TIME_LIMIT).interrupted()
        assert ending == Ending(optimal, StopReason.INTERRUPTED)
    assert Ending(False, StopReason.NO_COLUMN).interrupted().status == Status.FEASIBLE


def test_the_best_for_rounded_weights_is_not_said_to_be_the_best():
    left = Ending(True, StopReason.OPTIMAL).of_rounded_weights()
    assert (left.status, left.reason) == (Status.FEASIBLE, StopReason.ROUNDED_WEIGHTS)
    stopped = Ending(False, StopReason.TIME_LIMIT)
    assert stopped.of_rounded_weights() == stopped
