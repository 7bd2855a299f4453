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

from collections.abc import Callable, Iterable, Iterator

from clusterscribe.checker.refusal import Refused

LONGEST_LINE = 10**7  # characters of one step


def replay(
    clauses: Iterable[list[int]], proof: str, tell: Callable[[float], None] = lambda share: None
) -> None:
    """Refuse a proof unless it derives the empty clause. `tell` hears what share is done."""
    known = dict(enumerate(clauses, start=1))
    number = len(known)
    if any(not clause for clause in known.values()):
        return  # nothing satisfies it, and nothing need be derived
    for line, share in _lines(proof):
        words = line.split()
        if words and words[0] == "d":
            for old in _numbers(words[1:], line):
                known.pop(old, None)
            continue
        number += 1
        literals, named = _halves(_numbers(words, line), line)
        if not _follows(literals, (known.get(place) for place in named)):
            raise Refused(f"clause {number} of the refutation does not follow as it says")
        if not literals:
            return
        known[number] = literals
        tell(share)
    raise Refused("the refutation ends without a contradiction")


def _lines(proof: str) -> Iterator[tuple[str, float]]:
    """Yield the lines, without a second copy of them all, and what share of the proof is done."""
    start, end = 0, len(proof)
    while start < end:
        stop = proof.find("\n", start)
        stop = end if stop < 0 else stop
        if stop - start > LONGEST_LINE:
            raise Refused("a step of the refutation is longer than any should be")
        yield proof[start:stop], stop / end
        start = stop + 1


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
