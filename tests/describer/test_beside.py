"""Beside an answer: the tree that anybody would have fitted, and what a shorter one costs."""

import json
from dataclasses import asdict, replace

import numpy as np
import pytest

from clusterscribe import Result, TreeDescriber, describe, frontier
from clusterscribe.description.words.beside import beside
from clusterscribe.result import Alternative

# b lies between a and c: one condition each for a and c, and one or two for b
ROW = np.arange(12.0).reshape(-1, 1)
STRIPED = list("aaaaabcccccc")


def mixture(seed, rows=300, clusters=4):
    chance = np.random.default_rng(seed)
    centres = chance.normal(size=(clusters, 4)) * 2
    labels = chance.integers(clusters, size=rows)
    return centres[labels] + chance.normal(size=(rows, 4)), labels


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("grouping", [None, "tree"])
def test_the_tree_is_the_one_that_is_compared_with(seed, grouping):
    table, labels = mixture(seed)
    _, result = describe(table, labels, time_limit=2, grouping=grouping)
    tree = TreeDescriber().fit(table, labels).result_
    assert result.baseline == Alternative(tree.errors, tree.complexity, tree.sparsity)


def test_the_tree_counts_weights_and_noise_as_the_answer_does():
    table, labels = mixture(1)
    weights = np.random.default_rng(0).integers(1, 4, len(labels))
    parameters = {"noise_label": 0}
    _, result = describe(table, labels, time_limit=2, sample_weight=weights, **parameters)
    tree = TreeDescriber(**parameters).fit(table, labels, weights).result_
    assert result.baseline == Alternative(tree.errors, tree.complexity, tree.sparsity)


def test_rows_as_they_are_needed_have_no_tree_of_all_rows():
    _, result = describe(*mixture(0), time_limit=2, grouping="lazy")
    assert result.baseline is None or result.statistics["rows"] == "all"


def test_a_shorter_answer_is_one_that_can_be_asked_for():
    _, result = describe(ROW, STRIPED, error_slack=0)
    shorter = result.shorter
    assert shorter.complexity < result.complexity
    assert shorter.errors > result.errors
    _, asked = describe(ROW, STRIPED, max_errors=int(shorter.errors))
    assert asked.complexity <= shorter.complexity


def test_an_answer_of_one_condition_a_cluster_has_no_shorter_one():
    _, result = describe([[1.0], [2.0], [8.0], [9.0]], list("aabb"))
    assert (result.complexity, result.shorter) == (4, None)


def test_the_next_point_of_a_frontier_is_the_shorter_one():
    points = frontier(ROW, STRIPED)
    assert len(points) > 1
    for point, following in zip(points, points.points[1:], strict=False):
        assert point.result.shorter == following.result.as_alternative()
        assert point.result.baseline == points[0].result.baseline
    assert points[-1].result.shorter is None


def test_both_are_read_back_from_json():
    _, result = describe(ROW, STRIPED)
    again = Result.from_dict(json.loads(json.dumps(result.to_dict())))
    assert again == replace(result, statistics=again.statistics)
    assert again.shorter == result.shorter is not None


def test_json_of_version_0_1_0_has_neither():
    _, result = describe(ROW, STRIPED)
    old = {k: v for k, v in asdict(result).items() if k not in ("baseline", "shorter")}
    read = Result.from_dict(old)
    assert (read.baseline, read.shorter, read.over_budget) == (None, None, False)


def found(**changes):
    _, result = describe([[1.0], [2.0], [8.0], [9.0]], list("aabb"))
    figures = {"errors": 85, "complexity": 54, "sparsity": 9, "baseline": None, "shorter": None}
    return replace(result, **(figures | changes))


def test_both_in_words():
    result = found(baseline=Alternative(5292, 22, 5), shorter=Alternative(97, 22, 4))
    assert beside(result, "complexity", "--max-errors {}") == (
        "A decision tree with one leaf per cluster: 5292 errors at complexity 22.",
        "Shorter: complexity 22 instead of 54 with 97 errors instead of 85: --max-errors 97.",
    )
    assert beside(result, "sparsity") == (
        "A decision tree with one leaf per cluster: 5292 errors at sparsity 5.",
        "Shorter: sparsity 4 instead of 9 with 97 errors instead of 85: max_errors=97.",
    )
    assert beside(result, "1 x complexity + 2 x sparsity", "")[1] == (
        "Shorter: complexity 22 and sparsity 4 instead of 54 and 9 with 97 errors instead of 85."
    )


def test_a_tree_that_gives_a_cluster_up_says_so():
    result = found(baseline=Alternative(3, 22, 5, least_recall=0.25), errors=4)
    assert beside(result, "complexity") == (
        "A decision tree with one leaf per cluster: 3 errors at complexity 22, with 25 % of a "
        "cluster inside.",
    )


def test_one_error_and_weights():
    result = found(shorter=Alternative(1, 22, 4), errors=0.5)
    assert beside(result, "complexity")[0].endswith("with 1 error instead of 0.5: max_errors=1.")
    light = found(shorter=Alternative(1.25, 22, 4), errors=0.5)
    assert beside(light, "complexity")[0].endswith("1.25 errors instead of 0.5: max_errors=2.")


def test_where_neither_is_known_nothing_is_said():
    assert beside(found(), "complexity") == ()
