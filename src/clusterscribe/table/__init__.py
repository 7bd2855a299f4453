"""Tables in: from what people call a table to features, numbers, labels and weights."""

from __future__ import annotations

from clusterscribe.table.batch import Batch
from clusterscribe.table.distinct import Distinct
from clusterscribe.table.features import features_of
from clusterscribe.table.file import delimiter_of, read_file, stream_file
from clusterscribe.table.intake import as_table
from clusterscribe.table.labels import (
    NOISE,
    Clusters,
    Label,
    Noise,
    cluster_codes,
    looks_like_dbscan,
    plain_labels,
    read_labels,
)
from clusterscribe.table.selection import select_columns
from clusterscribe.table.table import Table
from clusterscribe.table.values import values_of
from clusterscribe.table.weights import row_weights

__all__ = [
    "NOISE",
    "Batch",
    "Clusters",
    "Distinct",
    "Label",
    "Noise",
    "Table",
    "as_table",
    "cluster_codes",
    "delimiter_of",
    "features_of",
    "looks_like_dbscan",
    "plain_labels",
    "read_file",
    "read_labels",
    "row_weights",
    "select_columns",
    "stream_file",
    "values_of",
]
