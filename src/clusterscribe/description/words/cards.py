"""A description as cards in a fragment of HTML, as a notebook shows it.

The fragment is self-contained and takes the colours of the page it stands on, so that it
fits light and dark themes alike. Everything that comes from the table is escaped.
"""

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

# currentColor and transparency instead of colours: right on any background
STYLE = """
.clusterscribe { font: 14px/1.45 system-ui, sans-serif; max-width: 64rem; color: inherit }
.clusterscribe .cards { display: grid; gap: .75rem;
  grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)) }
.clusterscribe section { border: 1px solid rgba(128, 128, 128, .4); border-radius: .5rem;
  padding: .6rem .9rem; overflow-wrap: anywhere }
.clusterscribe h4 { display: flex; flex-wrap: wrap; justify-content: space-between;
  gap: 0 1rem; margin: 0 0 .3rem; font-size: 1em }
.clusterscribe h4 small, .clusterscribe p { opacity: .75; font-weight: normal }
.clusterscribe ul { list-style: none; margin: .3rem 0; padding: 0 }
.clusterscribe li { font-family: ui-monospace, monospace; padding: .1rem 0 }
.clusterscribe li bdi { display: block; padding-left: 4ch; text-indent: -4ch }
.clusterscribe li bdi:not(:only-child) { padding-left: 10ch }
.clusterscribe li bdi:first-child:not(:only-child) { text-indent: -10ch }
.clusterscribe li span { white-space: nowrap }
.clusterscribe p { margin: .3rem 0 0 }
.clusterscribe dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem;
  margin: .9rem 0 0 }
.clusterscribe dt { opacity: .75 }
.clusterscribe dd { margin: 0; overflow-wrap: anywhere }
"""


def to_cards(description: BaseDescription) -> str:
    """Write the cards, the overall figures and what is proved."""
    return (
        f'<div class="clusterscribe">\n<style>{STYLE}</style>\n'
        f'<div class="cards">\n{"".join(_cards(description))}</div>\n'
        f"<dl>{''.join(_rows(overall(description)))}</dl>\n"
        f"{''.join(_tag('p', sentence) for sentence in proved(description))}</div>\n"
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
        title = f"Cluster {named(part.label, description.contrast)}"
        yield _card(title, conditions or [("every row",)], right, *filter(None, below))
    for tally, sentence in strays(description):
        yield _card(f"Label {wording.label(tally.label)}", [], share(tally, rows), sentence)


def _card(title: str, conditions: Iterable[tuple[str, ...]], right: str, *below: str) -> str:
    items = "".join(f"<li>{_lines(pieces)}</li>" for pieces in conditions)
    words = "".join(_tag("p", sentence) for sentence in below)
    return (
        f"<section><h4><bdi>{escape(title)}</bdi>{_tag('small', right)}</h4>"
        f"{f'<ul>{items}</ul>' if items else ''}{words}</section>\n"
    )


def _lines(pieces: Iterable[str]) -> str:
    """Write the pieces of a condition below each other."""
    # bdi keeps right-to-left names from turning the rest of the line around
    return " ".join(f"<bdi>{_unbroken(escape(piece))}</bdi>" for piece in pieces)


def _unbroken(escaped: str) -> str:
    """Keep a browser from ending a line within an arrow."""
    return escaped.replace("-&gt;", "<span>-&gt;</span>")


def _tag(name: str, words: str) -> str:
    """Write words inside a tag, or nothing at all."""
    return f"<{name}>{escape(words)}</{name}>" if words else ""


def _rows(lines: dict[str, str]) -> Iterator[str]:
    for key, words in lines.items():
        yield _tag("dt", key) + _tag("dd", words)
