"""All clusters in one plot: the colours of the page, every cell, every dot."""

import numpy as np
import pandas as pd
import pytest

from clusterscribe import Description, Feature, InputError, Polyhedron, plots
from clusterscribe.charts.mpl.palette import COLOURS, colour_of, marker_of
from tests.description.builders import at_least, at_most, is_level
from tests.report.shops import LABELS, SHORT, TABLE
from tests.report.test_drawing_colours import colours


def test_colours_are_those_of_the_page_in_the_light():
    page = colours("light")
    assert [page[f"c{place}"] for place in range(12)] == list(COLOURS)


def test_a_colour_that_is_used_again_has_another_marker():
    looks = {(colour_of(place), marker_of(place)) for place in range(48)}
    assert len(looks) == 48


def test_ranges_name_clusters_columns_and_bounds():
    ax = plots.ranges(SHORT, TABLE, LABELS, feature_names={"age": "age (years)"})
    assert [text.get_text() for text in ax.get_yticklabels()] == ["loyal", "new", "regular"]
    titles = [text.get_text().split("\n")[0] for text in ax.get_xticklabels()]
    assert titles == ["age (years)", "avg_ord"]
    assert [text.get_text() for text in ax.texts] == ["≥ 50", "≤ 25", "15 – 30"]


def test_map_draws_every_row_once_and_errors_hollow():
    ax = plots.cluster_map(SHORT, TABLE, LABELS)
    drawn = [
        (len(dots.get_offsets()), dots.get_facecolor()[0][:3].min()) for dots in ax.collections
    ]
    assert sum(count for count, _ in drawn) == len(TABLE)
    assert sum(count for count, least in drawn if least == 1) == 2  # white ones
    names = [text.get_text() for text in ax.get_legend().get_texts()]
    assert sorted(names) == ["loyal, 4", "new, 4", "regular, 4"]


def test_one_column_noise_levels_and_formulas_are_drawn():
    table = pd.DataFrame({"$cost$ of $x": [1.0, 2.0, 8.0, np.nan, 9.0]})
    cost = Feature("$cost$ of $x")
    parts = (Polyhedron("$a$", (at_most(cost, 5),)), Polyhedron("b", (at_least(cost, 6),)))
    description = Description(tuple(table), parts)
    labels = ["$a$", "$a$", "b", "b", "noise"]
    ax = plots.cluster_map(description, table, labels)
    assert list(ax.get_yticks()) == []
    plots.ranges(description, table, labels).figure.canvas.draw()
    colour = pd.DataFrame({"colour": ["red", "red", "green", "green"]})
    told = Description(("colour",), (Polyhedron("r", (is_level("colour", "red"),)),))
    ax = plots.ranges(told, colour, ["r", "r", "g", "g"])
    assert [text.get_text() for text in ax.get_xticklabels()] == ["colour\ngreen, red"]


def test_what_cannot_be_drawn_is_said():
    anything = Description(tuple(TABLE), (Polyhedron("all", ()),))
    with pytest.raises(InputError, match="no condition is about any column"):
        plots.ranges(anything, TABLE, ["all"] * len(TABLE))
    for bad in (0, -1, 2.5, True, "many"):
        with pytest.raises(InputError, match="most must be a whole number of at least 1"):
            plots.ranges(SHORT, TABLE, LABELS, most=bad)
        with pytest.raises(InputError, match="dots must be a whole number of at least 1"):
            plots.cluster_map(SHORT, TABLE, LABELS, dots=bad)


def test_forty_clusters_leave_room_for_the_map():
    table = pd.DataFrame({"x": np.arange(80.0), "y": np.arange(80.0) % 7})
    labels = np.repeat(np.arange(40), 2)
    parts = tuple(Polyhedron(k, (at_least(Feature("x"), 2 * k),)) for k in range(40))
    ax = plots.cluster_map(Description(("x", "y"), parts), table, labels)
    ax.figure.canvas.draw()
    assert ax.get_position().height > 0.7
    assert ax.get_position().width > 0.5
