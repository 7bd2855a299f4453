"""Drift as plain text: a table a cluster, the most changed one first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from clusterscribe.description.after.drift import (
    Change,
    ClusterDrift,
    ConditionDrift,
    Drift,
    Part,
)
from clusterscribe.description.words import layout, wording
from clusterscribe.description.words.check_wording import words
from clusterscribe.description.words.layout import heading, wrapped

TITLES = ("", "then", "now", "change", "")
FIGURES = {
    "rows": "share of all rows",
    "inside": "inside",
    "errors": "wrongly described",
    "wrongly_inside": "rows of others inside",
}
NOTHING = "Nothing changed: every share is what it was, and no label came or went."
NOT_COUNTED = (
    "The description does not say what each condition did when it was found, so that only "
    "clusters are compared."
)
MARKED = (
    "* more than two standard errors apart. Of twenty figures that did not really change, chance "
    "alone marks about one."
)
FEW = 6  # digits of a sum of weights
LEAST = 0.005  # points, of which two decimals leave something
UNMARKED = "Rows have weights, so it is not said which differences chance alone could make."

Line: TypeAlias = tuple[str, str, str, str, str]


def to_text(drift: Drift, width: int = 80) -> str:
    """Write the drift for a terminal of this width."""
    blocks = [_summary(drift, width)]
    blocks += [_card(cluster, _unit(drift), width) for cluster in drift if cluster.size]
    blocks += [_rest(drift, width), _legend(drift, width)]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _summary(drift: Drift, width: int) -> list[str]:
    unit = _unit(drift)
    lines = [
        *heading("In all", _wholes(drift.errors.then, drift.errors.now, unit), width),
        *_table([_line("wrongly described", drift.errors)]),
    ]
    for stray in drift.new_labels:
        words = f"New label {wording.label(stray.label)}: {wording.count(stray.rows, unit)} now."
        lines += wrapped(words, width, "  ", "    ")
    for stray in drift.vanished_labels:
        rows = wording.count(stray.rows, unit)
        words = f"No row has the label {wording.label(stray.label)} now: {rows} then."
        lines += wrapped(words, width, "  ", "    ")
    sentences = [NOTHING] * drift.unchanged + [NOT_COUNTED] * (not drift.compares_conditions)
    return [*lines, *[""] * bool(sentences), *wrapped(" ".join(sentences), width, "", "")]


def _unit(drift: Drift) -> str:
    return "weighted row" if drift.weighted else "row"


def _wholes(then: Part | None, now: Part, unit: str) -> str:
    """Say how many rows there were and are."""
    before = "" if then is None else f"{_amount(then.whole)} {unit}{'s' * (then.whole != 1)} then, "
    return f"{before}{_amount(now.whole)} now"


def _card(cluster: ClusterDrift, unit: str, width: int) -> list[str]:
    right = _wholes(cluster.inside.then, cluster.inside.now, unit)
    lines = [_line(FIGURES[name], change) for name, change in cluster.figures.items()]
    places = []  # where the words of a condition stand, above its lines
    for condition in cluster.conditions:
        places.append((len(lines), condition))
        lines += [
            _line("  own rows that satisfy it", condition.own),
            _line("  other rows that it keeps out", condition.others),
        ]
    table = _table(lines)
    for place, condition in reversed(places):
        table[place + 1 : place + 1] = _condition(condition, width)
    return [*heading(f"Cluster {wording.label(cluster.label)}", right, width), *table]


def _condition(condition: ConditionDrift, width: int) -> list[str]:
    return wrapped(words(condition.check), width, "  ", "      ")


def _line(name: str, change: Change) -> Line:
    then = "not counted" if change.then is None else _part(change.then)
    return name, then, _part(change.now), _difference(change), "*" if change.notable else ""


def _part(part: Part) -> str:
    share = "" if part.share is None else f" ({wording.percent(part.share)})"
    return f"{_amount(part.amount)}{share}"


def _amount(value: float) -> str:
    """Write a count in full, and a sum of weights with a few digits."""
    return wording.number(value, wording.DIGITS if float(value).is_integer() else FEW)


def _difference(change: Change) -> str:
    """Write the difference of the shares in points of a hundred, with its sign."""
    if change.difference is None:
        return ""
    points = 100 * change.difference
    if abs(points) >= LEAST:
        return f"{points:+.2f}"
    return f"{'+' * (points > 0)}{wording.number(points, 1)}"  # so that only nothing is 0


def _table(lines: Sequence[Line]) -> list[str]:
    rows = [TITLES, *lines]
    widths = [max(layout.columns(row[i]) for row in rows) for i in range(len(TITLES))]
    return [_padded(row, widths) for row in rows]


def _padded(row: Line, widths: Sequence[int]) -> str:
    name, *cells = row
    padded = [layout.padded(cell, w, right=True) for cell, w in zip(cells, widths[1:], strict=True)]
    return f"  {layout.padded(name, widths[0])}  {'  '.join(padded[:-1])} {row[-1]}".rstrip()


def _rest(drift: Drift, width: int) -> list[str]:
    same = [wording.label(cluster.label) for cluster in drift if not cluster.size]
    if not same or drift.unchanged:
        return []
    return wrapped(f"Nothing changed in {', '.join(same)}.", width, "", "  ")


def _legend(drift: Drift, width: int) -> list[str]:
    if drift.weighted:
        return [] if drift.unchanged else wrapped(UNMARKED, width, "", "")
    marked = drift.errors.notable or any(map(_is_marked, drift))
    return wrapped(MARKED, width, "", "  ") if marked else []


def _is_marked(cluster: ClusterDrift) -> bool:
    return any(change.notable for change in _changes(cluster))


def _changes(cluster: ClusterDrift) -> Iterator[Change]:
    yield from cluster.figures.values()
    for condition in cluster.conditions:
        yield condition.own
        yield condition.others
