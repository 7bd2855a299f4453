"""Stability as plain values, and read back with care."""

from __future__ import annotations

from typing import Any

from clusterscribe.description.after.stability import ClusterStability, Recurrence, Stability
from clusterscribe.description.export.json import half_space_as_dict, read_half_space
from clusterscribe.description.export.node import Node
from clusterscribe.description.export.plain import encode


def to_dict(stability: Stability) -> dict[str, Any]:
    """Return everything as plain values that JSON can write."""
    return {
        "samples": stability.samples,
        "interrupted": stability.interrupted,
        "cut_short": stability.cut_short,
        "complexities": list(stability.complexities),
        "accuracies": list(stability.accuracies),
        "clusters": [_cluster(cluster) for cluster in stability.clusters],
    }


def from_dict(values: object) -> Stability:
    """Read the stability of a description from plain values."""
    root = Node(values, document="stability")
    return Stability(
        samples=root.field("samples").whole(),
        clusters=tuple(map(_read_cluster, root.field("clusters").items())),
        complexities=tuple(one.whole() for one in root.field("complexities").items()),
        accuracies=tuple(one.finite() for one in root.field("accuracies").items()),
        interrupted=root.field("interrupted").truth(),
        cut_short=root.field("cut_short").whole(),
    )


def _cluster(cluster: ClusterStability) -> dict[str, Any]:
    return {
        "label": encode(cluster.label),
        "alike": cluster.alike,
        "agreement": list(cluster.agreement),
        "conditions": [_recurrence(recurrence) for recurrence in cluster.recurrences],
    }


def _recurrence(recurrence: Recurrence) -> dict[str, Any]:
    return {
        **half_space_as_dict(recurrence.half_space),
        "samples": recurrence.samples,
        "low": recurrence.low,
        "high": recurrence.high,
    }


def _read_cluster(node: Node) -> ClusterStability:
    return ClusterStability(
        label=node.field("label").plain(),
        recurrences=tuple(map(_read_recurrence, node.field("conditions").items())),
        agreement=tuple(one.finite() for one in node.field("agreement").items()),
        alike=node.field("alike").whole(),
    )


def _read_recurrence(node: Node) -> Recurrence:
    low, high = node.field("low").or_none(), node.field("high").or_none()
    return Recurrence(
        read_half_space(node),
        node.field("samples").whole(),
        low.finite() if low else None,
        high.finite() if high else None,
    )
