"""Thresholds sit where a person would put them, and no row changes sides."""

from datetime import date, datetime
from math import nextafter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import Feature, HalfSpace, InputError, Kind, Polyhedron, Term
from clusterscribe.description import place

from .builders import at_least, at_most, is_false, is_level, is_not_level, is_true, weighted

X = Feature("x")
Y = Feature("y")
N = Feature("n", Kind.INTEGER)
D = Feature("d", Kind.DATE)
T = Feature("t", Kind.DATETIME)
PLACEMENTS = ["tight", "middle", "round"]


def placed(spaces, values, placement):
    values = {feature: np.array(v, dtype=float) for feature, v in values.items()}
    rows = len(next(iter(values.values())))
    (polyhedron,) = place([Polyhedron(0, tuple(spaces))], values, rows, placement)
    return [space.bound for space in polyhedron.half_spaces]


def placed_one(space, values, placement):
    """The bound in the units of the table, whichever its direction."""
    (bound,) = placed([space], {space.terms[0].feature: values}, placement)
    return bound * space.terms[0].weight


def days(*dates):
    return [(day - date(1970, 1, 1)).days for day in dates]


def microseconds(*moments):
    return [int((m - datetime(1970, 1, 1)).total_seconds() * 1e6) for m in moments]


@pytest.mark.parametrize(
    ("placement", "bound"), [("tight", 44_987.3321), ("middle", 45_493.66605), ("round", 45_000)]
)
def test_upper_bound_sits_between_the_last_row_inside_and_the_first_outside(placement, bound):
    assert placed_one(at_most(X, 44_987.3321), [10, 44_987.3321, 46_000], placement) == bound


@pytest.mark.parametrize(
    ("placement", "bound"), [("tight", 46_000), ("middle", 45_493.66605), ("round", 45_000)]
)
def test_lower_bound_sits_between_the_last_row_inside_and_the_first_outside(placement, bound):
    assert placed_one(at_least(X, 46_000), [10, 44_987.3321, 46_000], placement) == bound


def test_only_rows_that_no_other_half_space_keeps_out_limit_the_gap():
    # the row at x = 3 is outside by y already, so x may go up to the row at x = 9
    spaces = [at_most(X, 2), at_most(Y, 1)]
    values = {X: [1, 2, 3, 9], Y: [0, 1, 7, 0]}
    assert placed(spaces, values, "middle") == [5.5, 4.0]


def test_half_space_that_keeps_no_row_out_goes_to_the_next_value():
    spaces = [at_most(X, 2), at_most(Y, 1)]
    values = {X: [1, 2, 8], Y: [0, 1, 7]}
    # whichever is placed first: the row (8, 7) is outside of both
    assert placed(spaces, values, "middle") == [5.0, 4.0]


@pytest.mark.parametrize(("placement", "bound"), [("tight", 9.87), ("middle", 9.87), ("round", 10)])
def test_half_space_beyond_which_nothing_lies_stays_near_the_last_row(placement, bound):
    assert placed_one(at_most(X, 9.87), [1, 9.87], placement) == bound


@pytest.mark.parametrize(
    ("values", "bound"),
    [
        ([0.27, 0.31], 0.3),
        ([0.301, 0.309], 0.305),
        ([99, 101], 100),
        ([1234.5, 1240.5], 1240),
        ([-3, 5], 0),
        ([-5.3, -4.2], -5),
        ([1.2, 9.7], 5),
        ([2, 3], 2),
        ([0.0, 1e-300], 0),
        ([1e-300, 1e300], 5e299),
        ([0.1, 0.1 + 0.2], 0.2),
        ([12345.0, 12345.1], 12345),
    ],
)
def test_round_is_the_number_with_the_fewest_digits_nearest_to_the_middle(values, bound):
    assert placed_one(at_most(X, values[0]), values, "round") == bound


@pytest.mark.parametrize("placement", PLACEMENTS)
def test_a_bound_lies_between_any_two_numbers_that_differ(placement):
    values = [0.1, 0.3, 0.1 + 0.2, 0.4]
    assert placed_one(at_most(X, 0.3), values, placement) == 0.3
    assert placed_one(at_least(X, 0.1 + 0.2), values, placement) == 0.1 + 0.2
    assert 0.1 + 0.2 <= placed_one(at_most(X, 0.1 + 0.2), values, placement) < 0.4
    assert 0.1 < placed_one(at_least(X, 0.3), values, placement) <= 0.3


@pytest.mark.parametrize(
    ("low", "high"),
    [
        (1.0, 1.0 + 3e-12),
        (0.0, 5e-324),
        (5e-324, 1e-323),
        (1e308, 1.7e308),
        (-1.7e308, 1.7e308),
        (1e300, nextafter(1e300, 2e300) * (1 + 1e-11)),
        (-1e-300, 1e300),
    ],
)
@pytest.mark.parametrize("placement", PLACEMENTS)
def test_extreme_numbers_change_no_side(low, high, placement):
    assert low <= placed_one(at_most(X, low), [low, high], placement) < high
    assert low < placed_one(at_least(X, high), [low, high], placement) <= high


@pytest.mark.parametrize(
    ("low", "high", "placement", "bound"),
    [(2, 3, "middle", 2), (2, 7, "middle", 4), (18, 30, "round", 20), (-1, 0, "round", -1)],
)
def test_integers_stay_integers(low, high, placement, bound):
    assert placed_one(at_most(N, low), [low, high], placement) == bound


def test_lower_bound_of_integers_is_an_integer():
    assert placed_one(at_least(N, 7), [2, 7], "middle") == 5
    assert placed_one(at_least(N, 1), [0, 1], "round") == 1


@pytest.mark.parametrize(
    ("last", "first", "bound"),
    [
        (date(2019, 5, 3), date(2021, 2, 1), date(2020, 1, 1)),
        (date(2020, 1, 1), date(2020, 1, 2), date(2020, 1, 1)),
        (date(2020, 1, 20), date(2020, 3, 20), date(2020, 3, 1)),
        (date(2020, 2, 5), date(2020, 2, 10), date(2020, 2, 7)),
        (date(1899, 5, 3), date(1901, 2, 1), date(1900, 1, 1)),
    ],
)
def test_round_dates_start_a_year_or_a_month(last, first, bound):
    assert [placed_one(at_most(D, *days(last)), days(last, first), "round")] == days(bound)


def test_round_lower_bound_of_dates():
    values = days(date(2019, 5, 3), date(2021, 2, 1))
    bound = placed_one(at_least(D, values[1]), values, "round")
    assert [bound] == days(date(2020, 1, 1))


@pytest.mark.parametrize(
    ("last", "first", "bound"),
    [
        (datetime(2024, 1, 1, 8, 20), datetime(2024, 1, 1, 9, 50), datetime(2024, 1, 1, 9)),
        (datetime(2024, 1, 1, 8, 20, 3), datetime(2024, 1, 1, 8, 22), datetime(2024, 1, 1, 8, 21)),
        (datetime(2024, 1, 1, 22), datetime(2024, 1, 2, 20), datetime(2024, 1, 2)),
        (
            datetime(2024, 1, 1, 0, 0, 0, 3),
            datetime(2024, 1, 1, 0, 0, 0, 4),
            datetime(2024, 1, 1, 0, 0, 0, 3),
        ),
    ],
)
def test_round_times_start_a_day_an_hour_or_a_minute(last, first, bound):
    values = microseconds(last, first)
    assert [placed_one(at_most(T, values[0]), values, "round")] == microseconds(bound)


def test_middle_of_dates_is_a_day():
    values = days(date(2020, 1, 1), date(2020, 1, 4))
    assert placed_one(at_most(D, values[0]), values, "middle") == values[0] + 1


@pytest.mark.parametrize("placement", PLACEMENTS)
@pytest.mark.parametrize(
    "space", [is_true("x"), is_false("x"), is_level("x", "a"), is_not_level("x", "a")]
)
def test_truth_and_levels_stay_equalities(space, placement):
    values = {space.terms[0].feature: [0, 1, 0]}
    assert placed([space], values, placement) == [space.bound]


SCORE = (Term(X, 3, 10.0, 20.0), Term(Y, -2, 0.0, 4.0))


@pytest.mark.parametrize(
    ("placement", "bound"), [("tight", 0.300002), ("middle", 0.89), ("round", 0.9)]
)
def test_score_sits_between_the_last_row_inside_and_the_first_outside(placement, bound):
    # the rows have the scores -1.0, 0.3 and 1.48
    values = {X: [10, 11, 14.9333333333333], Y: [2, 0, 0]}
    assert placed([HalfSpace(SCORE, 1.0)], values, placement) == [bound]


@pytest.mark.parametrize(
    ("placement", "bound"), [("tight", 2.000003), ("middle", 3.0), ("round", 3.0)]
)
def test_unscaled_sum_is_placed_too(placement, bound):
    space = weighted(3.25, (2, X), (-1, Y))
    assert placed([space], {X: [1, 2], Y: [0, 0]}, placement) == [bound]


@pytest.mark.parametrize(("placement", "bound"), [("tight", 1), ("middle", 3), ("round", 3)])
def test_sum_of_whole_numbers_has_a_whole_bound(placement, bound):
    hair = Feature("hair", Kind.BOOLEAN)
    space = weighted(1.5, (1, N), (-1, hair))
    assert placed([space], {N: [2, 6], hair: [1, 0]}, placement) == [bound]


def test_only_rows_that_no_other_half_space_keeps_out_limit_the_gap_of_a_score():
    # the scores are 0.0, 0.3, 0.9 and 2.1, and the third row is outside by y already
    spaces = [HalfSpace((SCORE[0],), 0.5), at_most(Y, 1)]
    values = {X: [10, 11, 13, 17], Y: [0, 1, 3, 0]}
    assert placed(spaces, values, "middle") == [pytest.approx(1.2), 2.0]


@pytest.mark.parametrize(
    ("placement", "bound"), [("tight", 3.0000004), ("middle", 3.0000004), ("round", 3.1)]
)
def test_score_beyond_which_nothing_lies_stays_near_the_last_row(placement, bound):
    assert placed([HalfSpace(SCORE, 9.0)], {X: [10, 20], Y: [0, 0]}, placement) == [bound]


def test_round_score_keeps_its_distance_from_both_ends():
    # 0 has the fewest digits but is as good as on the last row
    values = {X: [10, 20], Y: [0, 0]}
    (bound,) = placed([HalfSpace((SCORE[0], Term(Y, -1, 0.0, 4.0)), 1.0)], values, "round")
    assert bound == 1.0
    on_the_edge = {X: [9.9999, 20], Y: [0, 0]}
    assert placed([HalfSpace(SCORE, 1.0)], on_the_edge, "round") == [1.0]


@pytest.mark.parametrize("placement", PLACEMENTS)
def test_scores_that_differ_by_noise_alone_are_one_score(placement):
    # 0.1 + 0.2 and 0.3 in tenths: the second row is outside by 5e-17 of a score
    values = {X: [0.3, 0.1 + 0.2, 9.0], Y: [0, 0, 0]}
    space = HalfSpace((Term(X, 1, 0.0, 10.0), Term(Y, -1, 0.0, 4.0)), 0.03)
    assert placed([space], values, placement) == [0.03]


@pytest.mark.parametrize("placement", PLACEMENTS)
def test_score_of_a_cluster_that_was_given_up_stays(placement):
    values = {X: [10, 20], Y: [0, 0]}
    assert placed([HalfSpace(SCORE, -7.0)], values, placement) == [-7.0]


@pytest.mark.parametrize("placement", PLACEMENTS)
def test_cluster_that_was_given_up_gets_a_round_bound_beyond_all_values(placement):
    assert placed_one(at_most(X, 4.2999), [4.3, 7.9], placement) == 4
    assert placed_one(at_least(X, 7.9001), [4.3, 7.9], placement) == 8
    assert placed_one(at_most(N, 17), [18, 60], placement) == 15
    assert placed_one(at_most(X, -1), [0, 0], placement) < 0


def test_cluster_given_up_on_a_level_stays_as_it_is():
    nothing = HalfSpace((Term(Feature("x", Kind.LEVEL, "a"), 1),), -1.0)
    assert placed([nothing], {nothing.terms[0].feature: [0, 1]}, "round") == [-1.0]


def test_empty_polyhedron_of_several_half_spaces_stays_empty():
    spaces = [at_most(X, 1), at_least(X, 2)]
    assert placed(spaces, {X: [1, 2]}, "round") == [1.0, -2.0]


def test_missing_values_do_not_limit_the_gap():
    assert placed_one(at_most(X, 1), [1, float("nan"), 3], "middle") == 2


def test_polyhedron_without_half_spaces_is_kept():
    assert place([Polyhedron("a", ())], {}, 3, "round") == (Polyhedron("a", ()),)


def test_unknown_placement_is_refused():
    with pytest.raises(InputError, match="placement must be one of 'tight', 'middle', 'round'"):
        place([], {}, 0, "loose")


NUMBERS = st.one_of(
    st.sampled_from([0.1, 0.2, 0.3, 0.1 + 0.2, 0.0, -0.0, 1e300, 1e-300, -1e300, 5e-324, 1.7e308]),
    st.integers(-4, 4).map(float),
    st.floats(allow_nan=True, allow_infinity=False),
)
WHOLE = st.integers(-4, 4) | st.integers(-(2**40), 2**40)
CELLS = {
    X: NUMBERS,
    Y: NUMBERS,
    N: WHOLE,
    D: WHOLE,
    T: WHOLE,
    Feature("b", Kind.BOOLEAN): st.integers(0, 1),
}


@st.composite
def polyhedra(draw):
    """Values of a few rows, and a polyhedron whose bounds are at, or near, values of rows."""
    rows = draw(st.integers(1, 10))
    chosen = draw(st.lists(st.sampled_from(list(CELLS)), min_size=1, max_size=3, unique=True))
    values = {f: np.array([draw(CELLS[f]) for _ in range(rows)], dtype=float) for f in chosen}
    spaces = []
    for feature in draw(st.lists(st.sampled_from(chosen), max_size=4)):
        weight = draw(st.sampled_from([-1, 1]))
        levels = weight * values[feature]
        bounds = [float(v) for v in levels[~np.isnan(levels)]]
        bounds += [nextafter(v, -np.inf) for v in bounds if abs(v) < 1e308]
        bound = draw(st.sampled_from(bounds or [0.0]))
        if feature.kind.is_whole:
            bound = float(np.floor(bound))
        spaces.append(HalfSpace((Term(feature, weight),), bound))
    return Polyhedron("a", tuple(spaces)), values, rows


@settings(max_examples=300, deadline=None)
@given(case=polyhedra(), placement=st.sampled_from(PLACEMENTS), seed=st.integers(0, 5))
def test_no_placement_changes_a_row_or_depends_on_the_order_of_rows(case, placement, seed):
    polyhedron, values, rows = case
    (result,) = place([polyhedron], values, rows, placement)
    before = polyhedron.contains(values, rows)
    assert result.contains(values, rows).tolist() == before.tolist()
    order = np.random.default_rng(seed).permutation(rows)
    shuffled = {feature: v[order] for feature, v in values.items()}
    assert place([polyhedron], shuffled, rows, placement) == (result,)
    for space in result.half_spaces:
        if space.terms[0].feature.kind.is_whole:
            assert space.bound == np.floor(space.bound)


@st.composite
def scores(draw):
    """A few rows of two scaled columns and a level, and half-spaces of several features."""
    rows = draw(st.integers(1, 10))
    level = Feature("b", Kind.LEVEL, "a")
    cells = {X: st.integers(0, 50).map(lambda n: n / 7), Y: NUMBERS, level: st.integers(0, 1)}
    values = {f: np.array([draw(c) for _ in range(rows)], dtype=float) for f, c in cells.items()}
    scales = {
        X: st.sampled_from([(0.0, 1.0), (0.0, 50 / 7), (3.0, -2.0)]),
        Y: st.sampled_from([(0.0, 1.0), (-1e300, 1e300), (0.1, 0.3)]),
        level: st.just((0.0, 1.0)),
    }
    spaces = []
    for _ in range(draw(st.integers(1, 3))):
        chosen = draw(st.lists(st.sampled_from(list(cells)), min_size=2, max_size=3, unique=True))
        weights = st.integers(-3, 3).filter(bool)
        terms = tuple(Term(f, draw(weights), *draw(scales[f])) for f in chosen)
        levels = HalfSpace(terms, 0.0).level(values)
        bounds = [float(v) for v in levels[np.isfinite(levels)]]
        spaces.append(HalfSpace(terms, draw(st.sampled_from(bounds or [0.0]))))
    return Polyhedron("a", tuple(spaces)), values, rows


@settings(max_examples=300, deadline=None)
@given(case=scores(), placement=st.sampled_from(PLACEMENTS))
def test_no_placement_of_sums_changes_a_row(case, placement):
    polyhedron, values, rows = case
    (result,) = place([polyhedron], values, rows, placement)
    before = polyhedron.contains(values, rows)
    assert result.contains(values, rows).tolist() == before.tolist()


@settings(max_examples=200, deadline=None)
@given(
    cells=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=2, unique=True),
    weights=st.tuples(st.integers(-9, 9).filter(bool), st.integers(-9, 9).filter(bool)),
)
def test_round_score_is_a_thousandth_of_the_gap_from_every_row(cells, weights):
    x, y = (np.array(side, dtype=float) for side in zip(*cells, strict=True))
    terms = (Term(X, weights[0], 0.0, 40.0), Term(Y, weights[1], 0.0, 40.0))
    values = {X: x, Y: y}
    exact = weights[0] * x + weights[1] * y  # in fortieths of a point
    for split in np.unique(exact)[:-1]:
        last, first = split / 40, exact[exact > split].min() / 40
        bound = (last + first) / 2
        (placed_one,) = place([Polyhedron(0, (HalfSpace(terms, bound),))], values, len(x), "round")
        (space,) = placed_one.half_spaces
        margin = 0.999e-3 * (first - last)
        assert last + margin <= space.bound <= first - margin


def digits(number):
    """Significant digits of a number as Python writes it."""
    mantissa = f"{number!r}".split("e")[0].replace(".", "").replace("-", "").strip("0")
    return len(mantissa)


@settings(max_examples=200, deadline=None)
@given(low=st.integers(-999, 998), size=st.integers(1, 300))
def test_no_number_in_the_gap_has_fewer_digits_than_the_round_one(low, size):
    low, high = low / 100, (low + size) / 100
    bound = placed_one(at_most(X, low), [low, high], "round")
    grid = [n / 100 for n in range(-1000, 2000) if low <= n / 100 < high]
    assert digits(float(bound)) == min(map(digits, grid))
    middle = (low + high) / 2
    rivals = [g for g in grid if digits(g) == digits(bound)]
    assert bound == 0 or abs(bound - middle) <= min(abs(g - middle) for g in rivals) + 1e-12
