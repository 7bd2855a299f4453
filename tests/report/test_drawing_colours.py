"""The colours of pictures: seen on their ground, light and dark, in colour and in grey."""

import re
from itertools import chain, product
from pathlib import Path

import pytest

import clusterscribe

CSS = Path(clusterscribe.__file__).parent / "report" / "templates" / "pictures.css"
SCHEMES = ("light", "dark")


def colours(scheme):
    light, dark = re.findall(r":root\s*\{([^}]*)\}", CSS.read_text(encoding="utf-8"))
    found = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", light))
    if scheme == "dark":
        changed = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", dark))
        assert changed.keys() == found.keys()
        found |= changed
    return found


def luminance(colour):
    def linear(part):
        share = int(part, 16) / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(colour[place : place + 2]) for place in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, two):
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def test_formula_of_contrast():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


TINTS = [f"{side}-{depth}" for side, depth in product(("below", "above"), (1, 2, 3))]
TEXTS = [("ink", "paper"), ("muted", "paper"), ("ink", "own-soft"), *(("ink", t) for t in TINTS)]
SHAPES = [
    *product(("own", "others", "wrong", "rule"), ("paper",)),
    *product(("own", "wrong"), ("own-soft",)),
]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_text_is_read_on_its_ground(scheme, text, ground):
    found = colours(scheme)
    assert contrast(found[text], found[ground]) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("shape", "ground"), SHAPES)
def test_shapes_are_seen_on_their_ground(scheme, shape, ground):
    found = colours(scheme)
    assert contrast(found[shape], found[ground]) >= 3


@pytest.mark.parametrize("scheme", SCHEMES)
def test_cluster_and_others_differ_in_grey(scheme):
    found = colours(scheme)
    assert contrast(found["own"], found["others-fill"]) >= 3
    assert contrast(found["own"], found["others"]) >= 1.5


def test_every_colour_that_is_used_is_defined():
    text = CSS.read_text(encoding="utf-8")
    assert set(re.findall(r"var\(--([\w-]+)\)", text)) == set(colours("light"))


def test_colours_are_named_only_where_they_are_defined():
    text = CSS.read_text(encoding="utf-8")
    outside = re.sub(r":root\s*\{[^}]*\}", "", text)
    assert re.findall(r"#[0-9a-f]{3,6}\b|rgba?\(", outside) == []


def test_paper_is_light_whatever_the_screen():
    dark = re.search(r"@media ([^{]*)\{\s*:root", CSS.read_text(encoding="utf-8"))
    assert dark[1].strip() == "screen and (prefers-color-scheme: dark)"


def test_every_class_that_is_drawn_is_styled():
    from . import pictures as made

    text = CSS.read_text(encoding="utf-8")
    from clusterscribe.charts.svg import (
        band,
        cluster_map,
        curves,
        heat,
        overlap,
        ranges,
        row_map,
        stability_strips,
    )

    shown = [
        band(made.a_band(beyond=(True, True), own_missing=0.1)),
        band(made.a_level_band()),
        row_map(made.a_map()),
        overlap(made.an_overlap()),
        heat(made.a_heat()),
        curves(made.a_curve(made.a_stop(3, 8, fewest=1), made.a_stop(5, 4))),
        ranges(made.some_ranges()),
        cluster_map(made.a_cluster_map()),
        stability_strips(made.some_strips()),
    ]
    used = set(chain.from_iterable(re.findall(r'class="([^"]*)"', markup) for markup in shown))
    names = set(chain.from_iterable(each.split() for each in used))
    kinds = {
        "band",
        "levels",
        "map",
        "clusters",
        "overlap",
        "heat",
        "curve",
    }  # for a page to tell apart
    assert {name for name in names - kinds if f".{name}" not in text} == set()
