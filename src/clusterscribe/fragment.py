"""Fragments of HTML, as a notebook shows them.

A fragment is self-contained and takes the colours of the page it stands on, so that it fits light
and dark themes alike. Everything that comes from a table is escaped here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

# currentColor and transparency instead of colours: right on any background
STYLE = """
.clusterscribe { font: 14px/1.45 system-ui, sans-serif; max-width: 64rem; color: inherit }
.clusterscribe .cards { display: grid; gap: .75rem;
  grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)) }
.clusterscribe section { border: 1px solid rgba(128, 128, 128, .4); border-radius: .5rem;
  padding: .6rem .9rem; overflow-wrap: anywhere; overflow-x: auto }
.clusterscribe > section, .clusterscribe details > section { margin-top: .75rem }
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
.clusterscribe table { border-collapse: collapse; margin: .3rem 0 0; font: inherit }
.clusterscribe th { opacity: .75; font-weight: normal }
.clusterscribe td, .clusterscribe th { padding: .1rem .9rem .1rem 0; text-align: left;
  vertical-align: top; overflow-wrap: break-word; background: none }
.clusterscribe td.number, .clusterscribe th.number { text-align: right; white-space: nowrap }
.clusterscribe .bars { width: 6rem; height: .9em; overflow: visible }
.clusterscribe .bars.short { width: 2.5rem; height: .7em }
.clusterscribe .bars rect { fill: currentColor }
.clusterscribe .bars .whole { opacity: .12 }
.clusterscribe .bars .then { opacity: .35 }
.clusterscribe .bars .now { opacity: .8 }
.clusterscribe details { margin: .6rem 0 0 }
.clusterscribe summary { cursor: pointer; opacity: .75 }
"""


def fragment(*parts: str) -> str:
    """Return parts of HTML as one fragment with its style."""
    return f'<div class="clusterscribe">\n<style>{STYLE}</style>\n{"".join(parts)}</div>\n'


def tag(name: str, words: str) -> str:
    """Write words inside a tag, or nothing at all."""
    return f"<{name}>{escape(words)}</{name}>" if words else ""


def title(words: str, right: str = "") -> str:
    """Write a heading, with figures at its right."""
    # bdi keeps right-to-left names from turning the rest of the line around
    return f"<h4><bdi>{escape(words)}</bdi>{tag('small', right)}</h4>"


def card(heading: str, *inner: str) -> str:
    """Return parts of HTML in a frame, below a heading that is one as well."""
    return f"<section>{heading}{''.join(inner)}</section>\n"


def cards(*some: str) -> str:
    """Return cards side by side."""
    return f'<div class="cards">\n{"".join(some)}</div>\n'


def facts(lines: Mapping[str, str]) -> str:
    """Write names and what they are."""
    entries = (tag("dt", key) + tag("dd", words) for key, words in lines.items())
    return f"<dl>{''.join(entries)}</dl>\n"


def paragraphs(sentences: Iterable[str]) -> str:
    """Write sentences, each below the other."""
    return "".join(tag("p", sentence) for sentence in sentences)


def table(
    titles: Sequence[str],
    rows: Iterable[Sequence[str]],
    numbers: Sequence[str],
    pictures: Sequence[str] = (),
) -> str:
    """Write a table; the columns with these titles stand at the right.

    `pictures` are markup: one for each row, as a last column without a title.
    """
    classes = [' class="number"' if name in numbers else "" for name in titles]
    head = "".join(f"<th{c}>{escape(n)}</th>" for n, c in zip(titles, classes, strict=True))
    drawn = [f"<td>{picture}</td>" for picture in pictures]
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{kind}><bdi>{escape(cell)}</bdi></td>"
            for cell, kind in zip(row, classes, strict=True)
        )
        + (drawn[place] if drawn else "")
        + "</tr>\n"
        for place, row in enumerate(rows)
    )
    last = "<th></th>" if drawn else ""
    return f"<table><thead><tr>{head}{last}</tr></thead>\n<tbody>{body}</tbody></table>\n"


def bar(share: float, words: str) -> str:
    """Draw a share of a whole; the words are its tooltip."""
    return _bars(f'<rect class="now" width="{_end(share)}" height="10"/>', words, "bars short")


def pair(then: float | None, now: float | None, words: str) -> str:
    """Draw a share then above the same share now, where they are known."""
    upper = "" if then is None else f'<rect class="then" width="{_end(then)}" height="4"/>'
    lower = "" if now is None else f'<rect class="now" y="6" width="{_end(now)}" height="4"/>'
    return _bars(upper + lower, words)


def _bars(shapes: str, words: str, kind: str = "bars") -> str:
    return (
        f'<svg class="{kind}" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(words)}"><title>{escape(words)}</title>'
        f'<rect class="whole" width="100" height="10"/>{shapes}</svg>'
    )


def _end(share: float) -> str:
    return f"{100 * min(max(share, 0.0), 1.0):.1f}".removesuffix(".0")


def folded(summary: str, inner: str) -> str:
    """Return HTML that a click unfolds, or nothing at all."""
    return f"<details><summary>{escape(summary)}</summary>{inner}</details>\n" if inner else ""
