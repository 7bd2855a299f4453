"""A cluster in one line of plain English that says what the conditions say."""

import math
import re
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import Description, Feature, HalfSpace, InputError, Kind, Polyhedron, Term
from clusterscribe.description import tally
from clusterscribe.description.core.conditions import Always, Between, Never, conditions_of
from clusterscribe.description.words import wording
from clusterscribe.description.words.naming import Naming
from clusterscribe.description.words.phrases import phrase
from clusterscribe.description.words.sentence import sentence_of

from .builders import (
    AGE,
    ALCOHOL,
    ANIMALS,
    HAIR,
    HUE,
    INCOME,
    LEGS,
    MILK,
    RED,
    SEGMENTED,
    SIGNUP,
    WINE,
    at_least,
    at_most,
    ball,
    describe,
    is_false,
    is_level,
    is_not_level,
    is_true,
    score,
    union,
    weighted,
)
from .strategies import cases

ORDERED = Feature("ordered", Kind.DATETIME)
ZONED = Feature("ordered", Kind.DATETIME, zoned=True)
NAMES = {"income": "yearly income (EUR)", "age": "age (years)"}


def day(*parts):
    return (date(*parts) - date(1970, 1, 1)).days


def instant(*parts):
    return (datetime(*parts) - datetime(1970, 1, 1)) / timedelta(microseconds=1)


def sentence(*spaces, noun="rows", **names):
    return sentence_of(Polyhedron(0, spaces), noun, Naming(names))


def level(column, value):
    return Feature(column, Kind.LEVEL, value)


def test_sentences_word_for_word():
    assert SEGMENTED.to_sentence("customers", NAMES) == {
        "young": "Customers with yearly income of at most 45000 EUR and age from 18 to 30 years, "
        "and whose job is neither admin nor retired",
        "working": "Customers whose job is admin and whose member is true",
        "old": "Customers with age of at least 66 years and signup on or before 2011-01-01",
    }


def test_columns_keep_their_names_where_none_are_given():
    assert SEGMENTED.to_sentence()["old"] == (
        "Rows with age of at least 66 and signup on or before 2011-01-01"
    )


@pytest.mark.parametrize(
    ("spaces", "words"),
    [
        ([at_most(AGE, 29)], "age of at most 29"),
        ([at_least(AGE, 30)], "age of at least 30"),
        ([at_least(AGE, 3), at_most(AGE, 5)], "age from 3 to 5"),
        ([at_least(AGE, 3), at_most(AGE, 3)], "age of exactly 3"),
        ([at_least(INCOME, -2.5), at_most(INCOME, -1)], "income from -2.5 to -1"),
        ([at_least(INCOME, math.nextafter(2.45, 3))], "income above 2.45"),
        ([at_most(INCOME, math.nextafter(2.45, 2))], "income below 2.45"),
        (
            [at_least(INCOME, math.nextafter(2.45, 3)), at_most(INCOME, 5)],
            "income above 2.45 but at most 5",
        ),
        (
            [at_least(INCOME, 2), at_most(INCOME, math.nextafter(5, 2))],
            "income of at least 2 but below 5",
        ),
        (
            [at_least(INCOME, math.nextafter(2, 3)), at_most(INCOME, math.nextafter(5, 2))],
            "income above 2 but below 5",
        ),
        (
            [at_least(INCOME, 0.3), at_most(INCOME, 0.1 + 0.2)],
            "income from 0.3 to 0.30000000000000004",
        ),
        ([at_least(INCOME, 1 / 3), at_most(INCOME, 1 / 3)], "income of exactly 0.3333333333333333"),
        ([at_least(AGE, 45), at_most(AGE, 30)], "age of at least 45 and age of at most 30"),
    ],
)
def test_numbers(spaces, words):
    assert sentence(*spaces) == f"Rows with {words}"


@pytest.mark.parametrize(
    ("spaces", "words"),
    [
        ([at_most(SIGNUP, day(2024, 2, 29))], "signup on or before 2024-02-29"),
        ([at_least(SIGNUP, day(2024, 3, 1))], "signup on or after 2024-03-01"),
        (
            [at_least(SIGNUP, day(2024, 1, 1)), at_most(SIGNUP, day(2024, 12, 31))],
            "signup from 2024-01-01 to 2024-12-31",
        ),
        (
            [at_least(SIGNUP, day(2024, 3, 1)), at_most(SIGNUP, day(2024, 3, 1))],
            "signup on 2024-03-01",
        ),
        ([at_most(ORDERED, instant(2024, 3, 1, 12))], "ordered at or before 2024-03-01 12:00"),
        ([at_least(ZONED, instant(2024, 3, 1, 12))], "ordered at or after 2024-03-01 12:00+00:00"),
        (
            [at_least(ORDERED, instant(2024, 3, 1)), at_most(ORDERED, instant(2024, 3, 1))],
            "ordered at 2024-03-01 00:00",
        ),
    ],
)
def test_dates_and_times(spaces, words):
    assert sentence(*spaces) == f"Rows with {words}"


@pytest.mark.parametrize(
    ("spaces", "words"),
    [
        ([is_level("job", "admin")], "job is admin"),
        ([is_level("job", None)], "job is missing"),
        ([is_not_level("job", None)], "job is known"),
        ([is_not_level("job", "admin")], "job is not admin"),
        (
            [is_not_level("job", "admin"), is_not_level("job", None)],
            "job is neither admin nor missing",
        ),
        ([is_not_level("job", some) for some in "abc"], "job is none of a, b or c"),
        ([is_level("floor", 3)], "floor is 3"),
        ([is_true("member")], "member is true"),
        ([is_false("member")], "member is false"),
        ([HalfSpace((Term(HAIR, 1),), 1.0)], "hair is known"),
        ([is_level("job", "admin"), is_true("member")], "job is admin and whose member is true"),
        (
            [is_level("job", "admin"), is_true("member"), is_false("hair")],
            "job is admin, whose member is true and whose hair is false",
        ),
        ([weighted(-1, (-1, RED), (-1, level("colour", "blue")))], "colour is red or blue"),
    ],
)
def test_levels_and_truth_values(spaces, words):
    assert sentence(*spaces) == f"Rows whose {words}"


def test_long_lists_of_levels_stay_whole():
    spaces = [is_not_level("town", f"t{number}") for number in range(40)]
    listed = ", ".join(f"t{number}" for number in range(39))
    assert sentence(*spaces) == f"Rows whose town is none of {listed} or t39"


@pytest.mark.parametrize(
    ("spaces", "text"),
    [
        (
            [at_most(AGE, 30), is_level("job", "admin")],
            "Rows with age of at most 30 and whose job is admin",
        ),
        (
            [is_level("job", "admin"), at_most(AGE, 30), at_least(INCOME, 5)],
            "Rows with age of at most 30 and income of at least 5, and whose job is admin",
        ),
        (
            [at_most(AGE, 30), is_level("job", "admin"), is_true("member")],
            "Rows with age of at most 30, whose job is admin and whose member is true",
        ),
        (
            [at_most(AGE, 30), at_least(INCOME, 5), at_most(LEGS, 2)],
            "Rows with age of at most 30, income of at least 5 and legs of at most 2",
        ),
    ],
)
def test_numbers_come_before_levels(spaces, text):
    assert sentence(*spaces) == text


@pytest.mark.parametrize(
    ("space", "words"),
    [
        (weighted(0.4, (3, ALCOHOL), (-2, HUE)), "at most 0.4 (3 times alcohol minus 2 times hue)"),
        (weighted(0.4, (-1, ALCOHOL), (1, HUE)), "at most 0.4 (hue minus alcohol)"),
        (weighted(-9, (-1, ALCOHOL), (-2, HUE)), "at least 9 (alcohol plus 2 times hue)"),
        (weighted(5, (1, LEGS), (2, HAIR)), "at most 5 (legs plus 2 if hair is true)"),
        (weighted(-3, (-1, LEGS), (-1, RED)), "at least 3 (legs plus 1 if colour is red)"),
        (weighted(9, (2, ALCOHOL)), "at most 9 (2 times alcohol)"),
        (
            weighted(9, (1, SIGNUP), (-2, ORDERED)),
            "at most 9 (the days from 1970-01-01 to signup "
            "minus 2 times the microseconds from 1970-01-01 to ordered)",
        ),
    ],
)
def test_sums_in_units_of_the_table(space, words):
    assert sentence(space) == f"Rows with a total of {words}"


def test_unit_of_a_sum_is_said_once_where_all_share_it():
    space = weighted(100, (1, INCOME), (-2, ALCOHOL))
    assert sentence(space, income="earned (EUR)", alcohol="spent (EUR)") == (
        "Rows with a total of at most 100 EUR (earned minus 2 times spent)"
    )
    assert sentence(space, income="earned (EUR)", alcohol="spent (USD)") == (
        "Rows with a total of at most 100 (earned (EUR) minus 2 times spent (USD))"
    )


@pytest.mark.parametrize(
    ("space", "words"),
    [
        (weighted(-1, (-1, HAIR), (-1, MILK)), "at least 1 of (hair is true; milk is true)"),
        (
            weighted(-1, (-1, HAIR), (-1, RED), (-1, level("colour", None))),
            "at least 1 of (hair is true; colour is red or missing)",
        ),
        (
            weighted(-2, (-1, HAIR), (-1, MILK), (-1, RED)),
            "at least 2 of (hair is true; milk is true; colour is red)",
        ),
        (weighted(-1.5, (-1, HAIR), (-1, MILK)), "at least 2 of (hair is true; milk is true)"),
        (weighted(1, (1, HAIR), (1, MILK)), "at most 1 of (hair is true; milk is true)"),
        (weighted(1.5, (1, HAIR), (1, MILK)), "at most 1 of (hair is true; milk is true)"),
        (
            weighted(1, (1, HAIR), (2, MILK)),
            "a total of at most 1 (1 if hair is true plus 2 if milk is true)",
        ),
        (
            weighted(-3, (-1, HAIR), (-1, MILK)),
            "a total of at least 3 (1 if hair is true plus 1 if milk is true)",
        ),
    ],
)
def test_sums_of_truth_values_are_counts(space, words):
    assert sentence(space) == f"Rows with {words}"


def test_scores_say_what_gives_how_many_points():
    assert WINE.to_sentence("wines", {"alcohol": "alcohol (% vol)"}) == {
        "light": "Wines with alcohol of at most 14 % vol and a score of at most 0.4 "
        "(alcohol: 0 points at 11.03 % vol, 3 at 14.83 % vol; hue: 0 points at 0.48, -2 at 1.71; "
        "linear between and beyond)",
        "old": "Wines with a score of at least 2.5 (alcohol: 0 points at 11.03 % vol, 3 at 14.83 "
        "% vol; colour is red: 1 point; bottled: 0 points at 2001-01-01, 2 at 2011-01-01; "
        "linear between and beyond) and whose organic is true",
    }


def test_unscaled_feature_of_a_score_has_its_points_for_one():
    space = score(2, (1, ALCOHOL, 10, 15), (-2, LEGS))
    assert sentence(space) == (
        "Rows with a score of at most 2 (alcohol: 0 points at 10, 1 at 15; "
        "legs: 0 points at 0, -2 at 1; linear between and beyond)"
    )


def test_unions_and_prototypes():
    assert ANIMALS.to_sentence("animals") == {
        "insect": "Animals either with legs of at least 6 and whose milk is false, "
        "or with legs of at most 2 and whose home is 'air and land'",
        "fish": "Animals with a distance of at most 1.25 from row 17 "
        "(hair: false; legs: 0; home: sea)",
        "mammal": "Animals with at least 1 of (hair is true; milk is true; home is den)",
    }


def test_alternatives_with_commas_end_with_semicolons():
    region = union(0, [at_most(AGE, 3), at_most(LEGS, 2), at_most(HUE, 1)], [is_true("milk")])
    assert sentence_of(region) == (
        "Rows either with age of at most 3, legs of at most 2 and hue of at most 1; "
        "or whose milk is true"
    )


def test_prototype_that_is_no_row_of_the_table():
    region = ball(0, 1, (30, 1, AGE, 0, 90), (0, 2, level("home", "a; b")), (1, 1, MILK))
    assert sentence_of(region, "people", Naming({"age": "age (years)"})) == (
        "People with a distance of at most 1 from a prototype "
        "(age: 30 years; home: not 'a; b'; milk: true)"
    )


ALWAYS = HalfSpace((Term(level("job", "admin"), 1),), 1.0)
NEVER = HalfSpace((Term(level("job", "admin"), 1),), -1.0)


@pytest.mark.parametrize(
    ("region", "text"),
    [
        (Polyhedron(0, ()), "All customers"),
        (Polyhedron(0, (ALWAYS,)), "All customers"),
        (Polyhedron(0, (ALWAYS, at_most(AGE, 3))), "Customers with age of at most 3"),
        (Polyhedron(0, (NEVER, at_most(AGE, 3))), "No customers"),
        (union(0), "No customers"),
        (union(0, [NEVER], [NEVER]), "No customers"),
        (union(0, [NEVER], [at_most(AGE, 3)]), "Customers with age of at most 3"),
        (union(0, [ALWAYS], [at_most(AGE, 3)]), "All customers"),
    ],
)
def test_everybody_and_nobody(region, text):
    assert sentence_of(region, "customers") == text


@pytest.mark.parametrize(
    ("noun", "start"),
    [
        ("customers", "Customers"),
        (" e-mail users ", "E-mail users"),
        ("iOS users", "iOS users"),
        ("SQL queries", "SQL queries"),
        ("épargnants", "Épargnants"),
        ("ßtraßen", "ßtraßen"),  # its capital would be two letters
        ("לקוחות", "לקוחות"),
        ("two\nlines", r"Two\nlines"),
        ("5-year-olds", "5-year-olds"),
    ],
)
def test_only_words_without_capitals_get_one(noun, start):
    assert sentence(at_most(AGE, 3), noun=noun) == f"{start} with age of at most 3"
    assert sentence(noun="iOS users") == "All iOS users"


@pytest.mark.parametrize("noun", ["", "  ", None, 3])
def test_noun_that_is_no_word_is_refused(noun):
    message = f"noun must say what the rows are, in the plural, such as 'customers', not {noun!r}"
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        Description(("x",), ()).to_sentence(noun)


def test_names_are_checked():
    with pytest.raises(InputError, match="Did you mean 'income'"):
        SEGMENTED.to_sentence(feature_names={"incme": "income (EUR)"})


@pytest.mark.parametrize(
    ("column", "written"),
    [
        ("it's", "it's"),
        ("two\nlines", r"two\nlines"),
        ("\u202ereversed", r"\u202ereversed"),
        ("גיל", "גיל"),
        ("<script>alert(1)</script>", "'<script>alert(1)</script>'"),
        ("age, and job", "'age, and job'"),
        ("'; DROP TABLE t; --", '"\'; DROP TABLE t; --"'),
        ("😀", "😀"),
        ("avg_ord", "avg_ord"),
        ("", "''"),
    ],
)
def test_names_of_strangers(column, written):
    assert sentence(at_most(Feature(column), 3)) == f"Rows with {written} of at most 3"
    assert sentence(is_true(column)) == f"Rows whose {written} is true"


def test_order_of_labels_is_kept():
    description = describe(["age"], b=[at_most(AGE, 1)], a=[at_least(AGE, 2)])
    assert list(description.to_sentence()) == ["b", "a"]


def admitted(words):
    """Read `x` and what is said of it back, as a test on values."""
    number = r"(-?(?:inf|[\d.]+(?:e-?\d+)?))"
    readings = {
        f"x of at most {number}": lambda v, high: v <= high,
        f"x below {number}": lambda v, high: v < high,
        f"x of at least {number}": lambda v, low: v >= low,
        f"x above {number}": lambda v, low: v > low,
        f"x of exactly {number}": lambda v, only: v == only,
        f"x from {number} to {number}": lambda v, low, high: low <= v <= high,
        f"x of at least {number} but below {number}": lambda v, low, high: low <= v < high,
        f"x above {number} but at most {number}": lambda v, low, high: low < v <= high,
        f"x above {number} but below {number}": lambda v, low, high: low < v < high,
    }
    ((found, test),) = [
        (found, test) for p, test in readings.items() if (found := re.fullmatch(p, words))
    ]
    return lambda value: test(value, *map(float, found.groups()))


def asks_idly(region):
    """Whether any condition holds for every row or for none, and is left out for that."""
    conditions = list(conditions_of(region))
    for some in conditions:
        conditions += [c for part in getattr(some, "alternatives", ()) for c in part]
    return not conditions or any(isinstance(c, Always | Never) for c in conditions)


def short_numbers():
    """Numbers of few digits, of all sizes."""
    return st.builds(lambda n, e: float(f"{n}e{e}"), st.integers(-9999, 9999), st.integers(-9, 9))


@st.composite
def bounds(draw):
    """A lower and an upper bound that both have few digits, or lie next to such a number."""
    low, high = sorted(draw(st.tuples(short_numbers(), short_numbers())))
    if low < high:  # or no number might be left
        low = math.nextafter(low, math.inf) if draw(st.booleans()) else low
        high = math.nextafter(high, -math.inf) if draw(st.booleans()) else high
    side = draw(st.sampled_from(["lower", "upper", "both"]))
    return (None if side == "upper" else low), (None if side == "lower" else high)


@given(bounds(), st.sampled_from([Kind.NUMBER, Kind.INTEGER]), short_numbers())
def test_stated_bounds_admit_exactly_the_values_of_the_condition(ends, kind, elsewhere):
    if kind is Kind.INTEGER:
        ends = tuple(None if end is None else float(round(end)) for end in ends)
    condition = Between(Feature("x", kind), *ends)
    says = admitted(phrase(condition, Naming()).words)
    known = [end for end in ends if end is not None]
    near = [math.nextafter(end, side) for end in known for side in (-math.inf, math.inf)]
    values = [*known, *near, elsewhere, 0.0]
    if kind is Kind.INTEGER:
        values = [end + step for end in known for step in (-1, 0, 1)]
    lower = -math.inf if ends[0] is None else ends[0]
    upper = math.inf if ends[1] is None else ends[1]
    for value in values:
        assert says(value) == (lower <= value <= upper), (value, condition)


@given(st.floats(allow_nan=False, allow_infinity=False, width=64), st.booleans())
def test_bounds_of_any_length_admit_the_same_up_to_the_twelve_digits_shown(bound, is_lower):
    ends = (bound, None) if is_lower else (None, bound)
    says = admitted(phrase(Between(Feature("x"), *ends), Naming()).words)
    step = abs(bound) * 1e-11 + 5e-323
    for value in (bound - step, bound + step):
        if math.isfinite(value):
            assert says(value) == (value >= bound if is_lower else value <= bound)


@given(cases(most_terms=3))
@settings(max_examples=60)
def test_any_description_is_said_in_one_line_that_names_every_column(case):
    sentences = case.description.to_sentence("people")
    assert list(sentences) == list(case.description.polyhedra)
    for part, text in zip(case.description.parts, sentences.values(), strict=True):
        assert text == text.strip() == wording.visible(text)
        if not asks_idly(part):
            assert text.startswith("People ")
            assert all(Naming().subject(feature.column) in text for feature in part.features)


@given(cases(most_terms=1))
@settings(max_examples=60)
def test_nobody_and_everybody_are_said_only_where_it_is_so(case):
    inside = case.membership
    for place, text in enumerate(case.description.to_sentence("people").values()):
        if text == "All people":
            assert inside[:, place].all()
        if text == "No people":
            assert not inside[:, place].any()


def test_a_condition_that_no_row_meets_is_said_to_describe_none():
    given_up = HalfSpace((Term(Feature("x"), 1),), 0)
    plain = Description(("x",), (Polyhedron("a", (given_up,)),))
    assert plain.to_sentence("people") == {"a": "People with x of at most 0"}
    counted = replace(plain, tallies=tally(plain, [[1], [2]], ["a", "b"]))
    assert counted.to_sentence("people") == {"a": "No people"}
