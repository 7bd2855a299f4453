"""Segments within segments, by rows: which rows are in which segment, on each level.

Whatever a hierarchy comes from, it is one column of labels per level, from coarse to fine. A path
of labels decides: the same label below two parents is two segments.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.parameters import Label, Noise
from clusterscribe.table import NOISE, Distinct
from clusterscribe.table.column import MISSING
from clusterscribe.table.labels import MOST_CLUSTERS, ordered_labels

MOST_LEVELS = 100
SEPARATOR = " / "  # between the labels of a path, in words

Path: TypeAlias = tuple[Label, ...]
Places: TypeAlias = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """The label of every row on one level, and what the level is called."""

    name: str
    labels: Distinct


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """A segment by its rows, and the segments that it is divided into.

    `codes` says for each of the rows in which child it is, NOISE where it is in none of them.
    """

    path: Path
    rows: Places
    children: tuple[Branch, ...]
    codes: NDArray[np.int64]

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels of the children."""
        return tuple(child.path[-1] for child in self.children)

    @property
    def has_noise(self) -> bool:
        """Whether some rows of a divided segment are in none of its parts."""
        return bool(self.children) and bool((self.codes == NOISE).any())

    def walk(self) -> Iterator[Branch]:
        """Return this segment and all below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()

    def is_split(self, noise: Noise) -> bool:
        """Whether there is something to tell apart: two children, or one and noise."""
        return len(self.children) + (noise == "outside" and self.has_noise) > 1


@dataclass(frozen=True, slots=True, eq=False)
class Hierarchy:
    """The names of the levels, and all segments below a root that holds every row."""

    levels: tuple[str, ...]
    root: Branch
    noise_label: Label = None


def hierarchy_of(levels: tuple[Level, ...], rows: Places, noise_label: Label = None) -> Hierarchy:
    """Divide these rows by level after level.

    From the level on where a row has the noise label, it is in no segment. A segment whose rows
    have no label at all on the next level is not divided further.
    """
    if len(levels) > MOST_LEVELS:
        raise InputError(
            f"there are {len(levels):,} levels, and a tree may have {MOST_LEVELS}; leave out the "
            "finest (max_depth of a condensed tree)"
        )
    root = _branch((), rows, levels, noise_label)
    _refuse_too_many(root, levels)
    return Hierarchy(tuple(level.name for level in levels), root, noise_label)


def in_words(path: Path) -> str:
    """Write a path of labels: `North / Young`; the root is all rows."""
    return SEPARATOR.join(map(wording.label, path)) or "all rows"


def _branch(path: Path, rows: Places, levels: tuple[Level, ...], noise_label: Label) -> Branch:
    nothing = np.full(len(rows), NOISE, dtype=np.int64)
    if not levels:
        return Branch(path, rows, (), nothing)
    level, finer = levels[0], levels[1:]
    found = Distinct(level.labels.values, level.labels.codes[rows]).of_rows(slice(None))
    missing = int((found.codes == MISSING).sum())
    if missing == len(rows) and path:
        _refuse_below(path, rows, level, finer)
        return Branch(path, rows, (), nothing)
    if missing:
        raise _missing(path, missing, len(rows), level)
    labels = ordered_labels([v for v in found.values if noise_label is None or v != noise_label])
    place = {label: code for code, label in enumerate(labels)}
    codes = np.array([place.get(v, NOISE) for v in found.values], dtype=np.int64)[found.codes]
    children = tuple(
        _branch((*path, label), rows[codes == code], finer, noise_label)
        for code, label in enumerate(labels)
    )
    return Branch(path, rows, children, codes)


def _refuse_below(path: Path, rows: Places, level: Level, finer: tuple[Level, ...]) -> None:
    """Refuse labels on a level below one that has none."""
    for below in finer:
        if (below.labels.codes[rows] != MISSING).any():
            raise InputError(
                f"the segment {in_words(path)} has labels on level {below.name!r}, and none on "
                f"{level.name!r} above it; fill that level, or leave it out"
            )


def _missing(path: Path, missing: int, rows: int, level: Level) -> InputError:
    where = f" of the segment {in_words(path)}" if path else ""
    return InputError(
        f"labels are missing on level {level.name!r} in {missing:,} of {rows:,} rows{where}; drop "
        "these rows, or give them a label of their own"
    )


def _refuse_too_many(root: Branch, levels: tuple[Level, ...]) -> None:
    """Refuse what look like keys before any search begins."""
    for branch in root.walk():
        if len(branch.children) > MOST_CLUSTERS:
            raise InputError(
                f"level {levels[len(branch.path)].name!r} has {len(branch.children):,} different "
                f"labels in {in_words(branch.path)}, and each would be a segment of its own, of "
                f"which there may be {MOST_CLUSTERS:,}; they look like identifiers: leave that "
                "level out"
            )
