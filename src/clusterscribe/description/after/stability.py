"""How much a description hangs on the rows that happened to be in the table, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clusterscribe.description.core.halfspace import HalfSpace, Label


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
    the polyhedron found and inside that of the sample. `alike` samples have all of its
    conditions and no others, whatever their bounds.
    """

    label: Label
    recurrences: tuple[Recurrence, ...]
    agreement: tuple[float, ...]
    alike: int = 0

    @property
    def mean_agreement(self) -> float | None:
        """The mean over the samples; None without any."""
        return sum(self.agreement) / len(self.agreement) if self.agreement else None


@dataclass(frozen=True, slots=True)
class Stability:
    """A description held against those of bootstrap samples of the rows."""

    samples: int
    clusters: tuple[ClusterStability, ...]  # in the order of the description
    complexities: tuple[int, ...]  # of each sample
    accuracies: tuple[float, ...]  # of each sample's description on the whole table
    interrupted: bool = False  # before all samples that were asked for
    cut_short: int = 0  # samples of which the search ran out of its share of the time

    def of(self, label: Label) -> ClusterStability | None:
        """Return the stability of one cluster."""
        return next((cluster for cluster in self.clusters if cluster.label == label), None)

    def to_text(self, width: int = 80) -> str:
        """Write how often each condition recurs, a card a cluster."""
        from clusterscribe.description.after.stability_text import to_text

        return to_text(self, width)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        from clusterscribe.description.after.stability_json import to_dict

        return to_dict(self)

    @classmethod
    def from_dict(cls, values: object) -> Stability:
        """Read back what `to_dict` returned."""
        from clusterscribe.description.after.stability_json import from_dict

        return from_dict(values)

    def __str__(self) -> str:
        return self.to_text()
