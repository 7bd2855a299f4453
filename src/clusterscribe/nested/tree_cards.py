"""A tree of segments as a fragment of HTML, as a notebook shows it: splits open on a click."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from clusterscribe.description.words.wording import label as label_in_words
from clusterscribe.description.words.wording import number
from clusterscribe.nested.proved import proved
from clusterscribe.nested.segment import BaseNestedDescription, Segment
from clusterscribe.nested.tree_text import errors_in_words, of_child

MOST_SPLITS = 100  # with cards: a notebook is no report
MOST_SEGMENTS = 500
# the colours of the page it stands on, as those of a description
STYLE = """
.clusterscribe-tree { font: 14px/1.45 system-ui, sans-serif; max-width: 64rem; color: inherit }
.clusterscribe-tree details details { margin-left: 1.2rem }
.clusterscribe-tree summary { cursor: pointer; padding: .15rem 0; overflow-wrap: anywhere }
.clusterscribe-tree small, .clusterscribe-tree > p { opacity: .75 }
.clusterscribe-tree .leaf { margin: .15rem 0 .15rem 2.3rem; opacity: 1; overflow-wrap: anywhere }
.clusterscribe-tree > p { margin: .3rem 0 0 }
.clusterscribe-tree > dl { display: grid; grid-template-columns: max-content 1fr;
  gap: .1rem 1rem; margin: .9rem 0 0 }
.clusterscribe-tree > dl > dt { opacity: .75 }
.clusterscribe-tree > dl > dd { margin: 0 }
"""


def to_cards(nested: BaseNestedDescription) -> str:
    """Write the tree, the errors on each level and what is proved."""
    with_cards = {split.path for split in nested.splits[:MOST_SPLITS]}
    facts = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(words)}</dd>"
        for name, words in errors_in_words(nested).items()
    )
    sentences = "".join(f"<p>{escape(sentence)}</p>" for sentence in proved(nested))
    tree = "".join(_children(nested.root, with_cards, _depth(nested)))
    return (
        f'<div class="clusterscribe-tree">\n<style>{STYLE}</style>\n'
        f"{tree}<dl>{facts}</dl>\n{sentences}</div>\n"
    )


def _depth(nested: BaseNestedDescription) -> int:
    """Return how deep the tree is shown: as far as there are not too many segments."""
    depths = [len(segment.path) for segment in nested.segments]
    deepest = max(depths, default=1)
    fits = (d for d in range(deepest, 1, -1) if sum(x <= d for x in depths) <= MOST_SEGMENTS)
    return next(fits, 1)


def _children(parent: Segment, with_cards: set[tuple[object, ...]], depth: int) -> Iterator[str]:
    for place, child in enumerate(parent.children):
        title = (
            f"<bdi><b>{escape(label_in_words(child.label))}</b></bdi>: "
            f"<bdi>{escape(of_child(parent, place))}</bdi> <small>{number(child.rows)} rows</small>"
        )
        if not child.children or len(child.path) == depth:
            below = sum(1 for _ in child.walk()) - 1
            rest = f" <small>... {below} segments below</small>" if below else ""
            yield f'<p class="leaf">{title}{rest}</p>\n'
            continue
        yield f"<details{' open' if not parent.path else ''}><summary>{title}</summary>\n"
        yield from _children(child, with_cards, depth)
        yield "</details>\n"
    if parent.description is not None and parent.path in with_cards:
        yield (
            f"<details><summary><small>How the parts of <bdi>{escape(parent.name)}</bdi> are told "
            f"apart</small></summary>\n{parent.description._repr_html_()}</details>\n"
        )
