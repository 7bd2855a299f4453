"""Several polyhedra per cluster: answers as boxes, what is dropped, and what is found."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import InputError, Polyhedron, Union, describe, frontier
from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import (
    Column,
    Direction,
    Geometry,
    assembled,
    by_owner,
    owners_of,
    with_part,
)
from clusterscribe.problem.ranks import rank
from clusterscribe.progress import silent
from clusterscribe.proof import DescriptionClass
from clusterscribe.search.columns.column_stages import ColumnStages
from clusterscribe.search.goal import LEAST_COMPLEXITY, LEAST_SPARSITY
from clusterscribe.search.settings import Settings
from clusterscribe.search.unions.few_unions import FewUnions
from clusterscribe.search.unions.losses import losses, shortened
from clusterscribe.search.unions.slots import in_slots, out_of_slots
from clusterscribe.search.unions.union_encoding import UnionEncoding
from clusterscribe.search.unions.union_stages import Beginning, UnionStages

SQUARE = np.array([[x, y] for x in range(6) for y in range(6)], dtype=float)
CHESS = ((SQUARE[:, 0] < 3) ^ (SQUARE[:, 1] < 3)).astype(int)


def column(cluster, feature, sign, bound):
    return Column(cluster, Direction((feature,), (sign,)), float(bound))


def encoding_of(values, cluster, polyhedra=2):
    boxes = Boxes.from_rows(np.array(values, dtype=float), np.array(cluster), max(cluster) + 1)
    ranks, _ = rank(boxes)
    return UnionEncoding(Geometry.unscaled(boxes, ranks), polyhedra, is_axis=True)


parts = st.lists(
    st.tuples(st.integers(0, 1), st.sampled_from([1, -1]), st.integers(0, 4)),
    min_size=1,
    max_size=3,
    unique_by=lambda bound: bound[:2],
)


@st.composite
def answers(draw):
    """One or two polyhedra for each of two clusters, over six ranks of two features."""
    return assembled(
        (cluster, tuple(sorted(column(cluster, *bound) for bound in draw(parts))))
        for cluster in (0, 1)
        for _ in range(draw(st.integers(1, 2)))
    )


def is_possible(part):
    """Whether a box holds any rank: bounds count inwards from either side."""
    for feature in (0, 1):
        ends = {c.direction.weights[0]: c.bound for c in part if c.features == (feature,)}
        if 1 in ends and -1 in ends and 5 - ends[-1] > ends[1]:
            return False
    return True


@given(answers())
def test_boxes_in_slots_are_the_same_polyhedra(answer):
    sizes = np.array([6, 6])
    again = out_of_slots(in_slots(answer, 2, sizes), 2)
    for cluster, known in by_owner(answer).items():
        held = [part for part in known if is_possible(part)]
        if held:
            assert by_owner(again)[cluster] == held


@given(answers())
def test_errors_are_counted_row_by_row(answer):
    encoding = encoding_of(SQUARE, CHESS)
    owners = owners_of(answer)
    wrong = 0
    for row, own in zip(SQUARE, CHESS, strict=True):
        inside = set()
        for owner, part in zip(owners, answer, strict=True):
            turned = [(c, row[c.features[0]]) for c in part]
            ranks = [v if c.direction.weights[0] > 0 else 5 - v for c, v in turned]
            if all(v <= c.bound for (c, _), v in zip(turned, ranks, strict=True)):
                inside.add(owner)
        wrong += inside != {own}
    assert encoding.errors(answer) == encoding.geometry.errors(answer) == wrong


@given(answers(), st.sampled_from([LEAST_COMPLEXITY, LEAST_SPARSITY]))
def test_what_is_dropped_costs_no_more_than_it_may(answer, goal):
    encoding = encoding_of(SQUARE, CHESS)
    budget = encoding.errors(answer)
    short = shortened(encoding, answer, goal, budget, Clock(None))
    assert encoding.errors(short) <= budget
    assert encoding.value(goal, short, 0) <= encoding.value(goal, answer, 0)
    assert set(owners_of(short)) == {0, 1}
    for shorter in losses(short):  # and nothing that is left is idle
        saved = encoding.value(goal, shorter, 0) < encoding.value(goal, short, 0)
        assert not saved or encoding.errors(shorter) > budget


def test_a_polyhedron_without_conditions_is_all_that_a_cluster_needs():
    one, other = (column(0, 0, 1, 2),), (column(0, 0, -1, 2),)
    theirs = (column(1, 1, 1, 2),)
    answer = (one, other, theirs)
    assert owners_of(answer) == [0, 0, 1]
    assert with_part(answer, 0, ()) == ((), theirs)
    assert owners_of(((), theirs)) == [0, 1]
    assert owners_of((one, other, ())) == [0, 0, 1]


def test_polyhedra_that_hold_none_of_their_rows_are_left_out():
    encoding = encoding_of(SQUARE, CHESS)
    nowhere = (column(0, 0, 1, -1),)
    home = (column(0, 0, 1, 2), column(0, 1, 1, 2))
    assert encoding.normal((home, nowhere, ())) == (home, ())
    assert encoding.normal((nowhere, ())) == (nowhere, ())  # the only one of its cluster stays


def test_a_chessboard_needs_two_polyhedra_for_each_colour():
    description, result = describe(SQUARE, CHESS, max_polyhedra=2)
    assert (result.errors, result.complexity, result.status) == (0, 16, "optimal")
    assert all(isinstance(part, Union) for part in description.parts)
    assert "with at most 2 polyhedra per cluster" in description.to_text().replace("\n ", "")


def test_a_union_appears_only_where_it_pays():
    labels = np.where(SQUARE[:, 0] < 3, "left", "right")
    one, of_one = describe(SQUARE, labels)
    two, of_two = describe(SQUARE, labels, max_polyhedra=2)
    assert one.parts == two.parts
    assert (of_one.complexity, of_two.status) == (of_two.complexity, "optimal")
    hole = np.where((SQUARE[:, 0] == 2) & (SQUARE[:, 1] == 2), "hole", "rest")
    description, result = describe(SQUARE, hole, max_polyhedra=4)
    assert (result.errors, result.complexity) == (0, 16)
    assert isinstance(description.polyhedra["hole"], Polyhedron)
    assert len(description.polyhedra["rest"].polyhedra) == 4


@pytest.mark.slow
def test_more_polyhedra_are_never_worse_and_no_more_than_asked_for():
    random = np.random.default_rng(3)
    table, labels = random.random((60, 3)).round(2), random.integers(0, 2, 60)
    found = [
        describe(table, labels, max_polyhedra=most, max_conditions=2, error_slack=0, time_limit=4)
        for most in (1, 2, 3)
    ]
    errors = [result.errors for _, result in found]
    assert errors == sorted(errors, reverse=True)
    for most, (description, result) in enumerate(found, start=1):
        assert all(len(getattr(part, "polyhedra", (1,))) <= most for part in description.parts)
        assert result.error_bound <= result.errors


@pytest.mark.slow
@settings(max_examples=5)
@given(st.integers(0, 2**16))
def test_slanted_unions_are_no_worse_than_their_starts(seed):
    random = np.random.default_rng(seed)
    table = random.random((80, 2)).round(2)
    total = table.sum(axis=1)
    labels = ((total < 0.6) | (total > 1.4)).astype(int)
    options = {"max_errors": None, "error_slack": 0, "time_limit": 6}
    slanted = describe(table, labels, max_terms=2, max_polyhedra=2, **options)[1]
    single = describe(table, labels, max_terms=2, **options)[1]
    assert slanted.errors <= single.errors
    assert slanted.error_bound <= slanted.errors


@settings(max_examples=10)
@given(st.integers(0, 2**16), st.integers(1, 3))
def test_best_responses_of_few_conditions_lead_to_better_answers(seed, conditions):
    random = np.random.default_rng(seed)
    encoding = encoding_of(random.integers(0, 5, (40, 3)), [0, 1, *random.integers(0, 2, 38)])
    ranks = encoding.geometry.ranks
    search = FewUnions(ranks, conditions, polyhedra=2, jobs=1, seed=0)
    start = ((column(0, 0, 1, 0),), (column(1, 0, -1, 0),))
    found = list(search.improved(start, Clock(5)))
    errors = [encoding.errors(answer) for answer in (start, *found)]
    assert errors == sorted(errors, reverse=True)
    assert all(len(part) <= conditions for answer in found for part in answer)
    assert all(len(parts) <= 2 for answer in found for parts in by_owner(answer).values())


def test_points_of_a_frontier_have_unions_where_they_pay():
    points = frontier(SQUARE, CHESS, max_polyhedra=2, min_recall=0, time_limit=20).points
    assert (points[0].errors, points[0].complexity) == (0, 16)
    assert all(point.proved for point in points)
    lengths = [point.complexity for point in points]
    assert lengths == sorted(lengths, reverse=True)


@pytest.mark.parametrize("most", [0, -1, 1.5, True, "2", None])
def test_another_number_of_polyhedra_is_refused(most):
    with pytest.raises(InputError, match="max_polyhedra must be a whole number of at least 1"):
        describe(SQUARE, CHESS, max_polyhedra=most)


def test_more_polyhedra_than_rows_are_as_many_as_rows():
    chance = np.random.default_rng(0)
    rows, labels = chance.integers(0, 5, (12, 2)), np.arange(12) % 2
    (few, as_many), (many, result) = (
        describe(rows, labels, max_polyhedra=most, time_limit=20) for most in (6, 1000)
    )
    assert as_many.status == result.status == "optimal"
    assert few.parts == many.parts


def test_counting_demands_no_more_of_sums_than_one_condition(rows):
    """One feature a condition needs two of them where a slanting one is enough."""
    low, high = [[0, 4], [1, 3], [3, 1], [4, 0]], [[1, 4], [2, 3], [4, 1], [3, 2]]
    boxes, asked = rows([*low, *high], [0] * 4 + [1] * 4), Settings(LEAST_COMPLEXITY, jobs=1)
    columns = ColumnStages(boxes, asked, DescriptionClass(2, 1, "none"), Clock(60.0), silent)
    single = Beginning(columns.geometry, columns.axis)
    plain = UnionStages(single, asked, Clock(60.0), silent)
    sums = UnionStages(replace(single, columns=columns), asked, Clock(60.0), silent)
    assert plain.quick_bound(0) == 8
    assert sums.quick_bound(0) == 4  # and a + b <= 4 with a + b >= 5 has 6
