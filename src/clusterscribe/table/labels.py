"""Labels of rows: of any type, in any order, kept as they came."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError
from clusterscribe.table.distinct import Distinct
from clusterscribe.table.label_values import (
    distinct_labels,
    plain_label,
    refuse_missing,
    refuse_wrong_length,
)
from clusterscribe.table.objects import object_array

Label: TypeAlias = Hashable
Noise: TypeAlias = Literal["outside", "ignore"]

NOISE = -1  # the code of a row that is in no cluster
MOST_CLUSTERS = 1_000


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """The clusters, and which one each row is in."""

    labels: tuple[Label, ...]  # without noise, in an order that rows do not change
    codes: NDArray[np.int64]  # position in `labels`, NOISE for noise
    noise_label: Label = None  # a plain Python object; None: there is no noise

    @property
    def is_noise(self) -> NDArray[np.bool_]:
        """Whether each row is noise."""
        return np.equal(self.codes, NOISE)


def read_labels(labels: object, rows: int) -> Distinct:
    """Read labels once, for all that follows; refuse a wrong number and missing ones."""
    found = distinct_labels(labels)
    refuse_wrong_length(found, rows)
    refuse_missing(found)
    return found


def plain_labels(labels: object, rows: int) -> list[Label]:
    """Return the label of each row as a plain Python object."""
    found = read_labels(labels, rows)
    return list(object_array(found.values)[found.codes])


def cluster_codes(
    labels: object, rows: int, noise_label: Label = None, noise: Noise = "outside"
) -> Clusters:
    """Return the clusters that labels name, and which one each row is in.

    Rows labelled `noise_label` are in none. With `noise="outside"` they are to lie outside
    of every description, so that one cluster is enough; with "ignore" they do not count.
    """
    if not isinstance(noise, str) or noise not in ("outside", "ignore"):
        raise InputError(f"noise must be 'outside' or 'ignore', not {noise!r}")
    noise_label = _checked_noise_label(noise_label)
    found = read_labels(labels, rows)
    _refuse_too_many(found)
    is_cluster = [noise_label is None or v != noise_label for v in found.values]
    ordered = _ordered([v for v, is_one in zip(found.values, is_cluster, strict=True) if is_one])
    position = {label: code for code, label in enumerate(ordered)}
    code_of = np.array([position.get(value, NOISE) for value in found.values], dtype=np.int64)
    clusters = Clusters(ordered, code_of[found.codes], noise_label)
    _refuse_too_few(clusters, noise)
    return clusters


def looks_like_dbscan(labels: object) -> bool:
    """Whether the labels are -1, 0, 1, ..., in which -1 commonly stands for noise."""
    values = distinct_labels(labels).values
    return len(values) > 1 and set(values) == set(range(-1, len(values) - 1))


def _checked_noise_label(noise_label: Label) -> Label:
    plain: Label = plain_label(noise_label)
    try:
        hash(plain)
    except TypeError:
        raise InputError(
            f"noise_label must be a single label, such as -1 or 'noise', not {noise_label!r}"
        ) from None
    return plain


def _refuse_too_few(clusters: Clusters, noise: Noise) -> None:
    count, has_noise = len(clusters.labels), bool(clusters.is_noise.any())
    if count == 0:
        raise InputError("labels has no cluster, every row is noise; at least one is needed")
    if count == 1 and not (has_noise and noise == "outside"):
        raise InputError(
            f"labels has only one cluster (one class), {clusters.labels[0]!r}; at least two are "
            "needed (noise rows do not count)"
        )


def _refuse_too_many(labels: Distinct) -> None:
    """Refuse what are rather numbers or keys; time and memory grow with the clusters squared."""
    if len(labels.values) > MOST_CLUSTERS + 1:  # one may be noise
        raise InputError(
            f"labels has {len(labels.values):,} different values, and each would be a cluster "
            f"with a description of its own, of which there may be {MOST_CLUSTERS:,}; they look "
            "like identifiers: give the cluster of each row instead"
        )


def _ordered(labels: Sequence[Any]) -> tuple[Label, ...]:
    try:
        return tuple(sorted(labels))
    except TypeError:  # numbers and texts side by side, say
        return tuple(sorted(labels, key=_order_of_mixed))


def _order_of_mixed(label: Any) -> tuple[str, float, str]:  # noqa: ANN401
    if isinstance(label, int | float):
        return "", label, ""
    return type(label).__name__, 0, str(label) if isinstance(label, str) else repr(label)
