"""Pictures of a page in a real browser: read at every width, and by everybody."""

import pytest

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
from tests.report import pictures as made
from tests.report.test_drawing_colours import CSS

from .checks import is_scrolled_sideways, serious_findings

LONG = f"{made.EVIL} and so on, far longer than there is room for it in any drawing"

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures</title>
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:;
style-src 'unsafe-inline'">
<link rel="icon" href="data:,"><style>{css}
body {{ margin: 8px; background: var(--paper); color: var(--ink) }}</style>
<main><h1>Pictures</h1>{pictures}</main></html>"""

# whatever is drawn beyond the edge of its drawing
OUTSIDE = """() => [...document.querySelectorAll('.picture > svg')].flatMap(drawing => {
    const edge = drawing.getBoundingClientRect();
    return [...drawing.querySelectorAll('text')].filter(text => {
        const box = text.getBoundingClientRect();
        return box.left < edge.left - 1 || box.right > edge.right + 1
            || box.top < edge.top - 1 || box.bottom > edge.bottom + 1;
    }).map(text => text.textContent);
})"""

SMALLEST = """() => Math.min(...[...document.querySelectorAll('.picture > svg text')].map(text =>
    parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""


@pytest.fixture
def page_of_pictures(tmp_path):
    title = made.axis(LONG)
    pictures = [
        band(made.a_band(own_missing=0.2, beyond=(True, True))),
        band(made.a_band(LONG, conditions=(LONG,), axis=title)),
        band(made.a_level_band(LONG, title=LONG, levels=(LONG, "b", "c"))),
        row_map(made.a_map(LONG, across=title, up=title, not_drawn=(LONG,), rows=9)),
        curves(made.a_curve(made.a_stop(3, 8, fewest=1, bound=6), made.a_stop(8000, 4), chosen=0)),
        overlap(made.an_overlap((LONG, "b", "noise"))),
        ranges(made.some_ranges(LONG, 6, LONG)),
        cluster_map(made.a_cluster_map(LONG, LONG)),
        stability_strips(made.some_strips(LONG)),
        heat(made.a_heat((LONG, "b"), (LONG, "job is admin"))),
    ]
    css = CSS.read_text(encoding="utf-8")
    path = tmp_path / "pictures.html"
    path.write_text(PAGE.format(css=css, pictures="".join(pictures)), encoding="utf-8")
    return path


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1440, "dark")])
def test_no_text_leaves_its_drawing_and_everybody_can_read_it(
    visit, page_of_pictures, width, scheme
):
    page = visit(page_of_pictures, width=width, scheme=scheme)
    assert page.evaluate(OUTSIDE) == []
    assert not is_scrolled_sideways(page)
    assert serious_findings(page) == []


def test_letters_are_eleven_pixels_high_on_the_narrowest_phone(visit, page_of_pictures):
    page = visit(page_of_pictures, width=336)  # drawings of 320
    assert page.evaluate(SMALLEST) >= 11
