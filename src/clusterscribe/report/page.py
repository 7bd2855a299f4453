"""A report as one self-contained page of HTML.

What differs between views is on the page once for each, with the places of its views in
`data-views`; what several views share is there once. All but the chosen view is hidden, and the
page's script sets `hidden`. A Content-Security-Policy allows nothing but the style and the script
of this page, by their hashes, so that markup contains neither.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterscribe.charts import svg as drawing
from clusterscribe.charts.data.shared_map import placed_as
from clusterscribe.charts.svg import Markup
from clusterscribe.charts.svg.range_cells import RangeRow
from clusterscribe.description.core import Label
from clusterscribe.description.words import wording
from clusterscribe.report.summary import Card, Report, View

if TYPE_CHECKING:
    from jinja2 import Environment

STYLES = ("page.css", "pictures.css", "report.css")
MOST_OPEN = 3  # clusters up to which their cards are open from the start
SHORT_NAME = 3  # characters that fit into a badge


class Variant(NamedTuple):
    """Markup, and in which views it is shown."""

    markup: Markup
    views: tuple[int, ...]


class Column(NamedTuple):
    """A column of the range chart, and in which views it is shown."""

    heading: Markup
    views: tuple[int, ...]


class Cell(NamedTuple):
    """What a column shows of one cluster."""

    column: Column
    variants: tuple[Variant, ...]


class Cluster(NamedTuple):
    """All that the page shows about one cluster."""

    views: tuple[int, ...]
    colour: str
    badge: Markup
    gist: tuple[Variant, ...]
    cells: tuple[Cell, ...]
    further: tuple[Variant, ...]
    fit: tuple[Variant, ...]
    headline: tuple[Variant, ...]
    words: tuple[Variant, ...]
    confusions: tuple[Variant, ...]
    stability: tuple[Variant, ...]
    pictures: tuple[Variant, ...]


def render(report: Report) -> str:
    """Write the page."""
    templates = environment()
    pieces: Any = templates.get_template("pieces.html").module
    style = "\n".join(text_of(name) for name in STYLES)
    script = text_of("page.js")
    labels = _labels(report)
    charts = [drawn_ranges(view, report.noun) for view in report.views]
    columns = _columns(charts, report.chosen)
    is_alone = len(report.views) == 1

    def of_views(piece: Callable[[View], str]) -> tuple[Variant, ...]:
        return variants([piece(view) for view in report.views])

    return templates.get_template("page.html").render(
        report=report,
        count=len(report.views),
        style=Markup(style),
        script=Markup(script),
        policy=policy_of(style, script),
        curve=None if report.curve is None else Markup(drawing.curves(report.curve)),
        columns=columns,
        clusters=[
            _cluster(report, label, labels, pieces)._replace(
                cells=tuple(_cell(charts, column, label) for column in columns),
                further=variants([_further(chart, label) for chart in charts]),
            )
            for label in labels
        ],
        is_open=len(labels) <= MOST_OPEN,
        is_counted=any(card.fit.shares for view in report.views for card in view.cards),
        chart_note=variants([chart.note for chart in charts]),
        map=of_views(lambda view: _map(view, labels, report.noun)),
        opening=of_views(lambda view: pieces.opening(view, is_alone)),
        facts=of_views(pieces.facts),
        strays=of_views(pieces.strays),
        overlap=of_views(lambda view: drawn(drawing.overlap, view.overlap)),
        heat=of_views(lambda view: drawn(drawing.heat, view.heat)),
        wrong=of_views(lambda view: pieces.wrong(view.wrong) if view.wrong else ""),
        wrong_words=of_views(lambda view: view.wrong.sentence if view.wrong else ""),
        searchable=_searchable(report),
        sql=of_views(lambda view: pieces.code(view.sql, "SQL", "description.sql")),
        json=of_views(lambda view: pieces.code(view.json, "JSON", "description.json")),
        proof=of_views(lambda view: pieces.proof(view.certainty)),
    )


def variants(markups: Sequence[str]) -> tuple[Variant, ...]:
    """Group the views that show the same; views that show nothing have no variant."""
    places: dict[str, list[int]] = {}
    for place, markup in enumerate(markups):
        if markup.strip():
            places.setdefault(markup, []).append(place)
    return tuple(Variant(Markup(markup), tuple(views)) for markup, views in places.items())


def _cluster(
    report: Report,
    label: Label,
    labels: Sequence[Label],
    pieces: Any,  # noqa: ANN401
) -> Cluster:
    cards = [next((c for c in view.cards if c.label == label), None) for view in report.views]
    places = {one: place for place, one in enumerate(labels)}
    name = next(card.name for card in cards if card is not None)

    def of_cards(piece: Callable[[Card], str]) -> tuple[Variant, ...]:
        return variants(["" if card is None else piece(card) for card in cards])

    return Cluster(
        views=tuple(place for place, card in enumerate(cards) if card is not None),
        colour=drawing.colour_class(places[label]),
        badge=Markup(pieces.badge(name, len(name) <= SHORT_NAME)),
        gist=of_cards(pieces.gist),
        cells=(),
        further=(),
        fit=of_cards(pieces.fit),
        headline=of_cards(pieces.headline),
        words=of_cards(pieces.words),
        confusions=of_cards(lambda card: pieces.confusions(card, places)),
        stability=of_cards(
            lambda card: pieces.stability(card, drawn(drawing.stability_strips, card.strips))
        ),
        pictures=of_cards(lambda card: pictures_of(card, report.noun)),
    )


class RangeChart(NamedTuple):
    """The range chart of one view, by headings and labels."""

    headings: tuple[Markup, ...] = ()
    rows: Mapping[Label, RangeRow] = {}
    note: str = ""


def drawn_ranges(view: View, noun: str) -> RangeChart:
    """Draw the range chart of a view, where there is one."""
    if view.ranges is None or not view.ranges.headings:
        return RangeChart()
    table = drawing.range_cells(view.ranges, noun)
    labels = (one.label for one in view.ranges.clusters)
    return RangeChart(table.headings, dict(zip(labels, table.rows, strict=True)), table.note)


def _map(view: View, labels: Sequence[Label], noun: str) -> str:
    """Draw all clusters in the colours of their lines, whatever the order of this view."""
    if view.map is None:
        return ""
    places = {label: place for place, label in enumerate(labels)}
    return drawing.cluster_map(placed_as(view.map, places), noun)


def _columns(charts: Sequence[RangeChart], chosen: int) -> tuple[Column, ...]:
    """Return the columns of all views, in the order of the one that is shown first."""
    every = [charts[chosen], *charts]
    headings = dict.fromkeys(heading for chart in every for heading in chart.headings)
    return tuple(
        Column(heading, tuple(n for n, chart in enumerate(charts) if heading in chart.headings))
        for heading in headings
    )


def _cell(charts: Sequence[RangeChart], column: Column, label: Label) -> Cell:
    def of(chart: RangeChart) -> str:
        if column.heading not in chart.headings or label not in chart.rows:
            return ""
        return chart.rows[label].cells[chart.headings.index(column.heading)]

    return Cell(column, variants([of(chart) for chart in charts]))


def _further(chart: RangeChart, label: Label) -> str:
    return chart.rows[label].further if label in chart.rows else ""


def _labels(report: Report) -> list[Label]:
    """Return the labels of all views, in the order of the one that is shown first."""
    views = [report.views[report.chosen], *report.views]
    return list(dict.fromkeys(card.label for view in views for card in view.cards))


def _searchable(report: Report) -> tuple[int, ...]:
    """Return the views that list rows."""
    listed = (view.wrong is not None and view.wrong.rows for view in report.views)
    return tuple(place for place, rows in enumerate(listed) if rows)


def pictures_of(card: Card, noun: str = "rows") -> str:
    """Draw the conditions of a cluster, and the map of its rows."""
    bands = "".join(map(drawing.band, card.bands))
    of_rows = "" if card.map is None else drawing.row_map(card.map, noun)
    return f'<div class="pictures">{of_rows}{bands}</div>' if bands or of_rows else ""


def drawn(draw: Callable[[Any], str], picture: object) -> str:
    """Draw a picture, where there is one."""
    return "" if picture is None else draw(picture)


def policy_of(style: str, script: str) -> str:
    """Allow a page its own style and script, and nothing else."""
    return (
        f"default-src 'none'; img-src data:; style-src {_hash(style)}; "
        f"script-src {_hash(script)}; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{b64encode(digest).decode()}'"


@cache
def text_of(name: str) -> str:
    """Return a template, style or script."""
    return (files(__package__) / "templates" / name).read_text(encoding="utf-8")


@cache
def environment() -> Environment:
    """Return what fills in the templates; everything is escaped."""
    from jinja2 import DictLoader, Environment, StrictUndefined

    names = ("head.html", "page.html", "pieces.html", "tree.html")
    found = Environment(
        loader=DictLoader({name: text_of(name) for name in names}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["text"] = _text
    found.filters["visible"] = wording.visible
    return found


def _text(text: str) -> Markup:
    """Escape what stands between tags: quotes are harmless there, and JSON is full of them."""
    return Markup(escape(text, quote=False))
