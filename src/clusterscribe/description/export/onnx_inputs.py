"""What an ONNX model of a description is fed with, and tables as such.

Tensors have no missing values but NaN. So each column that a description uses becomes

    numbers, true and false   64-bit floating-point numbers, NaN where missing
    dates                     whole days since 1970-01-01, NOT_A_TIME where missing
    times                     whole microseconds since then (UTC with a zone), NOT_A_TIME likewise
    text                      text, and where the description cannot do without it
    anything                  beside or instead of it, whether the cell is missing

NOT_A_TIME is what NumPy's NaT is as a whole number, so that `astype` gives it by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.core.base import BaseDescription
from clusterscribe.description.export.holdings import Holding, holding_of
from clusterscribe.description.export.plain import LARGEST
from clusterscribe.description.words.naming import unlike
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind

if TYPE_CHECKING:
    from clusterscribe.table import Table

NOT_A_TIME = int(np.iinfo(np.int64).min)


@dataclass(frozen=True, slots=True)
class InputColumn:
    """A column that a description uses, and the tensors that stand for it."""

    name: str
    holding: Holding
    features: tuple[Feature, ...]
    missing: str | None  # the name of the tensor that says which cells are missing, if any

    @property
    def tensors(self) -> tuple[str, ...]:
        """The names of its tensors: of the cells, unless they do not matter, and of the holes."""
        cells = () if self.holding is Holding.UNKNOWN else (self.name,)
        return cells if self.missing is None else (*cells, self.missing)

    @property
    def reader(self) -> Feature | None:
        """A feature whose numbers are the cells; none where only holes are asked for."""
        numbers = [feature for feature in self.features if feature.kind is not Kind.LEVEL]
        levels = [Feature(self.name) for feature in self.features if feature.level is not None]
        return next(iter([*numbers, *levels]), None)

    @property
    def hole(self) -> Feature:
        """The feature that says which cells are missing."""
        is_missing = Feature(self.name, Kind.LEVEL, None)
        found = (f for f in self.features if f.kind is Kind.LEVEL and f.level is None)
        return next(found, is_missing)


def input_columns(description: BaseDescription) -> tuple[InputColumn, ...]:
    """Return the columns that a description uses, in the order of the table."""
    by_column: dict[str, list[Feature]] = {name: [] for name in description.used_columns}
    for feature in description.features:
        _check_name(feature.column)
        by_column[feature.column].append(feature)
    if not by_column:
        raise InputError(
            "the description uses no column, so that an ONNX model of it would have no input: "
            "every row is in the same clusters"
        )
    holdings = {name: _holding(name, features) for name, features in by_column.items()}
    with_holes = [name for name in by_column if _needs_holes(holdings[name], by_column[name])]
    names = unlike([f"{name} is missing" for name in with_holes], by_column)
    missing = dict(zip(with_holes, names, strict=True))
    return tuple(
        InputColumn(name, holdings[name], tuple(features), missing.get(name))
        for name, features in by_column.items()
    )


def onnx_inputs(description: BaseDescription, X: object) -> dict[str, NDArray[Any]]:
    """Return the rows of a table as the model of `to_onnx` takes them, read as everywhere else.

    Parameters
    ----------
    X : table
        Any table with the columns that the description uses.

    Returns
    -------
    dict of str to numpy.ndarray
        An array for each input of the model, for `InferenceSession.run`.

    Examples
    --------
    >>> session.run(["label"], description.onnx_inputs(rows))  # doctest: +SKIP

    """
    # loads narwhals, and who only reads a description does without it
    from clusterscribe.table import as_table

    table = as_table(X, description.columns)
    arrays: dict[str, NDArray[Any]] = {}
    for column in input_columns(description):
        arrays |= _tensors(column, table)
    return arrays


def check_text(text: str, what: str) -> None:
    """Refuse text that ONNX cannot hold."""
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise InputError(
            f"ONNX cannot hold {what} {text!r}, which has a NUL or an invalid character: rename it"
        )


def _check_name(column: str) -> None:
    check_text(column, "the column")
    if not column:
        raise InputError("ONNX cannot name a column whose name is empty; rename it")


def _holding(name: str, features: Sequence[Feature]) -> Holding:
    """Return what a column holds, which must be of one kind."""
    known = {holding_of(feature) for feature in features} - {Holding.UNKNOWN}
    if len(known) > 1:
        ways = " and as ".join(sorted(known))
        raise InputError(
            f"the description reads column {name!r} as {ways}, and an input of an ONNX model is "
            "of one kind: describe the rows again with one kind of values in this column"
        )
    for feature in features:
        if isinstance(feature.level, int) and abs(feature.level) > LARGEST:
            raise InputError(
                f"column {name!r} has the category {feature.level}, beyond 2^53, which no number "
                "of the ONNX model is exactly; convert it to text"
            )
    return known.pop() if known else Holding.UNKNOWN


def _needs_holes(holding: Holding, features: Sequence[Feature]) -> bool:
    """Whether cells alone do not tell what is missing.

    Text that is missing may be given as any text that is no level, and the empty one is at hand.
    """
    if holding is Holding.TEXT:
        return any(feature.level in (None, "") for feature in features)
    return holding is Holding.UNKNOWN


def _tensors(column: InputColumn, table: Table) -> dict[str, NDArray[Any]]:
    arrays: dict[str, NDArray[Any]] = {}
    if column.holding is Holding.TEXT:
        arrays[column.name] = _texts(column, table)
    elif column.holding is not Holding.UNKNOWN:
        arrays[column.name] = _numbers(column, table)
    if column.missing is not None:
        arrays[column.missing] = _values(table, column.hole).astype(bool)
    return arrays


def _numbers(column: InputColumn, table: Table) -> NDArray[Any]:
    values = _cells(column, table)
    if column.holding is Holding.NUMBERS:
        return values
    whole = np.where(np.isnan(values), 0, values).astype(np.int64)
    return np.where(np.isnan(values), NOT_A_TIME, whole)


def _cells(column: InputColumn, table: Table) -> NDArray[np.float64]:
    """Return the cells as numbers, NaN where missing."""
    if column.reader is not None:
        return _values(table, column.reader)
    return np.where(_values(table, column.hole) == 1, np.nan, 0.0)


def _values(table: Table, feature: Feature) -> NDArray[np.float64]:
    from clusterscribe.table import values_of

    return values_of(table, [feature])[feature]


def _texts(column: InputColumn, table: Table) -> NDArray[Any]:
    """Return the cells as text; what is no level of the description need only be none of them."""
    from clusterscribe.table import values_of

    levels = {f.level: f for f in column.features if isinstance(f.level, str)}
    (other,) = unlike([""], levels)
    cells: NDArray[Any] = np.full(len(table), other, dtype=object)
    values = values_of(table, levels.values())
    for level, feature in levels.items():
        cells[values[feature] == 1] = level
    return cells
