"""The words of this room: what is known of a data set, where it is, and what is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Variant: TypeAlias = Literal["paper", "clean"]
LabelsFrom: TypeAlias = Literal["file", "k-means"]


class UnfitError(ValueError):
    """What was read is not the data set; the reason is a phrase for the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Mirror:
    """An address with a copy, and how to read what comes from there."""

    address: str
    members: tuple[str, ...] = ()  # what to take from a zip file, and from a zip file in it
    delimiter: str | None = ","  # None: any white space
    names: tuple[str, ...] = ()  # of the columns, for copies that do not name them
    renamed: Mapping[str, str] = field(default_factory=dict)  # from other names, in small letters


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a data set without loading it."""

    name: str
    title: str
    rows: int  # complete ones
    features: int  # as in the paper: a level of a category is a feature
    clusters: int  # as in the paper
    columns: tuple[str, ...] = field(repr=False)
    target: str  # the column that says the original class
    licence: str
    digest: str = field(repr=False)  # of the tidy content
    categories: frozenset[str] = field(default=frozenset(), repr=False)
    # digests of the reference clusterings; "clean" only where the variants differ
    partitions: Mapping[Variant, str] = field(default_factory=dict, repr=False)
    two_variants: bool = False
    bundled: bool = False  # with scikit-learn
    mirrors: tuple[Mirror, ...] = field(default=(), repr=False)

    def partition(self, variant: Variant, clusters: int) -> str | None:
        """Return the digest of a reference clustering; None where the paper has none."""
        if clusters != self.clusters:
            return None
        return self.partitions.get(variant if self.two_variants else "paper")


@dataclass(frozen=True, slots=True, eq=False)
class DataSet:
    """A table in its own units with the reference clustering of its rows."""

    name: str
    variant: Variant
    table: Any = field(repr=False)  # pyarrow, pandas or polars
    labels: NDArray[np.int64] = field(repr=False)  # 0, 1, ... in the order of appearance
    source: str  # a folder, "scikit-learn" or an address
    labels_from: LabelsFrom  # a file of the user's, or k-means, now or when first loaded
