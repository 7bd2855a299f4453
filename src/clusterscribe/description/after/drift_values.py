"""Drift as plain values and as a DataFrame."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from clusterscribe.description.after.drift import Change, ClusterDrift, Drift, Part, Stray
from clusterscribe.description.export.frame import Backend, framed
from clusterscribe.description.export.plain import encode
from clusterscribe.description.words import wording
from clusterscribe.description.words.check_wording import words

TYPES = {
    "cluster": "String",
    "condition": "String",
    "figure": "String",
    "then": "Float64",
    "then_of": "Float64",
    "now": "Float64",
    "now_of": "Float64",
    "change": "Float64",
    "notable": "Boolean",
}


def to_frame(drift: Drift, backend: Backend = "pandas") -> Any:  # noqa: ANN401
    """Return a DataFrame with a row for each figure of each cluster and condition.

    `figure` is `rows`, `inside`, `errors` or `wrongly_inside` of a cluster, and `own` or
    `others` of a condition; `then` of `then_of` rows became `now` of `now_of`, and `change`
    is the difference of the two shares.
    """
    records = [
        {"cluster": wording.label(cluster.label), **record}
        for cluster in drift
        for record in _records(cluster)
    ]
    return framed(records, TYPES, backend)


def to_dict(drift: Drift) -> dict[str, Any]:
    """Return everything as plain values."""
    return {
        "weighted": drift.weighted,
        "unchanged": drift.unchanged,
        "errors": _change(drift.errors),
        "clusters": [_cluster(cluster) for cluster in drift],
        "new_labels": [_stray(stray) for stray in drift.new_labels],
        "vanished_labels": [_stray(stray) for stray in drift.vanished_labels],
    }


def _records(cluster: ClusterDrift) -> Iterator[dict[str, Any]]:
    for name, change in cluster.figures.items():
        yield {"figure": name, **_record(change)}
    for condition in cluster.conditions:
        for name, change in (("own", condition.own), ("others", condition.others)):
            yield {"condition": words(condition.check), "figure": name, **_record(change)}


def _record(change: Change) -> dict[str, Any]:
    then = change.then
    return {
        "then": None if then is None else float(then.amount),
        "then_of": None if then is None else float(then.whole),
        "now": float(change.now.amount),
        "now_of": float(change.now.whole),
        "change": change.difference,
        "notable": change.notable,
    }


def _cluster(cluster: ClusterDrift) -> dict[str, Any]:
    figures = {name: _change(change) for name, change in cluster.figures.items()}
    conditions = [
        {"condition": words(one.check), "own": _change(one.own), "others": _change(one.others)}
        for one in cluster.conditions
    ]
    return {"label": encode(cluster.label), **figures, "conditions": conditions}


def _change(change: Change) -> dict[str, Any]:
    return {
        "then": None if change.then is None else _part(change.then),
        "now": _part(change.now),
        "difference": change.difference,
        "notable": change.notable,
    }


def _part(part: Part) -> dict[str, float]:
    return {"amount": part.amount, "whole": part.whole}


def _stray(stray: Stray) -> dict[str, Any]:
    return {"label": encode(stray.label), "rows": stray.rows}
