"""Splitting groups at the bounds of an answer, and dropping what the rows do not need."""

import numpy as np

from clusterscribe.grouping.groups import Groups
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Column, Direction, Geometry, moved, ranges_of
from clusterscribe.problem.ranks import rank
from clusterscribe.search.rows.cutting import Cutting, split


def at_most(cluster, rank_inside, feature=0):
    return Column(cluster, Direction((feature,), (1,)), float(rank_inside))


def at_least(cluster, rank_inside, top, feature=0):
    return Column(cluster, Direction((feature,), (-1,)), float(top - rank_inside))


def geometry_of(values, cluster):
    values = np.array(values, dtype=float).reshape(len(values), -1)
    boxes = Boxes.from_rows(values, np.array(cluster), 2)
    return Geometry.unscaled(boxes, rank(boxes)[0])


def test_a_group_is_split_at_the_bounds_that_pass_through_it_be_it_right_or_wrong():
    geometry = geometry_of(range(8), [0] * 4 + [1] * 4)
    answer = ((at_most(0, 0),), (at_least(1, 5, top=7),))  # x <= 0, x >= 5: not at the medians
    groups = Groups(np.array([0, 0, 0, 0, 1, 1, 1, 1]))
    cutting = Cutting.of(geometry, answer)
    for wrong in ([True, True], [False, False]):
        finer = split(groups, cutting, np.array(wrong))
        parts = {tuple(np.flatnonzero(finer.number == n).tolist()) for n in range(len(finer))}
        assert parts == {(0,), (1, 2, 3), (4,), (5, 6, 7)}


def test_a_group_that_is_wrong_as_a_box_alone_is_halved():
    # both rows are inside x0 + x1 <= 1, and a corner of their box is not
    geometry = geometry_of([(0, 1), (1, 0), (2, 2)], [0, 0, 1])
    answer = ((Column(0, Direction((0, 1), (1, 1)), 1.5),), (at_least(1, 2, top=2),))
    groups = Groups(np.array([0, 0, 1]))
    cutting = Cutting.of(geometry, answer)
    assert split(groups, cutting, np.array([True, False])).number.tolist() == [0, 1, 2]
    assert split(groups, cutting, np.array([False, False])).number.tolist() == [0, 0, 1]


def test_columns_that_the_rows_do_not_need_are_dropped_and_no_others():
    geometry = geometry_of(range(4), [0, 0, 1, 1])
    needed = ((at_most(0, 1),), (at_least(1, 2, top=3),))
    idle = (at_least(0, 0, top=3), at_most(0, 2))
    answer = (needed[0] + idle, needed[1])
    cutting = Cutting.of(geometry, answer)
    assert cutting.errors == 0
    assert cutting.without_idle() == needed


def test_a_column_that_does_harm_is_dropped():
    geometry = geometry_of(range(4), [0, 0, 1, 1])
    needed = ((at_most(0, 1),), (at_least(1, 2, top=3),))
    harmful = (needed[0] + (at_most(0, 0, feature=0),), needed[1])
    assert Cutting.of(geometry, harmful).errors == 1
    assert Cutting.of(geometry, harmful).without_idle() == needed


def test_a_bound_moves_to_other_values_and_nobody_changes_sides():
    corners, rows = [np.array([0.0, 2.0, 5.0])], [np.array([0.0, 1.0, 2.0, 3.0, 5.0])]
    # below 5, where groups know 0 and 2, and rows have 3 as well
    assert moved(((at_most(0, 1),),), corners, rows) == ((at_most(0, 3),),)
    # from 2 on
    assert moved(((at_least(0, 1, top=2),),), corners, rows) == ((at_least(0, 2, top=4),),)
    # below 3, where groups know 2 as the last
    assert moved(((at_most(0, 2),),), rows, corners) == ((at_most(0, 1),),)
    # a cluster that was given up stays so
    assert moved(((at_most(0, -1),),), corners, rows) == ((at_most(0, -1),),)


def test_columns_of_one_feature_are_ranges():
    ranges = ranges_of(((at_most(0, 1), at_most(0, 3)), (at_least(1, 2, top=4),)), np.array([5]))
    assert (ranges.low.tolist(), ranges.high.tolist()) == ([[0], [2]], [[1], [4]])
