"""Tables that stay where they are: in DuckDB, on Spark, or wherever else Ibis reaches.

    opening        a file or a folder becomes a table of DuckDB
    survey         the schema and a few aggregates become features, clusters and extremes
    rows           samples and wrongly described rows are fetched, as the search needs them
    counting       a description is held against all rows in one query
    labelling      labels are written back through the engine

Only aggregates, samples and some of the wrongly described rows ever leave the engine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clusterscribe.engine.describe import describe_table
    from clusterscribe.engine.labelling import label_table, write_table
    from clusterscribe.engine.opening import open_table

__all__ = ["describe_table", "label_table", "open_table", "write_table"]

_HOME = {
    "describe_table": "describe",
    "label_table": "labelling",
    "open_table": "opening",
    "write_table": "labelling",
}


def __getattr__(name: str) -> object:
    """Load a public name on first use, as the command line needs no solver to open a table."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    return value
