"""A description as cards in a fragment of HTML, as a notebook shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from clusterscribe.description.core.base import BaseDescription, all_rows
from clusterscribe.description.core.conditions import conditions_of
from clusterscribe.description.words import wording
from clusterscribe.description.words.condition_wording import lines
from clusterscribe.description.words.contrasting import named
from clusterscribe.description.words.shortcoming import shortcoming
from clusterscribe.description.words.text import figures, overall, proved, share, strays
from clusterscribe.fragment import card, cards, facts, fragment, paragraphs, title


def to_cards(description: BaseDescription) -> str:
    """Write the cards, the overall figures and what is proved."""
    return fragment(
        cards(*_cards(description)),
        facts(overall(description)),
        paragraphs(proved(description)),
    )


def _cards(description: BaseDescription) -> Iterator[str]:
    rows = all_rows(description.tallies or ())
    for part in description.parts:
        tally = description.tally_of(part.label)
        conditions = [line for each in conditions_of(part) for line in lines(each)]
        right = "" if tally is None else share(tally, rows)
        below = (
            [] if tally is None else [figures(tally, description), shortcoming(description, tally)]
        )
        heading = f"Cluster {named(part.label, description.contrast)}"
        yield _card(heading, conditions or [("every row",)], right, *filter(None, below))
    for tally, sentence in strays(description):
        yield _card(f"Label {wording.label(tally.label)}", [], share(tally, rows), sentence)


def _card(heading: str, conditions: Iterable[tuple[str, ...]], right: str, *below: str) -> str:
    items = "".join(f"<li>{_lines(pieces)}</li>" for pieces in conditions)
    return card(
        title(heading, right), f"<ul>{items}</ul>" if items else "", paragraphs(filter(None, below))
    )


def _lines(pieces: Iterable[str]) -> str:
    """Write the pieces of a condition below each other."""
    # bdi keeps right-to-left names from turning the rest of the line around
    return " ".join(f"<bdi>{_unbroken(escape(piece))}</bdi>" for piece in pieces)


def _unbroken(escaped: str) -> str:
    """Keep a browser from ending a line within an arrow."""
    return escaped.replace("-&gt;", "<span>-&gt;</span>")
