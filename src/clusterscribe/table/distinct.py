"""The distinct values of a column, and which of them each row holds.

Work on a million rows is done on these codes; only the few distinct values become Python
objects.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.feature import Level
from clusterscribe.table.column import MISSING, Levels, is_missing, plain_level

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


@dataclass(frozen=True, slots=True, eq=False)
class Distinct:
    """Distinct values as they came (NaN may be among them), and one code per row."""

    values: list[Any]
    codes: NDArray[np.int64]  # position in `values`, MISSING where the row holds none

    def of_rows(self, chosen: NDArray[np.bool_] | slice) -> Distinct:
        """Return the same for some of the rows, without the values that none of them holds."""
        codes = self.codes[chosen]
        counts = np.bincount(codes[codes != MISSING], minlength=len(self.values))
        occurring = np.flatnonzero(counts)
        position = np.full(len(self.values) + 1, MISSING, dtype=np.int64)  # MISSING stays
        position[occurring] = np.arange(len(occurring))
        return Distinct([self.values[code] for code in occurring.tolist()], position[codes])

    def converted(self, convert: Callable[[Any], Hashable]) -> Distinct:
        """Return the values that occur, converted; equal ones become one, missing ones none."""
        found = self.of_rows(slice(None))
        position: dict[Any, int] = {}
        codes = [
            MISSING if is_missing(value) else position.setdefault(convert(value), len(position))
            for value in found.values
        ]
        return Distinct(list(position), _recoded(found.codes, codes))

    def as_levels(self) -> Levels:
        """Return the column of categories with these values."""
        found = self.of_rows(slice(None))
        if found._are_texts:  # by far the most common, and there may be a million
            return found._as_texts()
        plain = [plain_level(value) for value in found.values]
        present = [level for level in plain if level is not None]
        # by type as well, so that of the equal levels 1 and True the same one always stays
        present.sort(key=lambda level: (isinstance(level, str), level, type(level).__name__))
        levels = tuple(dict.fromkeys(present))
        position: dict[Level, int] = {level: code for code, level in enumerate(levels)}
        codes = [position.get(level, MISSING) for level in plain]
        return Levels(levels, _recoded(found.codes, codes))

    @property
    def _are_texts(self) -> bool:
        """Whether all values are texts and different; a dictionary of Arrow may repeat some."""
        return set(map(type, self.values)) == {str} and len(set(self.values)) == len(self.values)

    def _as_texts(self) -> Levels:
        """Return the column of categories with these values, which are different texts."""
        order = sorted(range(len(self.values)), key=self.values.__getitem__)
        position = np.empty(len(order), dtype=np.int64)
        position[order] = np.arange(len(order))
        levels = tuple(self.values[place] for place in order)
        return Levels(levels, np.append(position, MISSING)[self.codes])


def _recoded(codes: NDArray[np.int64], new: list[int]) -> NDArray[np.int64]:
    """Return a new code in place of each old one; MISSING, which picks the last, stays."""
    return np.array([*new, MISSING], dtype=np.int64)[codes]


def distinct_objects(values: Iterable[object]) -> Distinct:
    """Return the distinct values of Python objects; equal ones (1, 1.0, True) are one."""
    position: dict[object, int] = {}
    codes = [position.setdefault(value, len(position)) for value in values]
    return Distinct(list(position), np.array(codes, dtype=np.int64))


def distinct_array(values: NDArray[Any]) -> Distinct:
    """Return the distinct values of a one-dimensional NumPy array."""
    if values.dtype.kind == "U":
        return distinct_texts(values)
    if values.dtype.kind not in "biufM":
        return distinct_objects(values.tolist())
    found, codes = np.unique(values, return_inverse=True)
    # a datetime64 in nanoseconds would become a bare integer
    kept = found if found.dtype.kind != "M" else found.astype("M8[us]")
    return Distinct(kept.tolist(), codes.astype(np.int64))


def distinct_texts(values: NDArray[Any]) -> Distinct:
    """Return the distinct texts of an array of `str`, None and NaN."""
    import pyarrow as pa

    try:
        objects = values.astype(object, copy=False)
        texts = pa.array(objects, type=pa.large_string(), from_pandas=True)
    except UnicodeEncodeError:  # half of a surrogate pair, which only Python can hold
        return distinct_objects(values.tolist())
    return distinct_arrow(texts)


def distinct_arrow(values: pa.Array) -> Distinct:
    """Return the distinct values of an Arrow array, dictionary-encoded or not."""
    import pyarrow as pa

    if not pa.types.is_dictionary(values.type):
        try:
            values = values.dictionary_encode()
        except pa.ArrowNotImplementedError:  # lists, structs
            return distinct_objects(values.to_pylist())
    codes = values.indices.cast(pa.int64()).fill_null(MISSING)
    return Distinct(values.dictionary.to_pylist(), codes.to_numpy(zero_copy_only=False))


def distinct_categorical(values: pd.Series[Any]) -> Distinct:
    """Return the distinct values of a categorical column of pandas."""
    codes = values.cat.codes.to_numpy().astype(np.int64)
    return Distinct(values.cat.categories.tolist(), codes)
