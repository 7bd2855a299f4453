"""Rows and the tags that they have, and what can be said of a cover without a solver.

A column of true and false is one tag, a category one tag for each of its levels, and so is a
column of numbers that are 0 or 1 in all rows that count. Other numbers and dates are no tags, and
neither is a missing value.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError, hint
from clusterscribe.feature import Feature, Kind
from clusterscribe.problem.boxes import NOISE
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.table import Table
from clusterscribe.table.column import Levels, Numbers
from clusterscribe.table.shape import quoted

ZERO_OR_ONE = (Kind.INTEGER, Kind.NUMBER)
MOST_COMPARED = 2000  # rows of a cluster that are compared with each other: a fraction of a second

Cover: TypeAlias = NDArray[np.bool_]  # clusters x tags: whether the cluster uses the tag


def columns_with_tags(table: Table, counted: NDArray[np.bool_]) -> list[str]:
    """Return the columns that hold tags in the rows that count; it is an error if none does."""
    holds = {name: _holds_tags(table.column(name), counted) for name in table.columns}
    found = [name for name, tags in holds.items() if tags]
    others = [name for name, tags in holds.items() if not tags]
    if not found:
        raise InputError(
            f"no column holds tags: {_numbers(others)}; give columns of true and false or of "
            "categories, for example numbers cut into ranges"
        )
    if others:
        left_out = "it is left out" if len(others) == 1 else "they are left out"
        hint(f"{_numbers(others)}: {left_out}, and can be tags when cut into ranges")
    return found


def _holds_tags(column: Numbers | Levels, counted: NDArray[np.bool_]) -> bool:
    if isinstance(column, Levels) or column.kind is Kind.BOOLEAN:
        return True
    # a number that is missing or infinite is refused wherever it is
    if column.kind not in ZERO_OR_ONE or not np.isfinite(column.values).all():
        return False
    return bool(np.isin(column.values[counted], (0, 1)).all())


def _numbers(columns: list[str]) -> str:
    if len(columns) == 1:
        return f"column {columns[0]!r} holds numbers or dates"
    return f"the columns {quoted(columns)} hold numbers or dates"


def tags_of(features: Iterable[Feature]) -> list[Feature]:
    """Return the features that are tags, of columns that hold them."""
    tags: list[Feature] = []
    for _, group in groupby(features, key=lambda feature: feature.column):
        known = [f for f in group if f.kind is not Kind.LEVEL or f.level is not None]
        # true and false with missing values come as levels, and "false" is no tag
        is_boolean = all(isinstance(feature.level, bool) for feature in known)
        tags += [feature for feature in known if not is_boolean or feature.level]
    return tags


@dataclass(frozen=True, slots=True, eq=False)
class TaggedRows:
    """Rows of clusters, the tags that they have, and whole weights."""

    has: NDArray[np.bool_]  # rows x tags
    cluster: NDArray[np.int64]
    weight: NDArray[np.int64]
    clusters: int
    noise: NDArray[np.int64] | int = 0  # of each tag, the weight of the noise rows that have it

    @classmethod
    def of(cls, data: Encoded, tags: Sequence[Feature]) -> TaggedRows:
        """Return the rows of clusters and their tags; noise needs none, but should have none."""
        boxes = data.boxes
        has = np.zeros((len(boxes), len(tags)), dtype=bool)
        for place, tag in enumerate(tags):
            has[:, place] = data.values[tag] == 1
        noise = boxes.cluster == NOISE
        return cls(
            has[~noise],
            boxes.cluster[~noise],
            boxes.weight[~noise],
            boxes.clusters,
            noise=boxes.weight[noise] @ has[noise],
        )

    def merged(self) -> TaggedRows:
        """Make rows of one cluster with the same tags one row."""
        tags = np.packbits(self.has, axis=1)
        key = np.column_stack([self.cluster.view(np.uint8).reshape(-1, 8), tags])
        _, first, of_row = np.unique(key, axis=0, return_index=True, return_inverse=True)
        weight = np.bincount(of_row.ravel(), weights=self.weight).astype(np.int64)
        return replace(self, has=self.has[first], cluster=self.cluster[first], weight=weight)

    def chosen(self, rows: NDArray[Any]) -> TaggedRows:
        """Return some of the rows."""
        return replace(
            self, has=self.has[rows], cluster=self.cluster[rows], weight=self.weight[rows]
        )

    def bare(self, cover: Cover) -> NDArray[np.bool_]:
        """Whether each row has no tag of its cluster."""
        return np.asarray(~(self.has & cover[self.cluster]).any(axis=1))

    def uncovered(self, cover: Cover) -> int:
        """Weight of the rows without a tag of their cluster."""
        return int(self.weight[self.bare(cover)].sum())

    def with_tag(self, cluster: int, tag: int) -> NDArray[np.int64]:
        """Return the rows of a cluster that have a tag."""
        return np.flatnonzero((self.cluster == cluster) & self.has[:, tag])


def _members(rows: TaggedRows) -> NDArray[np.int64]:
    """Weight of the rows of each cluster that have each tag."""
    each = (rows.cluster == cluster for cluster in range(rows.clusters))
    return np.array([rows.weight[members] @ rows.has[members] for members in each])


def weight_elsewhere(rows: TaggedRows) -> NDArray[np.int64]:
    """Weight of the rows of all other clusters than each, and of noise, that have each tag."""
    members = _members(rows)
    return np.asarray(members.sum(axis=0) - members + rows.noise)


def greedy_cover(rows: TaggedRows) -> Cover:
    """Give away one tag at a time, always the one that covers most weight with its cluster."""
    gain = _members(rows)
    cover = np.zeros(gain.shape, dtype=bool)
    is_left = np.ones(len(rows.weight), dtype=bool)
    while gain.size and gain.max() > 0:
        cluster, tag = divmod(int(gain.argmax()), rows.has.shape[1])
        cover[cluster, tag] = True
        found = rows.with_tag(cluster, tag)
        found = found[is_left[found]]
        is_left[found] = False
        gain[cluster] -= rows.weight[found] @ rows.has[found]
        gain[:, tag] = 0
    return cover


def without_idle_tags(rows: TaggedRows, cover: Cover, allowed: int | None = None) -> Cover:
    """Take tags away while no more rows stay uncovered than before, or than are allowed."""
    cover = cover.copy()
    times = (rows.has & cover[rows.cluster]).sum(axis=1)  # that each row is covered
    uncovered = int(rows.weight[times == 0].sum())
    allowed = uncovered if allowed is None else allowed
    for cluster, tag in np.argwhere(cover).tolist():
        found = rows.with_tag(cluster, tag)
        lost = int(rows.weight[found[times[found] == 1]].sum())
        if uncovered + lost <= allowed:
            cover[cluster, tag] = False
            times[found] -= 1
            uncovered += lost
    return cover


def undominated(rows: TaggedRows) -> NDArray[np.int64]:
    """Return the rows of each cluster whose tags include those of no other row.

    Merged rows of a cluster all differ, so no two of them include each other.
    """
    kept = []
    for cluster in range(rows.clusters):
        members = np.flatnonzero(rows.cluster == cluster)
        if len(members) <= MOST_COMPARED:
            has = rows.has[members].astype(np.float32)
            common = has @ has.T
            np.fill_diagonal(common, -1)
            includes_another = (common == has.sum(axis=1)).any(axis=1)
            members = members[~includes_another]
        kept.append(members)
    return np.concatenate(kept)
