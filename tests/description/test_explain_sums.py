"""Sums and scores of a row, word for word: what each feature gives, what would help."""

from datetime import date, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import Feature, HalfSpace, Kind, Term
from clusterscribe.description.explain.change import goal, level_of

from .builders import AGE, ALCOHOL, HUE, INCOME, ORGANIC, RED, WINE, describe, score, weighted

BLUE = Feature("colour", Kind.LEVEL, "blue")
T = Feature("t", Kind.DATETIME)


def test_explanation_of_scores_word_for_word():
    row = {
        "alcohol": 13.5, "hue": 0.6, "colour": "blue", "organic": True,
        "bottled": date(2002, 1, 1),
    }  # fmt: skip
    assert (
        str(WINE.explain(row))
        == """\
The row is in no cluster and gets no label.

Cluster light: outside
  no   score = 3 x alcohol (11.03 -> 0, 14.83 -> 1)
             - 2 x hue (0.48 -> 0, 1.71 -> 1), at most 0.4
       1.755, outside by 1.355: alcohol 13.5 gives 1.95, hue 0.6 gives -0.1951
       the score would have to fall from 1.755 to 0.4 or less: alcohol alone
       from 13.5 to 11.78 or less, or hue alone from 0.6 to 1.434 or more
  yes  alcohol <= 14  13.5, inside by 0.5

Cluster old: outside
  no   score = 3 x alcohol (11.03 -> 0, 14.83 -> 1)
             + [colour is red]
             + 2 x bottled (2001-01-01 -> 0, 2011-01-01 -> 1), at least 2.5
       2.15, outside by 0.3501: alcohol 13.5 gives 1.95, [colour is red] gives
       0, bottled 2002-01-01 gives 0.1999
       the score would have to rise from 2.15 to 2.5 or more: alcohol alone from
       13.5 to 13.944 or more, or colour alone from blue to red, or bottled
       alone from 2002-01-01 to 2003-10-03 or later
  yes  organic is true  true"""
    )


def explained(space, row):
    """The lines about the only condition, without their indents."""
    lines = str(describe(row, a=[space]).explain(row)).splitlines()[3:]
    return [line[2:] if line[2:5].strip() else line[7:] for line in lines]


def test_sum_of_two_features():
    assert explained(weighted(3, (2, INCOME), (-1, AGE)), {"income": 5.0, "age": 1}) == [
        "no   2 income - age <= 3  9, outside by 6",
        "income 5 gives 10, age 1 gives -1",
        "2 income - age would have to fall from 9 to 3 or less: income alone from",
        "5 to 2 or less, or age alone from 1 to 7 or more",
    ]


def test_sum_that_is_said_the_other_way_round():
    assert explained(weighted(-9, (-2, INCOME), (-1, AGE)), {"income": 2.0, "age": 1}) == [
        "no   2 income + age >= 9  5, outside by 4",
        "income 2 gives 4, age 1 gives 1",
        "2 income + age would have to rise from 5 to 9 or more: income alone from",
        "2 to 4 or more, or age alone from 1 to 5 or more",
    ]


def test_row_inside_hears_what_each_feature_gives():
    assert explained(weighted(9, (2, INCOME), (-1, AGE)), {"income": 5.0, "age": 1}) == [
        "yes  2 income - age <= 9  9, just inside",
        "income 5 gives 10, age 1 gives -1",
    ]


@pytest.mark.parametrize(
    ("row", "gives", "change"),
    [
        ({"income": 5.0, "age": None}, "income 5 gives 10, age is missing", "age is"),
        (
            {"income": None, "age": None},
            "income is missing, age is missing",
            "income and age are",
        ),
    ],
)
def test_missing_values_are_named(row, gives, change):
    assert explained(weighted(3, (2, INCOME), (-1, AGE)), row) == [
        "no   2 income - age <= 3  missing",
        gives,
        f"{change} missing and would have to be known",
    ]


@pytest.mark.parametrize(
    ("terms", "row", "ways"),
    [
        # another colour than red is enough, but blue is not
        ([(2, RED), (2, BLUE), (1, AGE, 0, 9)], {"colour": "red", "age": 0}, [None, 0.0]),
        ([(2, RED), (1, BLUE), (1, AGE, 0, 9)], {"colour": "red", "age": 0}, [1.0, 0.0]),
    ],
)
def test_column_has_one_level_at_a_time(terms, row, ways):
    space = score(1, *terms)
    values = {RED: float(row["colour"] == "red"), BLUE: 0.0, AGE: float(row["age"])}
    red, blue = space.terms[:2]
    assert [goal(space, values, blue), goal(space, values, red)] == ways


def test_levels_and_truth_values_change_to_the_other():
    row = {"colour": "red", "organic": True}
    assert explained(weighted(1, (2, RED), (2, ORGANIC)), row)[-2:] == [
        "2 [colour is red] + 2 [organic is true] would have to fall from 4 to 1 or",
        "less: no feature alone is enough",
    ]
    assert explained(weighted(3, (2, RED), (2, ORGANIC)), row)[-3:] == [
        "2 [colour is red] + 2 [organic is true] would have to fall from 4 to 3 or",
        "less: colour alone from red to anything else, or organic alone from true",
        "to false",
    ]


def test_score_near_its_bound_has_the_digits_that_tell_it_from_the_bound():
    (line, *_) = explained(
        score(0.4, (1, AGE, 0, 100_000), (1, HUE, 0, 1)), {"age": 40_001, "hue": 0.0}
    )[1:]
    assert line == "0.40001, outside by 1e-5: age 40001 gives 0.4, hue 0 gives 0"


def test_times_move_by_units_that_people_say():
    start = datetime(2024, 1, 1)
    zero = (start - datetime(1970, 1, 1)) / timedelta(microseconds=1)
    space = score(0.3, (1, T, zero, zero + 864e9), (1, HUE, 0.0, 2.0))
    row = {"t": start + timedelta(days=7), "hue": 0.0}
    assert "t alone from 2024-01-08 00:00 to 2024-01-04 00:00 or earlier" in " ".join(
        explained(space, row)
    )


def test_data_of_a_score():
    row = {"alcohol": 14.83, "hue": 0.48, "colour": None, "organic": None, "bottled": None}
    (check, _), _ = (verdict.checks for verdict in WINE.explain(row).verdicts)
    assert (check.value, check.slack) == (3.0, 0.4 - 3.0)
    assert check.half_space is WINE.parts[0].half_spaces[0]
    assert [(c.feature, c.points) for c in check.contributions] == [(ALCOHOL, 3.0), (HUE, 0.0)]


FEATURES = [ALCOHOL, HUE, AGE, Feature("d", Kind.DATE), T, RED, ORGANIC]


@st.composite
def sums_and_rows(draw):
    chosen = draw(st.lists(st.sampled_from(FEATURES), min_size=2, max_size=3, unique=True))
    terms, row = [], {}
    for feature in chosen:
        scale = draw(st.sampled_from([(0.0, 1.0), (-3.0, 4.5), (10.0, 2.0)]))
        weight = draw(st.integers(-9, 9).filter(bool))
        if feature.kind.is_binary:
            terms.append(Term(feature, weight))
            row[feature] = float(draw(st.integers(0, 1)))
        else:
            terms.append(Term(feature, weight, *scale))
            row[feature] = float(draw(st.integers(-99, 99))) / (1 if feature.kind.is_whole else 7)
    bound = draw(st.integers(-50, 50)) / 10
    return HalfSpace(tuple(terms), bound), row


@settings(max_examples=300, deadline=None)
@given(case=sums_and_rows())
def test_value_that_would_do_does_and_half_of_the_way_does_not(case):
    space, row = case
    if level_of(space, row) <= space.bound:
        return
    for term in space.terms:
        value = goal(space, row, term)
        if term.feature.kind.is_binary:
            continue
        assert value is not None
        assert level_of(space, row | {term.feature: value}) <= space.bound
        if term.feature.kind.is_whole:
            assert value == np.floor(value)
        else:
            half_way = (value + row[term.feature]) / 2
            assert level_of(space, row | {term.feature: half_way}) > space.bound
