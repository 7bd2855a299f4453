"""What a description costs on rows, groups and boxes, and what the paper says of that."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe import Description, Feature, HalfSpace, Kind, Polyhedron, Term
from clusterscribe.grouping import Costs, costs
from clusterscribe.grouping.cost import box_cost, group_cost, true_cost
from clusterscribe.grouping.groups import Groups
from clusterscribe.parameters import LabelledTable
from clusterscribe.search.rows.encode import encode

from ..describer.small import refusal

X1, X2 = Feature("x0", Kind.NUMBER), Feature("x1", Kind.NUMBER)


def at_most(bound, *weights):
    features = (X1, X2)
    terms = [Term(f, w) for f, w in zip(features, weights, strict=False) if w]
    return HalfSpace(tuple(terms), float(bound))


def description_of(*polyhedra, columns=("x0", "x1")):
    parts = tuple(Polyhedron(k, tuple(spaces)) for k, spaces in enumerate(polyhedra))
    return Description(columns=columns[:2], parts=parts)


def three_costs(description, rows, cluster, number):
    data = encode(LabelledTable(np.array(rows, dtype=float), cluster, features=["x0", "x1"]))
    groups = Groups(np.array(number))
    return (
        true_cost(description, data),
        group_cost(description, data, groups),
        box_cost(description, data, groups),
    )


@st.composite
def cases(draw, most=2, oblique=True):
    """Rows of two clusters in two features, groups within clusters, and any description."""
    rows = draw(st.lists(st.tuples(*[st.integers(0, 3)] * 2), min_size=3, max_size=9))
    cluster = draw(st.lists(st.integers(0, 1), min_size=len(rows), max_size=len(rows)))
    cluster[:2] = [0, 1]
    chosen = draw(st.lists(st.integers(0, 2), min_size=len(rows), max_size=len(rows)))
    number = np.unique(np.array(chosen) * 2 + np.array(cluster), return_inverse=True)[1]
    polyhedra = []
    for _ in range(2):
        spaces = []
        for _ in range(draw(st.integers(0, most))):
            weights = draw(st.tuples(st.integers(-2, 2), st.integers(-2, 2)).filter(any))
            if not oblique:
                weights = draw(st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1)]))
            spaces.append(at_most(draw(st.integers(-5, 5)) + 0.5, *weights))
        polyhedra.append(spaces)
    return description_of(*polyhedra), rows, cluster, number


@given(cases())
def test_box_cost_is_at_least_group_cost_is_at_least_true_cost(case):
    true, group, box = three_costs(*case)
    assert box >= group >= true


@given(cases(most=1, oblique=False))
def test_boxes_and_groups_cost_the_same_with_one_half_space_on_one_feature(case):
    _, group, box = three_costs(*case)
    assert box == group


@given(cases())
def test_groups_of_equal_rows_cost_what_rows_cost(case):
    description, rows, cluster, _ = case
    kinds = [(*row, own) for row, own in zip(rows, cluster, strict=True)]
    number = np.unique(np.array(kinds), axis=0, return_inverse=True)[1].ravel()
    true, group, box = three_costs(description, rows, cluster, number)
    assert true == group == box


def test_the_corner_of_a_box_sticks_out_of_an_oblique_half_space():
    # the example of the paper: (0, 1) and (1, 0) are inside x1 + x2 <= 1.5, but (1, 1) is not
    description = description_of([at_most(1.5, 1, 1)], [at_most(-1.5, -1, -1)])
    rows, cluster, number = [(0, 1), (1, 0), (2, 2)], [0, 0, 1], [0, 0, 1]
    assert three_costs(description, rows, cluster, number) == (0, 0, 2)


def test_rows_cut_off_by_different_half_spaces_are_cut_off_as_rows_but_not_as_a_box():
    # on one feature: -1 and 3 lie on both sides of 0 <= x <= 2, and the box around them
    # on all of it
    between = [at_most(2, 1), at_most(0, -1)]
    nowhere = [at_most(-9, 1)]
    description = description_of(between, nowhere)
    rows, cluster, number = [(1, 0), (-1, 0), (3, 0)], [0, 1, 1], [0, 1, 1]
    true, group, box = three_costs(description, rows, cluster, number)
    assert (true, group, box) == (2, 2, 2)  # cluster 1 is given up
    description = description_of(between, [])  # and here it holds everything
    assert three_costs(description, rows, cluster, number) == (1, 1, 3)


def on_a_line(rows, cluster, number, cost):
    """The fewest that descriptions of two clusters on one feature cost, and one of them."""
    ends = [v - 0.5 for v in sorted(set(rows))] + [max(rows) + 0.5]  # an interval may be empty
    intervals = [
        [at_most(-least, -1), at_most(most, 1)]
        for least, most in product(ends, ends)
        if least < most or least == most == ends[0]
    ]
    table = [(row, 0) for row in rows]
    data, groups = (
        encode(LabelledTable(np.array(table, dtype=float), cluster)),
        Groups(np.array(number)),
    )
    every = (description_of(a, b) for a, b in product(intervals, intervals))
    return min(((cost(d, data, groups), true_cost(d, data)) for d in every), key=lambda c: c[0])


def true(description, data, groups):
    return true_cost(description, data)


@pytest.mark.parametrize("seed", range(6))
def test_minimising_the_group_cost_costs_at_most_the_largest_group_times_the_optimum(seed):
    """The first theorem, by brute force over all pairs of intervals."""
    chance = np.random.default_rng(seed)
    rows = chance.integers(0, 4, size=7).tolist()
    cluster = [0, 1, *chance.integers(0, 2, size=5).tolist()]
    kinds = np.array(cluster) * 2 + chance.integers(0, 2, size=7)
    number = np.unique(kinds, return_inverse=True)[1]
    _, reached = on_a_line(rows, cluster, number, group_cost)
    best, _ = on_a_line(rows, cluster, number, true)
    assert reached <= np.bincount(number).max() * best


def instance_of_the_second_theorem(d1=1.0, d2=2.0, m=1):
    """Three rows of cluster 0 at the origin, and one of cluster 1 that is grouped with two."""
    zero = [0.0] * 3 + [-d2 * i for i in range(1, m + 1)]
    one = [0.0, d1, d1, *(d1 + d2 * i for i in range(1, m + 1))]
    number = [0, 0, 0, *range(1, m + 1), *[m + 1] * 3, *range(m + 2, 2 * m + 2)]
    return zero + one, [0] * len(zero) + [1] * len(one), number


def test_the_second_theorem_reaches_that_factor():
    rows, cluster, number = instance_of_the_second_theorem()
    optimum, _ = on_a_line(rows, cluster, number, true)
    grouped, _ = on_a_line(rows, cluster, number, group_cost)
    boxed, _ = on_a_line(rows, cluster, number, box_cost)
    assert (optimum, grouped, boxed) == (1, 3, 3)
    # the answer of the proof: x <= d1 for cluster 0, and x >= d1 + epsilon for cluster 1
    proof = description_of([at_most(1.0, 1)], [at_most(-1.5, -1)])
    table = [(row, 0) for row in rows]
    assert three_costs(proof, table, cluster, number) == (3, 3, 3)


def test_costs_of_a_table():
    table = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 2.0]])
    description = description_of([at_most(1.5, 1, 1)], [at_most(-1.5, -1, -1)])
    together = costs(description, table, [0, 0, 1], lambda rows: np.zeros(len(rows), dtype=int))
    assert together == Costs(0, 0, 2, groups=2, largest_group=2)
    weighted = costs(
        description, table, [0, 0, 1], lambda rows: np.zeros(len(rows), dtype=int),
        sample_weight=[0.5, 1.5, 1.0],
    )  # fmt: skip
    assert (weighted.box_cost, weighted.largest_group) == (2.0, 2.0)


def test_scaled_terms_that_fall_with_their_feature_count_from_the_other_corner():
    # 1 at 0 and 0 at 4: the sum falls as x0 grows, so that the far corner is the lower one
    falling = HalfSpace((Term(X1, 1, zero=4.0, one=0.0), Term(X2, 1)), 1.0)
    description = description_of([falling], [at_most(-9, 1)])
    rows = [(4, 1), (0, 0), (4, 9)]
    assert three_costs(description, rows, [0, 0, 1], [0, 0, 1]) == (1, 1, 3)
    assert three_costs(description, rows, [0, 0, 1], [0, 1, 2]) == (1, 1, 1)


def test_costs_are_counted_for_polyhedra_of_the_same_labels():
    table, description = np.array([[0.0, 1.0], [1.0, 0.0]]), description_of([], [])
    assert refusal(lambda: costs(description, table, ["a", "b"])) == (
        "the description has no polyhedron for the label 'a'"
    )
    assert refusal(lambda: costs(description, table, [0, 1], "auto")) == (
        "grouping must be 'adaptive', 'hierarchical', 'kmeans', 'tree' or an object, not 'auto'"
    )
