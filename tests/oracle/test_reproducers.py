"""Wrong claims that were made, by name, with tables that a person can check.

Each of them said "optimal" of an answer that was not, because numbers that differ had been taken
for one value, because a column had been left out of sums, or because weights and budgets
had been rounded.
"""

import json
import warnings
from datetime import datetime, timedelta
from functools import partial
from math import inf, nextafter, sqrt

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import clusterscribe
from clusterscribe import OverBudgetWarning, PolyhedralDescriber
from clusterscribe.cli import main

from .case import Case
from .claims import check_claims
from .one_feature import best_of_one_feature
from .recount import errors_of
from .several_features import FLOAT, best_of_several

# the claims were made when nothing was asked of shares inside
describe = partial(clusterscribe.describe, min_recall=0)
frontier = partial(clusterscribe.frontier, min_recall=0)

TIMES = {
    "seconds": 1.7e9 + np.arange(1_000) / 1000,  # a row every millisecond
    "milliseconds": 1.7e12 + np.arange(1_000.0),
    "fine milliseconds": 1.7e12 + np.arange(100) / 4,
    "microseconds": 1.7e15 + np.arange(100.0),
    "before 1970": -1.7e9 - np.arange(100) / 1000,
    "last bits": 1.0 + np.arange(100) * 2.0**-52,
    "decimals": 123_456_789.0 + np.arange(100) / 1e7,
    "large": 1e300 * (1 + np.arange(100) * 2.0**-50),
    "small": 1e-300 * (1 + np.arange(100) * 2.0**-50),
}


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def clocked(unit):
    """A column that says it all, beside one that says nothing."""
    times, rows = TIMES[unit], len(TIMES[unit])
    assert len(set(times.tolist())) == rows
    noise = np.random.default_rng(0).random(rows)
    labels = np.where(np.arange(rows) < rows // 2, "early", "late")
    return pd.DataFrame({"t": times, "noise": noise}), labels.tolist()


def settled(result):
    """`t <= b` for one cluster and `t >= b` for the other: no errors, complexity 4."""
    found = result.status, result.errors, result.error_bound, result.complexity, result.bound
    assert found == ("optimal", 0, 0, 4, 4)


def exact(table, labels, description):
    case = Case({name: table[name].tolist() for name in table}, list(labels))
    assert errors_of(description, case) == 0


class TestNumbersOneStepApart:
    @pytest.mark.parametrize("unit", TIMES)
    @pytest.mark.parametrize("grouping", ["auto", "lazy"])
    def test_steps_of_a_clock_are_told_apart(self, unit, grouping):
        table, labels = clocked(unit)
        description, result = describe(table, labels, grouping=grouping)
        settled(result)
        exact(table, labels, description)

    @pytest.mark.parametrize("placement", ["tight", "middle", "round"])
    @pytest.mark.parametrize("unit", ["decimals", "last bits", "large"])
    def test_every_placement_lies_between_the_two(self, unit, placement):
        table, labels = clocked(unit)
        description, result = describe(table, labels, placement=placement)
        settled(result)
        exact(table, labels, description)

    @pytest.mark.parametrize("unit", ["seconds", "milliseconds"])
    def test_a_file_on_the_command_line(self, unit, tmp_path):
        table, labels = clocked(unit)
        table.assign(label=labels).to_csv(tmp_path / "times.csv", index=False)
        out = tmp_path / "answer.json"
        code = main(
            ["describe", str(tmp_path / "times.csv"), "--labels", "label", "--json", str(out)]
        )
        result = json.loads(out.read_text())["result"]
        assert code == 0
        assert (result["status"], result["errors"], result["complexity"]) == ("optimal", 0, 4)

    @pytest.mark.parametrize("unit", ["seconds", "milliseconds"])
    def test_a_table_in_an_engine(self, unit):
        ibis = pytest.importorskip("ibis", reason="needs the extra clusterscribe[table]")
        connection = ibis.duckdb.connect()
        table, labels = clocked(unit)
        connection.con.register("times", pa.Table.from_pandas(table.assign(label=labels)))
        description, result = describe(connection.table("times"), "label")
        settled(result)
        exact(table, labels, description)

    def test_the_estimator_and_the_frontier(self):
        table, labels = clocked("decimals")
        settled(PolyhedralDescriber().fit(table, labels).result_)
        points = frontier(table, labels).points
        assert [(point.errors, point.complexity, point.proved) for point in points] == [
            (0, 4, True)
        ]

    def test_sums_may_use_the_column_too(self):
        table, labels = clocked("seconds")
        _, result = describe(table[::20], labels[::20], max_terms=2)
        settled(result)

    def test_a_tenth_and_two_tenths_are_not_three_tenths(self):
        table = [[0.3], [0.1 + 0.2], [0.3], [0.1 + 0.2]]
        _, result = describe(table, ["a", "b", "a", "b"])
        settled(result)

    @pytest.mark.parametrize("value", [0.3, 1.0, 1e15, 1e300, 1e-300, 5e-324, -2.5])
    def test_neighbours_among_floats(self, value):
        table = [[value], [nextafter(value, inf)]]
        description, result = describe(table, ["a", "b"])
        settled(result)
        assert description.errors(table, ["a", "b"]) == 0

    def test_the_two_zeros_are_one_value(self):
        _, result = describe([[0.0], [-0.0]], ["a", "b"])
        assert (result.status, result.errors) == ("optimal", 1)


def with_moments(rows, seed):
    """Two columns of two digits, clusters by `a + b <= 1`, and a date that has no part in it."""
    chance = np.random.default_rng(seed)
    a, b = chance.integers(0, 101, rows), chance.integers(0, 101, rows)
    start = datetime(2024, 1, 1)
    seconds = chance.integers(0, 10**6, rows).tolist()
    columns = {
        "a": (a / 100).tolist(),
        "b": (b / 100).tolist(),
        "when": [start + timedelta(seconds=second) for second in seconds],
    }
    return Case(columns, ["low" if total <= 100 else "high" for total in (a + b).tolist()])


SUMS = {"max_terms": 2, "scale": "none"}


class TestSumsOfColumnsAsTheyAre:
    @pytest.mark.parametrize("seed", range(5))
    def test_a_date_beside_small_numbers_hides_no_sum(self, seed):
        case = with_moments(20, seed)
        sums = zip(case.columns["a"], case.columns["b"], case.labels, strict=True)
        assert all((a + b <= 1.005) == (label == "low") for a, b, label in sums)
        check_claims(case, {}, best_of_several(case, 2, 1, "none", FLOAT), **SUMS)
        _, result = describe(case.table, case.labels, **SUMS)
        assert (result.errors, result.error_bound, result.complexity) == (0, 0, 6)

    @pytest.mark.parametrize("large", [1e6, 1e9, 1e12, 1e15, 1e17, 1e100, 1e299])
    def test_a_large_number_beside_small_ones_hides_no_sum(self, large):
        case = with_moments(20, 0)
        column = [large * (1 + row % 3) for row in range(20)]
        case = Case({"a": case.columns["a"], "b": case.columns["b"], "c": column}, case.labels)
        check_claims(case, {}, best_of_several(case, 2, 1, "none", FLOAT), **SUMS)
        assert describe(case.table, case.labels, **SUMS)[1].errors == 0

    @pytest.mark.parametrize("scale", ["none", "minmax"])
    @pytest.mark.parametrize("seed", range(6))
    def test_dropping_a_column_never_lowers_a_proved_optimum(self, seed, scale):
        case = with_moments(16, seed)
        options = {"max_terms": 2, "scale": scale}
        _, whole = describe(case.table, case.labels, **options)
        for name in case.columns:
            _, part = describe(case.table.drop(columns=name), case.labels, **options)
            assert whole.error_bound <= part.errors
            if whole.status == "optimal":
                assert whole.errors <= part.errors

    @pytest.mark.parametrize("seed", range(4))
    @pytest.mark.parametrize("unit", [1.5e298, 3e299, 1.5e305])
    def test_no_claim_about_sums_of_what_is_left_out_of_them(self, unit, seed):
        chance = np.random.default_rng(seed)
        a, b = chance.integers(0, 101, 16), chance.integers(0, 101, 16)
        labels = (a + b <= 100).astype(int).tolist()
        case = Case({"a": (a * unit).tolist(), "b": (b * unit).tolist()}, labels)
        check_claims(case, {}, best_of_several(case, 2, 1, "none", FLOAT), **SUMS)

    @pytest.mark.parametrize("scale", ["none", "minmax"])
    def test_sums_a_hair_apart_are_told_apart(self, scale):
        # a + b is 1 for one cluster and a little more for the other; a and b alone say nothing
        step = 2.0**-40
        a = [0.0, 0.25, 0.5, 0.75, 1.0]
        low = {"a": a, "b": [1 - value for value in a]}
        columns = {"a": a * 2, "b": low["b"] + [value + step for value in low["b"]]}
        case = Case(columns, [0] * 5 + [1] * 5)
        check_claims(case, {}, best_of_several(case, 2, 1, scale, FLOAT), max_terms=2, scale=scale)


class TestWeights:
    def test_light_rows_beside_heavy_ones(self):
        columns = {"x": [0.0] + [2.0] * 11 + [4.0]}
        weights = [1.4142135623e9] + [0.5235987755] * 10 + [600.0] + [1.7320508075e9]
        case = Case(columns, ["a"] * 11 + ["b"] * 2, weights)
        best = best_of_one_feature(case)
        assert float(best.fewest_errors) == pytest.approx(5.235987755)
        check_claims(case, {}, best)
        assert describe(case.table, case.labels, sample_weight=weights)[1].errors < 5.3

    @pytest.mark.parametrize("heavy", [1e8, 1e10, 1e12, 1e15, sqrt(2) * 1e9])
    @pytest.mark.parametrize("light", [0.1, 0.5, sqrt(3), 1.0])
    def test_ten_light_rows_or_one_that_is_heavier(self, heavy, light):
        """One value for both: ten light rows are wrong, or one of twice what they weigh."""
        columns = {"x": [0.0] + [2.0] * 11 + [4.0]}
        weights = [heavy] + [light] * 10 + [20 * light] + [heavy * 1.25]
        case = Case(columns, ["a"] * 11 + ["b"] * 2, weights)
        best = best_of_one_feature(case)
        assert float(best.fewest_errors) == pytest.approx(10 * light)
        check_claims(case, {"error_slack": 0.0}, best)

    @pytest.mark.parametrize("heavy", [2**49, 2**50, 2**51, 2**52, 2**53 - 1, 2**60])
    def test_whole_weights_with_a_large_total(self, heavy):
        """Of two rows in one place the lighter is wrong; a second place has light ones."""
        columns = {"x": [0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 3.0]}
        labels = ["a", "b", "a", "b", "b", "b", "a"]
        weights = [float(heavy), float(heavy - heavy // 2**20), 3.0, 1.0, 1.0, 7.0, 2.0]
        case = Case(columns, labels, weights)
        check_claims(case, {"error_slack": 0.0}, best_of_one_feature(case))

    @pytest.mark.parametrize("exponent", [49, 50, 51, 52])
    def test_one_unit_of_a_large_total_counts(self, exponent):
        """Two pairs of rows in one place, which differ in weight by one."""
        columns = {"x": [0.0] * 2 + [1.0] * 2}
        heavy = float(2**exponent)
        case = Case(columns, ["a", "b", "b", "a"], [heavy, heavy + 1, heavy + 1, heavy])
        best = best_of_one_feature(case)
        assert best.fewest_errors == 2 * 2**exponent
        check_claims(case, {"error_slack": 0.0}, best)

    def test_a_table_in_an_engine_counts_the_weights_as_they_came(self):
        ibis = pytest.importorskip("ibis", reason="needs the extra clusterscribe[table]")
        rows = {"x": [1.0, 1.0, 1.0, 2.0], "label": ["a", "b", "b", "b"]}
        weights = {"weight": [0.5235987755, 0.5, 1.4142135623e9, 3.1]}
        connection = ibis.duckdb.connect()
        connection.con.register("weighted", pa.table({**rows, **weights}))
        table = connection.table("weighted")
        description, result = describe(table, "label", sample_weight="weight")
        assert result.errors == pytest.approx(0.5235987755)
        assert description.tallies[0].rows == pytest.approx(0.5235987755)

    def test_many_whole_weights_whose_total_is_above_all_floats_in_steps_of_one(self):
        rows = 40
        chance = np.random.default_rng(0)
        weights = [float(2**50 + k) for k in chance.integers(0, 1000, rows).tolist()]
        labels = chance.integers(0, 2, rows).tolist()
        case = Case({"x": chance.integers(0, 12, rows).astype(float).tolist()}, labels, weights)
        check_claims(case, {"error_slack": 0.0}, best_of_one_feature(case))

    @pytest.mark.parametrize("unit", [0.1, 0.01, 1 / 3, 1 / 7, 1e-9, 1e-300, 1e200])
    def test_a_unit_changes_nothing(self, unit):
        counts = [3, 1, 2, 2, 1, 4, 1]
        columns = {"x": [0.0, 1.0, 1.0, 2.0, 3.0, 3.0, 4.0]}
        labels = ["a", "b", "a", "b", "a", "b", "a"]
        case = Case(columns, labels, [count * unit for count in counts])
        whole = best_of_one_feature(Case(columns, labels, [float(count) for count in counts]))
        fewest = best_of_one_feature(case).fewest_errors
        assert float(fewest) == pytest.approx(float(whole.fewest_errors) * unit)
        check_claims(case, {}, best_of_one_feature(case))


def two_in_one_place(lighter, heavier):
    """Two rows that nothing tells apart: the fewest errors are the weight of the lighter."""
    return Case({"x": [1.0, 1.0]}, ["a", "b"], [float(lighter), float(heavier)])


class TestBudgets:
    @pytest.mark.parametrize("budget", [10**12 + 1, 10**12 + 4, 10**9 + 4, 10**13 + 1, 10**15 + 4])
    def test_a_budget_that_is_a_few_units_short_is_exceeded(self, budget):
        needed = budget // 10**9 * 10**9 + 5
        case = two_in_one_place(needed, 2 * needed)
        with pytest.warns(OverBudgetWarning):
            _, result = describe(
                case.table, case.labels, max_errors=budget, sample_weight=case.weights
            )
        assert result.errors >= needed > result.max_errors
        check_claims(case, {"max_errors": budget}, best_of_one_feature(case))

    @pytest.mark.parametrize("budget", [10**9 + 5, 10**12 + 5, 10**15 + 5])
    def test_a_budget_that_is_just_enough_is_met(self, budget):
        case = two_in_one_place(budget, 2 * budget)
        status = check_claims(case, {"max_errors": budget}, best_of_one_feature(case))
        assert status == "optimal"

    @pytest.mark.parametrize("short", [1, 2, 4])
    def test_what_a_budget_almost_allows_is_not_shorter(self, short):
        """Leaving one heavy row wrong saves conditions, and is not quite allowed."""
        heavy = 10**12 + 5
        columns = {"x": [0.0, 1.0, 2.0, 3.0, 9.0]}
        labels = ["a", "a", "b", "b", "a"]
        case = Case(columns, labels, [3e12, 3e12, 3e12, 3e12, float(heavy)])
        best = best_of_one_feature(case)
        assert (best.fewest_errors, best.least(heavy)) == (heavy, 4)
        check_claims(case, {"max_errors": heavy - short}, best)
        check_claims(case, {"max_errors": heavy}, best)

    @pytest.mark.parametrize("budget", [10**18, 10**30, 10**400])
    def test_a_budget_beyond_everything_allows_everything(self, budget):
        case = two_in_one_place(1, 2)
        assert check_claims(case, {"max_errors": budget}, best_of_one_feature(case)) == "optimal"

    @pytest.mark.parametrize("wrong", [7, 14, 28, 29])
    def test_a_share_is_met_by_what_it_says_in_decimals(self, wrong):
        """29 errors of 100 rows are within 0.29, although 0.29 x 100 is less than 29 in floats."""
        case = Case({"x": [0.0] * 100}, ["a"] * wrong + ["b"] * (100 - wrong))
        best = best_of_one_feature(case)
        assert check_claims(case, {"max_errors": wrong / 100}, best) == "optimal"
        assert check_claims(case, {"max_errors": (wrong - 1) / 100}, best) == "over budget"
