"""Bounds that are moved in to the last member, or out as far as no row changes sides."""

from dataclasses import replace
from datetime import date
from math import inf, nextafter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import Description, Feature, HalfSpace, Kind, Polyhedron, Term
from clusterscribe.description import Proof, tally
from clusterscribe.table import as_table, values_of

from .builders import at_least, at_most, ball, is_level, is_not_level, score, union, weighted
from .strategies import cases

X, Y = Feature("x"), Feature("y")
N = Feature("n", Kind.INTEGER)
DAY = Feature("day", Kind.DATE)


def one(*spaces, columns=("x",)):
    return Description(columns, (Polyhedron("a", spaces),))


def bounds(description):
    return [space.bound for part in description.parts for space in part.half_spaces]


def test_tighten_stops_at_the_last_member_and_lets_strangers_fall_out():
    description = one(at_most(X, 7), at_least(X, 0))
    rows, labels = [[1.5], [4.25], [6.0], [9.0]], ["a", "a", "b", "b"]
    tight = description.tighten(rows, labels)
    assert bounds(tight) == [4.25, -1.5]
    assert (description.errors(rows, labels), tight.errors(rows, labels)) == (2, 2)
    assert tight.tallies[0].wrongly_inside == 0
    assert tally(description, rows, labels)[0].wrongly_inside == 1


def test_members_that_were_outside_already_do_not_count():
    # the row at 9 is of the label, but outside, and x <= 7 does not reach for it
    assert bounds(one(at_most(X, 7)).tighten([[1.0], [9.0]], ["a", "a"])) == [1.0]


def test_rows_without_weight_hold_nothing():
    tight = one(at_most(X, 7)).tighten([[1.0], [5.0]], ["a", "a"], [1.0, 0.0])
    assert bounds(tight) == [1.0]


def test_widen_stops_before_the_first_row_that_only_this_condition_keeps_out():
    # the row at x = 3 is outside by y already, so x may go up to the row at x = 9
    description = one(at_most(X, 2), at_most(Y, 1), columns=("x", "y"))
    rows = [[1.0, 0.0], [2.0, 1.0], [3.0, 7.0], [9.0, 0.0]]
    wide = description.widen(rows, ["a", "a", "b", "b"])
    assert bounds(wide) == [nextafter(9.0, -inf), nextafter(7.0, -inf)]
    assert "x < 9" in str(wide)
    assert "y < 7" in str(wide)


def test_condition_that_keeps_out_no_row_goes_to_the_last_row_and_stays_a_condition():
    description = one(at_most(X, 2), at_most(Y, 1), columns=("x", "y"))
    rows = [[1.0, 0.0], [2.0, 1.0], [8.0, 7.0]]  # the last row is outside of both
    wide = description.widen(rows, ["a", "a", "b"])
    assert bounds(wide) == [8.0, nextafter(7.0, -inf)]
    assert wide.complexity == description.complexity


def test_whole_numbers_and_dates_stay_whole():
    rows = pd.DataFrame({"n": [2, 5, 9], "day": [date(2024, 1, d) for d in (1, 3, 9)]})
    days = [(d - date(1970, 1, 1)).days for d in rows["day"]]
    description = one(at_most(N, 7), at_most(DAY, days[1] + 2), columns=("n", "day"))
    assert bounds(description.tighten(rows, ["a", "a", "b"])) == [5, days[1]]
    # the last row is kept out by both; n is first, and then the day alone keeps it out
    assert bounds(description.widen(rows, ["a", "a", "b"])) == [9, days[2] - 1]


def test_levels_and_truth_values_stay_what_they_are():
    rows = pd.DataFrame({"job": ["cook", "cook", "admin"]})
    for space in (is_level("job", "cook"), is_not_level("job", "admin")):
        description = one(space, columns=("job",))
        assert description.widen(rows, ["a", "a", "b"]).parts == description.parts
        assert description.tighten(rows, ["a", "a", "b"]).parts == description.parts


def test_sums_of_whole_numbers_move_in_whole_steps():
    b = Feature("b", Kind.BOOLEAN)
    rows = pd.DataFrame({"n": [1, 2, 9], "b": [True, False, True]})
    description = one(weighted(5, (1, N), (2, b)), columns=("n", "b"))
    assert bounds(description.tighten(rows, ["a", "a", "b"])) == [3]  # sums 3, 2 and 11
    assert bounds(description.widen(rows, ["a", "a", "b"])) == [10]


def test_scores_keep_a_hair_from_the_rows_and_are_short_numbers():
    # the rows have the scores 0.0, 0.3 and 1.3
    space = score(1.0, (1, X, 0.0, 10.0), (1, Y, 0.0, 4.0))
    description = one(space, columns=("x", "y"))
    rows = [[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]]
    assert bounds(description.tighten(rows, ["a", "a", "b"])) == [0.300001]
    assert bounds(description.widen(rows, ["a", "a", "b"])) == [1.299999]


def test_a_bound_may_lie_between_any_two_numbers():
    rows = [[0.3], [0.1 + 0.2], [0.9]]
    assert bounds(one(at_most(X, 0.5)).tighten(rows, ["a", "b", "b"])) == [0.3]
    assert bounds(one(at_least(X, 0.5)).widen(rows, ["b", "b", "a"])) == [-nextafter(0.1 + 0.2, 1)]


def test_cluster_without_members_inside_is_left_alone():
    description = one(at_most(X, 7))
    assert description.tighten([[1.0], [9.0]], ["b", "a"]).parts == description.parts


def test_radius_of_a_ball_moves_too():
    rows, labels = [[1.0], [2.5], [4.0], [7.0]], ["a", "a", "b", "b"]
    description = Description(("x",), (ball("a", 2.0, (1, 1, X)),))
    assert description.tighten(rows, labels).parts[0].radius == 1.5
    wide = description.widen(rows, labels).parts[0]
    assert wide.radius == nextafter(3.0, 0)
    assert not wide.contains({X: np.array([4.0])}, 1)[0]


def test_each_alternative_of_a_union_has_bounds_of_its_own():
    either = Description(("x",), (union("a", [at_most(X, 1)], [at_least(X, 5)]),))
    table, labels = [[0.0], [0.5], [3.0], [6.0], [7.0]], ["a", "a", "b", "a", "a"]
    tight, wide = either.tighten(table, labels), either.widen(table, labels)
    assert tight.polyhedra["a"] == union("a", [at_most(X, 0.5)], [at_least(X, 6)])
    low, high = (part.half_spaces[0].bound for part in wide.polyhedra["a"].polyhedra)
    assert (low, -high) == (np.nextafter(3, 0), np.nextafter(3, 4))
    for moved in (tight, wide):
        assert moved.errors(table, labels) == either.errors(table, labels) == 1


PROOF = Proof("optimal", "complexity", 2.0, 2.0, 1, 0, 1, 1)
ROWS, LABELS = [[1.0], [2.0], [6.0], [9.0]], ["a", "a", "b", "b"]


def test_proof_stays_for_the_rows_that_were_described():
    description = one(at_most(X, 7))
    described = replace(description, tallies=tally(description, ROWS, LABELS), proof=PROOF)
    assert described.tighten(ROWS, LABELS).proof == PROOF
    assert described.widen(ROWS, LABELS).proof == PROOF
    assert described.tighten(ROWS, LABELS).tallies == tally(one(at_most(X, 2)), ROWS, LABELS)


def test_proof_goes_with_other_rows():
    description = one(at_most(X, 7))
    described = replace(description, tallies=tally(description, ROWS, LABELS), proof=PROOF)
    assert described.tighten(ROWS[:3], LABELS[:3]).proof is None
    assert described.tighten(ROWS, LABELS, [2.0, 1.0, 1.0, 1.0]).proof is None
    assert replace(description, proof=PROOF).tighten(ROWS, LABELS).proof is None


def test_proof_of_an_earlier_file_without_counts_of_conditions_stays():
    description = one(at_most(X, 7))
    counted = [replace(t, conditions=()) for t in tally(description, ROWS, LABELS)]
    described = replace(description, tallies=tuple(counted), proof=PROOF)
    assert described.widen(ROWS, LABELS).proof == PROOF


def test_ignored_noise_holds_no_bound():
    description = replace(one(at_most(X, 7)), noise_label="noise", noise="ignore")
    assert bounds(description.tighten([[1.0], [5.0]], ["a", "noise"])) == [1.0]


@st.composite
def labelled(draw, most_terms):
    """A case, without unions of several polyhedra, and a label for each row."""
    case = draw(cases(most_terms=most_terms))
    parts = tuple(
        part.polyhedra[0] if hasattr(part, "polyhedra") and part.polyhedra else part
        for part in case.description.parts
    )
    description = replace(case.description, parts=parts)
    choices = [part.label for part in parts] + ["other"]
    labels = [draw(st.sampled_from(choices)) for _ in range(case.table.num_rows)]
    return case.table, labels, description


@settings(max_examples=50)
@given(case=labelled(most_terms=3))
def test_tighten_keeps_members_never_adds_errors_and_can_be_repeated(case):
    table, labels, description = case
    tight = description.tighten(table, labels)
    before, after = description.membership(table), tight.membership(table)
    assert not (after & ~before).any()
    for place, part in enumerate(description.parts):
        own = np.array([label == part.label for label in labels])
        assert (after[:, place] & own).tolist() == (before[:, place] & own).tolist()
    assert tight.errors(table, labels) <= description.errors(table, labels)
    assert tight.complexity == description.complexity
    assert tight.tallies == tally(tight, table, labels)
    assert tight.tighten(table, labels) == tight
    assert Description.from_json(tight.to_json()) == tight


@settings(max_examples=50)
@given(case=labelled(most_terms=3))
def test_widen_changes_no_row_and_can_be_repeated(case):
    table, labels, description = case
    wide = description.widen(table, labels)
    assert wide.membership(table).tolist() == description.membership(table).tolist()
    assert wide.complexity == description.complexity
    assert wide.widen(table, labels) == wide
    assert Description.from_json(wide.to_json()) == wide


@st.composite
def small(draw):
    """A few rows of halves and whole numbers, of labels a and b, and a polyhedron for a."""
    rows = draw(st.lists(st.tuples(*[st.integers(-4, 4)] * 2), min_size=1, max_size=8))
    table = pd.DataFrame({"x": [x / 2 for x, _ in rows], "n": [n for _, n in rows]})
    weights = st.sampled_from([-2, -1, 1, 2])
    spaces = []
    for _ in range(draw(st.integers(1, 3))):
        chosen = draw(st.sampled_from([(X,), (N,), (X, N)]))
        terms = tuple(
            Term(f, draw(weights if len(chosen) > 1 else st.sampled_from([-1, 1]))) for f in chosen
        )
        spaces.append(HalfSpace(terms, draw(st.integers(-8, 8)) / 2))
    labels = [draw(st.sampled_from("ab")) for _ in rows]
    return table, labels, Description(("x", "n"), (Polyhedron("a", tuple(spaces)),))


def levels_of(description, table):
    values = values_of(as_table(table), description.features)
    return [(space, space.level(values)) for space in description.parts[0].half_spaces]


@settings(max_examples=100)
@given(case=small())
def test_no_bound_can_be_moved_further_in_without_losing_a_member(case):
    table, labels, description = case
    tight = description.tighten(table, labels)
    members = tight.membership(table)[:, 0] & (np.array(labels) == "a")
    for space, levels in levels_of(tight, table):
        if members.any():
            assert 0 <= space.bound - levels[members].max() <= 1e-4
            assert not ((levels > levels[members].max()) & (levels <= space.bound)).any()


@settings(max_examples=100)
@given(case=small())
def test_no_bound_can_be_moved_further_out_without_a_row_changing_sides(case):
    table, labels, description = case
    wide = description.widen(table, labels)
    for place, (space, levels) in enumerate(levels_of(wide, table)):
        beyond = levels[levels > space.bound]
        if len(beyond):
            step = 1 if [term.feature for term in space.terms] == [N] else 1e-4
            assert beyond.min() - space.bound <= step
            spaces = list(wide.parts[0].half_spaces)
            spaces[place] = replace(space, bound=float(beyond.min()))
            further = Description(wide.columns, (Polyhedron("a", tuple(spaces)),))
            assert further.membership(table).tolist() != wide.membership(table).tolist()


@given(
    inner=st.lists(st.integers(0, 30), min_size=1, max_size=6),
    outer=st.lists(st.integers(31, 60), min_size=1, max_size=6),
)
def test_tighten_and_widen_undo_each_other(inner, outer):
    rows, labels = [[v / 7] for v in inner + outer], ["a"] * len(inner) + ["b"] * len(outer)
    description = one(at_most(X, 30.5 / 7))
    tight, wide = description.tighten(rows, labels), description.widen(rows, labels)
    assert bounds(tight) == [max(inner) / 7]
    assert bounds(wide) == [nextafter(min(outer) / 7, -inf)]
    assert wide.tighten(rows, labels) == tight
    assert tight.widen(rows, labels) == wide


def test_a_term_that_is_scaled_is_moved_like_a_sum():
    description = one(HalfSpace((Term(X, 1, 10.0, 20.0),), 0.5))
    rows = [[10.0], [13.0], [18.0]]  # shares 0, 0.3 and 0.8
    assert bounds(description.tighten(rows, ["a", "a", "b"])) == [pytest.approx(0.3, abs=2e-6)]
    assert description.tighten(rows, ["a", "a", "b"]).errors(rows, ["a", "a", "b"]) == 1
