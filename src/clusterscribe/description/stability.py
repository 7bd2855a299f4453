"""How much a description hangs on the rows that happened to be in the table, as data."""

from __future__ import annotations

from dataclasses import dataclass

from clusterscribe.description.halfspace import HalfSpace, Label


@dataclass(frozen=True, slots=True)
class Recurrence:
    """How often samples have a condition on the same features, the same way round, for its cluster.

    Of a condition on one feature, `low` and `high` are the least and the largest bound among
    those samples, in the units of the table; None where there is none.
    """

    half_space: HalfSpace
    samples: int
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class ClusterStability:
    """One cluster: what became of its conditions, and of which rows are inside.

    `agreement` has for each sample the Jaccard index of the rows of the whole table inside
    the polyhedron found and inside that of the sample.
    """

    label: Label
    recurrences: tuple[Recurrence, ...]
    agreement: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Stability:
    """A description held against those of bootstrap samples of the rows."""

    samples: int
    clusters: tuple[ClusterStability, ...]  # in the order of the description
    complexities: tuple[int, ...]  # of each sample
    accuracies: tuple[float, ...]  # of each sample's description on the whole table
    interrupted: bool = False
