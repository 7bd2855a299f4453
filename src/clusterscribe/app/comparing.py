"""Two answers side by side: what each says of every cluster, their figures, and changed rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from clusterscribe.app.history import Answer
from clusterscribe.app.task import LEFT_OUT, PLACES
from clusterscribe.charts.data.figures import amount_of, counted, portion
from clusterscribe.description import Description
from clusterscribe.description.core import all_errors, all_rows
from clusterscribe.description.words.condition_wording import all_lines
from clusterscribe.description.words.contrasting import named
from clusterscribe.description.words.naming import Naming
from clusterscribe.description.words.sentence import sentence_of
from clusterscribe.errors import InputError


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition, and whether only one of both answers has it."""

    words: str
    is_only_here: bool


@dataclass(frozen=True, slots=True)
class Side:
    """What one answer says of a cluster; nothing where it does not describe it."""

    sentence: str = ""
    conditions: tuple[Condition, ...] = ()
    figures: str = ""


@dataclass(frozen=True, slots=True)
class Cluster:
    """One cluster in both answers."""

    name: str
    sides: tuple[Side, Side]
    is_same: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """All that two answers have in common and do not."""

    answers: tuple[Answer, Answer]
    figures: list[tuple[str, str, str]]  # name, and what it is in each
    clusters: list[Cluster]
    rows: list[str]  # which have changed, in words


def compared(one: Answer, other: Answer) -> Compared:
    """Compare two answers."""
    first, second = _read(one), _read(other)
    figures = [
        (name, a, b) for (name, a), (_, b) in zip(_figures(first), _figures(second), strict=True)
    ]
    figures.append(("Asked for", one.wishes, other.wishes))
    return Compared((one, other), figures, list(_clusters(first, second)), _rows(one, other))


def _read(answer: Answer) -> Description:
    if not answer.description.is_file():
        raise InputError("the files of this description are gone; describe the table again")
    return Description.from_json(answer.description.read_text(encoding="utf-8"))


def _figures(description: Description) -> Iterator[tuple[str, str]]:
    tallies = description.tallies or ()
    errors, rows = all_errors(tallies), all_rows(tallies)
    yield "Wrong rows", f"{amount_of(errors)} of {amount_of(rows)}"
    yield "Correctly described", portion(rows - errors, rows)
    yield "Length", str(description.complexity)
    yield "Columns used", str(description.sparsity)
    yield "Proved", "" if description.proof is None else description.proof.headline


def _clusters(first: Description, second: Description) -> Iterator[Cluster]:
    both = [
        {named(part.label, d.contrast): part.label for part in d.parts} for d in (first, second)
    ]
    for name in dict.fromkeys([*both[0], *both[1]]):
        pair = list(zip((first, second), both, strict=True))
        written = [_written(d, known[name]) if name in known else () for d, known in pair]
        one, other = (
            _side(d, known[name], own, rest) if name in known else Side()
            for (d, known), own, rest in zip(pair, written, reversed(written), strict=True)
        )
        yield Cluster(name, (one, other), set(written[0]) == set(written[1]))


def _written(description: Description, label: object) -> tuple[str, ...]:
    """Return the conditions of a cluster in words."""
    part = next(part for part in description.parts if part.label == label)
    return tuple(" ".join(line) for line in all_lines(part))


def _side(
    description: Description, label: object, own: tuple[str, ...], rest: tuple[str, ...]
) -> Side:
    part = next(part for part in description.parts if part.label == label)
    tally = description.tally_of(label)
    conditions = tuple(Condition(words, words not in rest) for words in own)
    if tally is None:
        return Side(sentence_of(part, "rows", Naming(), None), conditions)
    figures = (
        f"{amount_of(tally.inside)} of its {counted(tally.rows, 'row')} inside, "
        f"{counted(tally.wrongly_inside, 'row')} of others"
    )
    return Side(sentence_of(part, "rows", Naming(), tally), conditions, figures)


def _rows(one: Answer, other: Answer) -> list[str]:
    """Count the rows that are described otherwise; where clusters differ there is no telling."""
    if one.outcome.clusters != other.outcome.clusters:
        return ["The clusters are not the same in both, so that rows cannot be compared."]
    (before, was_wrong), (after, is_wrong) = _places(one), _places(other)
    both = (before != LEFT_OUT) & (after != LEFT_OUT)
    changed, mended, broken, stays = (
        int(np.count_nonzero(chosen & both))
        for chosen in (
            before != after,
            was_wrong & ~is_wrong,
            ~was_wrong & is_wrong,
            was_wrong & is_wrong,
        )
    )
    said = [
        f"{counted(changed, 'row')} described differently",
        f"{counted(mended, 'row')} right only in answer {other.number}",
        f"{counted(broken, 'row')} right only in answer {one.number}",
        f"{counted(stays, 'row')} wrong in both",
    ]
    alone = len(both) - int(np.count_nonzero(both))
    return [*said, *([f"{counted(alone, 'row')} left out of one of them"] if alone else [])]


def _places(answer: Answer) -> tuple[np.ndarray, np.ndarray]:
    with np.load(answer.outputs / PLACES, allow_pickle=False) as stored:
        return stored["described"], stored["wrong"]
