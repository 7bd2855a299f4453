"""From what a SAT solver logs to a short proof: what leads to the contradiction, and no more.

The log is binary LRAT: a sequence of numbers in groups of seven bits. `a`, the number of a clause,
its literals, 0, the clauses from which it follows, 0; or `d`, the number of a step, clauses that
are not needed any more, 0. The proof is text, as `clusterscribe.checker.replay` reads it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

ADDED, DELETED = ord("a"), ord("d")


@dataclass(frozen=True, slots=True)
class Step:
    """A clause that was added: its number, its literals and the clauses it follows from."""

    number: int
    literals: NDArray[np.int64]
    named: NDArray[np.int64]


def proof_of(log: bytes, clauses: int) -> str:
    """Return the steps that lead to the empty clause; `clauses` is how many the formula has."""
    steps = list(_steps(log))
    needed, last_use = _needed(steps)
    unused: dict[int, list[int]] = defaultdict(list)  # after a step, by its number
    for clause, user in last_use.items():
        unused[user].append(clause)
    place = _places(steps, clauses)
    lines = []
    for number, step in enumerate(needed, start=clauses + 1):
        named = [place[clause] for clause in step.named.tolist()]
        lines.append(_line([*step.literals.tolist(), 0, *named, 0]))
        place[step.number] = number
        gone = [place[clause] for clause in unused[step.number]]
        if gone and len(step.literals):
            lines.append(f"d {_line([*gone, 0])}")
    return "\n".join(lines)


def _places(steps: list[Step], clauses: int) -> dict[int, int]:
    """Return the numbers that the clauses of the formula have in the proof, by those in the log.

    The log counts clauses as they come, and some are derived while others are still being added:
    those of the formula have the numbers that no step has.
    """
    derived = {step.number for step in steps}
    given = (number for number in count(1) if number not in derived)
    return dict(zip(given, range(1, clauses + 1), strict=False))


def _line(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def _needed(steps: list[Step]) -> tuple[list[Step], dict[int, int]]:
    """Return the steps that the empty clause depends on, and where each clause is used last."""
    last = next(place for place, step in enumerate(steps) if not len(step.literals))
    needed, last_use = [], {steps[last].number: steps[last].number}
    for step in reversed(steps[: last + 1]):
        if step.number in last_use:
            needed.append(step)
            for clause in step.named.tolist():
                last_use.setdefault(clause, step.number)
    del last_use[steps[last].number]
    return needed[::-1], last_use


def _steps(log: bytes) -> Iterator[Step]:
    numbers = _decoded(log)
    zeros = np.flatnonzero(numbers == 0).tolist()
    signed = np.where(numbers & 1, -(numbers >> 1), numbers >> 1)
    start, end = 0, 0  # of a step, and the next zero
    while start < len(numbers):
        middle = zeros[end]
        if numbers[start] == DELETED:
            start, end = middle + 1, end + 1
            continue
        stop = zeros[end + 1]
        yield Step(int(signed[start + 1]), signed[start + 2 : middle], signed[middle + 1 : stop])
        start, end = stop + 1, end + 2


def _decoded(log: bytes) -> NDArray[np.int64]:
    """Return the numbers of a log, of which each has its lowest seven bits first."""
    groups = np.frombuffer(log, dtype=np.uint8).astype(np.int64)
    if not len(groups):
        return groups
    starts = np.concatenate([[0], np.flatnonzero(groups < 128)[:-1] + 1])
    lengths = np.diff(np.append(starts, len(groups)))
    within = np.arange(len(groups)) - np.repeat(starts, lengths)
    sums: NDArray[np.int64] = np.add.reduceat((groups & 127) << (7 * within), starts)
    return sums
