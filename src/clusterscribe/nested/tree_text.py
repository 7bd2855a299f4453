"""A tree of segments as plain text: indented, a line or a few per segment, at most a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from clusterscribe.description.core.conditions import conditions_of
from clusterscribe.description.words import wording
from clusterscribe.description.words.condition_wording import condition as in_words
from clusterscribe.description.words.layout import columns, filled, heading, padded, wrapped
from clusterscribe.description.words.text import strays
from clusterscribe.nested.proved import proved
from clusterscribe.nested.segment import BaseNestedDescription, Segment

SCREEN = 40  # lines
INDENT = "  "
TITLES = ("rows", "inside", "others")
LEAST_WORDS = 30  # columns for what is said of a segment; with fewer, figures are left out
OPEN = "not described"
PASSED = "every row"


@dataclass(frozen=True, slots=True)
class _Line:
    """A segment in one line before it is broken into several."""

    depth: int
    words: tuple[str, ...]  # lines are broken between these, where that is possible
    figures: tuple[str, ...]
    below: int = 0  # segments below it that are not shown


def to_text(nested: BaseNestedDescription, width: int, lines: int | None) -> str:
    """Write the tree, the errors on each level and what is proved."""
    summary = list(_summary(nested, width))
    if lines is None:
        return "\n".join([*_tree(nested, len(nested.levels), width), "", *summary])
    room = max(3, lines - len(summary) - 1)
    for depth in range(max(1, len(nested.levels)), 0, -1):
        tree = _tree(nested, depth, width)
        if len(tree) <= room:
            return "\n".join([*tree, "", *summary])
    rest = f"... {len(tree) - room + 1} more lines, and finer levels"
    return "\n".join([*tree[: room - 1], rest, "", *summary])


def of_child(parent: Segment, place: int) -> str:
    """Say in one line what tells a child from its siblings."""
    return " ".join(_pieces(parent, place))


def _pieces(parent: Segment, place: int) -> list[str]:
    """Return the conditions of a child, joined by `and`."""
    if parent.description is None:
        return [OPEN if parent.is_open else PASSED]
    conditions = conditions_of(parent.description.parts[place])
    first, *others = list(map(in_words, conditions)) or [PASSED]
    return [first, *(f"and {other}" for other in others)]


def errors_in_words(
    nested: BaseNestedDescription, number: Callable[[float], str] = wording.number
) -> dict[str, str]:
    """Say by level how many rows are wrong on it or above it."""
    unit = "weighted rows" if nested.weighted else "rows"
    wrong = "wrong or not described" if nested.open_splits else "wrong"
    return {
        wording.name(tally.level): (
            f"{number(tally.errors)} of {number(tally.rows)} {unit} {wrong}, "
            f"{wording.percent(tally.accuracy)} right"
        )
        for tally in nested.tallies or ()
    }


def _tree(nested: BaseNestedDescription, depth: int, width: int) -> list[str]:
    entries = list(_entries(nested.root, depth))
    rows = [entry.figures for entry in entries]
    widths = [max(map(len, cells)) for cells in zip(TITLES, *rows, strict=True)]
    words = width - sum(widths) - 2 * len(widths)
    if words < LEAST_WORDS:
        widths, words = [], width
    title = padded("", words) + _figures(TITLES, widths)
    lines = [title.rstrip()] if widths else []
    for entry in entries:
        lines += _broken(entry, words, widths)
    return lines


def _broken(entry: _Line, words: int, widths: Sequence[int]) -> Iterator[str]:
    indent = INDENT * entry.depth
    first, *others = filled(entry.words, words, indent, f"{indent}    ")
    yield (padded(first, max(words, columns(first))) + _figures(entry.figures, widths)).rstrip()
    yield from others
    if entry.below:
        yield f"{indent}{INDENT}... {wording.count(entry.below, 'segment')} below"


def _figures(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=False))


def _entries(parent: Segment, depth: int) -> Iterator[_Line]:
    """Return the segments below a parent down to this depth."""
    for place, child in enumerate(parent.children):
        first, *others = _pieces(parent, place)
        words = (f"{wording.label(child.label)}: {first}", *others)
        is_last = len(child.path) == depth
        below = sum(1 for _ in child.walk()) - 1 if is_last else 0
        yield _Line(len(parent.path), words, _counts(parent, child), below)
        if not is_last:
            yield from _entries(child, depth)
    yield from _noise(parent)


def _noise(parent: Segment) -> Iterator[_Line]:
    """Return the rows that are in none of the children, where they count."""
    if parent.description is not None:
        for tally, _ in strays(parent.description):
            outside = wording.number(tally.correct)
            words = f"{wording.label(tally.label)}: in no segment, {outside} outside all of them"
            yield _Line(len(parent.path), (words,), (wording.number(tally.rows), "", ""))


def _counts(parent: Segment, child: Segment) -> tuple[str, ...]:
    tally = None if parent.description is None else parent.description.tally_of(child.label)
    rows = wording.number(child.rows)
    if tally is None:
        return rows, "", ""
    return rows, wording.number(tally.inside), wording.number(tally.wrongly_inside)


def _summary(nested: BaseNestedDescription, width: int) -> Iterator[str]:
    segments = wording.count(len(nested.segments), "segment")
    splits = wording.count(len(nested.splits), "split")
    yield from heading("In all", f"{segments} in {splits}", width)
    facts = errors_in_words(nested)
    facts["Complexity"] = wording.number(nested.complexity)
    facts["Sparsity"] = wording.count(nested.sparsity, "feature")
    longest = min(max(map(columns, facts)), width // 3)
    for name, words in facts.items():
        yield from wrapped(words, width, f"  {padded(name, longest)}  ", " " * (longest + 4))
    sentences = proved(nested)
    if sentences:
        yield ""
    for sentence in sentences:
        yield from wrapped(sentence, width, "  ", "  ")
