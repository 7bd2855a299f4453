"""Input tables: from anything that people call a table to features, numbers, labels and weights."""

from __future__ import annotations

from clusterscribe.table.distinct import Distinct
from clusterscribe.table.features import describing_columns, features_of
from clusterscribe.table.file import delimiter_of, read_file, stream_file
from clusterscribe.table.intake import as_table
from clusterscribe.table.labels import (
    NOISE,
    Clusters,
    cluster_codes,
    looks_like_dbscan,
    read_labels,
)
from clusterscribe.table.sample_weight import row_weights
from clusterscribe.table.shape import select_columns
from clusterscribe.table.table import Batch, Table
from clusterscribe.table.values import values_of

__all__ = [
    "NOISE",
    "Batch",
    "Clusters",
    "Distinct",
    "Table",
    "as_table",
    "cluster_codes",
    "delimiter_of",
    "describing_columns",
    "features_of",
    "looks_like_dbscan",
    "read_file",
    "read_labels",
    "row_weights",
    "select_columns",
    "stream_file",
    "values_of",
]
