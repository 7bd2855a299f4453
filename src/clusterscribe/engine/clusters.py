"""The clusters of a table in an engine: the different labels, and whether they will do."""

from __future__ import annotations

from typing import Any

from clusterscribe.engine.asking import ask
from clusterscribe.engine.expressions import Expression, double, refuse_nul
from clusterscribe.engine.loading import ibis
from clusterscribe.errors import InputError
from clusterscribe.parameters import Label, Noise
from clusterscribe.problem.boxes import NOISE
from clusterscribe.search.rows.subject import give_hints
from clusterscribe.table import Clusters, cluster_codes
from clusterscribe.table.labels import MOST_CLUSTERS, distinct_labels, refuse_missing_labels


def read_clusters(
    table: Expression, name: str, counts: Expression | None, noise_label: Label, noise: Noise
) -> Clusters:
    """Return the clusters of the rows that count (None: all of them).

    In what is returned there is a code for each different label rather than for each row.
    """
    _refuse_nested(table, name)
    purpose = f"the labels of column {name!r} were listed"
    labels = table.select(label=table[name], counts=True if counts is None else counts)
    grouped = labels.group_by("label").aggregate(
        rows=labels.count(), counted=labels.counts.cast("int64").sum()
    )
    found = ask(grouped.limit(MOST_CLUSTERS + 2), purpose)
    if len(found) > MOST_CLUSTERS:
        different = ask(labels.aggregate(different=labels.label.nunique()), purpose)
        raise _too_many(name, different["different"][0].as_py())
    rows, counted = found["rows"].to_numpy(), found["counted"].to_numpy()
    distinct = distinct_labels(found["label"])
    refuse_nul(name, distinct.values)
    refuse_missing_labels(int(rows[distinct.codes < 0].sum()), int(rows.sum()))
    held = distinct.of_rows(counted > 0)
    clusters = cluster_codes(held, len(held.codes), noise_label, noise)
    give_hints(distinct, clusters)
    return clusters


def different_labels(table: Expression, name: str) -> list[Label]:
    """Return the different labels, or as many of them as there may be clusters."""
    labels = table.select(label=table[name]).distinct().limit(MOST_CLUSTERS)
    found = ask(labels, f"the labels of column {name!r} were listed")
    return distinct_labels(found["label"]).values


def cluster_of(column: Expression, clusters: Clusters) -> Expression:
    """Return the number of the cluster of each row, NOISE for all that are in none."""
    kind = column.type()
    cases = [
        (column == _written(label, kind), number) for number, label in enumerate(clusters.labels)
    ]
    return ibis().cases(*cases, else_=NOISE).cast("int64")


def _written(label: Label, kind: Any) -> Expression:  # noqa: ANN401
    # a plain literal would be a decimal to DuckDB, which is 0.30000000000000004 where it is 0.3
    return double(label) if isinstance(label, float) else ibis().literal(label, type=kind)


def _refuse_nested(table: Expression, name: str) -> None:
    kind = table[name].type()
    if kind.is_nested() or kind.is_json() or kind.is_binary() or kind.is_interval():
        raise InputError(
            f"the labels in column {name!r} are {kind}; convert them to numbers or texts"
        )


def _too_many(name: str, different: int) -> InputError:
    return InputError(
        f"the label column {name!r} has {different:,} different values, and each would be a "
        f"cluster with a description of its own, of which there may be {MOST_CLUSTERS:,}; it "
        "looks like an identifier: name the column that holds the cluster of each row"
    )
