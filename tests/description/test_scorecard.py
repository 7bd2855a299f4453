"""The card of points, word for word."""

import re
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings

from clusterscribe import Feature, Kind

from .builders import (
    AGE,
    ALCOHOL,
    HUE,
    ORGANIC,
    RED,
    SEGMENTED,
    WINE,
    describe,
    score,
    weighted,
)
from .strategies import cases


def card(description, width=80):
    """The lines below the first heading."""
    lines = description.to_scorecard(width).splitlines()
    return lines[next(i for i, line in enumerate(lines) if line.startswith("Cluster")) + 1 :]


def test_card_for_each_cluster_with_its_simple_conditions_beneath():
    assert (
        WINE.to_scorecard()
        == """\
Add up the points of a row. The points of a feature are linear between its two
values and beyond them.

Cluster light ------------------------------------------------------------------
  feature  0 points at  N points at  points per unit
  alcohol        11.03   3 at 14.83           0.7895
  hue             0.48   -2 at 1.71           -1.626
  inside if the total is at most 0.4
  and if alcohol <= 14

Cluster old --------------------------------------------------------------------
  feature          0 points at      N points at    points per unit
  alcohol                11.03       3 at 14.83             0.7895
  [colour is red]                                        1 if true
  bottled           2001-01-01  2 at 2011-01-01  0.0005476 per day
  inside if the total is at least 2.5
  and if organic is true"""
    )


def test_without_combinations_the_card_says_so_and_lists_the_conditions():
    assert (
        SEGMENTED.to_scorecard()
        == """\
There are no points to add up, as no condition is a sum of several features.

Cluster young ------------------------------------------------------------------
  inside if income <= 45000
  and if 18 <= age <= 30
  and if job is not in {admin, retired}

Cluster working ----------------------------------------------------------------
  inside if job is admin
  and if member is true

Cluster old --------------------------------------------------------------------
  inside if age >= 66
  and if signup <= 2011-01-01"""
    )


def test_two_scores_of_a_cluster_and_sums_without_a_scale():
    spaces = [weighted(35, (3, ALCOHOL), (-1, AGE)), weighted(-2, (-2, RED), (-1, ORGANIC))]
    assert card(describe(["x"], a=spaces)) == [
        "  feature  0 points at  N points at  points per unit",
        "  alcohol            0       3 at 1                3",
        "  age                0      -1 at 1               -1",
        "  inside if the total is at most 35",
        "",
        "  feature            0 points at  N points at  points per unit",
        "  [colour is red]                                    2 if true",
        "  [organic is true]                                  1 if true",
        "  and if the total is at least 2",
    ]


def test_cluster_without_conditions():
    assert card(describe(["x"], a=[])) == ["  inside: every row"]


def test_times_give_points_by_the_day():
    zero = datetime(2024, 1, 1) - datetime(1970, 1, 1)
    ticks = [when / timedelta(microseconds=1) for when in (zero, zero + timedelta(days=8))]
    space = score(1, (2, Feature("t", Kind.DATETIME), *ticks), (1, HUE))
    assert card(describe(["t"], a=[space]))[1] == (
        "  t        2024-01-01 00:00  2 at 2024-01-09 00:00     0.25 per day"
    )


def test_long_names_are_broken_and_figures_stay_in_their_columns():
    name = "a name that says everything there is to say about what was measured and why"
    space = score(1, (2, Feature(name), 0.0, 8.0), (-1, HUE, 0.48, 1.71))
    assert card(describe(["x"], a=[space])) == [
        "  feature                              0 points at  N points at  points per unit",
        "  'a name that says everything there             0       2 at 8             0.25",
        "  is to say about what was measured",
        "  and why'",
        "  hue                                         0.48   -1 at 1.71           -0.813",
        "  inside if the total is at most 1",
    ]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_every_line_fits_the_width(width):
    name = "an_extraordinarily_long_name_without_any_blank_in_it_whatsoever_because_of_a_join"
    space = score(1, (2, Feature(name), 0.0, 8.0), (1, RED))
    lines = describe(["x"], a=[space]).to_scorecard(width).splitlines()
    assert max(map(len, lines)) <= width


def test_wide_characters_take_two_columns():
    space = score(1, (2, Feature("日本語"), 0.0, 8.0), (1, HUE))
    assert card(describe(["x"], a=[space]))[1].startswith("  日本語             0")


@settings(max_examples=40, deadline=None)
@given(case=cases(most_terms=3))
def test_card_names_every_half_space_whatever_the_names(case):
    text = case.description.to_scorecard()
    assert all(line.isprintable() for line in text.splitlines())
    assert len(re.findall("^Cluster ", text, re.MULTILINE)) == len(case.description.parts)
