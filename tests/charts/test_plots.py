"""Plots: what is drawn where, distinguished in grey, and harmless texts from strangers."""

import sys
from itertools import pairwise

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Polygon

from clusterscribe import Description, Feature, InputError, Kind, frontier, plots
from clusterscribe.charts.data import Curve, Overlap, Stop
from clusterscribe.charts.mpl import curve as draw_curve
from clusterscribe.charts.mpl import overlap as draw_overlap
from clusterscribe.charts.mpl.canvas import ALLOWED, OTHERS, OWN, WRONG
from clusterscribe.charts.mpl.heatmaps import lightness

from ..description.builders import (
    SEGMENTED,
    SEGMENTS,
    at_least,
    at_most,
    describe,
    is_level,
    people,
    score,
    union,
)

N, X, Y = Feature("n", Kind.INTEGER), Feature("x"), Feature("y")
TABLE = pd.DataFrame({"n": [1, 2, 2, 3, 4], "x": [1.0, 2, 3, 4, 5], "c": list("rrggb")})
LABELS = list("aaabb")
DESCRIPTION = describe(TABLE, a=[at_most(N, 2), at_most(X, 3.5)], b=[is_level("c", "b")])


def pixels(ax):
    """The figure as it is seen: rows x columns x red, green, blue (0..1)."""
    canvas = FigureCanvasAgg(ax.figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[:, :, :3] / 255


def seen_at(ax, image, x, y):
    """The colour at a place, given in the units of the axes."""
    across, up = ax.transData.transform((x, y))
    return image[image.shape[0] - 1 - round(up), round(across)]


def is_like(colour, wanted):
    return np.abs(colour - np.array(to_rgb(wanted))).max() < 0.03


def texts(ax):
    own = [ax.get_title(loc="left"), ax.get_xlabel(), ax.get_ylabel()]
    ticks = [t.get_text() for t in (*ax.get_xticklabels(), *ax.get_yticklabels())]
    legend = ax.get_legend()
    names = [] if legend is None else [t.get_text() for t in legend.get_texts()]
    return own + ticks + names + [t.get_text() for t in ax.texts]


def every_plot(description, table, labels, label, column, **options):
    return [
        plots.band(description, table, labels, label, column, **options),
        *plots.bands(description, table, labels, label, **options),
        plots.row_map(description, table, labels, label, **options),
        plots.overlap(description, table, labels, **options),
        plots.heat(description, table, labels, **options),
    ]


def test_each_plot_draws_on_the_axes_that_are_given_and_returns_them():
    given = Figure().subplots()
    assert plots.band(DESCRIPTION, TABLE, LABELS, "a", "n", ax=given) is given
    for draw in (plots.overlap, plots.heat):
        given = Figure().subplots()
        assert draw(DESCRIPTION, TABLE, LABELS, ax=given) is given
    given = Figure().subplots()
    assert plots.row_map(DESCRIPTION, TABLE, LABELS, "a", ax=given) is given
    given = Figure().subplots()
    found = frontier(TABLE, LABELS)
    assert found.plot(given) is given


def test_new_figures_are_known_to_pyplot():
    from matplotlib import pyplot

    for draw in (plots.overlap, plots.heat):
        assert draw(DESCRIPTION, TABLE, LABELS).figure is pyplot.gcf()
    assert plots.band(DESCRIPTION, TABLE, LABELS, "a", "n").figure is pyplot.gcf()
    assert plots.bands(DESCRIPTION, TABLE, LABELS, "a")[0].figure is pyplot.gcf()
    assert plots.row_map(DESCRIPTION, TABLE, LABELS, "a").figure is pyplot.gcf()
    assert frontier(TABLE, LABELS).plot().figure is pyplot.gcf()


def test_bands_divide_the_place_of_given_axes():
    figure = Figure(layout="constrained")
    left, right = figure.subplots(1, 2)
    several = plots.bands(DESCRIPTION, TABLE, LABELS, "a", ax=right)
    assert len(several) > 1
    figure.draw_without_rendering()
    places = [ax.get_position() for ax in several]
    assert all(place.x0 > left.get_position().x1 for place in places)
    assert all(upper.y0 > lower.y1 for upper, lower in pairwise(places))
    with pytest.raises(InputError, match="an ax that stands free"):
        plots.bands(DESCRIPTION, TABLE, LABELS, "a", ax=figure.add_axes((0, 0, 1, 1)))


def test_band_shades_what_is_let_in_and_nothing_else():
    ax = plots.band(DESCRIPTION, TABLE, LABELS, "a", "n")
    image = pixels(ax)
    top = ax.get_ylim()[1] * 0.98
    assert is_like(seen_at(ax, image, 1.0, top), ALLOWED)
    assert is_like(seen_at(ax, image, 2.4, top), ALLOWED)
    assert is_like(seen_at(ax, image, 2.7, top), "white")
    assert is_like(seen_at(ax, image, 4.0, top), "white")


def test_band_says_its_condition_and_its_unit():
    ax = plots.band(DESCRIPTION, TABLE, LABELS, "a", "n", feature_names={"n": "orders (a year)"})
    assert ax.get_title(loc="left") == "orders (a year) <= 2"
    assert ax.get_xlabel() == "orders (a year)"
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["all others", "cluster a"]


def test_union_shades_every_interval():
    region = union("a", [at_most(N, 1)], [at_least(N, 4)])
    ax = plots.band(Description(("n", "x", "c"), (region,)), TABLE, LABELS, "a", "n")
    image = pixels(ax)
    top = ax.get_ylim()[1] * 0.98
    shaded = [is_like(seen_at(ax, image, x, top), ALLOWED) for x in (1.0, 2.0, 3.0, 4.2)]
    assert shaded == [True, False, False, True]


def test_band_of_levels_shades_those_that_are_let_in():
    ax = plots.band(DESCRIPTION, TABLE, LABELS, "b", "c")
    image = pixels(ax)
    names = [text.get_text() for text in ax.get_yticklabels()]
    shaded = [is_like(seen_at(ax, image, 0.98, place), ALLOWED) for place in range(len(names))]
    assert dict(zip(names, shaded, strict=True)) == {"r": False, "g": False, "b": True}


def test_map_draws_the_polyhedron_and_marks_errors():
    far = 20 + np.arange(16.0)  # many values, so that no dot is shaken
    table = pd.DataFrame({"x": [0.0, 1, 9, 8, *far], "y": [0.0, 1, 9, 1, *far]})
    description = describe("xy", a=[at_most(X, 4), at_most(Y, 4)])
    ax = plots.row_map(description, table, [*"abab", *"b" * 16], "a")
    outline = next(p for p in ax.patches if isinstance(p, Polygon) and p.get_linestyle() == "--")
    assert outline.get_xy().max(axis=0) == pytest.approx([4, 4])
    drawn = {group.get_label(): group.get_offsets().tolist() for group in ax.collections}
    assert drawn == {
        "the cluster": [[0, 0]],
        "others, inside": [[1, 1]],
        "the cluster, outside": [[9, 9]],
        "all others": [[8, 1], *([x, x] for x in far)],
    }
    image = pixels(ax)
    assert is_like(seen_at(ax, image, 3.5, 0.2), ALLOWED)
    assert is_like(seen_at(ax, image, 6, 6), "white")
    assert is_like(seen_at(ax, image, 9, 9), WRONG)


def test_map_says_which_conditions_it_does_not_draw():
    description = describe(TABLE, a=[at_most(N, 2), at_most(X, 3.5), is_level("c", "r")])
    ax = plots.row_map(description, TABLE, LABELS, "a")
    assert "not drawn: " in ax.get_title(loc="left")


def test_map_of_one_column_is_refused():
    with pytest.raises(InputError, match="a map needs two columns"):
        plots.row_map(describe("n", a=[at_most(N, 2)]), TABLE[["n"]], LABELS, "a")


def test_overlap_says_every_count():
    ax = plots.overlap(DESCRIPTION, TABLE, LABELS)
    assert [text.get_text() for text in ax.get_xticklabels()] == ["a", "b", "none", "several"]
    assert [text.get_text() for text in ax.get_yticklabels()] == ["a (3)", "b (2)"]
    assert [text.get_text() for text in ax.texts] == ["3", "", "", "", "", "1", "1", ""]


def test_counts_are_exact_and_have_their_thousands_apart():
    counts = np.array([[1_234_567.0, 0.5]])
    shown = Overlap(("a",), ("a", "b"), counts, np.zeros(1), np.zeros(1), counts.sum(axis=1))
    ax = draw_overlap(shown)
    assert [text.get_text() for text in ax.texts][:2] == ["1,234,567", "0.5"]


def test_few_numbers_have_ticks_of_their_own():
    table = pd.DataFrame({"x": [0.0, 0, 1, 1], "y": [0.0, 1, 0, 1]})
    ax = plots.band(describe("xy", a=[at_most(X, 0)]), table, list("aabb"), "a", "x")
    assert [text.get_text() for text in ax.get_xticklabels()] == ["0", "1"]
    image, top = pixels(ax), ax.get_ylim()[1] * 0.98
    assert is_like(seen_at(ax, image, 0.4, top), ALLOWED)
    assert is_like(seen_at(ax, image, 0.6, top), "white")


def test_few_and_many_errors_are_both_seen_on_a_frontier():
    stops = [Stop(errors, 8, errors, 8, proved=True) for errors in (0, 99, 9999)]
    ax = draw_curve(Curve("complexity", tuple(stops)))
    first, second, third = (ax.transData.transform((stop.errors, 8))[0] for stop in stops)
    assert second - first == pytest.approx(third - second)
    assert [text.get_text() for text in ax.get_xticklabels()] == ["0", "10", "100", "1,000"]


def test_heat_puts_signs_beside_means():
    ax = plots.heat(DESCRIPTION, TABLE, LABELS, most=2)
    assert sorted(text.get_text() for text in ax.texts) == ["1.67", "2", "3.5", "4.5", "≤", "≤"]


def test_texts_in_cells_stand_out():
    for ax in (plots.heat(DESCRIPTION, TABLE, LABELS), plots.overlap(DESCRIPTION, TABLE, LABELS)):
        (image,) = ax.images
        shades = image.to_rgba(image.get_array())
        for text in ax.texts:
            if text.get_bbox_patch() is None:
                column, row = (round(place) for place in text.get_position())
                behind = lightness(shades[row, column, :3])
                assert abs(behind - lightness(np.array(to_rgb(text.get_color())))) > 0.4


def test_lightness_alone_tells_kinds_apart():
    greys = [
        lightness(np.array(to_rgb(colour))) for colour in (OWN, WRONG, OTHERS, ALLOWED, "white")
    ]
    own, wrong, others, allowed, white = greys
    assert others - own > 0.3
    assert others - wrong > 0.25
    assert allowed - others > 0.15
    assert white - others > 0.2


def test_heat_is_lighter_the_larger_the_mean_is():
    shades = mpl.colormaps["cividis"](np.linspace(0, 1, 20))[:, :3]
    greys = [lightness(shade) for shade in shades]
    assert greys == sorted(greys)


def test_frontier_marks_what_is_proved_and_chosen():
    stops = (
        Stop(0, 8, 0, 8, proved=True),
        Stop(3, 4, 1, 2, proved=False),
    )
    ax = draw_curve(Curve("complexity", stops, chosen=1))
    drawn = {group.get_label(): group.get_offsets().tolist() for group in ax.collections}
    assert drawn == {"proved": [[0, 8]], "open": [[3, 4]], "chosen": [[3, 4]]}
    assert [[1, 3, 3], [4, 4, 2]] in [
        [list(line.get_xdata()), list(line.get_ydata())] for line in ax.lines
    ]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("errors", "complexity")


def test_point_of_another_frontier_is_refused():
    first, other = frontier(TABLE, LABELS), frontier(TABLE, list("ababa"))
    with pytest.raises(InputError, match="must be a point of this frontier"):
        plots.frontier(first, chosen=other[0])


@pytest.mark.filterwarnings("ignore:Glyph")
def test_texts_from_strangers_are_drawn_as_they_are():
    name = r"$\frac{1}{0}$ <b>'\"; DROP TABLE שלום 😀"
    label = "$x^2$\n% & _"
    table = pd.DataFrame({name: [1.0, 2, 3, 4], "kind$$": ["$a_b$", "$", "\\$", "{}"]})
    description = Description(
        tuple(table.columns),
        describe(
            table, **{label: [at_most(Feature(name), 2.5), is_level("kind$$", "$a_b$")]}
        ).parts,
    )
    for ax in every_plot(description, table, [label, label, "b", "b"], label, name):
        pixels(ax)
        for text in texts(ax):
            assert "\n%" not in text
            assert text.count("$") == text.count(r"\$")


def test_long_names_are_shortened():
    table = pd.DataFrame({"x" * 500: [1.0, 2, 3, 4], "y": [1.0, 2, 1, 2]})
    feature = Feature("x" * 500)
    ax = plots.row_map(describe(table, a=[at_most(feature, 2)]), table, list("aabb"), "a")
    assert len(ax.get_xlabel()) == 80


def test_every_kind_of_column_is_drawn():
    for label in ("young", "working", "old"):
        for ax in every_plot(SEGMENTED, people(), SEGMENTS, label, "signup"):
            pixels(ax)


def test_score_is_drawn():
    description = describe("xy", a=[score(0.4, (3, X, 0, 10), (-2, Y, 0, 10))])
    table = pd.DataFrame({"x": [1.0, 9.0], "y": [0.0, 1.0]})
    (ax,) = plots.bands(description, table, list("ab"), "a")
    assert ax.get_xlabel() == "score: 3 x - 2 y"


def test_cluster_without_conditions_has_no_bands():
    assert plots.bands(describe("n", a=[]), TABLE[["n"]], LABELS, "a") == ()


def test_missing_values_and_values_beyond_are_said():
    table = pd.DataFrame({"x": [*np.linspace(0, 1, 998), np.nan, 1e9]})
    labels = ["a"] * 500 + ["b"] * 500
    ax = plots.band(describe("x", a=[at_most(X, 0.5)]), table, labels, "a", "x")
    assert ax.get_xlabel() == "x\nmissing: 0.20 % of all others"
    assert [text.get_text() for text in ax.texts] == ["and more ▸"]


def test_without_matplotlib_it_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(InputError) as raised:
        plots.overlap(DESCRIPTION, TABLE, LABELS)
    assert str(raised.value) == (
        "plots need matplotlib, which is not installed; install it with "
        'pip install "clusterscribe[plot]"'
    )
