"""A dendrogram (a linkage matrix of scipy), cut at several heights: one level for each cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import isfinite
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.words import wording
from clusterscribe.errors import InputError, hint
from clusterscribe.nested.hierarchy import Level
from clusterscribe.parameters import whole_number
from clusterscribe.table.labels import distinct_labels


def levels_of_linkage(
    linkage: object, cuts: object, heights: object, rows: int
) -> tuple[Level, ...]:
    """Cut a dendrogram into so many clusters, or at such heights, from coarse to fine.

    Labels are those of `scipy.cluster.hierarchy.fcluster`.
    """
    matrix = _checked(linkage, rows)
    if (cuts is None) == (heights is None):
        raise InputError(
            "say where to cut the linkage: either cuts=[2, 5], the numbers of clusters on each "
            "level, or heights=[10.0, 4.0]"
        )
    if cuts is not None:
        numbers = _numbers_of_clusters(cuts, rows)
        found = [_cut(matrix, number, "maxclust") for number in numbers]
        _warn_of_fewer(numbers, found)
        names = [f"{wording.number(number)} clusters" for number in numbers]
    else:
        levels = _heights(heights)
        found = [_cut(matrix, height, "distance") for height in levels]
        names = [f"height {wording.exact(height)}" for height in levels]
    pairs = zip(names, found, strict=True)
    return tuple(Level(name, distinct_labels(labels)) for name, labels in pairs)


def _checked(linkage: object, rows: int) -> NDArray[np.float64]:
    """Return the matrix; a tree of hdbscan turns itself into one."""
    given: Any = linkage.to_numpy() if hasattr(linkage, "to_numpy") else linkage
    try:
        matrix = np.ascontiguousarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        matrix = np.empty(0)
    if matrix.ndim != 2 or matrix.shape[1] != 4:
        raise InputError(
            "linkage must be the matrix that scipy.cluster.hierarchy.linkage returns, with four "
            f"columns, not {_shape(matrix, linkage)}"
        )
    if len(matrix) != rows - 1:
        raise InputError(
            f"linkage joins {len(matrix) + 1:,} rows and X has {rows:,}; give the linkage of these "
            "rows"
        )
    from scipy.cluster.hierarchy import is_valid_linkage

    if not np.isfinite(matrix).all() or not is_valid_linkage(matrix):
        raise InputError(
            "linkage is not a valid linkage matrix: each of its lines must join two clusters that "
            "were made above it; give what scipy.cluster.hierarchy.linkage returns"
        )
    return matrix


def _shape(matrix: NDArray[np.float64], given: object) -> str:
    return f"an array of shape {matrix.shape}" if matrix.size else f"{type(given).__name__}"


def _cut(matrix: NDArray[np.float64], where: float, criterion: str) -> NDArray[np.int64]:
    from scipy.cluster.hierarchy import fcluster

    labels: NDArray[np.int64] = fcluster(matrix, where, criterion=criterion).astype(np.int64)
    return labels


def _numbers_of_clusters(cuts: object, rows: int) -> list[int]:
    numbers = [whole_number(number) for number in _entries(cuts, "cuts", "[2, 5]")]
    whole = [number for number in numbers if number is not None]
    if len(whole) < len(numbers) or whole[0] < 2:
        raise InputError(
            "cuts must be whole numbers of at least 2, the numbers of clusters on each level, not "
            f"{cuts!r}"
        )
    if any(after <= before for before, after in pairwise(whole)):
        raise InputError(f"cuts must rise from level to level, as clusters are divided: {cuts!r}")
    if whole[-1] > rows:
        raise InputError(
            f"cuts asks for {whole[-1]:,} clusters and X has {rows:,} rows; ask for fewer"
        )
    return whole


def _heights(given: object) -> list[float]:
    entries = _entries(given, "heights", "[10.0, 4.0]")
    heights = [
        float(entry)
        for entry in entries
        if isinstance(entry, Real) and not isinstance(entry, bool) and isfinite(entry)
    ]
    if len(heights) < len(entries) or min(heights) < 0:
        raise InputError(f"heights must be finite numbers of at least 0, not {given!r}")
    if any(after >= before for before, after in pairwise(heights)):
        raise InputError(
            f"heights must fall from level to level, as clusters are divided: {given!r}"
        )
    return heights


def _entries(given: object, name: str, example: str) -> list[Any]:
    entries = list(given) if isinstance(given, Iterable) and not isinstance(given, str) else []
    if not entries:
        raise InputError(f"{name} must be a list such as {example}, not {given!r}")
    return entries


def _warn_of_fewer(numbers: Sequence[int], found: Sequence[NDArray[np.int64]]) -> None:
    """Say where clusters that are joined at one height cannot be cut apart."""
    for number, labels in zip(numbers, found, strict=True):
        count = int(labels.max())
        if count < number:
            hint(
                f"the linkage cannot be cut into {number} clusters, as some are joined at the same "
                f"height; there are {count} on that level"
            )
