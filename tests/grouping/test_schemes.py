"""Which rows go together, by each scheme, by a function and by a class of one's own."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe.grouping import Adaptive, Groups, HierarchicalGroups, KMeansGroups, TreeGroups
from clusterscribe.grouping.schemes import MOST, name_of, scheme_of
from clusterscribe.parameters import LabelledTable
from clusterscribe.problem.ranks import rank
from clusterscribe.search.rows.encode import encode

from ..describer.small import refusal

LINE = np.array([[0.0], [0.1], [0.2], [0.8], [0.9], [1.0]])
SCHEMES = [
    TreeGroups(groups=4),
    TreeGroups(groups=None, max_diameter=0.3),
    KMeansGroups(groups=4),
    HierarchicalGroups(max_diameter=0.3),
    Adaptive(TreeGroups(groups=4)),
]


def groups_of(scheme, table, labels, **options):
    data = encode(LabelledTable(np.asarray(table, dtype=float), labels, **options))
    return Groups.of(scheme, data.boxes, rank(data.boxes)[0]), data


def parts(numbers):
    """Groups as sets of rows, whatever their numbers."""
    return {frozenset(np.flatnonzero(numbers == n).tolist()) for n in np.unique(numbers)}


def test_tree_halves_at_the_median_of_the_widest_side():
    rows = np.array([[0.0, 0.0], [0.1, 1.0], [0.9, 0.0], [1.0, 0.5]])
    assert parts(TreeGroups(groups=2).group(rows, 1.0)) == {frozenset({0, 1}), frozenset({2, 3})}


def test_tree_halves_the_widest_group_first():
    rows = np.array([[0.0], [0.01], [0.02], [0.5], [0.9], [1.0]])
    found = parts(TreeGroups(groups=3).group(rows, 1.0))
    assert found == {frozenset({0, 1, 2}), frozenset({3, 4}), frozenset({5})}


def test_tree_with_a_diameter_alone_halves_until_every_group_is_small_enough():
    found = TreeGroups(groups=None, max_diameter=0.2).group(LINE, 1.0)
    assert parts(found) == {frozenset({0, 1, 2}), frozenset({3, 4, 5})}


def test_tree_with_both_stops_at_what_comes_first():
    assert len(parts(TreeGroups(groups=3, max_diameter=0.2).group(LINE, 1.0))) == 2
    assert len(parts(TreeGroups(groups=3, max_diameter=0.0).group(LINE, 1.0))) == 3


def test_tree_tells_every_row_apart_if_there_are_groups_enough():
    assert len(parts(TreeGroups(groups=100).group(LINE, 1.0))) == 6


def test_complete_linkage_keeps_all_pairs_within_the_diameter():
    rows = np.array([[0.0], [0.1], [0.2], [0.3]])  # a chain: single linkage would make it one
    found = HierarchicalGroups(max_diameter=0.15).group(rows, 1.0)
    assert parts(found) == {frozenset({0, 1}), frozenset({2, 3})}


def test_a_cluster_too_large_to_link_is_halved_first_and_keeps_to_the_diameter(monkeypatch):
    monkeypatch.setattr("clusterscribe.grouping.schemes.MOST", 3)
    found = HierarchicalGroups(max_diameter=0.1).group(LINE, 1.0)
    assert all(np.ptp(LINE[list(part)]) <= 0.1 + 1e-12 for part in parts(found))
    assert len(parts(found)) == 4
    assert MOST == 5_000


def test_k_means_finds_the_two_ends_of_a_line():
    found = KMeansGroups(groups=2).group(LINE, 1.0)
    assert parts(found) == {frozenset({0, 1, 2}), frozenset({3, 4, 5})}


def test_k_means_finds_centres_in_a_sample_of_a_large_cluster(monkeypatch):
    monkeypatch.setattr("clusterscribe.grouping.schemes.FEW", 30)
    rows = np.random.default_rng(0).uniform(size=(500, 2))
    found = KMeansGroups(groups=5).group(rows, 1.0)
    assert len(found) == 500
    assert len(parts(found)) == 5


def test_groups_are_dealt_out_by_the_size_of_clusters():
    table = np.arange(40.0).reshape(-1, 1)
    groups, data = groups_of(TreeGroups(groups=8), table, [0] * 30 + [1] * 10)
    clusters = groups.boxes(data.boxes).cluster
    assert np.bincount(clusters).tolist() == [6, 2]


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(-1, 2)),
        min_size=2, max_size=20,
    ),
    st.sampled_from(SCHEMES),
)  # fmt: skip
def test_groups_hold_one_cluster_and_equal_rows_share_one(rows, scheme):
    table, cluster = [row[:2] for row in rows], [row[2] for row in rows]
    cluster[:2] = [0, 1]
    groups, data = groups_of(scheme, table, cluster, noise_label=-1, features=["x0", "x1"])
    boxes = groups.boxes(data.boxes)
    assert boxes.weight.sum() == len(rows)
    assert len(boxes) == len(groups)
    for row, number in enumerate(groups.number):
        assert boxes.cluster[number] == data.cluster[row]
        assert (boxes.lower[number] <= table[row]).all()
        assert (boxes.upper[number] >= table[row]).all()
    kinds = {}
    for row, number in enumerate(groups.number.tolist()):
        assert kinds.setdefault((*table[row], cluster[row]), number) == number
    for number in range(len(groups)):  # and no box is larger than it has to be
        members = np.array(table)[groups.number == number]
        assert (boxes.lower[number] == members.min(axis=0)).all()
        assert (boxes.upper[number] == members.max(axis=0)).all()


def test_a_function_of_the_rows_of_one_cluster_is_a_grouping():
    seen = []

    def by_half(rows):
        seen.append(rows.tolist())
        return (rows[:, 0] > 0.5).astype(int)

    groups, _ = groups_of(scheme_of(by_half), [[0], [10], [10], [2], [4]], list("aaabb"))
    assert seen == [[[0.0], [1.0]], [[0.2], [0.4]]]  # scaled, and equal rows only once
    assert parts(groups.number) == {frozenset({0}), frozenset({1, 2}), frozenset({3, 4})}


def test_an_object_with_a_method_of_its_own_is_a_grouping():
    class Together:
        def group(self, rows, share):
            return np.zeros(len(rows), dtype=int)

    scheme = scheme_of(Together())
    assert name_of(scheme) == "own"
    assert len(groups_of(scheme, LINE, [0, 0, 0, 1, 1, 1])[0]) == 2


def test_names_stand_for_schemes():
    assert scheme_of("tree") == TreeGroups()
    assert scheme_of("kmeans") == KMeansGroups()
    assert scheme_of("hierarchical") == HierarchicalGroups()
    assert scheme_of("adaptive") == Adaptive(TreeGroups())
    assert [scheme_of(name) for name in (None, "auto", "lazy")] == [None, None, None]
    assert name_of(Adaptive()) == "adaptive"


@pytest.mark.parametrize(
    ("scheme", "sentence"),
    [
        (TreeGroups(groups=0), "groups of TreeGroups must be a whole number of at least 1, not 0"),
        (TreeGroups(groups=None), "TreeGroups needs a number of groups, a max_diameter or both"),
        (KMeansGroups(groups=2.5),
         "groups of KMeansGroups must be a whole number of at least 1, not 2.5"),
        (HierarchicalGroups(max_diameter=-1),
         "max_diameter of HierarchicalGroups must be a number of at least 0 (1 is the whole range "
         "of a feature), not -1"),
        (TreeGroups(max_diameter="wide"),
         "max_diameter of TreeGroups must be a number of at least 0 (1 is the whole range of a "
         "feature), not 'wide'"),
        (Adaptive(start="tree"),
         "start of Adaptive must be a grouping such as TreeGroups(), not 'tree'"),
        (scheme_of(lambda rows: [0]),
         "grouping must return a number for each of the 3 rows of a cluster, not an array of shape "
         "(1,)"),
        (scheme_of(lambda rows: [[0], [0, 1], [2]]),
         "grouping must return a number for each of the 3 rows of a cluster, not lists of "
         "different lengths"),
        (scheme_of(lambda rows: rows[:, 0]),
         "grouping must return whole numbers, one for each row, not values of type float64"),
    ],
)  # fmt: skip
def test_wrong_groups_are_refused_when_they_are_used(scheme, sentence):
    assert refusal(lambda: groups_of(scheme, LINE, [0, 0, 0, 1, 1, 1])) == sentence
