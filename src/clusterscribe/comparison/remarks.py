"""What is remarked while a method runs: whose it is, and that it is said once."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

from clusterscribe.errors import DescriptionWarning, hint


@contextmanager
def collected() -> Iterator[list[warnings.WarningMessage]]:
    """Hold back the warnings of a block, to be given afterwards."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DescriptionWarning)
        yield caught


def give(
    caught: Iterable[warnings.WarningMessage], method: str = "", known: Collection[str] = ()
) -> tuple[str, ...]:
    """Give the warnings that are not known, ours in the name of the method; return ours."""
    remarks: dict[str, None] = {}
    for warning in caught:
        message = str(warning.message)
        if message in known or message in remarks:
            continue
        if issubclass(warning.category, DescriptionWarning):
            remarks[message] = None
            hint(f"{method}: {message}" if method else message, warning.category)
        else:
            warnings.warn_explicit(
                warning.message, warning.category, warning.filename, warning.lineno
            )
    return tuple(remarks)
