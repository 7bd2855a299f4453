"""A page that stays below 2 MB whatever the table: above that, details are dropped in order."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from clusterscribe.charts.data import ClusterMap, RowMap
from clusterscribe.charts.data.by_label import Places
from clusterscribe.charts.data.figures import counted, cut
from clusterscribe.charts.data.shared_map import MappedCluster
from clusterscribe.report.page import render
from clusterscribe.report.points import spread
from clusterscribe.report.summary import Card, Certainty, Code, Fact, Report, View, WrongRows

LIMIT = 2_000_000  # bytes
TOO_LARGE = Code("", "it would make this page too large")
DOTS_OF_ALL = 2  # times as many dots as on the map of one cluster
CHARACTERS_PER_LINE = 20  # where long texts are cut, so are long lists


@dataclass(frozen=True, slots=True)
class Detail:
    """How much a page may contain. None is no limit."""

    dots: int | None = None  # of the map of a cluster
    listed: int | None = None  # wrongly described rows of a view
    elsewhere: bool = True  # charts and rows also in views that are not shown first
    views: int | None = None  # the landmarks of the frontier stay in any case
    pictures: bool = True
    overlap: int = 60  # clusters up to which there is a table of labels by polyhedra
    text: int | None = None  # characters of a text; conditions are cut as well, and SQL is dropped
    cards: int | None = None


DETAILS = (
    Detail(),
    Detail(dots=150, listed=100),
    Detail(dots=150, listed=100, views=10),
    Detail(dots=100, listed=50, views=6),
    Detail(dots=100, listed=50, views=4, elsewhere=False),
    Detail(listed=20, views=4, pictures=False),
    Detail(listed=0, views=1, pictures=False, text=400, cards=100),
    Detail(listed=0, views=1, pictures=False, text=100, cards=50),
)


def fitting(report: Report, limit: int = LIMIT) -> str:
    """Write the page with as much detail as the limit allows."""

    @cache
    def page(detail: Detail) -> str:
        return render(reduced(report, detail))

    def fits(detail: Detail) -> bool:
        return len(page(detail).encode()) <= limit

    first, *others = DETAILS
    if fits(first):
        return page(first)
    # each drops more than the one before, and the last is written whether it fits or not
    return page(others[bisect_left(others, True, hi=len(others) - 1, key=fits)])


def reduced(report: Report, detail: Detail) -> Report:
    """Return the report with no more than this detail, and sentences on what is left out."""
    kept = _kept(report, detail.views)
    chosen = kept.index(report.chosen)
    views = [
        reduced_view(report.views[place], detail, detail.elsewhere or place == report.chosen)
        for place in kept
    ]
    curve = report.curve
    if curve is not None:
        curve = replace(curve, stops=tuple(curve.stops[i] for i in kept), chosen=chosen)
    return replace(
        report,
        title=_cut(report.title, detail.text),
        views=tuple(views),
        chosen=chosen,
        landmarks=tuple(kept.index(place) for place in report.landmarks if place in kept),
        curve=None if len(kept) == 1 else curve,
        settings=_cut_facts(report.settings[: detail.cards], detail.text),
        omissions=(*report.omissions, *_omissions(report, detail, len(kept))),
    )


def _omissions(report: Report, detail: Detail, kept: int) -> Iterator[str]:
    if kept < len(report.views):
        yield f"{kept} of {counted(len(report.views), 'description')} are kept."
    has_pictures = any(view.overlap is not None for view in report.views)
    if has_pictures and not detail.pictures:
        yield "Pictures are left out."
    elif has_pictures and kept > 1 and not detail.elsewhere:
        yield "Pictures and rows are of the description that is shown first."
    clusters = len(report.views[report.chosen].cards)
    if has_pictures and detail.pictures and clusters > detail.overlap:
        yield f"The table of {clusters} by {clusters} clusters is left out."
    if detail.cards is not None and clusters > detail.cards:
        yield f"{detail.cards} of {counted(clusters, 'cluster')} are shown."
    if detail.text is not None:
        yield "Long texts are cut, and the SQL is left out."


def _kept(report: Report, most: int | None) -> tuple[int, ...]:
    """Return the places of the views that stay."""
    count = len(report.views)
    if most == 1:
        return (report.chosen,)
    return spread(count, report.landmarks, count if most is None else most)


def reduced_view(view: View, detail: Detail, full: bool = True) -> View:
    """Return a view with no more than this detail."""
    has_pictures = detail.pictures and full
    return replace(
        view,
        facts=_cut_facts(view.facts, detail.text),
        certainty=_cut_certainty(view.certainty, detail.text),
        cards=tuple(_reduced_card(c, detail, has_pictures) for c in view.cards[: detail.cards]),
        strays=view.strays[: detail.cards],
        sql=view.sql if detail.text is None else TOO_LARGE,
        json=view.json if full and detail.pictures else TOO_LARGE,
        map=_thinned_map(view.map, detail.dots) if has_pictures else None,
        ranges=view.ranges if has_pictures else None,
        overlap=view.overlap if has_pictures and len(view.cards) <= detail.overlap else None,
        heat=view.heat if has_pictures else None,
        wrong=_shortened(view.wrong, detail.listed if full else 0),
    )


def _reduced_card(card: Card, detail: Detail, has_pictures: bool) -> Card:
    lines = None if detail.text is None else detail.text // CHARACTERS_PER_LINE
    return replace(
        card,
        name=_cut(card.name, detail.text),
        sentence=_cut(card.sentence, detail.text),
        conditions=tuple(
            tuple(_cut(piece, detail.text) for piece in pieces[:lines])
            for pieces in card.conditions[:lines]
        ),
        stability=_cut(card.stability, detail.text),
        strips=card.strips if has_pictures else None,
        bands=card.bands if has_pictures else (),
        map=_thinned(card.map, detail.dots) if has_pictures else None,
    )


def _thinned(chart: RowMap | None, dots: int | None) -> RowMap | None:
    """Return a map with fewer dots, taken evenly."""
    if chart is None or dots is None or len(chart.x) <= dots:
        return chart
    kept = _evenly(len(chart.x), dots)
    fewer = {name: getattr(chart, name)[kept] for name in ("x", "y", "own", "wrong")}
    return replace(chart, **fewer)


def _thinned_map(chart: ClusterMap | None, dots: int | None) -> ClusterMap | None:
    """Return the map of all clusters with so many times fewer dots, but some of each cluster."""
    drawn = 0 if chart is None else sum(len(one.x) for one in chart.clusters)
    most = None if dots is None else DOTS_OF_ALL * dots
    if chart is None or most is None or drawn <= most:
        return chart
    clusters = (_thinned_cluster(one, most / drawn) for one in chart.clusters)
    return replace(chart, clusters=tuple(clusters))


def _thinned_cluster(one: MappedCluster, part: float) -> MappedCluster:
    """Return a part of the dots, right and wrong ones alike, and at least one of each."""
    kinds = (np.flatnonzero(one.wrong == wrong) for wrong in (False, True))
    kept = [kind[_evenly(len(kind), math.ceil(part * len(kind)))] for kind in kinds if len(kind)]
    places = np.sort(np.concatenate(kept)) if kept else np.empty(0, dtype=np.intp)
    return replace(one, x=one.x[places], y=one.y[places], wrong=one.wrong[places])


def _shortened(wrong: WrongRows | None, most: int | None) -> WrongRows | None:
    """Return fewer of the listed rows, taken evenly."""
    if wrong is None or most is None or len(wrong.rows) <= most:
        return wrong
    return replace(wrong, rows=tuple(wrong.rows[i] for i in _evenly(len(wrong.rows), most)))


def _evenly(count: int, most: int) -> Places:
    return np.linspace(0, count - 1, most).round().astype(np.intp)


def _cut_certainty(certainty: Certainty, longest: int | None) -> Certainty:
    return certainty._replace(exact=tuple(_cut(one, longest) for one in certainty.exact))


def _cut_facts(facts: tuple[Fact, ...], longest: int | None) -> tuple[Fact, ...]:
    return tuple(Fact(_cut(f.name, longest), _cut(f.words, longest)) for f in facts)


def _cut(text: str, longest: int | None) -> str:
    return text if longest is None else cut(text, longest)
