"""Text in a drawing never leaves it, and ticks never touch."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe.charts.data.axis import Axis, Tick
from clusterscribe.charts.svg import band
from clusterscribe.charts.svg.markup import coordinate, shortened, width_of
from clusterscribe.description.words.wording import visible

from .pictures import a_band, parsed, texts


def test_text_that_fits_stays():
    assert shortened("petal length (cm)", 200) == "petal length (cm)"


def test_text_that_does_not_fit_ends_with_an_ellipsis():
    assert shortened("petal length (cm)", 60) == "petal l…"


def test_nothing_is_left_hanging_before_the_ellipsis():
    assert shortened("👩\u200d👩\u200d👧 and more", 40) == "👩…"
    assert shortened("ab cdefgh", 36) == "ab…"


@given(st.text(), st.floats(20, 400))
def test_shortened_text_is_never_wider_than_its_room(text, room):
    short = shortened(text, room)
    assert width_of(short) <= room
    assert short == visible(text) or visible(text).startswith(short[:-1])


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (-0.04, "0"), (0.25, ".2"), (-0.5, "-.5"), (12.0, "12"), (-3.14159, "-3.1")],
)
def test_coordinates_are_short(value, text):
    assert coordinate(value) == text


def ticks_drawn(*words):
    ticks = tuple(Tick(float(place), word) for place, word in enumerate(words))
    axis = Axis("day", 0.0, len(words) - 1.0, ticks)
    root = parsed(band(a_band(axis=axis, allowed=())))
    return [text for text in root.iter("text") if text.get("class") == "tick"]


def test_ticks_that_would_touch_are_thinned_evenly():
    days = [f"2024-01-{day:02}" for day in range(1, 11)]
    assert [tick.text for tick in ticks_drawn(*days)] == days[::4]


def test_ticks_at_the_ends_stay_inside():
    first, last = ticks_drawn("1000000", "2000000")
    assert float(first.get("x")) >= width_of("1000000") / 2 - 0.1
    assert float(last.get("x")) <= 320 - width_of("2000000") / 2 + 0.1


@given(st.lists(st.text(min_size=1, max_size=30), min_size=2, max_size=12))
def test_ticks_never_overlap(words):
    drawn = [(float(tick.get("x")), width_of(tick.text or "") / 2) for tick in ticks_drawn(*words)]
    ends = [(x - half, x + half) for x, half in drawn]
    assert all(left >= -0.1 and right <= 320.1 for left, right in ends)
    assert all(one[1] <= two[0] for one, two in pairwise(ends))


def test_long_title_of_an_axis_is_shortened():
    axis = Axis("a very long title " * 9, 0.0, 1.0, ())
    *_, title = texts(parsed(band(a_band(axis=axis))))
    assert title.startswith("a very long title a very long title")
    assert "…a very" in title  # and then all of it, to those who point at it
