"""Two dimensions, at least one row and one column, names that are all different.

The sentences are scikit-learn's where it has one, so that they are found where people
look for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from clusterscribe.errors import InputError
from clusterscribe.table.selection import quoted


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
    rows, columns = shape
    if rows == 0:
        raise InputError(
            f"Found array with 0 sample(s) (shape={tuple(shape)}) while a minimum of 1 is "
            "required: the table has no rows"
        )
    if columns == 0:
        raise InputError(
            f"Found array with 0 feature(s) (shape={tuple(shape)}) while a minimum of 1 is "
            "required. The table has no columns"
        )


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
