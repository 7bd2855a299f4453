"""From a description, its rows and its frontier to a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from clusterscribe.charts.data import Rows, curve, rows_of
from clusterscribe.charts.data.figures import counted, cut, named_amount
from clusterscribe.charts.data.rows import judged
from clusterscribe.charts.data.stops import Described, FrontierLike, proved_of
from clusterscribe.description.after.stability import Stability
from clusterscribe.description.core import BaseDescription, all_errors, all_rows
from clusterscribe.description.words import wording
from clusterscribe.description.words.contrasting import apart
from clusterscribe.description.words.naming import naming
from clusterscribe.description.words.sentence import check_noun
from clusterscribe.errors import InputError
from clusterscribe.report.about import making, settings_of
from clusterscribe.report.opening import Best, amount_in_words, condition_count
from clusterscribe.report.points import Points, spread, with_asked
from clusterscribe.report.summary import Report, Table, View
from clusterscribe.report.view import Style, view_of
from clusterscribe.result import Alternative, Result

MOST_VIEWS = 25
MOST_ROWS = 10_000_000  # that descriptions are evaluated on, over all views
FEWEST_VIEWS = 4
LONGEST_SOURCE = 100  # characters of the name of a column
OTHER_CURVE = (
    "Errors are those of the rows that were described; the figures here are of other rows."
)


@dataclass(frozen=True, slots=True)
class Options:
    """What a report on a description is made of; `Description.to_html` says more."""

    X: object = None
    labels: object = None
    sample_weight: object = None
    result: Result | None = None
    frontier: FrontierLike | None = None
    stability: Stability | None = None
    feature_names: Mapping[str, str] | None = None
    noun: str = "rows"
    title: str | None = None
    settings: Mapping[str, object] | None = None

    def __post_init__(self) -> None:
        for name, kind in (
            ("result", Result),
            ("frontier", FrontierLike),
            ("stability", Stability),
        ):
            value = getattr(self, name)
            if value is not None and not isinstance(value, kind):
                expected = kind.__name__.removesuffix("Like")
                raise InputError(f"{name} must be a {expected} or None, not {value!r}")


def build(description: BaseDescription, options: Options) -> Report:
    """Say all about a description, and about each point of its frontier."""
    rows = _rows(description, options)
    names = naming(options.feature_names, description.columns)
    points = None
    if options.frontier is not None:
        errors = _errors(description, rows)
        points = with_asked(options.frontier, description, options.result, errors)
    style = Style(
        check_noun(options.noun),
        names,
        options.stability,
        description,
        tree=_tree(options.result, points),
        best=_best(points),
    )
    views, kept = _views(description, rows, style, points, options.result)
    report = Report(
        title=_title(options.title, description),
        table=_table(description, rows, options),
        views=views,
        chosen=0,
        landmarks=(),
        curve=None,
        counting=tuple(_counting(views[0], rows, style.noun)),
        settings=settings_of(options.settings, options.result),
        making=making(),
        noun=style.noun,
    )
    return report if points is None or len(kept) == 1 else _along(report, points, kept)


def _along(report: Report, points: Points, kept: tuple[int, ...]) -> Report:
    """Put the views of a report along the frontier, of which these points are kept."""
    whole, chosen = len(points.points), kept.index(points.chosen)
    left_out = f"{len(kept)} of the {whole} points of the frontier are shown."
    return replace(
        report,
        chosen=chosen,
        landmarks=tuple(kept.index(place) for place in sorted(points.landmarks)),
        curve=curve([points.points[place] for place in kept], points.objective, chosen),
        curve_note=OTHER_CURVE if report.views[chosen].other_rows else "",
        omissions=(left_out,) if len(kept) < whole else (),
    )


def _rows(description: BaseDescription, options: Options) -> Rows | None:
    X, labels, weights = options.X, options.labels, options.sample_weight
    if X is None and labels is None and weights is None:
        return None
    if X is None or labels is None:
        raise InputError("a report on rows needs both the table and its labels; give X and labels")
    return rows_of(description, X, labels, weights, options.feature_names)


def _errors(description: BaseDescription, rows: Rows | None) -> float | None:
    if rows is not None:
        return rows.judgement.errors
    return None if description.tallies is None else all_errors(description.tallies)


def _views(
    description: BaseDescription,
    rows: Rows | None,
    style: Style,
    points: Points | None,
    result: Result | None,
) -> tuple[tuple[View, ...], tuple[int, ...]]:
    """Return the views, and the places of their points along the frontier."""
    if points is None:
        return (view_of(description, rows, style, result=result),), (0,)
    most = MOST_VIEWS
    if rows is not None:
        most = min(most, max(FEWEST_VIEWS, MOST_ROWS // max(1, len(rows.table))))
    kept = spread(len(points.points), points.landmarks, most)
    return tuple(_view(points.points[place], points.objective, rows, style) for place in kept), kept


def _view(point: Described, objective: str, rows: Rows | None, style: Style) -> View:
    if rows is not None:
        rows = judged(point.description, rows.sheet, rows.naming)
    return view_of(point.description, rows, style, proved_of(point, objective), point.result)


def _title(title: str | None, description: BaseDescription) -> str:
    if title is None:
        if description.contrast is not None:
            return f"What sets {apart(description.contrast)}"
        clusters = len(description.parts)
        return f"What the {clusters} clusters are" if clusters > 1 else "What the cluster is"
    if not isinstance(title, str) or not title.strip():
        raise InputError(f"title must be a text, not {title!r}")
    return wording.visible(title.strip())


def _tree(result: Result | None, points: Points | None) -> Alternative | None:
    """Return the decision tree that was fitted to the rows, whichever search did so."""
    results = [] if result is None else [result]
    results += [] if points is None else [point.result for point in points.points]
    return next((one.baseline for one in results if one.baseline is not None), None)


def _best(points: Points | None) -> Best | None:
    """Return the end of the frontier with the fewest errors."""
    if points is None:
        return None
    first = points.points[0]
    return Best(first.result.errors, condition_count(first.description))


def _table(description: BaseDescription, rows: Rows | None, options: Options) -> Table:
    """Say what was described: how many rows and columns, and where the clusters come from."""
    columns = description.columns if rows is None else rows.columns
    words = [counted(len(columns), "column"), counted(len(description.parts), "cluster")]
    tallies = description.tallies or ()
    if rows is not None:
        words.insert(0, amount_in_words(len(rows.table), options.noun))
    elif tallies:
        weighted = any(tally.weighted for tally in tallies)
        words.insert(0, amount_in_words(all_rows(tallies), options.noun, weighted))
    return Table(", ".join(words), _source(options))


def _source(options: Options) -> str:
    """Return the name of the column that the clusters are from, where it is known."""
    settings = options.settings if isinstance(options.settings, Mapping) else {}
    names = [getattr(options.labels, "name", None), settings.get("labels")]
    found = next((name for name in names if isinstance(name, str) and name.strip()), None)
    return "" if found is None else cut(wording.name(found), LONGEST_SOURCE)


def _counting(view: View, rows: Rows | None, noun: str) -> Iterator[str]:
    """Say what is exact and what is a sample."""
    if rows is None:
        if any(card.size for card in view.cards):
            yield "All figures are exact: counted on every row that was described."
        return
    whole = named_amount(len(rows.table), noun)
    contrast = rows.description.contrast
    if contrast is not None and contrast.against is not None:
        whole = f"{named_amount(int(rows.judgement.counted.sum()), noun)} of these two clusters"
    yield f"All figures and histograms are exact: counted on all {whole}."
    if rows.judgement.weights is not None:
        yield "Rows have weights, and figures are sums of them."
    if any(card.map is not None and len(card.map.x) < card.map.rows for card in view.cards):
        yield f"The dots of the maps are a sample of the {noun}."
