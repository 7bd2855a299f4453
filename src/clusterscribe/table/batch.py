"""Some rows of a file: as they stand there, and as a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from clusterscribe.table.table import Table

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """A bounded number of rows.

    `records` holds every column of the file: of a text file every cell as text, exactly as
    it stands, so that it can be written back untouched. `table` reads the same rows as what
    the features need.
    """

    records: pa.RecordBatch
    table: Table
