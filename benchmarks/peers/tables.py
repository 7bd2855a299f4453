"""The tables as numbers, which every method is given alike.

Levels of categories are columns of zeros and ones, dates are days, truth values are 0 and 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchmarks.data import load
from benchmarks.segments.cases import CASES, STORED
from benchmarks.segments.tables import in_deviations, table_of

Numbers: TypeAlias = NDArray[np.float64]
Labels: TypeAlias = NDArray[np.int64]

SETS = (
    "iris", "seeds", "zoo", "wine", "spam", "default", "framingham", "adult", "bank", "libras",
)  # fmt: skip
MIXTURES = ("mixture3-few", "mixture5-few", "mixture5-all")
CUSTOMERS = "customers"
SEGMENTS = (*(case.name for case in CASES if case.table == STORED), CUSTOMERS)
NAMES = (*SETS, *SEGMENTS, *MIXTURES)
QUICK = ("iris", "zoo", "seeds5")


@dataclass(frozen=True)
class Table:
    """Rows of numbers with the names of their columns, and the cluster of each row from 0 on.

    `scaled` are the same rows in the units in which distances are measured.
    """

    columns: tuple[str, ...]
    values: Numbers
    labels: Labels
    scaled: Numbers

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return int(self.labels.max()) + 1


def table_named(name: str) -> Table:
    """Return one of the tables; the ten sets are scaled already, and so are mixtures."""
    rows, labels = (
        load(name, "paper")
        if name in SETS
        else table_of(next(case for case in CASES if case.name == name))
    )
    frame = as_numbers(pd.DataFrame(rows))
    values = frame.to_numpy(dtype=np.float64)
    _, clusters = np.unique(labels, return_inverse=True)
    scaled = as_clustered(values) if name in SEGMENTS else values
    return Table(tuple(map(str, frame.columns)), values, clusters.astype(np.int64), scaled)


def as_numbers(frame: pd.DataFrame) -> pd.DataFrame:
    """Return every column as numbers: days for dates, a 0 or 1 for each level of a category."""
    found: dict[str, Any] = {}
    for name, column in frame.items():
        if pd.api.types.is_datetime64_any_dtype(column):
            found[str(name)] = (column - pd.Timestamp(0)).dt.days
        elif pd.api.types.is_numeric_dtype(column):  # truth values as well
            found[str(name)] = column
        else:
            for level in sorted(column.unique()):
                found[f"{name} = {level}"] = column == level
    return pd.DataFrame(found).astype(np.float64)


def as_clustered(values: Numbers) -> Numbers:
    """Return the rows between which k-means measured distances: zeros and ones are not scaled."""
    is_level = ((values == 0) | (values == 1)).all(axis=0)
    return np.where(is_level, values, in_deviations(values))
