"""Few conditions and enough inside: what is kept to by starts, by local search and by words."""

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import describe, frontier
from clusterscribe.clock import Clock
from clusterscribe.problem.improve import bounding_ranges, explore, fewest_conditions, fewest_errors
from clusterscribe.problem.limits import NO_LIMITS, Limits
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.repair import excess, repaired
from clusterscribe.problem.tree import tree_ranges
from clusterscribe.search.goal import LEAST_COMPLEXITY
from clusterscribe.search.settings import Settings
from tests.search.strategies import problems

# the five rows of the small cluster are every other one in the middle third
BETWEEN = (np.arange(30.0)[:, None], ["in" if 10 <= i < 20 and i % 2 else "out" for i in range(30)])


def limited(boxes, most=None, share=0):
    """Ranks of boxes with limits, and what their values are."""
    ranks, values = rank(boxes)
    weights = ranks.cluster_weights.tolist()
    least = tuple(-(-weight * share // 4) for weight in weights) if share else ()
    limits = Settings(LEAST_COMPLEXITY, max_conditions=most, least_inside=least).limits(weights)
    return replace(ranks, limits=limits), values


def keeps_to(ranks, answer):
    """Whether an answer keeps to limits, counted box by box."""
    limits = ranks.limits
    for k in range(ranks.clusters):
        own = (ranks.cluster == k) & ~answer.inside(ranks, k)
        if limits.most_outside and ranks.weight[own].sum() > limits.most_outside[k]:
            return False
        conditions = answer.has_low[k].sum() + answer.has_high[k].sum()
        if limits.max_conditions is not None and conditions > limits.max_conditions:
            return False
    return True


@settings(max_examples=150, deadline=None)
@given(problems(boxes=True), st.sampled_from([None, 1, 2, 3]), st.integers(0, 4))
def test_starts_and_local_search_stay_within_limits(boxes, most, quarters):
    ranks, _ = limited(boxes, most, quarters)
    tree = tree_ranges(ranks)
    starts = [repaired(ranks, start) for start in (tree, bounding_ranges(ranks))]
    assert all(keeps_to(ranks, start) for start in starts)
    assert not keeps_to(ranks, tree) or np.array_equal(starts[0].low, tree.low)
    best = fewest_errors(ranks, starts, Clock(5.0), thorough=True)
    assert keeps_to(ranks, best)
    assert best.errors(ranks) <= min(start.errors(ranks) for start in starts)
    short = fewest_conditions(ranks, best, ranks.total_weight, False, Clock(5.0))
    assert keeps_to(ranks, short)
    chance = np.random.default_rng(0)
    polished = explore(
        ranks, best, chance, polish=lambda answer: answer, key=lambda a: (a.errors(ranks),)
    )
    for _, answer in zip(range(5), polished, strict=False):
        assert keeps_to(ranks, answer)


@settings(max_examples=100, deadline=None)
@given(problems(boxes=True), st.sampled_from([None, 1, 2]), st.integers(0, 4), st.data())
def test_excess_is_nothing_where_limits_are_kept(boxes, most, quarters, data):
    ranks, _ = limited(boxes, most, quarters)
    answer = Ranges.everything(ranks.clusters, ranks.sizes)
    for k in range(ranks.clusters):
        for d, size in enumerate(ranks.sizes.tolist()):
            answer.low[k, d] = data.draw(st.integers(0, size))
            answer.high[k, d] = data.draw(st.integers(-1, size - 1))
    errors = answer.errors(ranks)
    assert (excess(ranks, answer, errors) == 0) == keeps_to(ranks, answer)


def test_what_is_free_is_left_as_it_is():
    assert NO_LIMITS.are_none
    assert Limits(most_outside=(3, 5)).bind_within(3) == []
    assert Limits(most_outside=(3, 5)).bind_within(4) == [0]
    assert Limits(max_conditions=2).over([1, 4, 3]) == 3
    assert Limits(most_outside=(3, 5)).lacking([4, 4]) == 1


def test_no_cluster_is_given_up():
    table, labels = BETWEEN
    given_up, result = describe(table, labels, min_recall=0)
    assert (result.status, result.errors) == ("optimal", 5)
    assert "given up: its description contains none of its rows" in given_up.to_text()
    kept, result = describe(table, labels)
    assert result.status == "optimal"
    assert kept.tally_of("in").inside >= 2.5
    assert "with at least 50 % of every cluster inside" in kept.to_text(width=1000)


def test_a_cluster_that_is_covered_badly_is_called_that():
    table = np.array([[0.0], [1], [2], [3], [4], [5], [6], [7], [8], [9]])
    description, result = describe(table, list("aababbbbba"), min_recall=0.5)
    tally = description.tally_of("a")
    assert (result.errors, tally.inside, tally.rows) == (2, 3, 4)
    description, _ = describe(table, list("aabaabbaaa"), max_conditions=1, min_recall=0.5)
    tally = description.tally_of("a")
    assert tally.inside < tally.rows * 2 / 3
    share = f"{100 * tally.inside / tally.rows:.2f} %"
    assert f"no short description: the best found covers {share} of its rows" in str(description)
    assert f"(only {share} of the cluster)" in description.to_sentence()["a"]
    assert "no short description" in description.to_html()
    assert "no short description" in description._repr_html_()


def test_a_proof_names_the_class_that_it_is_about():
    table = np.arange(12.0).reshape(-1, 1)
    labels = list("aabbaabbaabb")
    description, result = describe(table, labels, max_conditions=1)
    assert (result.status, max(len(p.half_spaces) for p in description.parts)) == ("optimal", 1)
    assert "at most 1 condition per cluster" in description.to_text()
    points = frontier(table, labels, max_conditions=1)
    assert "at most 1 condition per cluster" in points.to_text().replace("\n", " ")
    for point in points:
        assert max(len(part.half_spaces) for part in point.description.parts) <= 1


def test_a_budget_that_limits_put_out_of_reach_is_not_met():
    table, labels = BETWEEN
    description, result = describe(table, labels, max_errors=5)
    assert result.over_budget
    assert result.errors == result.error_bound == 7
    text = description.to_text(width=1000)
    assert "with at least 50 % of every cluster inside" in text
    assert describe(table, labels, max_errors=5, min_recall=0)[1].errors == 5
