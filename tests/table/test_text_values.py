"""Numbers and dates that are written as text: what is read, what is left, and in which way."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.feature import Form, Kind
from clusterscribe.table.text_values import (
    Reading,
    Unreadable,
    numbers_of_texts,
    read_moment,
    read_number,
    recognised,
)

EPOCH = dt.date(1970, 1, 1)
DATES = {
    "%Y-%m-%d": Form.PLAIN,
    "%Y/%m/%d": Form.PLAIN,
    "%d.%m.%Y": Form.PLAIN,
    "%b %d, %Y": Form.PLAIN,
    "%B %d, %Y": Form.PLAIN,
    "%d %b %Y": Form.PLAIN,
    "%d-%b-%Y": Form.PLAIN,
    "%d/%m/%Y": Form.DAY_FIRST,
    "%m/%d/%Y": Form.MONTH_FIRST,
}


@pytest.mark.parametrize(("pattern", "form"), DATES.items())
@settings(max_examples=20)
@given(days=st.lists(st.dates(dt.date(1000, 1, 1)), min_size=1, max_size=5))
def test_dates_in_common_forms_are_read_back(pattern, form, days):
    days = [*days, dt.date(2024, 12, 31)]  # which says what comes first
    texts = [day.strftime(pattern) for day in days]
    assert recognised(texts) == Reading(Kind.DATE, form)
    numbers, exact = numbers_of_texts(texts, Kind.DATE, form)
    assert exact
    assert numbers.tolist() == [(day - EPOCH).days for day in days]


@settings(max_examples=30)
@given(moment=st.datetimes(dt.datetime(1700, 1, 1), dt.datetime(2250, 1, 1)))
def test_times_are_read_to_the_microsecond(moment):
    ticks = (moment - dt.datetime(1970, 1, 1)) // dt.timedelta(microseconds=1)
    for text in (moment.isoformat(), moment.isoformat(" "), f" {moment.isoformat()} "):
        numbers, exact = numbers_of_texts([text], Kind.DATETIME, Form.PLAIN)
        assert numbers.tolist() == [ticks]
        assert exact
    ahead = moment.replace(tzinfo=dt.timezone(dt.timedelta(hours=5, minutes=30)))
    assert recognised([ahead.isoformat()]) == Reading(Kind.DATETIME, Form.PLAIN, zoned=True)
    (number,), _ = numbers_of_texts([ahead.isoformat()], Kind.DATETIME, None)
    assert number == ticks - (5 * 60 + 30) * 60 * 10**6


@pytest.mark.parametrize(
    ("texts", "kind", "zoned"),
    [
        (["2024-03-01 10:00"], Kind.DATETIME, False),
        (["2024-03-01T10:00:00Z", "2024-03-01 10:00+01"], Kind.DATETIME, True),
        (["2024-03-01T10:00:00.123-0330"], Kind.DATETIME, True),
        (["2024-03-01", "2024-03-01 10:00"], Kind.DATETIME, False),
        (["01.03.2024 10:00"], Kind.DATETIME, False),
        (["2024-03-01", "01.03.2024", "Sept. 1, 2024", "NA", ""], Kind.DATE, False),
    ],
)
def test_what_columns_of_moments_are(texts, kind, zoned):
    assert recognised(texts) == Reading(kind, Form.PLAIN, zoned)


@pytest.mark.parametrize(
    "texts",
    [
        ["2024-02-30"],
        ["2024-13-01"],
        ["30.02.2024"],
        ["Foo 1, 2024"],
        ["2024-03-01 24:00"],
        ["2024-03-01 10:00 CET"],
        ["01.03.2024 10:00+01:00"],
        ["2024-03-01", "soon"],
        ["2024-03-01T10:00Z", "2024-03-01T10:00"],
        ["31/12/2024", "12/31/2024"],
        ["20240301"],
        ["10:00"],
        ["٢٠٢٤-٠٣-٠١"],
        ["2024-03-01\n2024-03-02"],
        ["5 %", "7 %"],
        ["€ 1.50"],
        ["1,50 €"],
        ["12", "13"],
        ["007.5"],
        ["1.5", "x"],
        ["1,2,3"],
        ["12,34.5"],
        ["1.2.3"],
        ["192.168.0.1"],
        ["NaN", "", "NA"],
        [],
        ["inf", "1.5"],
        ["1_000.5"],
    ],
    ids=repr,
)
def test_other_texts_stay_text(texts):
    assert recognised(texts) is None


@pytest.mark.parametrize(
    ("texts", "form", "numbers"),
    [
        (["1.5", "2", "-3.25", "1e3"], Form.DECIMAL_POINT, [1.5, 2, -3.25, 1000]),
        (["1,234.50", "2"], Form.DECIMAL_POINT, [1234.5, 2]),
        (["1,234,567", "2"], Form.DECIMAL_POINT, [1234567, 2]),
        (["3,5", " 2 ", "NA"], Form.DECIMAL_COMMA, [3.5, 2, np.nan]),
        (["1.234,50", "-7"], Form.DECIMAL_COMMA, [1234.5, -7]),
        (["1.234", "0,5"], Form.DECIMAL_COMMA, [1234, 0.5]),
        (["1,234", "0.5"], Form.DECIMAL_POINT, [1234, 0.5]),
        (["0.125"], Form.DECIMAL_POINT, [0.125]),
    ],
)
def test_numbers_in_text(texts, form, numbers):
    assert recognised(texts) == Reading(Kind.NUMBER, form)
    found, _ = numbers_of_texts(texts, Kind.NUMBER, form)
    np.testing.assert_array_equal(found, numbers)


@pytest.mark.parametrize(
    ("texts", "word"),
    [
        (["01/02/2024", "12/11/2024"], "day or month"),
        (["05/05/2024"], "day or month"),
        (["1,234", "2"], "decimals or thousands"),
        (["1.234", "5.678"], "decimals or thousands"),
    ],
)
def test_what_can_be_read_in_two_ways_is_in_doubt(texts, word):
    found = recognised(texts)
    assert found.form is None
    assert word in found.doubt


def test_new_rows_need_the_form_of_the_column():
    assert read_moment("01/02/2024", Form.DAY_FIRST).days == (dt.date(2024, 2, 1) - EPOCH).days
    assert read_moment("01/02/2024", Form.MONTH_FIRST).days == (dt.date(2024, 1, 2) - EPOCH).days
    assert read_number("1.234", Form.DECIMAL_COMMA) == 1234
    assert read_number("1.234", Form.DECIMAL_POINT) == 1.234
    assert read_number("1.234", None) == 1.234
    for read, text, form in [
        (read_moment, "01/02/2024", None),
        (read_moment, "01/02/2024", Form.PLAIN),
        (read_moment, "13/13/2024", Form.DAY_FIRST),
        (read_number, "1,234", None),
        (read_number, "3.5", Form.DECIMAL_COMMA),
    ]:
        with pytest.raises(Unreadable):
            read(text, form)


def test_what_a_float_cannot_hold_is_said():
    assert numbers_of_texts(["2024-03-01 10:00:00.1234567"], Kind.DATETIME, None)[1] is False
    assert numbers_of_texts(["2024-03-01 10:00:00.1234560"], Kind.DATETIME, None)[1] is True
    assert numbers_of_texts(["9999-12-31 23:59:59.000001"], Kind.DATETIME, None)[1] is False


@settings(max_examples=50)
@given(st.lists(st.text(max_size=12), max_size=4))
def test_any_text_is_survived(texts):
    found = recognised(texts)
    if found is not None and found.form is not None:
        numbers_of_texts(texts, found.kind, found.form)


@settings(max_examples=50)
@given(st.lists(st.floats(allow_nan=False, allow_infinity=False, width=32), min_size=1))
def test_numbers_with_a_decimal_comma_are_those_with_a_point(numbers):
    texts = [f"{number:.2f}" for number in numbers]
    with_commas = [text.replace(".", ",") for text in texts]
    found, _ = numbers_of_texts(with_commas, Kind.NUMBER, Form.DECIMAL_COMMA)
    assert found.tolist() == [float(text) for text in texts]
