"""The two variants of a data set, and the matrix that is clustered.

The paper's own matrices are not quite what its text says: zoo kept its target as a column, and so
did wine, in place of its last attribute (the file has its class first, and the last column was
taken for the target), and framingham was scaled before its incomplete rows were dropped. The
variant "paper" is what the paper's tables were computed from; "clean" undoes all three.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.datasets.catalogue import Facts, Variant
from clusterscribe.datasets.tidy import Column, Tidy


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The complete rows of a variant, and what they are scaled by."""

    columns: dict[str, Column]
    scaled_by: dict[str, Column]


def view(known: Facts, found: Tidy, variant: Variant) -> View:
    """Return the rows and columns of a variant."""
    columns = _columns(known, found, variant)
    complete = np.ones(len(found), dtype=bool)
    for column in columns.values():
        if column.dtype != object:
            complete &= ~np.isnan(column)
    kept = {name: column[complete] for name, column in columns.items()}
    return View(kept, columns if variant == "paper" else kept)


def matrix(shown: View) -> NDArray[np.float64]:
    """Return numbers scaled to 0..1, then one column per level of each category."""
    numbers = [name for name, column in shown.columns.items() if column.dtype != object]
    categories = [name for name in shown.columns if name not in numbers]
    return np.column_stack(
        [_scaled(shown.columns[name], shown.scaled_by[name]) for name in numbers]
        + [_one_hot(shown.columns[name]) for name in categories]
    )


def _columns(known: Facts, found: Tidy, variant: Variant) -> dict[str, Column]:
    if variant == "paper" and known.name == "zoo":
        return {**found.columns, "type": found.target}
    if variant == "paper" and known.name == "wine":
        rest = {name: column for name, column in found.columns.items() if name != "proline"}
        return {"class": found.target, **rest}
    return found.columns


def _scaled(column: Column, by: Column) -> NDArray[np.float64]:
    low, high = np.nanmin(by), np.nanmax(by)
    scaled: NDArray[np.float64] = (column - low) / (high - low if high > low else 1.0)
    return scaled


def _one_hot(column: Column) -> NDArray[np.float64]:
    return np.column_stack([column == level for level in sorted(set(column))]).astype(float)
