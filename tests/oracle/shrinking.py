"""From a table that fails to a few rows that fail: what is kept in `test_reproducers.py`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from .case import Case

LONG = 20.0  # seconds that nobody minds where a test has failed


def shrunk(case: Case, check: Callable[[Case], object], seconds: float = LONG) -> Case:
    """Leave out rows and columns as long as the check fails in the same way without them."""
    kind, until = _failure(case, check), time.monotonic() + seconds
    is_smaller = kind is not None
    while is_smaller:
        is_smaller = False
        for smaller in _smaller(case):
            if time.monotonic() > until:
                return case
            if _failure(smaller, check) is kind:
                case, is_smaller = smaller, True
                break
    return case


def check_tables(
    seeds: Iterable[int], table: Callable[[int], Case], check: Callable[[Case, int], object]
) -> None:
    """Check the table of each seed, and say which fail; of the first, few rows come with it."""
    failures: dict[int, Exception] = {}
    for seed in seeds:
        try:
            check(table(seed), seed)
        except Exception as failure:
            failures[seed] = failure
    if failures:
        seed, first = next(iter(failures.items()))
        small = shrunk(table(seed), lambda case: check(case, seed))
        first.add_note(f"seeds that fail: {list(failures)}; few rows that fail as {seed} does:")
        first.add_note(str(small))
        raise first


def _failure(case: Case, check: Callable[[Case], object]) -> type[Exception] | None:
    try:
        check(case)
    except Exception as failure:
        return type(failure)
    return None


def _smaller(case: Case) -> Iterator[Case]:
    """Yield the case without some of its rows, half of them to begin with, or without a column."""
    size = len(case) // 2
    while size:
        for start in range(0, len(case), size):
            left = [i for i in range(len(case)) if not start <= i < start + size]
            if len({case.labels[i] for i in left}) > 1:
                yield _only(case, left)
        size //= 2
    for name in case.columns if len(case.columns) > 1 else ():
        rest = {other: values for other, values in case.columns.items() if other != name}
        yield replace(case, columns=rest)


def _only(case: Case, rows: list[int]) -> Case:
    return replace(
        case,
        columns={name: [values[i] for i in rows] for name, values in case.columns.items()},
        labels=[case.labels[i] for i in rows],
        weights=case.weights and [case.weights[i] for i in rows],
    )
