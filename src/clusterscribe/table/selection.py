"""Which columns of a table may be used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clusterscribe.errors import InputError, did_you_mean


def select_columns(
    available: Sequence[str],
    features: Iterable[str] | None = None,
    exclude: Iterable[str] | None = None,
) -> tuple[str, ...]:
    """Return the columns to use, in the order of the table.

    `features` names the columns to choose from (None: all), `exclude` those to leave out.
    """
    chosen = set(available if features is None else _known(features, available, "features"))
    if exclude is not None:
        chosen.difference_update(_known(exclude, available, "exclude"))
    columns = tuple(name for name in available if name in chosen)
    if not columns:
        raise InputError("no column is left to describe with; choose others or exclude fewer")
    return columns


def _known(names: Iterable[str], available: Sequence[str], parameter: str) -> list[str]:
    if isinstance(names, str):
        raise InputError(f"{parameter} must be a list of column names, not the text {names!r}")
    names, there = list(names), set(available)
    for name in names:
        if name not in there:
            raise unknown_column(name, available, f"{parameter} names the column {name!r}, which")
    return names


def unknown_column(name: str, available: Sequence[str], subject: str | None = None) -> InputError:
    """Return the error for a column that is not in the table, with close names."""
    hint = did_you_mean(name, available) or f" It has {quoted(available)}."
    return InputError(f"{subject or f'column {name!r}'} is not in the table.{hint}")


def quoted(names: Iterable[str]) -> str:
    """Return `'a', 'b' and 3 more`: names for a sentence."""
    return listed([repr(name) for name in names])


def listed(words: Sequence[str], most: int = 5) -> str:
    """Return `a, b and 3 more`: never longer than a line or two."""
    if len(words) > most:
        words = [*words[: most - 1], f"{len(words) - most + 1:,} more"]
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
