"""Tables that stay where they are: in DuckDB, on Spark, or in another engine of Ibis.

    opening        opens a file or a folder as a table of DuckDB
    survey         reads features, clusters and extremes from the schema and a few aggregates
    sampling       draws the same rows on every engine
    rows           fetches samples and wrongly described rows as the search needs them
    counting       evaluates a description on all rows in one query
    touching       bounds the errors of few conditions on all rows, by histograms
    labelling      writes labels back through the engine

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
