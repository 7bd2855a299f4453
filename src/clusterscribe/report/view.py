"""One description as the whole page shows it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from clusterscribe.charts.data import (
    Band,
    LevelBand,
    RowMap,
    Rows,
    bands,
    cluster_map,
    heat,
    overlap,
    ranges,
    row_map,
    stability_strips,
)
from clusterscribe.charts.data.figures import counted, grouped, portion
from clusterscribe.charts.data.words import renamed
from clusterscribe.description.after.cluster_stability import sentence as stability_sentence
from clusterscribe.description.after.stability import Stability
from clusterscribe.description.core import (
    BaseDescription,
    Region,
    Tally,
    all_errors,
    all_rows,
    tallied,
)
from clusterscribe.description.export.sql import to_sql
from clusterscribe.description.words import wording
from clusterscribe.description.words.condition_wording import all_lines
from clusterscribe.description.words.contrasting import leaves, named
from clusterscribe.description.words.naming import Naming
from clusterscribe.description.words.sentence import sentence_of
from clusterscribe.description.words.shortcoming import shortcoming
from clusterscribe.description.words.text import overall, strays
from clusterscribe.report.certainty import certainty_of
from clusterscribe.report.code import json_of, sql_of
from clusterscribe.report.fit import confusions_of, fit_of
from clusterscribe.report.opening import Best, amount_in_words, bound_of, figures, lead
from clusterscribe.report.summary import Card, Fact, Figure, Stray, View
from clusterscribe.report.wrong_rows import wrong_rows
from clusterscribe.result import Alternative, Result

MOST_COLUMNS = 5  # of the overview, beside words and bars on a screen of 1280 pixels
ROUNDING = 1e-9  # of a sum of weights


@dataclass(frozen=True, slots=True)
class Style:
    """What all views have in common."""

    noun: str
    naming: Naming
    stability: Stability | None = None
    stable: BaseDescription | None = None  # the description that the stability is about
    drawn: dict[Region, tuple[tuple[Band | LevelBand, ...], RowMap | None]] = field(
        default_factory=dict
    )  # charts of regions: many descriptions share them
    tree: Alternative | None = None  # of the same rows
    best: Best | None = None  # along the frontier
    has_overview: bool = True  # whether the page shows all clusters at once, and the wrong rows


def view_of(
    description: BaseDescription,
    rows: Rows | None,
    style: Style,
    proved_point: str | None = None,
    result: Result | None = None,
) -> View:
    """Say all about one description, with charts where there are rows.

    `proved_point` says what is proved of a point of a frontier, None where it is no such point;
    `result` is about the rows that were described.
    """
    described = description
    if rows is not None:
        described = replace(description, tallies=tallied(description, rows.judgement))
    is_other = not _same_rows(description, described)
    view = View(
        # a proof is about the rows that were described, not about figures of other rows
        name=_name(described, None if is_other else proved_point),
        lead=lead(described, style.noun),
        figures=tuple(_figures(described, style, None if is_other else result, is_other)),
        facts=(*_facts(described), *_beside(None if is_other else result, description)),
        certainty=certainty_of(description, is_other),
        cards=tuple(_cards(described, rows, style)),
        strays=tuple(_strays(described)),
        sql=sql_of(lambda dialect: to_sql(description, dialect=dialect)),
        json=json_of(description),
        other_rows=is_other,
    )
    if rows is None:
        return view
    counts = overlap(rows)
    cards = tuple(
        replace(card, confusions=tuple(confusions_of(counts, card.label, style.noun)))
        for card in view.cards
    )
    view = replace(view, cards=cards, overlap=counts, heat=heat(rows))
    if not style.has_overview:
        return view
    return replace(
        view,
        map=cluster_map(rows),
        ranges=ranges(rows, MOST_COLUMNS),
        wrong=wrong_rows(rows, noun=style.noun),
    )


def rows_in_words(tallies: Iterable[Tally]) -> str:
    """Write how many rows were tallied."""
    tallies = tuple(tallies)
    unit = "weighted row" if any(tally.weighted for tally in tallies) else "row"
    return counted(all_rows(tallies), unit)


def _name(description: BaseDescription, proved_point: str | None) -> str:
    words = [f"complexity {description.complexity}"]
    if description.tallies is not None:
        words.insert(0, counted(all_errors(description.tallies), "error"))
    if proved_point is not None:
        words.append(proved_point)
    return ", ".join(words)


def _figures(
    description: BaseDescription, style: Style, result: Result | None, is_other: bool
) -> Iterator[Figure]:
    """Return the figures of the first screen; on other rows nothing else is known."""
    if is_other:
        return figures(description, style.noun)
    bound = bound_of(description, result)
    return figures(description, style.noun, style.tree, style.best, bound)


def _facts(description: BaseDescription) -> Iterator[Fact]:
    facts = overall(description)
    if description.tallies is not None:
        errors = grouped(all_errors(description.tallies))
        facts["Errors"] = f"{errors} of {rows_in_words(description.tallies)}"
    yield from (Fact(name, words) for name, words in facts.items())


def _beside(result: Result | None, description: BaseDescription) -> Iterator[Fact]:
    """Say whether a budget is exceeded, and what a decision tree makes of the same rows."""
    if result is None:
        return
    if result.over_budget:
        yield Fact("Over budget", f"{counted(result.max_errors, 'error')} allowed, and not met")
    tree = result.baseline
    if tree is not None:
        words = f"{counted(tree.errors, 'error')} at complexity {tree.complexity}"
        yield Fact("Decision tree", f"{words}, with {leaves(description.contrast)}")


def _same_rows(first: BaseDescription, second: BaseDescription) -> bool:
    if first.tallies is None or second.tallies is None:
        return True
    return [tally.label for tally in first.tallies] == [t.label for t in second.tallies] and all(
        # sums of weights in another order differ in their last digits
        math.isclose(one, other, rel_tol=ROUNDING, abs_tol=ROUNDING)
        for pair in zip(first.tallies, second.tallies, strict=True)
        for one, other in zip(*map(_counts, pair), strict=True)
    )


def _counts(tally: Tally) -> tuple[float, float, float, float]:
    return tally.rows, tally.inside, tally.correct, tally.wrongly_inside


def _cards(description: BaseDescription, rows: Rows | None, style: Style) -> Iterator[Card]:
    whole = all_rows(description.tallies or ())
    for part in description.parts:
        tally = description.tally_of(part.label)
        card = Card(
            label=part.label,
            name=named(part.label, description.contrast),
            # how little of the cluster it covers, the warning says
            sentence=sentence_of(part, style.noun, style.naming, _if_empty(tally)),
            conditions=all_lines(renamed(part, style.naming)),
        )
        card = _with_stability(card, part, style)
        if tally is not None:
            remark = shortcoming(description, tally)
            card = _with_figures(card, tally, whole, remark, style.noun)
        if rows is not None:
            of_bands, of_map = _drawn(part, rows, style)
            card = replace(card, bands=of_bands, map=of_map)
        yield card


def _if_empty(tally: Tally | None) -> Tally | None:
    return None if tally is None or tally.inside + tally.wrongly_inside else tally


def _with_figures(card: Card, tally: Tally, whole: float, remark: str, noun: str) -> Card:
    """Say where the rows of the cluster are, and how many others are with them."""
    size = amount_in_words(tally.rows, noun, tally.weighted)
    errors = {"Left out": tally.outside, "Also in another": tally.elsewhere_too}
    facts = [
        Fact("Inside", f"{grouped(tally.inside)} of {size}"),
        *(Fact(name, grouped(amount)) for name, amount in errors.items() if amount),
        Fact("Others inside", grouped(tally.wrongly_inside)),
    ]
    if remark:
        facts.append(Fact("Remark", remark))
    return replace(
        card,
        size=size,
        share=f"{portion(tally.rows, whole)} of all",
        accuracy=portion(tally.correct, tally.rows) if tally.rows else "",
        figures=tuple(facts),
        fit=fit_of(tally, noun),
    )


def _drawn(
    part: Region, rows: Rows, style: Style
) -> tuple[tuple[Band | LevelBand, ...], RowMap | None]:
    if part not in style.drawn:
        style.drawn[part] = bands(rows, part.label), row_map(rows, part.label)
    return style.drawn[part]


def _with_stability(card: Card, part: Region, style: Style) -> Card:
    """Say how stable a cluster is, where it is described as in the description that was tried."""
    if style.stability is None or style.stable is None or part not in style.stable.parts:
        return card
    samples, naming = style.stability.samples, style.naming
    for cluster in style.stability.clusters:
        if cluster.label == part.label:
            return replace(
                card,
                stability=stability_sentence(cluster, samples, naming),
                strips=stability_strips(cluster, samples, naming),
            )
    return card


def _strays(description: BaseDescription) -> Iterator[Stray]:
    for tally, sentence in strays(description):
        is_noise = description.noise is not None and tally.label == description.noise_label
        outside = f"{grouped(tally.correct)} of them outside every cluster"
        name, size = wording.label(tally.label), rows_in_words([tally])
        yield Stray(name, size, outside if is_noise else sentence)
