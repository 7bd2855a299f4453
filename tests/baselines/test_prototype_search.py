"""The best prototypes against brute force, and the parts that find and prove them."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.baselines.baseline import Effort
from clusterscribe.baselines.prototypes.candidate_balls import Choice, Choices, separable
from clusterscribe.baselines.prototypes.lagrangian import Relaxation
from clusterscribe.baselines.prototypes.prototype_describer import PrototypeDescriber
from clusterscribe.baselines.prototypes.prototype_master import PrototypeMaster
from clusterscribe.baselines.prototypes.prototype_search import PrototypeSearch
from clusterscribe.baselines.prototypes.sample import take_sample
from clusterscribe.clock import Clock
from clusterscribe.description.after.adjust import radius_to
from clusterscribe.problem.boxes import Boxes

NOISE = -1


# whole numbers; numbers of which most lie in a tiny part of the range; and numbers of which some
# differ by less than what tells two values apart
EVEN = st.integers(0, 4)
SKEWED = st.sampled_from([0, 1, 2, 3, 10, 11, 1e3, 1e6, 1e6 + 1, 1e9])
CLOSE = st.sampled_from([0.0, 0.1 + 0.2, 0.3, 0.3 * (1 + 1e-15), 1e6, 1e6 * (1 + 1e-14)])


@st.composite
def groups(draw):
    """A few rows, two or three clusters, perhaps noise, and weights."""
    clusters = draw(st.integers(2, 3))
    rows = draw(st.integers(clusters + 1, 7))
    columns = draw(st.lists(st.sampled_from([EVEN, SKEWED, CLOSE]), min_size=2, max_size=2))
    values = [draw(st.lists(column, min_size=rows, max_size=rows)) for column in columns]
    cluster = draw(st.lists(st.integers(NOISE, clusters - 1), min_size=rows, max_size=rows))
    cluster[:clusters] = range(clusters)
    weight = draw(st.lists(st.integers(1, 3), min_size=rows, max_size=rows))
    table = np.array(values, dtype=float).T
    return table, np.array(cluster), np.array(weight)


def squares_of(table):
    """Squared distances between all rows, numbers scaled to their range."""
    spread = np.ptp(table, axis=0)
    steps = (table[:, None] - table)[:, :, spread > 0] / spread[spread > 0]
    return (steps**2).sum(axis=2)


def fewest_errors(table, cluster, weight):
    """Try every member as prototype of each cluster, and every distance of a row as radius."""
    squares = squares_of(table)
    balls = []
    for k in range(cluster.max() + 1):
        inside = set()
        for p in np.flatnonzero(cluster == k):
            inside |= {tuple(squares[p] <= radius_to(r) ** 2) for r in squares[p]}
        balls.append([np.array(ball) for ball in inside])
    own = cluster == np.arange(cluster.max() + 1)[:, None]
    return min(weight[(np.array(chosen) != own).any(axis=0)].sum() for chosen in product(*balls))


def distances_of(table, cluster):
    squares = squares_of(table)
    return [squares[cluster == k] for k in range(cluster.max() + 1)]


def search_of(table, cluster, weight):
    choices = [Choices.of(d, cluster == k) for k, d in enumerate(distances_of(table, cluster))]
    return PrototypeSearch(choices, weight, Effort(Clock(10), workers=1))


@settings(max_examples=60, deadline=None)
@given(groups())
def test_no_prototypes_make_fewer_errors(problem):
    table, cluster, weight = problem
    fewest = fewest_errors(table, cluster, weight)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clusterscribe.search.rows.encode.hint", lambda *_: None)
        model = PrototypeDescriber(time_limit=10, noise_label=NOISE, n_jobs=1)
        model.fit(table, cluster, weight)
    result = model.result_
    assert (result.errors, result.objective, result.bound) == (fewest, fewest, fewest)


@settings(max_examples=40, deadline=None)
@given(groups())
def test_the_integer_program_alone_finds_and_proves_the_best(problem):
    table, cluster, weight = problem
    search = search_of(table, cluster, weight)
    search._solve()
    fewest = fewest_errors(table, cluster, weight)
    assert (search.errors, search.bound) == (fewest, fewest)


@settings(max_examples=40, deadline=None)
@given(groups())
def test_the_bound_is_never_above_the_best_and_drops_no_ball_of_it(problem):
    table, cluster, weight = problem
    fewest = fewest_errors(table, cluster, weight)
    search = search_of(table, cluster, weight)
    relaxation = Relaxation(search.ascent.choices, weight)
    # as if the answer known were a poor one: what is best must survive
    relaxation.improve(lambda _: fewest + 1, Clock(10))
    assert relaxation.bound <= fewest
    search.relaxation = relaxation
    with pytest.MonkeyPatch.context() as patch:
        # the answer of the search itself may be poorer still, and its balls dropped
        patch.setattr(PrototypeMaster, "suggest", lambda *_: None)
        search._solve()
    assert search.errors == fewest


@settings(max_examples=30, deadline=None)
@given(groups())
def test_a_weight_is_a_row_repeated(problem):
    table, cluster, weight = problem
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clusterscribe.search.rows.encode.hint", lambda *_: None)
        model = PrototypeDescriber(time_limit=10, noise_label=NOISE, n_jobs=1)
        weighted = model.fit(table, cluster, weight).result_.errors
        repeated = model.fit(table.repeat(weight, axis=0), cluster.repeat(weight)).result_.errors
    assert weighted == repeated


def test_balls_end_right_after_a_member_and_right_before_another_row():
    # from the candidate at 0: members at 0, 1, 3; others at 2, 4
    distances = np.array([[0.0, 1.0, 4.0, 9.0, 16.0]])
    member = np.array([True, True, False, True, False])
    choices = Choices.of(distances, member)
    assert choices.ends.tolist() == [[False, True, False, True, False]]
    assert choices.violated(Choice(0, 1)).tolist() == [False, False, False, True, False]
    assert choices.violated(Choice(0, 3)).tolist() == [False, False, True, False, False]
    assert choices.costs(np.ones(5))[0, [1, 3]].tolist() == [1, 1]


def test_rows_of_equal_distance_are_inside_together():
    distances = np.array([[0.0, 1.0, 1.0, 4.0]])
    member = np.array([True, True, False, False])
    assert Choices.of(distances, member).ends.tolist() == [[True, False, True, False]]


def test_a_ball_ends_between_rows_wherever_there_is_a_radius():
    distances = np.array([[0.0, 1e-12, 1e-12 * (1 + 1e-13), 1.0]])
    assert separable(distances, np.arange(4)[None]).all()
    # no number has a square between these two
    next_one = np.nextafter(0.5, 1)
    neighbours = np.array([[0.0, 0.5, next_one, 1.0]])
    assert radius_to(0.5) ** 2 >= next_one
    assert separable(neighbours, np.arange(4)[None]).tolist() == [[True, False, True, True]]


def test_a_sampled_row_stands_for_its_share_of_the_cluster():
    cluster = np.repeat([0, 1, NOISE], [100, 10, 30])
    boxes = Boxes.from_rows(np.zeros((140, 1)), cluster, 2)
    sample = take_sample(boxes, 3, 10, seed=0)
    assert [len(some) for some in sample.candidates] == [3, 3]
    assert all((sample.cluster[some] == k).all() for k, some in enumerate(sample.candidates))
    assert sample.unit == 1
    assert [sample.weight[sample.cluster == k].tolist() for k in (0, 1, NOISE)] == [
        [10] * 10,
        [1] * 10,
        [3] * 10,
    ]
    assert not sample.complete


def test_a_share_need_not_be_whole():
    cluster = np.repeat([0, 1], [15, 10])
    boxes = Boxes.from_rows(np.zeros((25, 1)), cluster, 2)
    sample = take_sample(boxes, None, 10, seed=0)
    assert sample.unit == 0.5
    assert [sample.weight[sample.cluster == k].tolist() for k in (0, 1)] == [[3] * 10, [2] * 10]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(1, 50), min_size=1, max_size=3),
    st.integers(1, 20),
    st.lists(st.integers(1, 3), min_size=150, max_size=150),
)
def test_a_sample_weighs_what_all_rows_weigh(sizes, most, weights):
    cluster = np.repeat(np.arange(len(sizes)), sizes)
    weight = np.array(weights[: len(cluster)])
    boxes = Boxes.from_rows(np.zeros((len(cluster), 1)), cluster, len(sizes), weight)
    sample = take_sample(boxes, None, most, seed=0)
    for k in range(len(sizes)):
        weighs = sample.unit * sample.weight[sample.cluster == k].sum()
        assert weighs == pytest.approx(weight[cluster == k].sum(), rel=1e-5)


def test_a_whole_table_is_its_own_sample():
    weight = np.array([3, 1, 2])
    boxes = Boxes.from_rows(np.zeros((3, 1)), np.array([0, 0, 1]), 2, weight)
    sample = take_sample(boxes, None, None, seed=0)
    assert (sample.weight.tolist(), sample.unit, sample.complete) == ([3, 1, 2], 1.0, True)


def test_what_is_not_taken_by_small_clusters_is_left_for_large_ones(monkeypatch):
    monkeypatch.setattr("clusterscribe.baselines.prototypes.sample.ALL_ROWS", 20)
    monkeypatch.setattr("clusterscribe.baselines.prototypes.sample.ALL_CANDIDATES", 9)
    cluster = np.repeat([0, 1], [100, 2])
    sample = take_sample(Boxes.from_rows(np.zeros((102, 1)), cluster, 2), None, None, seed=0)
    assert np.bincount(sample.cluster).tolist() == [18, 2]
    assert [len(some) for some in sample.candidates] == [7, 2]
