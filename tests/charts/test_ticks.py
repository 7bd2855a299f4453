"""Ticks: round numbers, and round moments."""

from datetime import datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe import Feature, Kind
from clusterscribe.charts.data.axis import ticks_at, ticks_of
from clusterscribe.charts.data.figures import grouped

DATE, TIME = Feature("d", Kind.DATE), Feature("t", Kind.DATETIME)


def texts(low, high, feature=None):
    return [tick.text for tick in ticks_of(low, high, feature)]


def days(text):
    return float(np.datetime64(text, "D").astype(np.int64))


def moments(text):
    return float(np.datetime64(text, "us").astype(np.int64))


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 10, ["0", "2", "4", "6", "8", "10"]),
        (0.13, 0.66, ["0.2", "0.3", "0.4", "0.5", "0.6"]),
        (-3, 3, ["-3", "-2", "-1", "0", "1", "2", "3"]),
        (0, 100_000, ["0", "20,000", "40,000", "60,000", "80,000", "100,000"]),
        (-25_000, 5_000, ["-25,000", "-20,000", "-15,000", "-10,000", "-5,000", "0", "5,000"]),
    ],
)
def test_numbers_are_in_steps_of_one_two_or_five(low, high, expected):
    assert texts(low, high) == expected


def test_thousands_stand_apart_but_not_in_years():
    whole = Feature("n", Kind.INTEGER)
    assert texts(400, 1600) == ["400", "600", "800", "1,000", "1,200", "1,400", "1,600"]
    assert texts(0, 2500, whole) == ["0", "500", "1,000", "1,500", "2,000", "2,500"]
    assert texts(1989.5, 2020.5, whole) == ["1990", "2000", "2010", "2020"]


def test_few_values_are_told_apart_in_few_digits():
    assert [tick.text for tick in ticks_at([0, 1 / 3, 2 / 3, 1])] == ["0", "0.333", "0.667", "1"]
    assert [tick.text for tick in ticks_at([10001, 10002])] == ["10,001", "10,002"]


def test_whole_numbers_have_no_halves():
    assert texts(-0.5, 1.5, Feature("n", Kind.INTEGER)) == ["0", "1"]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        ("2001-01-01", "2024-01-01", ["2005", "2010", "2015", "2020"]),
        ("2023-01-15", "2024-01-15", ["2023-03", "2023-05", "2023-07", "2023-09", "2023-11",
                                      "2024-01"]),
        ("2024-02-27", "2024-03-02", ["2024-02-27", "2024-02-28", "2024-02-29", "2024-03-01",
                                      "2024-03-02"]),
    ],
)  # fmt: skip
def test_dates_are_at_starts_of_years_months_or_days(low, high, expected):
    found = texts(days(low), days(high), DATE)
    assert [text for text in expected if text not in found] == []


def test_times_say_the_day_where_it_changes():
    low, high = moments("2024-03-01T18:30"), moments("2024-03-02T07:00")
    assert texts(low, high, TIME) == ["2024-03-01 21:00", "2024-03-02", "03:00", "06:00"]


def test_seconds_are_said_where_they_matter():
    low, high = moments("2024-03-01T18:30:00"), moments("2024-03-01T18:30:10")
    assert texts(low, high, TIME)[:2] == ["2024-03-01 18:30:00", "18:30:02"]


def test_moments_beyond_the_calendar_are_numbers():
    assert texts(0.0, 1e15, DATE)[-1] == "1e15"


@given(low=st.floats(-1e12, 1e12), length=st.floats(1e-3, 1e12))
def test_ticks_rise_within_the_axis_and_are_few(low, length):
    high = low + length
    ticks = ticks_of(low, high, None)
    places = [tick.at for tick in ticks]
    assert places == sorted(set(places))
    assert len(ticks) <= 8
    slack = 1e-9 * max(abs(low), abs(high))
    assert all(low - slack <= place <= high + slack for place in places)


@given(
    low=st.datetimes(datetime(1800, 1, 1), datetime(2200, 1, 1)),
    seconds=st.floats(3, 1e10),
)
def test_ticks_of_times_rise_within_the_axis_and_are_few(low, seconds):
    start = moments(low.isoformat())
    end = start + seconds * 1e6
    places = [tick.at for tick in ticks_of(start, end, TIME)]
    assert places == sorted(set(places))
    assert len(places) <= 8
    assert all(start <= place <= end for place in places)


def test_numbers_just_below_zero_keep_their_sign():
    assert grouped(-0.00459) == "-0.00459"
    assert grouped(-1234.5) == "-1,234.5"
