"""Conditions read like sentences, whatever the names are."""

import math
from datetime import date, datetime

import pytest

from clusterscribe import Feature, HalfSpace, Kind, Polyhedron, Term
from clusterscribe.description.core.conditions import conditions_of
from clusterscribe.description.words import condition_wording, wording

from .builders import (
    AGE,
    ALCOHOL,
    HUE,
    INCOME,
    ORGANIC,
    SIGNUP,
    WINE,
    at_least,
    at_most,
    is_false,
    is_level,
    is_not_level,
    is_true,
    score,
    weighted,
)


def words(*spaces):
    return [condition_wording.condition(c) for c in conditions_of(Polyhedron(0, spaces))]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (45_000.0, "45000"),
        (0.30000000000000004, "0.3"),
        (1 / 3, "0.333333333333"),
        (-0.0, "0"),
        (-2.50, "-2.5"),
        (100_000.0, "100000"),
        (123_456_789_012.0, "123456789012"),
        (1e15, "1e15"),
        (1e300, "1e300"),
        (1.5e-9, "1.5e-9"),
        (0.0001, "0.0001"),
        (0.00001, "1e-5"),
        (5e-324, "4.94065645841e-324"),
        (float("inf"), "inf"),
    ],
)
def test_number_has_twelve_digits_and_is_as_short_as_possible(value, text):
    assert wording.number(value) == text


def test_integer_is_written_in_full():
    assert words(at_most(AGE, 1_234_567_890_123)) == ["age <= 1234567890123"]


def test_bounds_in_both_directions():
    assert words(at_most(INCOME, 45_000), at_least(AGE, 30)) == ["income <= 45000", "age >= 30"]


def test_two_bounds_on_one_feature_are_a_range():
    assert words(at_least(AGE, 30), at_most(INCOME, 1), at_most(AGE, 45)) == [
        "30 <= age <= 45",
        "income <= 1",
    ]


def test_equal_bounds_are_an_equality():
    assert words(at_least(AGE, 30), at_most(AGE, 30)) == ["age = 30"]
    assert words(at_least(INCOME, 0.3), at_most(INCOME, 0.1 + 0.2)) == [
        "0.3 <= income <= 0.30000000000000004"
    ]


@pytest.mark.parametrize("bound", [2.45, -2.45, 0.0, 0.3, 1e-9, 45_000, 1e300])
def test_the_next_number_after_a_short_one_is_said_strictly(bound):
    short = wording.number(bound)
    after, before = math.nextafter(bound, math.inf), math.nextafter(bound, -math.inf)
    assert words(at_least(INCOME, after)) == [f"income > {short}"]
    assert words(at_most(INCOME, before)) == [f"income < {short}"]
    assert words(at_least(INCOME, bound)) == [f"income >= {short}"]
    assert words(at_most(INCOME, bound)) == [f"income <= {short}"]


def test_each_side_of_a_range_is_strict_or_not():
    above, below = at_least(INCOME, math.nextafter(2, 3)), at_most(INCOME, math.nextafter(5.15, 5))
    assert words(above, at_most(INCOME, 5.15)) == ["2 < income <= 5.15"]
    assert words(at_least(INCOME, 2), below) == ["2 <= income < 5.15"]
    assert words(above, below) == ["2 < income < 5.15"]


@pytest.mark.parametrize("bound", [1 / 3, 2 / 3, 0.1 + 0.2, 1.7e9 + 0.4995, 1.0 + 2**-52, 5e-324])
def test_a_bound_reads_back_as_the_same_number(bound):
    for (text,) in (words(at_least(INCOME, bound)), words(at_most(INCOME, bound))):
        relation, number = text.split(" ")[1:]
        strictly = {">": math.inf, "<": -math.inf}.get(relation)
        written = float(number)
        assert bound == (written if strictly is None else math.nextafter(written, strictly))


@pytest.mark.parametrize(
    ("value", "text"), [(20.67135959638, "20.6713595963"), (0.3, "0.3"), (4, "4"), (2.5, "2.5")]
)
def test_a_proven_number_is_never_rounded_up(value, text):
    assert wording.at_least(value) == text


def test_counts_are_written_in_full():
    assert wording.count(4_500_000_000_052, "error") == "4500000000052 errors"


def test_bounds_that_exclude_each_other_stay_two():
    assert words(at_least(AGE, 45), at_most(AGE, 30)) == ["age >= 45", "age <= 30"]


def test_of_two_bounds_in_one_direction_the_tighter_counts():
    assert words(at_most(AGE, 45), at_most(AGE, 30)) == ["age <= 30"]


def test_levels():
    assert words(is_level("job", "admin")) == ["job is admin"]
    assert words(is_not_level("job", "admin")) == ["job is not admin"]
    assert words(is_level("job", None)) == ["job is missing"]
    assert words(is_not_level("job", None)) == ["job is known"]
    assert words(is_level("floor", 3)) == ["floor is 3"]
    assert words(is_level("floor", 2.5)) == ["floor is 2.5"]
    assert words(is_level("known", True)) == ["known is true"]


def test_several_exclusions_of_one_column_are_a_list():
    spaces = [is_not_level("job", level) for level in ("admin", "retired", None)]
    assert words(*spaces) == ["job is not in {admin, retired, missing}"]
    assert words(is_not_level("job", "a"), is_not_level("town", "b")) == [
        "job is not a",
        "town is not b",
    ]


def test_booleans():
    assert words(is_true("hair")) == ["hair is true"]
    assert words(is_false("hair")) == ["hair is false"]
    known = HalfSpace((Term(Feature("hair", Kind.BOOLEAN), 1),), 1.0)
    assert words(known) == ["hair is known"]


@pytest.mark.parametrize(("weight", "bound"), [(1, -1.0), (-1, -2.0)])
def test_condition_that_nothing_satisfies(weight, bound):
    for kind in (Kind.LEVEL, Kind.BOOLEAN):
        feature = Feature("job", kind, "admin" if kind is Kind.LEVEL else None)
        assert words(HalfSpace((Term(feature, weight),), bound)) == ["no row"]


def test_condition_that_everything_satisfies():
    feature = Feature("job", Kind.LEVEL, "admin")
    assert words(HalfSpace((Term(feature, 1),), 1.0)) == ["every row"]


def test_dates_and_times():
    day = (date(2020, 2, 29) - date(1970, 1, 1)).days
    assert words(at_most(SIGNUP, day)) == ["signup <= 2020-02-29"]
    assert words(at_most(SIGNUP, day + 0.5)) == ["signup <= 2020-02-29"]
    assert words(at_least(SIGNUP, day - 0.5)) == ["signup >= 2020-02-29"]
    for zoned, suffix in ((False, ""), (True, "+00:00")):
        seen = Feature("seen", Kind.DATETIME, zoned=zoned)
        for moment, text in (
            (datetime(2020, 2, 29), "2020-02-29 00:00"),
            (datetime(2020, 2, 29, 12, 30), "2020-02-29 12:30"),
            (datetime(1920, 2, 29, 12, 30, 10), "1920-02-29 12:30:10"),
            (datetime(2020, 2, 29, 12, 30, 10, 500_000), "2020-02-29 12:30:10.5"),
        ):
            ticks = (moment - datetime(1970, 1, 1)).total_seconds() * 1e6
            assert words(at_most(seen, ticks)) == [f"seen <= {text}{suffix}"]


def test_weighted_sums():
    job = Feature("job", Kind.LEVEL, "admin")
    hair = Feature("hair", Kind.BOOLEAN)
    assert words(weighted(7.5, (2, INCOME), (-3, AGE), (1, job), (-1, hair))) == [
        "2 income - 3 age + [job is admin] - [hair is true] <= 7.5"
    ]
    assert words(weighted(-3, (-1, AGE), (-2, INCOME))) == ["age + 2 income >= 3"]
    assert words(weighted(3, (-1, AGE), (2, SIGNUP))) == ["-age + 2 days(signup) <= 3"]
    assert words(weighted(6, (2, AGE))) == ["2 age <= 6"]


def test_scores_show_the_values_that_count_as_0_and_1():
    light, _ = WINE.parts[0].half_spaces
    assert words(light) == [
        "score = 3 x alcohol (11.03 -> 0, 14.83 -> 1) - 2 x hue (0.48 -> 0, 1.71 -> 1), at most 0.4"
    ]


def test_score_of_negative_weights_is_said_the_other_way_round_with_dates_as_dates():
    old, _ = WINE.parts[1].half_spaces
    assert words(old) == [
        "score = 3 x alcohol (11.03 -> 0, 14.83 -> 1) + [colour is red] "
        "+ 2 x bottled (2001-01-01 -> 0, 2011-01-01 -> 1), at least 2.5"
    ]


def test_what_is_not_scaled_has_no_scale_in_a_score():
    space = score(-1, (-2, ORGANIC), (1, ALCOHOL, 11, 15), (4, HUE), (-1, AGE, 90, 18))
    assert words(space) == [
        "score = -2 x [organic is true] + alcohol (11 -> 0, 15 -> 1) + 4 x hue "
        "- age (90 -> 0, 18 -> 1), at most -1"
    ]


def test_single_feature_that_is_scaled_is_a_score():
    assert words(score(0.5, (1, AGE, 18, 90))) == ["score = age (18 -> 0, 90 -> 1), at most 0.5"]


def test_pieces_of_a_score_are_its_terms():
    light, simple = conditions_of(WINE.parts[0])
    assert condition_wording.pieces(light) == (
        "score = 3 x alcohol (11.03 -> 0, 14.83 -> 1)",
        "- 2 x hue (0.48 -> 0, 1.71 -> 1), at most 0.4",
    )
    assert condition_wording.pieces(simple) == ("alcohol <= 14",)


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("petal length (cm)", "petal length (cm) <= 1"),
        ("line\nbreak", r"line\nbreak <= 1"),
        ("\x1b[31mred", r"\x1b[31mred <= 1"),
        ("\u202etxt", r"\u202etxt <= 1"),
        ("a <= b", "'a <= b' <= 1"),
        ("", "'' <= 1"),
        (" padded", "' padded' <= 1"),
        ("it's", "it's <= 1"),
        ("日本語", "日本語 <= 1"),
        ("גיל", "גיל <= 1"),
        ("👩\u200d🔬", "👩\u200d🔬 <= 1"),
        ("10\u00a0000", "10\u00a0000 <= 1"),
    ],
)
def test_names_stay_readable_and_never_break_a_line(column, text):
    assert words(at_most(Feature(column), 1)) == [text]


@pytest.mark.parametrize(
    ("level", "text"),
    [
        ("self employed", "job is self employed"),
        ("missing", "job is 'missing'"),
        ("not admin", "job is 'not admin'"),
        ("a, b", "job is 'a, b'"),
        ("", "job is ''"),
        ("two\nlines", r"job is two\nlines"),
    ],
)
def test_levels_that_could_be_misread_are_quoted(level, text):
    assert words(is_level("job", level)) == [text]


@pytest.mark.parametrize(
    ("label", "text"),
    [
        (3, "3"),
        (2.0, "2"),
        ("a b", "a b"),
        ("a\nb", r"a\nb"),
        ("", "''"),
        (None, "None"),
        ((1, "a"), "(1, 'a')"),
        (date(2020, 1, 2), "2020-01-02"),
        (datetime(2020, 1, 2, 3), "2020-01-02 03:00:00"),
    ],
)
def test_labels(label, text):
    assert wording.label(label) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0 %"),
        (1.0, "100 %"),
        (0.98, "98 %"),
        (1 / 3, "33.33 %"),
        (1 - 2 / 210, "99.05 %"),
        (0.995, "99.50 %"),
        (1 - 0.07, "93 %"),
        (0.989999, "99.00 %"),
        (0.99997, "99.997 %"),
        (1 - 1e-12, "99.9999999999 %"),
        (0.99999, "99.999 %"),
        (0.00001, "0.001 %"),
    ],
)
def test_only_everything_is_a_hundred_percent(share, text):
    assert wording.percent(share) == text
