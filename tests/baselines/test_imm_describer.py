"""IMM and ExKMC: examples worked by hand, and brute force that follows the papers to the letter."""

import itertools
import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.utils.estimator_checks import parametrize_with_checks

from clusterscribe.baselines.trees.threshold_tree import Growth, Leaf, Split
from clusterscribe.baselines.trees.tree_describers import IMMDescriber, imm_tree
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.centres import Centres, Places
from clusterscribe.problem.imm import cheapest_split, expand, separate_centres

from ..describer.small import refusal
from ..describer.test_estimator import EXPECTED_FAILURES
from .trees import clusters_of, encoded, fitted, leaves, tables

LINE = np.array([[1.0], [2.0], [4.0], [5.0], [8.0], [9.0]])


@parametrize_with_checks([IMMDescriber()], expected_failed_checks=lambda _: EXPECTED_FAILURES)
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


def test_parameters_may_be_given_by_position():
    parameters = IMMDescriber(3, 0, -1, "ignore").get_params()
    assert parameters == {
        "max_leaves": 3,
        "random_state": 0,
        "noise_label": -1,
        "noise": "ignore",
        "features": None,
        "exclude": None,
    }


def test_three_groups_in_a_line():
    model = fitted(IMMDescriber(), LINE, ["a", "a", "b", "b", "c", "c"])
    # both cuts are without mistakes, and the lower one is taken first
    assert leaves(model) == {"a": [["x0 <= 3"]], "b": [["3 < x0 <= 7"]], "c": [["x0 > 7"]]}
    # the path to c also has x0 > 3, and that counts
    assert len(model.description_.polyhedra["c"].half_spaces) == 2
    assert model.result_.complexity == 2 + 4 + 4
    assert model.result_.statistics == {"objective": "errors", "leaves": 3, "depth": 2, "nodes": 5}


def test_the_cut_with_the_fewest_mistakes_is_taken_and_its_mistakes_are_dropped():
    # centres: a (1, 2), b (5, 2), c (3, 12). Of the cuts that separate centres, y <= 7 parts
    # nobody from home, while every cut in x leaves one row of c on the wrong side
    rows = [[0, 2], [2, 2], [4, 2], [6, 2], [1, 12], [5, 12]]
    model = fitted(IMMDescriber(), rows, list("aabbcc"))
    assert leaves(model)["c"] == [["x1 >= 8"]]
    assert leaves(model)["a"][0][0] == "x1 <= 7"
    assert model.result_.errors == 0


def test_a_row_beyond_the_next_centre_is_a_mistake_and_stays_one():
    # means: a 2.5, b 8; any cut between them leaves the row of a at 9 with b
    rows = [[0.0], [0.0], [1.0], [9.0], [7.0], [8.0], [9.0]]
    model = fitted(IMMDescriber(), rows, list("aaaabbb"))
    assert leaves(model) == {"a": [["x0 <= 5"]], "b": [["x0 > 5"]]}
    assert model.result_.errors == 1


def test_clusters_with_one_mean_share_a_leaf_named_after_the_heavier_one():
    rows = [[0.1], [0.3], [0.2], [0.2], [0.2], [0.9]]
    model = fitted(IMMDescriber(), rows, list("aabbbc"))
    assert leaves(model)["a"] == []
    assert len(leaves(model)["b"]) == 1
    assert model.result_.errors == 2


def test_noise_takes_no_part_and_counts():
    labels = [0, 0, -1, 1, 1, 1]
    model = fitted(IMMDescriber(noise_label=-1), LINE, labels)
    assert model.result_.errors == 1
    assert model.description_.errors(LINE, labels) == 1
    alone = fitted(IMMDescriber(noise_label=-1), LINE, [0, 0, 0, 0, 0, -1])
    assert leaves(alone) == {0: [[]]}


def test_more_leaves_than_clusters_bring_rows_home():
    # means (7/3, 7/3) and (26/3, 26/3): each cut between them has a mistake, x <= 4 the row
    # (7, 0), which is much nearer to its own mean; a third leaf brings it home
    rows = [[0.0, 0.0], [7.0, 0.0], [0.0, 7.0], [10.0, 10.0], [6.0, 10.0], [10.0, 6.0]]
    few = fitted(IMMDescriber(), rows, list("aaabbb"))
    assert leaves(few) == {"a": [["x0 <= 4"]], "b": [["x0 > 4"]]}
    assert few.result_.errors == 1
    more = fitted(IMMDescriber(max_leaves=3), rows, list("aaabbb"))
    assert leaves(more) == {
        "a": [["x0 <= 4"], ["x0 > 4", "x1 <= 3"]],
        "b": [["x0 > 4", "x1 > 3"]],
    }
    assert (more.result_.errors, more.result_.complexity) == (0, 6 + 4)


def test_a_tree_stops_growing_where_nothing_is_saved():
    model = fitted(IMMDescriber(max_leaves=6), LINE, list("aabbcc"))
    assert model.result_.statistics["leaves"] == 3


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        (
            {"max_leaves": "all"},
            "max_leaves must be an integer of at least the number of clusters, or None for "
            "one leaf per cluster, not 'all'",
        ),
        (
            {"max_leaves": 2},
            "max_leaves is 2, but each of the 3 clusters of the table needs a leaf: use "
            "max_leaves=3 or more, or None",
        ),
        (
            {"random_state": -1},
            "random_state must be a whole number of at least 0, a numpy RandomState or None, "
            "not -1",
        ),
        ({"noise": None}, "noise must be 'outside' or 'ignore', not None"),
    ],
    ids=str,
)
def test_wrong_parameters_are_refused_in_one_sentence(parameters, sentence):
    assert refusal(lambda: IMMDescriber(**parameters).fit(LINE, [0, 0, 1, 1, 2, 2])) == sentence


def algorithm_1(rows, labels):
    """Follow the paper to the letter, in fractions; the clusters of the leaves, left to right.

    Each leaf comes with the rows that are still at home in it. Then the cuts, parents first and
    left before right: the feature and the two means next to the threshold.
    """
    centres = {
        y: [Fraction(sum(column), len(column)) for column in zip(*members, strict=True)]
        for y in set(labels)
        for members in [[x for x, own in zip(rows, labels, strict=True) if own == y]]
    }

    def build(js):
        at_node = sorted({labels[j] for j in js})
        best = None
        for i in range(len(rows[0])) if len(at_node) > 1 else ():
            places = {rows[j][i] for j in js} | {centres[y][i] for y in at_node}
            low, high = min(centres[y][i] for y in at_node), max(centres[y][i] for y in at_node)
            for theta in sorted(p for p in places if low <= p < high):
                wrong = {j for j in js if (rows[j][i] <= theta) != (centres[labels[j]][i] <= theta)}
                if best is None or len(wrong) < len(best[0]):
                    best = wrong, i, theta
        if best is None:
            return [(tuple(at_node), js)]
        wrong, i, theta = best
        means = [centres[y][i] for y in at_node]
        cuts.append((i, max(m for m in means if m <= theta), min(m for m in means if m > theta)))
        left = [j for j in js if rows[j][i] <= theta and j not in wrong]
        right = [j for j in js if rows[j][i] > theta and j not in wrong]
        return build(left) + build(right)

    cuts = []
    return build(list(range(len(rows)))), cuts


def cuts_of(tree):
    """Cuts of a tree, parents first and left before right."""
    stack = [0]
    while stack:
        node = tree.nodes[stack.pop()]
        if isinstance(node, Split):
            yield node.cut
            stack += [node.right, node.left]


@st.composite
def small_instances(draw, most_columns=3):
    columns = draw(st.integers(1, most_columns))
    cell = st.integers(0, draw(st.sampled_from([1, 4, 9])))
    rows = draw(
        st.lists(st.lists(cell, min_size=columns, max_size=columns), min_size=2, max_size=12)
    )
    labels = draw(st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows)))
    labels[:2] = [0, 1]
    return rows, labels


@given(small_instances(), st.sampled_from([1, 1.0, 0.1, 1e-3]))
def test_the_tree_is_that_of_the_published_algorithm(instance, unit):
    rows, labels = instance
    data = encoded(np.array(rows) * unit, labels)
    codes = [data.clusters.labels.index(label) for label in labels]
    growth = Growth(data)
    separate_centres(growth, Places.of(Centres.of(data.boxes), growth.ranks))
    ours = [cluster for cluster, _ in growth.tree.paths()]
    expected, means = algorithm_1(rows, codes)
    assert len(ours) == len(expected)
    found = clusters_of(growth.tree, list(unit * np.array(rows, dtype=float).T))
    right = set()
    for cluster, (names, at_home) in zip(ours, expected, strict=True):
        assert cluster in names or not names
        assert all(found[j] == cluster for j in at_home)
        right |= {j for j in at_home if codes[j] == cluster}
    assert {j for j, own in enumerate(codes) if found[j] == own} == right
    for cut, (feature, left, right) in zip(cuts_of(growth.tree), means, strict=True):
        assert cut.feature == feature
        if isinstance(unit, int):  # x <= 1 says the same as x <= 1.5, and x < 2
            assert cut.low < right
            assert left < cut.high
        else:
            assert float(left) * unit <= cut.low < float(right) * unit


def by_hand(ranks, distances):
    """The cost of the cheapest split, tried one by one."""
    costs = []
    for column in ranks:
        for split in sorted(set(column))[1:]:
            halves = [np.flatnonzero(column < split), np.flatnonzero(column >= split)]
            costs.append(
                sum(
                    min(distances[half, c].sum() for c in range(distances.shape[1]))
                    for half in halves
                )
            )
    return min(costs, default=None)


@given(small_instances(), st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_an_expansion_is_the_cheapest_of_all_splits(instance, clusters, seed):
    ranks = np.array(instance[0], dtype=np.int32).T
    distances = np.random.default_rng(seed).integers(0, 9, (ranks.shape[1], clusters)).astype(float)
    best = cheapest_split(ranks, distances, slack=0.0)
    if (expected := by_hand(ranks, distances)) is None:
        assert best is None
        return
    is_left = ranks[best.feature] < best.split
    assert best.cost == expected
    assert distances[is_left, best.left].sum() + distances[~is_left, best.right].sum() == expected


def surrogate_cost(growth, distances):
    return sum(distances[growth.rows(leaf), growth.cluster(leaf)].sum() for leaf in growth.leaves)


@given(tables())
def test_costs_never_rise_with_more_leaves(table):
    data = encoded(*table)
    centres = Centres.of(data.boxes)
    distances = centres.squared_distances()
    growth = Growth(data)
    separate_centres(growth, Places.of(centres, growth.ranks))
    costs = [surrogate_cost(growth, distances)]
    for most in range(len(growth.leaves) + 1, 12):
        expand(growth, distances, most)
        assert len(growth.leaves) <= most
        costs.append(surrogate_cost(growth, distances))
    assert all(later <= earlier for earlier, later in itertools.pairwise(costs))
    nearest = distances.min(axis=1).sum()
    assert costs[-1] >= nearest * (1 - 1e-9)


@given(tables(), st.integers(0, 4), st.data())
def test_weights_are_repeated_rows(table, extra, data):
    table, labels = table
    times = data.draw(st.lists(st.integers(1, 3), min_size=len(labels), max_size=len(labels)))
    again = table.loc[np.repeat(table.index, times)].reset_index(drop=True)
    most = len(set(labels)) + extra
    weighted = imm_tree(encoded(table, labels, weights=times), most)
    repeated = imm_tree(encoded(again, np.repeat(labels, times)), most)
    assert weighted == repeated


@given(tables(), st.integers(0, 6))
def test_leaves_are_as_many_as_asked_for_and_cover_everything(table, extra):
    table, labels = table
    data = encoded(table, labels)
    most = len(set(labels)) + extra
    tree = imm_tree(data, most)
    assert tree.leaves <= most
    assert all(node.cluster >= 0 for node in tree.nodes if isinstance(node, Leaf))


@given(tables(most_clusters=3), st.none() | st.integers(3, 6))
def test_what_is_described_is_what_the_tree_says(table, max_leaves):
    table, labels = table
    model = IMMDescriber(max_leaves, noise_label=2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # hints about such tables have tests of their own
        model.fit(table, labels)
    assert model.result_.objective == model.result_.errors
    assert model.result_.errors == model.description_.errors(table, labels)
    assert (model.membership(table).sum(axis=1) == 1).all()


def test_units_change_nothing():
    random = np.random.default_rng(0)
    rows, labels = random.normal(size=(60, 4)), random.integers(3, size=60)
    trees = [
        clusters_of(imm_tree(encoded(rows * units, labels), 7), list((rows * units).T)).tolist()
        for units in (1.0, 2.0**40, np.array([1.0, 0.125, 1024.0, 2.0**-30]))
    ]
    assert trees[0] == trees[1] == trees[2]


def test_the_threshold_separates_the_means_and_not_just_the_rows():
    # means: a 1, b 2; x <= 5 would part the same rows, but have both means on one side
    rows = [[0.0]] * 9 + [[10.0]] + [[0.0]] * 8 + [[10.0]] * 2
    model = fitted(IMMDescriber(), rows, ["a"] * 10 + ["b"] * 10)
    assert leaves(model) == {"a": [["x0 <= 1.5"]], "b": [["x0 > 1.5"]]}
    whole = fitted(IMMDescriber(), np.array(rows, dtype=int), ["a"] * 10 + ["b"] * 10)
    assert leaves(whole) == {"a": [["x0 <= 1"]], "b": [["x0 >= 2"]]}


def test_two_cuts_between_the_same_rows_have_two_thresholds():
    # means: a 1, b 2, c 3
    rows = [[10.0 * (n < tens)] for tens in (1, 2, 3) for n in range(10)]
    model = fitted(IMMDescriber(), rows, np.repeat(["a", "b", "c"], 10))
    assert leaves(model) == {"a": [["x0 <= 1.5"]], "b": [["1.5 < x0 <= 2.5"]], "c": [["x0 > 2.5"]]}


@pytest.mark.parametrize(
    "column",
    [
        [0, 0, 1, 1, 1e13],
        [-1e308, -1e308, 0, 0, 1e308],
        [0, 5e-324, 1e-300, 2e-300, 1e300],
        [-1e13, -1e13, 0, 1e-13, 2e-13],
    ],
    ids=str,
)
@pytest.mark.parametrize("max_leaves", [None, 5])
def test_clusters_that_lie_apart_are_told_apart_at_any_range(column, max_leaves):
    model = fitted(IMMDescriber(max_leaves), np.array(column)[:, None], [0, 0, 1, 1, 2])
    assert model.result_.errors == 0
    assert model.result_.statistics["leaves"] == 3


def test_distances_know_no_column_too_wide():
    # with the wide column at nothing, the two clusters would be at no distance from each other
    rows = np.array([[-1e308, 0.0], [1e308, 0.0]])
    distances = Centres.of(encoded(rows, [0, 1]).boxes).squared_distances()
    assert distances.tolist() == [[0, 1], [1, 0]]


def test_a_mean_is_the_same_in_any_order_and_however_rows_repeat():
    column = np.array([2.0, 2.0, -1.5, -1.5, 0.3, 0.3, 0.1, 0.1])
    orders = column, column[::-1], np.roll(column, 3)
    means = {float(Centres.of(boxes_of(rows)).means[0, 0]) for rows in orders}
    means.add(float(Centres.of(boxes_of(column[::2], [2, 2, 2, 2])).means[0, 0]))
    assert means == {0.225}


def boxes_of(column, weight=None):
    weight = np.ones(len(column), dtype=int) if weight is None else np.array(weight)
    return Boxes.from_rows(column[:, None], np.zeros(len(column), dtype=int), 1, weight)


def test_means_that_rounding_moved_are_where_they_should_be():
    # a has the mean 0.2, which is a row of b; what is computed is a little more
    rows = [[0.1], [0.2], [0.3], [0.2], [0.2]]
    assert np.mean([0.1, 0.2, 0.3]) > 0.2
    model = fitted(IMMDescriber(), rows, list("aaabb"))
    assert model.result_.statistics["leaves"] == 1


@given(tables(most_clusters=3), st.integers(0, 4))
def test_the_tree_is_the_same_without_the_noise(table, extra):
    table, labels = table
    is_noise = np.array(labels) == 2
    most = 2 + extra
    alone = encoded(table[~is_noise], np.array(labels)[~is_noise])
    beside = encoded(table, labels, noise_label=2)
    levels = [beside.features.index(feature) for feature in alone.features]
    trees = imm_tree(beside, most), imm_tree(alone, most)
    cuts = [
        [(node.cut.feature, node.cut.low) for node in tree.nodes if isinstance(node, Split)]
        for tree in trees
    ]
    assert cuts[0] == [(levels[feature], low) for feature, low in cuts[1]]


def test_noise_does_not_scale_distances_nor_decide_where_a_cut_is():
    # a lone noise row would make the second column look flat, and be a place to cut at
    rows = [[0.0, 0.0], [7.0, 0.0], [0.0, 7.0], [10.0, 10.0], [6.0, 10.0], [10.0, 6.0]]
    beside = [*rows, [3.5, 1e6]]
    alone = fitted(IMMDescriber(max_leaves=3), rows, list("aaabbb"))
    model = fitted(IMMDescriber(max_leaves=3, noise_label="-"), beside, list("aaabbb-"))
    assert leaves(model) == leaves(alone)
    assert model.result_.errors == 1


def test_objective_and_bound_are_the_errors_as_they_are_counted():
    weights = [0.3, 0.3, 0.3, 1.0, 1.0, 1.0]
    rows = [[5.0]] * 6
    with pytest.warns(match="all rows are the same"):
        result = IMMDescriber().fit(rows, list("aaabbb"), weights).result_
    assert result.objective == result.errors == math.fsum(weights[:3])
    assert (result.status, result.bound) == ("feasible", 0)
