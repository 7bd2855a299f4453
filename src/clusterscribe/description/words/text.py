"""A description as plain text: one card per cluster, the overall figures, and what is proved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clusterscribe.description.core.base import BaseDescription, Tally, all_errors, all_rows
from clusterscribe.description.core.conditions import Always, conditions_of
from clusterscribe.description.core.region import Ball, Region, polyhedra_of
from clusterscribe.description.words import layout, wording
from clusterscribe.description.words.contrasting import by_label, left_out, named
from clusterscribe.description.words.layout import heading, wrapped
from clusterscribe.description.words.shortcoming import shortcoming
from clusterscribe.screen import shown

FEW_NAMES = 5  # of columns, on a screen


def to_text(description: BaseDescription, width: int = 80, lines: int | None = None) -> str:
    """Write one card per cluster, the overall figures and what is proved.

    With `lines`, as many of the first clusters as fit into so many, and the figures.

    Parameters
    ----------
    width : int
        Columns of a line.
    lines : int or None
        Most lines; None is all of them.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> from clusterscribe import describe
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, result = describe(ages, labels)
    >>> print(description.to_text().splitlines()[1].strip())
    x0 >= 40

    """
    cards = [*_clusters(description, width), *_strays(description, width)]
    summary = list(_summary(description, width, None if lines is None else FEW_NAMES))
    return shown([card.splitlines() for card in cards], [summary], lines, _left)


def _left(cards: int) -> str:
    return f"... and {wording.count(cards, 'more cluster')}: to_text() shows all"


def figures(tally: Tally, description: BaseDescription | None = None) -> str:
    """Say how many rows are inside and outside, and how many others are inside.

    If the description is of that cluster alone, it knows which others there are.
    """
    unit = _unit(tally)
    words = f"{wording.number(tally.inside)} of {wording.count(tally.rows, unit)} inside"
    if tally.outside:
        words += f", {wording.number(tally.outside)} outside"
    if tally.elsewhere_too:
        words += f", {wording.number(tally.elsewhere_too)} also in another cluster"
    if description is not None and description.contrast is not None:
        return f"{words}; {_others(tally, description)}"
    if tally.wrongly_inside:
        return f"{words}; {wording.number(tally.wrongly_inside)} of others inside"
    return f"{words}; none of others"


def _others(tally: Tally, description: BaseDescription) -> str:
    """Say how many of all others are inside a cluster that is described alone, and which."""
    contrast = description.contrast
    others = [other for other in description.tallies or () if other.label != tally.label]
    rows = wording.number(sum(other.rows for other in others))
    of_rows = f"{rows} other {_unit(tally)}s"
    if contrast is not None and contrast.against is not None:
        of_rows = f"{rows} {_unit(tally)}s of {wording.label(contrast.against)}"
    if not tally.wrongly_inside:
        return f"none of {of_rows}"
    words = f"{wording.number(tally.wrongly_inside)} of {of_rows} inside"
    if len(others) < 2:
        return words
    return f"{words} ({by_label((other.label, other.errors) for other in others)})"


def share(tally: Tally, rows: float) -> str:
    """Say how many rows have the label, and which share of all rows that is."""
    part = wording.percent(tally.rows / rows) if rows else "0 %"
    return f"{wording.count(tally.rows, _unit(tally))}, {part} of all"


def overall(description: BaseDescription, most_names: int | None = None) -> dict[str, str]:
    """Return the figures of the whole description, each with its name.

    Of many columns only so many are named.
    """
    lines = {}
    if description.tallies is not None:
        rows, errors = all_rows(description.tallies), all_errors(description.tallies)
        unit = _unit(*description.tallies)
        lines["Errors"] = f"{wording.number(errors)} of {wording.count(rows, unit)}"
        lines["Accuracy"] = wording.percent(1 - errors / rows if rows else 1.0)
    lines["Complexity"] = f"{description.complexity} ({_counted(description.parts)})"
    used = description.used_columns
    lines["Sparsity"] = wording.count(description.sparsity, "feature")
    if used:
        names = _listed(list(map(wording.name, used)), most_names)
        lines["Sparsity"] += f" of {wording.count(len(used), 'column')}: {names}"
    if description.noise == "ignore":
        lines["Noise"] = f"rows labelled {wording.label(description.noise_label)} do not count"
    if description.contrast is not None and left_out(description.contrast):
        lines["Left out"] = left_out(description.contrast)
    return lines


def proved(description: BaseDescription) -> tuple[str, ...]:
    """Return the sentences about what is proved."""
    if description.proof is None:
        return ()
    tallies = description.tallies
    return description.proof.sentences(None if tallies is None else all_errors(tallies))


def strays(description: BaseDescription) -> Iterator[tuple[Tally, str]]:
    """Return the tallies without a polyhedron, each with a sentence about it."""
    for tally in description.tallies or ():
        if tally.label in description.polyhedra or description.contrast is not None:
            continue  # the card of a cluster that is described alone speaks of all others
        if description.noise is not None and tally.label == description.noise_label:
            rows = wording.count(tally.rows, _unit(tally))
            yield tally, f"{wording.number(tally.correct)} of {rows} outside every cluster"
        else:
            yield tally, "not described: every row is an error"


def _clusters(description: BaseDescription, width: int) -> Iterator[str]:
    rows = all_rows(description.tallies or ())
    for part in description.parts:
        tally = description.tally_of(part.label)
        remark = shortcoming(description, tally)
        right = "" if tally is None else share(tally, rows)
        title = f"Cluster {named(part.label, description.contrast)}"
        words = "" if tally is None else figures(tally, description)
        below = filter(None, (words, remark))
        yield "\n".join([*heading(title, right, width), *_card(part, below, width)])


def _counted(parts: tuple[Region, ...]) -> str:
    """Say what the complexity counts."""
    spaces = sum(len(polyhedron.half_spaces) for part in parts for polyhedron in polyhedra_of(part))
    balls = sum(isinstance(part, Ball) for part in parts)
    words = [
        wording.count(amount, one)
        for amount, one in ((spaces, "half-space"), (balls, "prototype"))
        if amount
    ]
    return ", ".join(words) or "0 half-spaces"


def _card(part: Region, below: Iterable[str], width: int) -> Iterator[str]:
    for condition in conditions_of(part) or (Always(),):
        yield from layout.condition(condition, width, "    ", "    ")
    for words in below:
        yield from wrapped(words, width, "  ", "  ")


def _strays(description: BaseDescription, width: int) -> Iterator[str]:
    rows = all_rows(description.tallies or ())
    for tally, sentence in strays(description):
        title = heading(f"Label {wording.label(tally.label)}", share(tally, rows), width)
        yield "\n".join([*title, *wrapped(sentence, width, "  ", "  ")])


def _listed(names: list[str], most: int | None) -> str:
    if most is None or len(names) <= most + 1:
        return ", ".join(names)
    return f"{', '.join(names[:most])} and {len(names) - most} more"


def _summary(description: BaseDescription, width: int, most_names: int | None) -> Iterator[str]:
    yield from heading("In all", wording.count(len(description.parts), "cluster"), width)
    for key, words in overall(description, most_names).items():
        yield from wrapped(words, width, f"  {key:<12}", " " * 14)
    if description.proof is not None:
        yield ""
        for sentence in proved(description):
            yield from wrapped(sentence, width, "  ", "  ")


def _unit(*tallies: Tally) -> str:
    return "weighted row" if any(tally.weighted for tally in tallies) else "row"
