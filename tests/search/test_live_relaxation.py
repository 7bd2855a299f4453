"""The live relaxation: bounds by hand from the raw boxes, and growing changes nothing."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clusterscribe.clock import Clock
from clusterscribe.pricing.axis_parallel import AxisParallelPricer
from clusterscribe.pricing.oblique import ObliquePricer, Reach
from clusterscribe.pricing.prices import CLEARLY
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Column, Direction
from clusterscribe.progress import silent
from clusterscribe.search.columns import restricted_master as live_relaxation
from clusterscribe.search.columns.column_generation import ColumnGeneration, Effort, Step
from clusterscribe.search.columns.pool import Pool
from clusterscribe.search.columns.restricted_master import PricingProof, RestrictedMaster
from clusterscribe.search.columns.stopping import NoColumn
from clusterscribe.search.goal import FEWEST_ERRORS, Goal
from clusterscribe.search.incumbent import ColumnEncoding, Incumbent
from tests.pricing import brute_force as pricing
from tests.pricing.strategies import geometry_of
from tests.search.brute_force_oblique import Everything
from tests.search.test_oblique import GOALS, problems

QUICK = settings(max_examples=40, deadline=None)
LARGEST = 2


def shut_out(boxes):
    """For each cluster, the half-space that nobody is inside of: an answer for any budget."""
    return tuple((Column(k, Direction((0,), (1,)), -1.0),) for k in range(boxes.clusters))


def bounding(boxes, geometry):
    """For each cluster the smallest box around it, as columns of one feature."""
    for k in range(boxes.clusters):
        member = boxes.cluster == k
        for d in range(boxes.features):
            for sign in (1, -1):
                direction = Direction((d,), (sign,))
                yield Column(k, direction, float(geometry.scores(direction, k)[member].max()))


def generated(boxes, goal, budget, **options):
    """Close a relaxation over all half-spaces with up to two features."""
    geometry = geometry_of(boxes)
    pool = Pool(geometry)
    pool.add(bounding(boxes, geometry))
    pool.add(column for part in shut_out(boxes) for column in part)
    relaxation = RestrictedMaster(pool, goal, budget, **options)
    reach = Reach.of(len(geometry.varying), 2, LARGEST)
    cascade = [
        Step("one feature", AxisParallelPricer(), covers=True),
        Step("pairs", ObliquePricer(reach, reach.largest), covers=True),
    ]
    start = Incumbent(
        ColumnEncoding(geometry), shut_out(boxes), Clock(None), silent, "", (goal,), budget
    )
    generation = ColumnGeneration(relaxation, cascade, start, Effort())
    reason = generation.run(NoColumn(), Clock(None))
    return generation, reason


def has_answer(boxes, budget):
    every = Everything(boxes, 2, LARGEST)
    return every, every.fewest_errors() <= budget


@QUICK
@given(problems(), st.sampled_from(GOALS), st.integers(0, 4))
def test_the_closed_relaxation_is_at_most_the_integer_optimum(boxes, goal, budget):
    every, possible = has_answer(boxes, budget)
    assume(possible)
    # nothing better has more columns in a cluster than there are rows to cut off
    most = len(boxes)
    generation, reason = generated(boxes, goal, budget, repeats=most, uses=most * boxes.clusters)
    if reason == "no solution":  # no bounding boxes within the budget: nothing to begin with
        return
    assert generation.closed
    best = every.best(goal.complexity, goal.sparsity, budget)
    assert generation.rounds[-1].relaxation <= best + 1e-6
    proof = PricingProof(generation.least, generation.overpriced, np.full(boxes.clusters, most))
    bound = generation.relaxation.bound(generation.duals, proof)
    assert bound <= best + 1e-6
    assert bound == pytest.approx(generation.rounds[-1].relaxation, abs=1e-3)


@QUICK
@given(problems(), st.sampled_from([*GOALS, FEWEST_ERRORS]), st.integers(0, 4))
def test_bounds_are_those_of_weak_duality_computed_from_the_raw_boxes(boxes, goal, budget):
    """Every half-space there is, one by one, is priced by hand: the duals overprice none."""
    budget = None if goal.errors else budget
    repeats = uses = len(boxes) * boxes.clusters
    generation, reason = generated(boxes, goal, budget, repeats=repeats, uses=uses)
    if reason == "no solution":
        return
    duals, weight = generation.duals, boxes.weight
    for k in range(boxes.clusters):
        assert least_reduced_cost(boxes, generation, k) >= -3 * CLEARLY
    bound = duals.false_positive.sum() - duals.error * (budget or 0)
    for i in range(len(boxes)):
        pays = weight[i] * (goal.errors + duals.error)
        gains = duals.false_positive[:, i].sum() + repeats * duals.false_negative[i]
        if budget != 0:
            bound += min(0.0, pays - gains)
    if goal.sparsity:
        for d in range(boxes.features):
            bound += min(0.0, goal.sparsity - uses * duals.feature_use[d])
    proof = PricingProof(generation.least, generation.overpriced, np.full(boxes.clusters, 1))
    assert generation.relaxation.bound(duals, proof) == pytest.approx(bound, abs=1e-4)
    assert bound == pytest.approx(duals.value, abs=1e-4)


def least_reduced_cost(boxes, generation, cluster):
    relaxation, duals = generation.relaxation, generation.duals
    member, most = boxes.cluster == cluster, relaxation.largest_cut(cluster)
    prices = generation.prices(cluster)
    least = np.inf
    for terms, largest in ((1, 1), (2, LARGEST)):
        for direction in pricing.directions(pricing.varying(boxes), terms, largest):
            held = pricing.values(boxes, prices, direction)
            for bound in pricing.bounds(boxes, prices, direction):
                outside = held > bound
                if boxes.weight[member & outside].sum() > most:
                    continue
                cost = relaxation.goal.complexity * (terms + 1)
                cost += sum(duals.feature_use[d] for d in direction[0])
                cost -= duals.false_positive[cluster][outside & ~member].sum()
                cost += duals.false_negative[outside & member].sum()
                least = min(least, cost)
    return least


class Watched:
    """A pricer that holds every column it returns against the raw boxes."""

    def __init__(self, pricer, boxes):
        self.pricer, self.boxes, self.count = pricer, boxes, 0

    def price(self, geometry, many, clock):
        found = self.pricer.price(geometry, many, clock)
        for prices, priced in zip(many, found, strict=True):
            for column in priced.columns:
                cost = pricing.cost_of_column(self.boxes, prices, column)
                assert cost is not None
                # what rounding leaves open counts in favour of a column, as it has to for a proof
                assert prices.reduced_cost(geometry, column) < 0
                direction = column.direction.features, column.direction.weights
                assert cost < 0 or not pricing.is_certain(self.boxes, prices, direction)
                self.count += 1
        return found


@QUICK
@given(problems(boxes=True), st.sampled_from([*GOALS, FEWEST_ERRORS]), st.integers(0, 4))
def test_every_column_that_enters_has_a_negative_reduced_cost(boxes, goal, budget):
    geometry = geometry_of(boxes)
    pool = Pool(geometry)
    pool.add(bounding(boxes, geometry))
    pool.add(column for part in shut_out(boxes) for column in part)
    before = len(pool)
    relaxation = RestrictedMaster(pool, goal, None if goal.errors else budget)
    reach = Reach.of(len(geometry.varying), 2, LARGEST)
    pricers = [
        Watched(AxisParallelPricer(), boxes),
        Watched(ObliquePricer(reach, reach.largest), boxes),
    ]
    start = Incumbent(ColumnEncoding(geometry), shut_out(boxes), Clock(None), silent, "", (goal,))
    steps = [Step("", pricer, covers=True) for pricer in pricers]
    generation = ColumnGeneration(relaxation, steps, start, Effort())
    generation.run(NoColumn(), Clock(None))
    assert len(pool) - before <= sum(pricer.count for pricer in pricers)
    values = [last.relaxation for last in generation.rounds]
    assert all(later <= sooner + 1e-6 for sooner, later in pairwise(values))


@QUICK
@given(problems(boxes=True), st.sampled_from([*GOALS, FEWEST_ERRORS]), st.integers(0, 4))
def test_one_column_at_a_time_is_as_good_as_all_at_once(boxes, goal, budget):
    budget = None if goal.errors else budget
    generation, reason = generated(boxes, goal, budget)
    if reason == "no solution":
        return
    geometry = geometry_of(boxes)
    columns = [c for part in generation.relaxation.pool.columns for c in part]
    at_once, growing = Pool(geometry), Pool(geometry)
    at_once.add(columns)
    whole = RestrictedMaster(at_once, goal, budget)
    whole.add_new_columns()
    live = RestrictedMaster(growing, goal, budget)
    for column in columns:
        growing.add([column])
        live.add_new_columns()
        live.solve(60.0)
    expected = whole.solve(60.0)
    assert live.solve(60.0).value == pytest.approx(expected.value, abs=1e-6)
    assert generation.rounds[-1].relaxation == pytest.approx(expected.value, abs=1e-6)


@QUICK
@given(problems(), st.sampled_from([*GOALS, FEWEST_ERRORS]), st.integers(0, 4))
def test_rows_that_come_late_change_nothing(boxes, goal, budget):
    budget = None if goal.errors else budget
    eager, reason = generated(boxes, goal, budget)
    if reason == "no solution":
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live_relaxation, "FEW_ROWS", 0)
        patch.setattr(live_relaxation, "FIRST_ROWS", 1)
        patch.setattr(live_relaxation, "MOST_NEW_ROWS", 1)
        lazy, _ = generated(boxes, goal, budget)
    expected = eager.rounds[-1].relaxation
    assert lazy.rounds[-1].relaxation == pytest.approx(expected, abs=1e-5)
    assert lazy.relaxation.rows <= eager.relaxation.rows


@pytest.fixture
def line(rows):
    """Four rows in a line, the two in the middle of cluster 0, and noise at both ends."""
    boxes = rows([0, 1, 2, 3], [-1, 0, 0, -1])
    pool = Pool(geometry_of(boxes))
    pool.add([Column(0, Direction((0,), (1,)), 2.0), Column(0, Direction((0,), (-1,)), 2.0)])
    return pool


def test_two_bounds_cost_four(line):
    relaxation = RestrictedMaster(line, Goal(complexity=1), 0)
    relaxation.add_new_columns()
    duals = relaxation.solve(60.0)
    assert duals.value == pytest.approx(4.0)
    assert duals.false_positive[0].tolist() == pytest.approx([2, 0, 0, 2])
    proof = PricingProof(np.zeros(1), np.ones(1), np.ones(1, dtype=np.int64))
    assert relaxation.bounds_by_cluster(duals, proof).tolist() == pytest.approx([4])


def test_overpriced_columns_scale_a_bound_down(line):
    relaxation = RestrictedMaster(line, Goal(complexity=1), 0)
    relaxation.add_new_columns()
    duals = relaxation.solve(60.0)
    proof = PricingProof(np.full(1, -2.0), np.full(1, 2.0), np.ones(1, dtype=np.int64))
    assert relaxation.bound(duals, proof) == pytest.approx(2.0)


def test_an_allowed_error_saves_one_bound(line):
    relaxation = RestrictedMaster(line, Goal(complexity=1), 1)
    relaxation.add_new_columns()
    duals = relaxation.solve(60.0)
    assert duals.value == pytest.approx(2.0)
    assert duals.error == pytest.approx(2.0)


def test_both_bounds_are_on_one_feature(line):
    relaxation = RestrictedMaster(line, Goal(sparsity=1), 0)
    relaxation.add_new_columns()
    assert relaxation.solve(60.0).value == pytest.approx(2.0)  # each use counted
    relaxation.allow_repeats(1, 2)
    duals = relaxation.solve(60.0)
    assert duals.value == pytest.approx(1.0)  # the feature once for two uses
    assert duals.feature_use.tolist() == pytest.approx([0.5])


def test_how_often_a_member_is_cut_off_can_be_said_later(rows):
    # two columns each cut off the same member and one of the others
    boxes = rows([[1, 1], [2, 0], [0, 2], [0, 0]], [0, -1, -1, 0])
    pool = Pool(geometry_of(boxes))
    pool.add(Column(0, Direction((d,), (1,)), 0.0) for d in range(2))
    relaxation = RestrictedMaster(pool, FEWEST_ERRORS, None)
    relaxation.add_new_columns()
    assert relaxation.solve(60.0).value == pytest.approx(2.0)
    relaxation.allow_repeats(2, 1)
    assert relaxation.solve(60.0).value == pytest.approx(1.0)


def test_without_a_solution_there_are_no_duals(line):
    relaxation = RestrictedMaster(line, Goal(complexity=1), 0)  # nothing covers the noise yet
    assert relaxation.solve(60.0) is None
    assert relaxation.infeasible
    relaxation.add_new_columns()
    assert relaxation.solve(60.0) is not None
    assert not relaxation.infeasible


@QUICK
@given(problems())
def test_with_no_errors_each_cluster_has_a_bound_of_its_own(boxes):
    _, possible = has_answer(boxes, 0)
    assume(possible)
    generation, reason = generated(boxes, GOALS[0], 0)
    if reason == "no solution":
        return
    proof = PricingProof(
        generation.least, generation.overpriced, np.ones(boxes.clusters, dtype=np.int64)
    )
    bounds = generation.relaxation.bounds_by_cluster(generation.duals, proof)
    every = Everything(boxes, 2, LARGEST)
    chosen = tuple(range(boxes.features))
    for k in range(boxes.clusters):
        shortest = every._lengths(k, chosen)[0]
        assert bounds[k] <= shortest + 1e-6
    assert bounds.sum() == pytest.approx(generation.rounds[-1].relaxation, abs=1e-3)
    assert least_of(generation, boxes) >= -3 * CLEARLY  # also of those that closed early


def least_of(generation, boxes):
    return min(least_reduced_cost(boxes, generation, k) for k in range(boxes.clusters))


@pytest.mark.parametrize(("at_best", "value"), [(True, 0.0), (False, 1.0)])
def test_a_guide_relies_on_nothing_that_rounding_leaves_open(at_best, value):
    # in the direction (-1, 1) the outsider lies a hair beyond the last member
    rows = np.array([[0.0, 0.0], [1.0, 1.0], [0.5, np.nextafter(0.5, 1)], [1.0, 0.5]])
    boxes = Boxes.from_rows(rows, np.array([0, 0, 1, 0]), 2)
    geometry = geometry_of(boxes)
    pool = Pool(geometry)
    direction = Direction((0, 1), (-1, 1))
    pool.add([Column(0, direction, geometry.noise(direction))])
    pool.add(bounding(boxes, geometry))
    relaxation = RestrictedMaster(pool, FEWEST_ERRORS, None, at_best=at_best)
    relaxation.add_new_columns()
    assert relaxation.solve(60).value == pytest.approx(value)
