"""From a tree of segments, as data, to one page: the tree, and a section to open for each split."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from clusterscribe.charts import svg as drawing
from clusterscribe.charts.data.figures import counted, cut
from clusterscribe.charts.svg import Markup
from clusterscribe.report.page import (
    SHORT_NAME,
    STYLES,
    drawn,
    environment,
    pictures_of,
    policy_of,
    text_of,
)
from clusterscribe.report.size import DETAILS, LIMIT, TOO_LARGE, Detail, reduced_view
from clusterscribe.report.summary import Code, Fact, View

MOST_LISTED = 2_000  # segments in the tree
LONGEST = 300  # characters of what is said of a segment in the tree
FEW = (50, 20, 5, 1)  # splits with a section, where all are too many


@dataclass(frozen=True, slots=True, eq=False)
class TreeNode:
    """A segment in the tree: what it is among its siblings, and where its split is shown."""

    name: str
    words: str
    size: str
    place: int | None = None  # of the section about its parts, if there is one
    children: tuple[TreeNode, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """A segment whose parts are distinguished."""

    place: int
    name: str
    size: str
    view: View


@dataclass(frozen=True, slots=True, eq=False)
class TreeReport:
    """All that a page about a tree says."""

    title: str
    table: str  # what was described, in words
    facts: tuple[Fact, ...]
    proof: tuple[str, ...]
    nodes: tuple[TreeNode, ...]
    splits: tuple[Split, ...]
    sql: Code
    settings: tuple[Fact, ...]
    making: tuple[Fact, ...]  # when and with what
    omissions: tuple[str, ...] = ()  # what the page leaves out to stay small


class _Shown(NamedTuple):
    """A split as markup."""

    place: int
    name: str
    size: str
    opening: Markup
    cards: list[dict[str, Markup]]
    strays: Markup
    overlap: Markup
    heat: Markup
    facts: Markup


def write_tree(report: TreeReport, limit: int = LIMIT) -> str:
    """Write the page with as much detail as the limit allows."""
    page = ""
    for smaller in _smaller(_listed(report)):
        page = _render(smaller)
        if len(page.encode()) <= limit:
            break
    return page  # the last one whether it fits or not


def _smaller(report: TreeReport) -> Iterator[TreeReport]:
    """Return the report with less and less in it."""
    yield report
    for detail in DETAILS[1:]:
        yield _reduced(report, detail)
    least = _reduced(report, DETAILS[-1])
    for most in FEW:
        if most < len(report.splits):
            said = f"{most} of {counted(len(report.splits), 'split')} are shown."
            nodes = tuple(_linked(node, most) for node in least.nodes)
            omissions = (*least.omissions, said)
            yield replace(least, splits=least.splits[:most], nodes=nodes, omissions=omissions)


def _reduced(report: TreeReport, detail: Detail) -> TreeReport:
    splits = tuple(replace(one, view=reduced_view(one.view, detail)) for one in report.splits)
    said = [] if detail.pictures else ["Pictures are left out."]
    sql = report.sql
    if detail.text is not None:
        said.append("Long texts are cut, and the SQL is left out.")
        sql = TOO_LARGE
    return replace(report, splits=splits, sql=sql, omissions=(*report.omissions, *said))


def _listed(report: TreeReport) -> TreeReport:
    """Leave out the last segments of a very large tree."""
    left = [MOST_LISTED]
    nodes = _first(report.nodes, left)
    if left[0]:
        return replace(report, nodes=nodes)
    omissions = (*report.omissions, f"The first {MOST_LISTED:,} segments are listed.")
    return replace(report, nodes=nodes, omissions=omissions)


def _first(nodes: tuple[TreeNode, ...], left: list[int]) -> tuple[TreeNode, ...]:
    kept = []
    for node in nodes:
        if not left[0]:
            break
        left[0] -= 1
        words, name = cut(node.words, LONGEST), cut(node.name, LONGEST)
        children = _first(node.children, left)
        kept.append(replace(node, name=name, words=words, children=children))
    return tuple(kept)


def _linked(node: TreeNode, most: int) -> TreeNode:
    """Leave out links to sections that are not there."""
    place = node.place if node.place is not None and node.place < most else None
    children = tuple(_linked(child, most) for child in node.children)
    return replace(node, place=place, children=children)


def _render(report: TreeReport) -> str:
    templates = environment()
    pieces: Any = templates.get_template("pieces.html").module
    style = "\n".join(text_of(name) for name in (*STYLES, "tree.css"))
    script = text_of("page.js")
    return templates.get_template("tree.html").render(
        report=report,
        splits=[_shown(split, pieces) for split in report.splits],
        style=Markup(style),
        script=Markup(script),
        policy=policy_of(style, script),
    )


def _shown(split: Split, pieces: Any) -> _Shown:  # noqa: ANN401
    view = split.view
    cards = [
        {
            "colour": Markup(drawing.colour_class(place)),
            "badge": Markup(pieces.badge(card.name, len(card.name) <= SHORT_NAME)),
            "words": Markup(pieces.words(card) + pieces.confusions(card, {})),
            "pictures": Markup(pictures_of(card)),
        }
        for place, card in enumerate(view.cards)
    ]
    return _Shown(
        split.place,
        cut(split.name, LONGEST),
        split.size,
        opening=Markup(pieces.lead(view.lead) + pieces.proof(view.certainty)),
        cards=cards,
        strays=Markup(pieces.strays(view)),
        overlap=Markup(drawn(drawing.overlap, view.overlap)),
        heat=Markup(drawn(drawing.heat, view.heat)),
        facts=Markup(pieces.facts(view)),
    )
