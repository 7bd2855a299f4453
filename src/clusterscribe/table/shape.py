"""The shape of a table, and the names of its columns: which there are, and which are used.

A table has two dimensions, at least one row and one column, and names that are all different.
The sentences are scikit-learn's where it has one, so that people find them where they look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from clusterscribe.errors import InputError, did_you_mean
from clusterscribe.series import series


def check_dimensions(shape: Sequence[int]) -> None:
    """Refuse anything that is not two-dimensional."""
    if len(shape) > 2:
        raise InputError(
            f"Found array with dim {len(shape)}, while dim 2 is required: "
            f"X has shape {tuple(shape)} and must have rows and columns"
        )
    if len(shape) < 2:
        what = "1D array" if len(shape) == 1 else "scalar array"
        raise InputError(
            f"Expected 2D array, got {what} instead. Reshape your data either using "
            "X.reshape(-1, 1) if it has a single column or X.reshape(1, -1) if it is a single row"
        )


def check_shape(shape: Sequence[int]) -> None:
    """Refuse a table without rows or without columns."""
    check_dimensions(shape)
    found = f"(shape={tuple(shape)}) while a minimum of 1 is required"
    rows, columns = shape
    if rows == 0:
        raise InputError(f"Found array with 0 sample(s) {found}: the table has no rows")
    if columns == 0:
        raise InputError(f"Found array with 0 feature(s) {found}. The table has no columns")


def check_names(names: Iterable[object]) -> tuple[str, ...]:
    """Return the names of columns as text; refuse a name that is given twice."""
    texts = tuple(name if isinstance(name, str) else str(name) for name in names)
    twice = [name for name, count in Counter(texts).items() if count > 1]
    if twice:
        raise InputError(
            f"column names must be different, and {quoted(twice)} "
            f"{'is' if len(twice) == 1 else 'are'} given more than once; rename or drop"
            " the repeated columns"
        )
    return texts


def names_of_array(width: int, columns: Sequence[str] | None) -> tuple[str, ...]:
    """Return the names of an array's columns: those given, or x0, x1, ..."""
    if columns is None:
        return tuple(f"x{position}" for position in range(width))
    if len(columns) != width:
        # scikit-learn's sentence, with the word that stands for the estimator
        raise InputError(
            f"X has {width} features, but clusterscribe is expecting {len(columns)} features "
            f"as input: {quoted(columns)}"
        )
    return check_names(columns)


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
    return series(words)
