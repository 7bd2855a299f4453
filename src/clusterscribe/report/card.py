"""One cluster: its sentence, its conditions, its figures and its pictures."""

from __future__ import annotations

from dataclasses import replace

from clusterscribe.description.core import Region, Tally
from clusterscribe.description.core.conditions import conditions_of
from clusterscribe.description.words import wording
from clusterscribe.description.words.condition_wording import lines
from clusterscribe.report.summary import Card, Fact
from clusterscribe.report.words import counted, grouped, portion


def card_of(region: Region, sentence: str, tally: Tally | None, rows: float) -> Card:
    """Say all that is said in words; the region has the names that are shown."""
    found = [line for condition in conditions_of(region) for line in lines(condition)]
    card = Card(
        label=region.label,
        name=wording.label(region.label),
        sentence=sentence,
        conditions=tuple(found) or (("every row",),),
    )
    if tally is None:
        return card
    return replace(
        card,
        size=counted(tally.rows, _unit(tally)),
        share=f"{portion(tally.rows, rows)} of all",
        accuracy=portion(tally.correct, tally.rows) if tally.rows else "",
        figures=_figures(tally),
        part=tally.rows / rows if rows else 0.0,
    )


def _figures(tally: Tally) -> tuple[Fact, ...]:
    """Say where the rows of the cluster are, and how many others are with them."""
    of_rows = f"of {counted(tally.rows, _unit(tally))}"
    facts = [Fact("Inside", f"{grouped(tally.inside)} {of_rows}")]
    if tally.outside:
        facts.append(Fact("Left out", grouped(tally.outside)))
    if tally.elsewhere_too:
        facts.append(Fact("Also in another", grouped(tally.elsewhere_too)))
    facts.append(Fact("Others inside", grouped(tally.wrongly_inside)))
    return tuple(facts)


def _unit(tally: Tally) -> str:
    return "weighted row" if tally.weighted else "row"
