"""Missing values, one-sided bounds and cut points: every answer against all that there are."""

from __future__ import annotations

import random
import warnings
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest

from clusterscribe import Constraints, Description, InputError, describe
from clusterscribe.errors import DescriptionWarning
from tests.axes.every_answer import best, of_table


@dataclass(frozen=True)
class Case:
    """A tiny table with holes, labels, and wishes about bounds."""

    table: dict[str, list[float | None]]
    labels: list[int]
    sides: dict[str, str]
    cuts: dict[str, list[int]]
    min_recall: float
    objective: str

    @property
    def frame(self):
        return pd.DataFrame(
            {
                name: [np.nan if value is None else value for value in column]
                for name, column in self.table.items()
            }
        )

    @property
    def best(self):
        every = of_table(self.table, self.sides, self.cuts, may_be_empty=self.min_recall == 0)
        return best(every, self.labels, objective=self.objective, min_recall=self.min_recall)

    def described(self, **more):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DescriptionWarning)
            return describe(
                more.pop("table", self.frame),
                more.pop("labels", self.labels),
                objective=self.objective,
                min_recall=self.min_recall,
                error_slack=0.0,
                time_limit=60,
                constraints=Constraints(bounds=self.sides, cut_points=self.cuts),
                **more,
            )


def case(seed):
    chance = random.Random(seed)
    while True:
        rows, clusters = chance.randint(4, 7), chance.choice([2, 2, 3])
        table = {
            name: [
                None if chance.random() < 0.25 else float(chance.randint(0, 4)) for _ in range(rows)
            ]
            for name in ["a", "b"][: chance.randint(1, 2)]
        }
        labels = [chance.randrange(clusters) for _ in range(rows)]
        sides = {name: chance.choice(["at least", "at most"]) for name in table}
        sides = {name: side for name, side in sides.items() if chance.random() < 0.3}
        cuts = {name: sorted(set(chance.choices(range(5), k=3))) for name in table}
        cuts = {name: points for name, points in cuts.items() if chance.random() < 0.25}
        recall = 0.5 if cuts else chance.choice([0.0, 0.5, 1.0])
        objective = chance.choice(["complexity", "sparsity"])
        varies = all(len({v for v in column if v is not None}) > 1 for column in table.values())
        if varies and len(set(labels)) > 1:
            return Case(table, labels, sides, cuts, recall, objective)


def assert_best(given, result):
    assert result.errors == given.best.errors
    assert result.objective == given.best.objective
    assert result.status == "optimal"


def assert_no_false_claim(given, result):
    """Check what is proved; the answer itself may be longer than the best one."""
    known = given.best
    assert result.error_bound <= known.errors <= result.errors
    if result.errors == known.errors:
        assert result.bound <= known.objective <= result.objective
    if result.status == "optimal":
        assert (result.errors, result.objective) == (known.errors, known.objective)


@pytest.mark.parametrize("seed", range(30))
def test_the_answer_is_the_best_of_all(seed):
    given = case(seed)
    assert_best(given, given.described()[1])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_600))
def test_the_answer_is_the_best_of_all_again_and_again(seed):
    given = case(seed)
    assert_best(given, given.described()[1])


@pytest.mark.parametrize("grouping", ["lazy", "tree", "kmeans", "adaptive"])
@pytest.mark.parametrize("seed", range(100, 104))
def test_whatever_rows_the_solver_sees_nothing_false_is_claimed(seed, grouping):
    given = case(seed)
    assert_no_false_claim(given, given.described(grouping=grouping)[1])


@pytest.mark.parametrize("seed", range(200, 203))
def test_an_engine_claims_nothing_false(seed):
    ibis = pytest.importorskip("ibis")
    pytest.importorskip("duckdb")
    given = case(seed)
    table = ibis.memtable(given.frame.assign(cluster=given.labels))
    assert_no_false_claim(given, given.described(table=table, labels="cluster")[1])


@pytest.mark.parametrize("seed", range(300, 304))
def test_several_polyhedra_are_no_worse_than_one(seed):
    given = case(seed)
    result = given.described(max_polyhedra=2)[1]
    assert result.error_bound <= result.errors <= given.best.errors


@pytest.mark.parametrize("seed", range(400, 408))
def test_sums_are_no_worse_than_single_features(seed):
    given = case(seed)
    description, result = given.described(max_terms=2, max_coefficient=2)
    assert result.error_bound <= result.errors <= given.best.errors
    for part in description.parts:
        for space in part.half_spaces:
            for term in space.terms:
                side = given.sides.get(term.feature.column)
                if side is not None and term.feature.kind != "level":
                    assert (term.weight < 0) == (side == "at least")
                assert (
                    len(space.terms) == 1
                    or term.feature.column not in given.cuts
                    or (term.feature.kind == "level")
                )


@pytest.mark.parametrize("seed", range(500, 510))
def test_bounds_use_cut_points_and_nothing_else(seed):
    given = case(seed)
    cuts = {name: [1, 3] for name in given.table}
    constraints = Constraints(cut_points=cuts)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DescriptionWarning)
        description, _ = describe(given.frame, given.labels, constraints=constraints)
    bounds = {
        abs(space.bound)
        for part in description.parts
        for space in part.half_spaces
        if space.terms[0].feature.kind != "level"
    }
    assert bounds <= {1.0, 3.0}


def test_a_missing_number_meets_no_condition():
    frame = pd.DataFrame({"spend": [1.0, 2.0, np.nan, 8.0, 9.0, np.nan]})
    labels = ["low", "low", "unknown", "high", "high", "unknown"]
    description, result = describe(frame, labels, constraints=Constraints())
    assert (result.errors, result.status) == (0, "optimal")
    assert "spend is missing" in description.to_text()
    assert not description.membership(pd.DataFrame({"spend": [np.nan]}))[0, :2].any()


def test_a_bound_that_shuts_out_missing_values_only_needs_no_further_feature():
    # b <= 9 in cluster B would do as well as "b is known", and b is in use already
    frame = pd.DataFrame({"a": [2.0, 1.5, 0.5, 2.0, 1.0], "b": [np.nan, 1.0, 3.0, 4.0, 1.0]})
    description, result = describe(
        frame,
        list("BCBAA"),
        objective=(1, 2),
        min_recall=1.0,
        max_conditions=2,
        class_weight={"A": 2, "B": 2, "C": 1},
        error_slack=0.0,
    )
    assert (result.status, result.objective, result.bound) == ("optimal", 10.0, 10.0)
    assert result.sparsity == description.sparsity == len(description.used_columns)
    assert Description.from_json(description.to_json()).sparsity == result.sparsity


def test_a_side_that_is_closed_stays_closed():
    frame = pd.DataFrame({"age": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]})
    labels = [0, 0, 0, 1, 1, 1]
    free, _ = describe(frame, labels)
    only, result = describe(frame, labels, constraints=Constraints(bounds={"age": "at least"}))
    assert free.complexity == 4
    assert [len(part.half_spaces) for part in only.parts] == [0, 1]
    assert result.errors == 3  # the first cluster cannot keep the second one out


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([float("nan")], "finite"),
        ([float("-inf"), 2], "finite"),
        ([10**400], "finite"),
        ([pd.NaT], "must be numbers"),
    ],
)
def test_cut_points_that_are_no_values_are_refused(points, words):
    frame = pd.DataFrame({"age": [1.0, 2.0, 3.0, 4.0]})
    with pytest.raises(InputError, match=words):
        describe(frame, list("aabb"), constraints=Constraints(cut_points={"age": points}))


def test_no_date_is_no_cut_point():
    frame = pd.DataFrame({"day": pd.to_datetime(["2024-01-01", "2024-01-02", "2024-03-01"])})
    with pytest.raises(InputError, match="must be dates"):
        describe(frame, list("aab"), constraints=Constraints(cut_points={"day": [pd.NaT]}))


@pytest.mark.parametrize("cut", [0, 9])
def test_a_cluster_is_given_up_beyond_a_cut_point(cut):
    frame = pd.DataFrame({"age": [1.0, 2.0, 3.0, 4.0]})
    constraints = Constraints(cut_points={"age": [cut]})
    description, _ = describe(frame, list("abab"), min_recall=0, constraints=constraints)
    bounds = [abs(space.bound) for part in description.parts for space in part.half_spaces]
    assert bounds == [cut]


def test_nothing_is_proved_of_sums_with_a_constant_that_may_be_missing():
    # a + b <= 9 would do, at complexity 3; with `minmax` a constant is in no sum
    frame = pd.DataFrame({"a": [7.0, 7.0, 7.0, np.nan], "b": [1.0, 2.0, 30.0, 0.0]})
    with pytest.warns(DescriptionWarning, match="'a' has one value wherever it is known"):
        _, result = describe(frame, list("AABB"), cluster="A", max_terms=2, scale="none")
    assert result.status == "feasible"
    assert result.bound <= 3
    _, scaled = describe(frame, list("AABB"), cluster="A", max_terms=2)
    assert scaled.status == "optimal"
