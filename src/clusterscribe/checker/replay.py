"""Replaying a refutation: clause after clause, until the empty one follows.

A step adds a clause that follows from clauses known before. To see that it does, let all of its
literals be false, and go through the clauses that the step names, in their order. Each of them has
at most one literal left that is not false. If one is left, it must be true, as the clause is. If
none is, not all literals of the new clause can be false, which was to be shown. A clause without
literals cannot be true, so that once it follows nothing satisfies all clauses of the formula.

A line of the proof is

    LITERALS 0 CLAUSES 0        the next clause, and clauses from which it follows
    d CLAUSES 0                 clauses that are not needed any more

Clauses of the formula have the numbers 1, 2, ... in their order, and those of the proof go on from
there. (The format of SAT solvers, LRAT, without the numbers of new clauses; nothing else of it is
allowed, as nothing else is needed.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clusterscribe.checker.refusal import Refused

MOST_LITERALS = 200_000_000  # of clauses that are known at a time


def replay(clauses: Sequence[list[int]], proof: Iterable[str]) -> None:
    """Refuse a proof, given line by line, unless it derives the empty clause."""
    known = dict(enumerate(clauses, start=1))
    number, size = len(known), sum(map(len, clauses))
    if not all(clauses):
        return  # nothing satisfies it, and nothing need be derived
    for line in proof:
        words = line.split()
        if words and words[0] == "d":
            for old in _numbers(words[1:], line):
                size -= len(known.pop(old, ()))
            continue
        number += 1
        literals, named = _halves(_numbers(words, line), line)
        if not _follows(literals, (known.get(place) for place in named)):
            raise Refused(f"clause {number} of the refutation does not follow as it says")
        if not literals:
            return
        known[number] = literals
        size += len(literals)
        if size > MOST_LITERALS:
            raise Refused(f"the refutation keeps more than {MOST_LITERALS:,} literals at a time")
    raise Refused("the refutation ends without a contradiction")


def _numbers(words: list[str], line: str) -> list[int]:
    try:
        return [int(word) for word in words]
    except ValueError:
        raise Refused(f"{line[:40]!r} is no step of a refutation") from None


def _halves(numbers: list[int], line: str) -> tuple[list[int], list[int]]:
    """Split literals and clauses, each of which ends with a zero."""
    try:
        middle = numbers.index(0)
    except ValueError:
        middle = len(numbers)
    literals, named = numbers[:middle], numbers[middle + 1 :]
    if not named or named.pop() != 0 or 0 in named:
        raise Refused(f"{line[:40]!r} is no step of a refutation")
    return literals, named


def _follows(literals: list[int], named: Iterable[list[int] | None]) -> bool:
    """Whether the named clauses leave no way for all literals to be false."""
    true = {-literal for literal in literals}
    for clause in named:
        if clause is None:
            return False
        left = [literal for literal in clause if -literal not in true]
        if not left:
            return True
        if len(left) > 1:
            return False
        true.add(left[0])
    return False
