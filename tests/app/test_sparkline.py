"""Small pictures of columns: every row is counted once, in the bar that says so."""

import numpy as np
import pytest

from clusterscribe.app.sparkline import sparkline
from clusterscribe.feature import Kind
from clusterscribe.table.column import Levels, Numbers


def rows_in(spark):
    return [int(title.rpartition(": ")[2].split()[0].replace(",", "")) for title in spark.titles]


@pytest.mark.parametrize("kind", [Kind.NUMBER, Kind.INTEGER, Kind.DATE, Kind.DATETIME])
def test_every_row_is_in_one_bar(kind):
    values = np.round(np.exp(np.random.default_rng(0).normal(8, 1, 5000)))
    spark = sparkline(Numbers(kind, np.append(values, [np.nan, 0.0])))
    assert sum(rows_in(spark)) == 5001
    assert max(spark.heights) == 100


def test_bars_of_numbers_say_exactly_what_they_count():
    values = np.random.default_rng(1).uniform(0, 1, 1000)
    spark = sparkline(Numbers(Kind.NUMBER, values))
    assert spark.titles[6] == f"0.3 to below 0.35: {((values >= 0.3) & (values < 0.35)).sum()} rows"


def test_whole_numbers_have_a_bar_each_where_they_are_few():
    spark = sparkline(Numbers(Kind.INTEGER, np.array([1.0, 1, 2, 5])))
    assert spark.titles == ["1: 2 rows", "2: 1 row", "3: 0 rows", "4: 0 rows", "5: 1 row"]
    assert (spark.words, spark.about) == ("1 to 5", "1 to 5, median 1.5")


def test_outliers_are_counted_in_the_last_bar():
    spark = sparkline(Numbers(Kind.INTEGER, np.array([*range(1000), 10**9], dtype=float)))
    assert spark.titles[-1].startswith("950 or more: 51 rows")


@pytest.mark.parametrize(
    "values", [[], [7.0], [1e308, -1e308], [1e15, 1e15 + 0.25], [5e-324, 1e-323], [np.inf, np.nan]]
)
def test_no_numbers_are_too_odd(values):
    spark = sparkline(Numbers(Kind.NUMBER, np.array(values, dtype=float)))
    assert len(spark.heights) == len(spark.titles)


def test_levels_are_named_the_most_frequent_first():
    levels = Levels(tuple("abcd"), np.array([3, 3, 3, 0, 1, 2, 2, -1]))
    spark = sparkline(levels)
    assert spark.titles[0] == "d: 3 rows, 42.86 %"
    assert (spark.heights[0], spark.words) == (100, "d, c, a and 1 more")


def test_yes_and_no():
    spark = sparkline(Numbers(Kind.BOOLEAN, np.array([1.0, 0, 0, 0, np.nan])))
    assert spark.titles == ["no: 3 rows, 75 %", "yes: 1 row, 25 %"]
    assert spark.words == "25 % yes"
