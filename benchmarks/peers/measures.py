"""What is counted of regions on the rows: as we count, and as the others do.

Ours: a row is an error unless it is inside the region of its own cluster and no other; the length
is, for each condition of each rule, its columns and one.

Cluster-Explorer's, as its source defines them, on average over the clusters: coverage is the share
of a cluster inside its region, separation error the share of the rows inside that are of others (1
when nothing is inside), conciseness one divided by the number of columns used.

csd's: weighted relative accuracy, divided by the largest there can be, of each cluster against all
others, on average. That of k-means trees: the k-means cost of the rows as the regions divide them,
by that of the clusters. It needs every row to be inside exactly one region.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.peers.rules import (
    Numbers,
    Region,
    Regions,
    Rows,
    complexity,
    inside_region,
    tidied_region,
)
from benchmarks.peers.tables import Labels, Table


def measures(regions: Regions, table: Table) -> dict[str, Any]:
    """Return everything that is counted of a description."""
    regions = tuple(tidied_region(region, table.values) for region in regions)
    inside = np.column_stack([inside_region(region, table.values) for region in regions])
    own = own_rows(table)
    return {
        "errors": errors(inside, own),
        "complexity": length(regions),
        "rules": sum(map(len, regions)),
        "columns": len({column for region in regions for column in columns_of(region)}),
        "given_up": sum(not region for region in regions),
        "recall": float(coverage(inside, own).min()),
        "coverage": float(coverage(inside, own).mean()),
        "separation": float(separation(inside, own).mean()),
        "conciseness": conciseness(regions),
        "relative_accuracy": float(relative_accuracy(inside, own).mean()),
        "price": price(inside, table.scaled, table.labels),
    }


def own_rows(table: Table) -> Rows:
    """Return the rows of each cluster, a column for each."""
    return np.asarray(table.labels[:, None] == np.arange(table.clusters))


def errors(inside: Rows, own: Rows) -> int:
    """Count the rows that are not inside their own region and no other."""
    return int((inside != own).any(axis=1).sum())


def length(regions: Regions) -> int:
    """Return the complexity of all rules."""
    return sum(complexity(rule) for region in regions for rule in region)


def columns_of(region: Region) -> set[int]:
    """Return the columns that the rules of a region use."""
    return {column for rule in region for condition in rule for column in condition.columns}


def coverage(inside: Rows, own: Rows) -> Numbers:
    """Return the share of each cluster that is inside its region."""
    return np.asarray((inside & own).sum(axis=0) / own.sum(axis=0))


def separation(inside: Rows, own: Rows) -> Numbers:
    """Return the share of other clusters' rows among all inside, 1 when there are none."""
    within = inside.sum(axis=0)
    others = (inside & ~own).sum(axis=0)
    return np.where(within > 0, others / np.maximum(within, 1), 1.0)


def conciseness(regions: Regions) -> float | None:
    """Return one divided by the columns used, on average over clusters that use any."""
    used = [len(columns_of(region)) for region in regions]
    return float(np.mean([1 / count for count in used if count])) if any(used) else None


def relative_accuracy(inside: Rows, own: Rows) -> Numbers:
    """Return the normalised weighted relative accuracy of each region."""
    rows, hits = len(own), (inside & own).sum(axis=0)
    size, within = own.sum(axis=0), inside.sum(axis=0)
    return np.asarray((hits * rows - within * size) / (size * (rows - size)))


def price(inside: Rows, scaled: Numbers, labels: Labels) -> float | None:
    """Return the k-means cost of what regions divide, by that of the clusters, if they divide."""
    if (inside.sum(axis=1) != 1).any():
        return None
    best = cost(scaled, labels)
    return cost(scaled, inside.argmax(axis=1)) / best if best else None


def cost(rows: Numbers, labels: Labels) -> float:
    """Return the sum of squared distances from the means."""
    parts = (rows[labels == label] for label in np.unique(labels))
    return float(sum(((part - part.mean(axis=0)) ** 2).sum() for part in parts))
