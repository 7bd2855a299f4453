"""One description as the whole page shows it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from clusterscribe.charts.data import Band, LevelBand, RowMap, Rows, bands, heat, overlap, row_map
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
from clusterscribe.description.words.naming import Naming
from clusterscribe.description.words.sentence import sentence_of
from clusterscribe.description.words.text import overall, proved, strays
from clusterscribe.errors import InputError
from clusterscribe.report.card import card_of
from clusterscribe.report.renaming import renamed
from clusterscribe.report.summary import Card, Fact, Sql, Stray, View
from clusterscribe.report.words import counted, grouped, portion
from clusterscribe.report.wrong_rows import wrong_rows

ROUNDING = 1e-9  # of a sum of weights
DIALECTS = ("ansi", "postgresql")  # the first that can say it
OTHER_ROWS = (
    "What is proved is about the rows that were described; the figures here are of other rows."
)


@dataclass(frozen=True, slots=True)
class Style:
    """What all views have in common."""

    noun: str
    naming: Naming
    stability: Stability | None = None
    stable: BaseDescription | None = None  # the description that the stability is about
    drawn: dict[Region, tuple[tuple[Band | LevelBand, ...], RowMap | None]] = field(
        default_factory=dict
    )  # pictures of regions: many descriptions share them


def view_of(
    description: BaseDescription, rows: Rows | None, style: Style, proved_point: str | None = None
) -> View:
    """Say all about one description, with pictures where there are rows.

    `proved_point` says what of a point of a frontier is proved, None where it is no such point.
    """
    described = description
    if rows is not None:
        described = replace(description, tallies=tallied(description, rows.judgement))
    is_other = not _same_rows(description, described)
    view = View(
        # what is proved is proved of the rows that were described, not of figures of others
        name=_name(described, None if is_other else proved_point),
        lead=_lead(described),
        facts=tuple(_facts(described)),
        proof=tuple(_proof(description, is_other)),
        cards=tuple(_cards(described, rows, style)),
        strays=tuple(_strays(described)),
        sql=_sql(description),
        other_rows=is_other,
    )
    if rows is None:
        return view
    return replace(view, overlap=overlap(rows), heat=heat(rows), wrong=wrong_rows(rows))


def _name(description: BaseDescription, proved_point: str | None) -> str:
    words = [f"complexity {description.complexity}"]
    if description.tallies is not None:
        words.insert(0, counted(all_errors(description.tallies), "error"))
    if proved_point is not None:
        words.append(proved_point)
    return ", ".join(words)


def _lead(description: BaseDescription) -> str:
    if description.tallies is None:
        return ""
    rows, errors = all_rows(description.tallies), all_errors(description.tallies)
    if not errors:
        return f"All {_rows(description.tallies)} are correctly described."
    return (
        f"{portion(rows - errors, rows)} of {_rows(description.tallies)} are correctly described; "
        f"{counted(errors, 'error')}."
    )


def _facts(description: BaseDescription) -> Iterator[Fact]:
    facts = overall(description)
    if description.tallies is not None:
        errors = grouped(all_errors(description.tallies))
        facts["Errors"] = f"{errors} of {_rows(description.tallies)}"
    yield from (Fact(name, words) for name, words in facts.items())


def _proof(description: BaseDescription, is_other: bool) -> Iterator[str]:
    """Say what is proved, of the rows that were described."""
    yield from proved(description)
    if description.proof is not None and is_other:
        yield OTHER_ROWS


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
        sentence = sentence_of(part, style.noun, style.naming, tally)
        card = card_of(renamed(part, style.naming), sentence, tally, whole)
        card = replace(card, stability=_stability(part, style))
        if rows is not None:
            of_bands, of_map = _drawn(part, rows, style)
            card = replace(card, bands=of_bands, map=of_map)
        yield card


def _drawn(
    part: Region, rows: Rows, style: Style
) -> tuple[tuple[Band | LevelBand, ...], RowMap | None]:
    if part not in style.drawn:
        style.drawn[part] = bands(rows, part.label), row_map(rows, part.label)
    return style.drawn[part]


def _stability(part: Region, style: Style) -> str:
    """Say how stable a cluster is, where it is described as in the description that was tried."""
    if style.stability is None or style.stable is None or part not in style.stable.parts:
        return ""
    for cluster in style.stability.clusters:
        if cluster.label == part.label:
            return stability_sentence(cluster, style.stability.samples, style.naming)
    return ""


def _strays(description: BaseDescription) -> Iterator[Stray]:
    for tally, sentence in strays(description):
        size = counted(tally.rows, "weighted row" if tally.weighted else "row")
        is_noise = description.noise is not None and tally.label == description.noise_label
        outside = f"{grouped(tally.correct)} of them outside every cluster"
        yield Stray(wording.label(tally.label), size, outside if is_noise else sentence)


def _sql(description: BaseDescription) -> Sql:
    reason = ""
    for dialect in DIALECTS:
        try:
            text = to_sql(description, dialect=dialect)
        except InputError as error:
            reason = str(error)
            continue
        seen = text.replace("\n", "").replace("\t", "")
        if wording.visible(seen) != seen:  # it would not be the same when copied
            return Sql("", "names in it hold characters that cannot be seen; write it to a file")
        return Sql(text, "" if dialect == "ansi" else dialect)
    return Sql("", reason)


def _rows(tallies: tuple[Tally, ...]) -> str:
    unit = "weighted row" if any(tally.weighted for tally in tallies) else "row"
    return counted(all_rows(tallies), unit)
