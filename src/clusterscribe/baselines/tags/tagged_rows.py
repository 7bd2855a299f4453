"""Rows and the tags that they have: what can be said of a cover without a solver."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

MOST_COMPARED = 2000  # rows of a cluster that are compared with each other: a fraction of a second

Cover: TypeAlias = NDArray[np.bool_]  # clusters x tags: whether the cluster uses the tag


@dataclass(frozen=True, slots=True, eq=False)
class TaggedRows:
    """Rows of clusters, the tags that they have, and whole weights."""

    has: NDArray[np.bool_]  # rows x tags
    cluster: NDArray[np.int64]
    weight: NDArray[np.int64]
    clusters: int
    noise: NDArray[np.int64] | int = 0  # of each tag, the weight of the noise rows that have it

    def merged(self) -> TaggedRows:
        """Make rows of one cluster with the same tags one row."""
        key = np.column_stack([self.cluster.view(np.uint8).reshape(-1, 8), self._packed()])
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

    def _packed(self) -> NDArray[np.uint8]:
        return np.packbits(self.has, axis=1)


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
