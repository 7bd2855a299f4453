"""The frontier of a table: its points, what is said of them, and how one is chosen."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.datasets import load_wine

from clusterscribe import InputError, describe, frontier
from clusterscribe.frontiers.frontier import Frontier
from clusterscribe.frontiers.point import Point


@pytest.fixture(scope="module")
def overlapping():
    """Rows of the clusters of k-means on three measurements of wines, and what they are."""
    wines = load_wine().data[:, [0, 6, 9, 12]]
    scaled = (wines - wines.mean(axis=0)) / wines.std(axis=0)
    return wines, KMeans(3, n_init=10, random_state=0).fit_predict(scaled)


@pytest.fixture(scope="module")
def found(overlapping):
    return frontier(*overlapping)


def test_points_are_what_describe_finds_within_their_errors(overlapping, found):
    assert len(found) > 3
    for point in found:
        _, result = describe(*overlapping, max_errors=int(point.errors))
        assert point.proved
        assert point.complexity == result.complexity
        assert point.sparsity == result.sparsity
        assert point.errors == point.description.errors(*overlapping) == result.errors
        assert point.result.bound == point.complexity
        assert point.fewest_errors == point.errors


def test_from_the_fewest_errors_to_one_condition_a_cluster(overlapping, found):
    _, best = describe(*overlapping, error_slack=0.0)
    assert found[0].errors == best.errors == best.error_bound
    assert found[-1].complexity == 6
    errors = [point.errors for point in found]
    lengths = [point.complexity for point in found]
    assert errors == sorted(set(errors))
    assert lengths == sorted(set(lengths), reverse=True)


def test_features_can_be_counted_instead(overlapping):
    sparse = frontier(*overlapping, objective="sparsity")
    assert sparse.objective == "sparsity"
    assert sparse[-1].sparsity == 1
    assert [point.sparsity for point in sparse] == sorted(
        {point.sparsity for point in sparse}, reverse=True
    )


def test_choosing(found):
    assert found.choose() is found[0]
    assert found.choose(max_errors=found[2].errors) is found[2]
    assert found.choose(max_errors=found[2].errors + 0.5) is found[2]
    assert found.choose(max_complexity=found[1].complexity) is found[1]
    assert found.choose(max_complexity=10**6, max_errors=10**6) is found[0]
    knee = found.choose(knee=True)
    assert knee in found.points
    assert found.choose(knee=True, max_complexity=6) is found[-1]


def test_float_up_to_one_is_a_share_of_the_rows_as_for_describe():
    made = _made([(2, 30), (29, 12), (40, 10)])  # of 100 rows
    assert made.choose(max_errors=0.29) is made[1]
    assert made.choose(max_errors=0.2899) is made[0]
    assert made.choose(max_errors=1.0) is made[2]
    assert made.choose(max_errors=29) is made[1]
    with pytest.raises(InputError, match=r"max_errors=0\.01: it ranges from 2 errors"):
        made.choose(max_errors=0.01)
    with pytest.raises(InputError, match="max_errors=1: it ranges from 2 errors"):
        made.choose(max_errors=1)


@pytest.mark.parametrize("limit", ["3", -1, float("nan"), True])
def test_limits_are_numbers(found, limit):
    for name in ("max_errors", "max_complexity"):
        with pytest.raises(InputError, match=f"^{name} must be a number of at least 0, or None"):
            found.choose(**{name: limit})


def test_the_knee_is_where_less_length_begins_to_cost_most():
    figures = [(2, 30), (3, 12), (4, 10), (40, 8), (90, 4)]
    made = _made(figures)
    assert made.choose(knee=True).errors == 4
    assert _made(figures[:1]).choose(knee=True).errors == 2


def test_what_is_out_of_reach_is_said(found):
    with pytest.raises(InputError, match=r"^no point of the frontier has max_complexity=2: "):
        found.choose(max_complexity=2)
    with pytest.raises(InputError, match=r"max_complexity=6 and max_errors=0.* allow more$"):
        found.choose(max_complexity=6, max_errors=0)


def test_the_table_says_what_is_proved():
    made = _made([(2, 30), (3, 12)])
    assert made.to_text() == (
        "errors  accuracy  complexity  sparsity  proved\n"
        "     2      98 %          30         1  yes\n"
        "     3      97 %          12         1  complexity >= 11, errors >= 1\n"
        "\n"
        "1 point of 2 proved; for the others, the bounds say how much better a\n"
        "description could be at most."
    )
    assert made.to_markdown() == (
        "| errors | accuracy | complexity | sparsity | proved |\n"
        "| ---: | ---: | ---: | ---: | --- |\n"
        "| 2 | 98 % | 30 | 1 | yes |\n"
        "| 3 | 97 % | 12 | 1 | complexity \\>= 11, errors \\>= 1 |\n"
    )


def test_a_frame_has_a_row_a_point(found):
    frame = found.to_frame()
    assert list(frame["complexity"]) == [point.complexity for point in found]
    assert set(frame["status"]) == {"optimal"}


def test_json_comes_back_as_an_equal_frontier(found):
    assert Frontier.from_json(found.to_json()) == found
    assert Frontier.from_json(found.to_json(indent=None)) == found
    assert Frontier.from_dict(json.loads(found.to_json())) == found
    assert list(found.to_dict()) == ["format", "version", "objective", "interrupted", "points"]
    open_ends = replace(_made([(2, 30), (3, 12)]), interrupted=True)
    assert Frontier.from_json(open_ends.to_json()) == open_ends


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (lambda f: f.pop("format"), 'no "format": "clusterscribe-frontier"$'),
        (lambda f: f.update(version=2), r"newer clusterscribe \(version 2 .* upgrade"),
        (lambda f: f.update(version=0), "version should be a version from 1 to 1, but is 0$"),
        (lambda f: f.update(points=[]), "points should be a list of at least one point"),
        (lambda f: f["points"].reverse(), "points should be ordered, the fewest errors first$"),
        (lambda f: f["points"][1].pop("result"), r"points\[1\]\.result is missing$"),
        (
            lambda f: f["points"][0]["result"].update(errors="few"),
            r"^the frontier is broken: points\[0\]\.result\.errors should be a number, but ",
        ),
        (
            lambda f: f["points"][0]["result"].update(errors=float("nan")),
            r"points\[0\]\.result\.errors should be a finite number, but is nan$",
        ),
        (
            lambda f: f["points"][1]["description"].pop("columns"),
            r"^the frontier is broken at points\[1\]\.description: .*columns is missing$",
        ),
        (
            lambda f: f["points"][0]["result"].update(statistics=3),
            r"points\[0\]\.result\.statistics should be an object, but is 3$",
        ),
    ],
)
def test_broken_json_is_found_by_its_path(broken, message):
    values = _made([(2, 30), (3, 12)]).to_dict()
    broken(values)
    with pytest.raises(InputError, match=message):
        Frontier.from_dict(values)


def test_frontier_whose_descriptions_were_edited_is_refused(found):
    values = json.loads(found.to_json())
    values["points"][1]["description"]["clusters"][0]["half_spaces"][0]["bound"] += 1
    with pytest.raises(InputError, match=r"points\[1\]\.description: it was edited after"):
        Frontier.from_dict(values)


def test_what_is_no_json_is_said():
    with pytest.raises(InputError, match=r"^the text contains no frontier, as it is not JSON: "):
        Frontier.from_json("{")
    with pytest.raises(InputError, match=r"^the JSON is not a clusterscribe frontier"):
        Frontier.from_json("[]")


def test_several_features_a_condition_are_never_worse():
    chance = np.random.default_rng(2)
    rows = chance.integers(0, 6, size=(24, 3))
    labels = np.digitize(rows.sum(axis=1) + chance.integers(-1, 2, 24), [6, 9])
    alone = frontier(rows, labels, min_recall=0)
    several = frontier(rows, labels, max_terms=2, max_coefficient=2, scale="none", min_recall=0)
    assert [(p.errors, p.complexity) for p in alone] == [(3, 12), (4, 10), (5, 6)]
    assert [(p.errors, p.complexity) for p in several] == [(0, 17), (1, 12), (2, 9), (3, 8), (5, 6)]
    for point in several:
        assert point.proved
        assert point.fewest_errors == point.errors == point.description.errors(rows, labels)
        assert point.description.proof.max_terms == 2
    assert Frontier.from_json(several.to_json()) == several


def test_the_table_says_what_kind_of_description_is_proved():
    rows = np.array([[0.0, 3], [1, 1], [3, 0], [2, 1], [0, 4], [4, 0], [2, 3], [3, 3]])
    several = frontier(rows, [0] * 4 + [1] * 4, max_terms=2)
    assert several.to_text() == (
        "errors  accuracy  complexity  sparsity  proved\n"
        "     0     100 %           6         2  yes\n"
        "     2      75 %           4         1  yes\n"
        "\n"
        "Proved: for each of these error counts, no description with at most 2 features\n"
        "per condition and weights of 1 and -1 has a lower complexity, and none as short\n"
        "makes fewer errors."
    )


def test_scale_matters_to_several_features():
    # 5 x + y tells the clusters apart, x and y counted in their own units
    rows = np.array([[0, 9], [1, 5], [1, 2], [0, 30], [1, 15], [1, 12], [2, 1], [3, 0.0]])
    labels = [0, 0, 0, 1, 1, 1, 1, 1]
    plain = frontier(rows, labels, max_terms=2, max_coefficient=5, scale="none")
    assert (plain[0].errors, plain[0].complexity) == (0, 6)
    narrow = frontier(rows, labels, max_terms=2, max_coefficient=1, scale="none")
    assert narrow[0].errors > 0 or narrow[0].complexity > 6


def test_where_only_one_feature_varies_there_is_one_feature_a_condition():
    rows = np.array([[1.0, 7], [2, 7], [3, 7], [8, 7]])
    several = frontier(rows, [0, 0, 1, 1], max_terms=3)
    assert [(point.errors, point.complexity) for point in several] == [(0, 4)]


def test_weights_noise_and_columns():
    rows = np.array([[1.0, 0], [2, 0], [3, 1], [8, 0], [9, 1], [20, 5]])
    labels = [0, 0, 1, 1, 1, -1]
    found = frontier(
        rows, labels, noise_label=-1, noise="ignore", sample_weight=[1, 1, 0.5, 1, 1, 1],
        features=["x0"],
    )  # fmt: skip
    assert found[0].errors == 0
    assert all(point.description.noise == "ignore" for point in found)
    assert {name for point in found for name in point.description.used_columns} == {"x0"}


def test_bad_input_is_one_sentence():
    with pytest.raises(InputError, match="objective must be"):
        frontier([[1.0], [2.0]], [0, 1], objective="length")
    with pytest.raises(InputError, match="time_limit must be"):
        frontier([[1.0], [2.0]], [0, 1], time_limit=0)


def test_what_is_proved_of_rounded_weights_is_a_little_less(overlapping):
    weights = np.random.default_rng(0).random(len(overlapping[0])) * 1e-9
    found = frontier(*overlapping, sample_weight=weights)
    for point in found:
        assert point.fewest_errors <= point.errors
        assert point.proved == (point.errors == 0)
    assert found[-1].fewest_errors == pytest.approx(found[-1].errors)
    assert found[-1].result.bound == found[-1].result.objective


def test_an_interrupt_leaves_the_points_so_far(monkeypatch, overlapping):
    from clusterscribe.search.axis.axis_frontier import AxisFrontier

    complete = frontier(*overlapping)
    look = AxisFrontier._fewest_within

    def interrupted(self, longest, seconds):
        if len(self.fewest) > 0:
            raise KeyboardInterrupt
        look(self, longest, seconds)

    monkeypatch.setattr(AxisFrontier, "_fewest_within", interrupted)
    with pytest.warns(match="interrupted: these are the points so far"):
        found = frontier(*overlapping)
    assert found.interrupted
    for point in found:
        assert point.description.errors(*overlapping) == point.errors
    # both ends come first
    ends = [(point.errors, point.complexity) for point in (complete[0], complete[-1])]
    assert [(point.errors, point.complexity) for point in (found[0], found[-1])] == ends


def _made(figures):
    """A frontier with these errors and lengths; the first point is proved."""
    from tests.comparison.test_tables import BY_AGE, result

    points = []
    for place, (errors, complexity) in enumerate(figures):
        open_ends = {"status": "feasible", "bound": float(complexity - 1)} if place else {}
        values = {
            "errors": errors, "accuracy": 1 - errors / 100, "complexity": complexity,
            "objective": float(complexity), "bound": float(complexity), **open_ends,
        }  # fmt: skip
        points.append(Point(BY_AGE, result(**values), errors if not place else 1))
    return Frontier(tuple(points), "complexity")


def test_an_interrupt_while_ties_are_broken_is_one_too(monkeypatch, overlapping):
    from clusterscribe.search.axis.axis_frontier import AxisFrontier

    def interrupted(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(AxisFrontier, "_break_ties", interrupted)
    with pytest.warns(match="interrupted: these are the points so far"):
        found = frontier(*overlapping)
    assert found.interrupted
    assert all(point.proved for point in found)
