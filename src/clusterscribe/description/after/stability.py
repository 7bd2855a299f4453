"""How much a description depends on the rows that happened to be in the table.

The descriptions of bootstrap samples are compared with it one after the other.

As text this is one card per cluster, one line per condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from clusterscribe.description.after.cluster_stability import (
    UNKNOWN,
    ClusterStability,
    Recurrence,
    about,
)
from clusterscribe.description.core.base import BaseDescription
from clusterscribe.description.core.conditions import condition_of
from clusterscribe.description.core.halfspace import HalfSpace
from clusterscribe.description.core.placement import Rows
from clusterscribe.description.core.region import Polyhedron
from clusterscribe.description.export.plain import Node
from clusterscribe.description.words import layout, wording
from clusterscribe.description.words.condition_wording import half_space
from clusterscribe.description.words.layout import heading, wrapped
from clusterscribe.feature import Feature
from clusterscribe.parameters import Label

Signs: TypeAlias = frozenset[tuple[Feature, bool]]  # features, and which weights are above 0


@dataclass(frozen=True, slots=True)
class Stability:
    """A description compared with those of bootstrap samples of the rows."""

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
        """Write how often each condition recurs, one card per cluster."""
        if not self.samples:
            return "\n".join(wrapped(UNKNOWN, width, "", ""))
        cards = (_card(cluster, self.samples, width) for cluster in self.clusters)
        return "\n\n".join("\n".join(lines) for lines in (*cards, _summary(self, width)))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        return {
            "samples": self.samples,
            "interrupted": self.interrupted,
            "cut_short": self.cut_short,
            "complexities": list(self.complexities),
            "accuracies": list(self.accuracies),
            "clusters": [cluster.to_dict() for cluster in self.clusters],
        }

    @classmethod
    def from_dict(cls, values: object) -> Stability:
        """Read back what `to_dict` returned."""
        root = Node(values, document="stability")
        return cls(
            samples=root.field("samples").whole(),
            clusters=tuple(map(ClusterStability.read, root.field("clusters").items())),
            complexities=tuple(one.whole() for one in root.field("complexities").items()),
            accuracies=tuple(one.finite() for one in root.field("accuracies").items()),
            interrupted=root.field("interrupted").truth(),
            cut_short=root.field("cut_short").whole(),
        )

    def __str__(self) -> str:
        return self.to_text()


def _card(cluster: ClusterStability, samples: int, width: int) -> Iterator[str]:
    same = "" if cluster.mean_agreement is None else about(cluster.mean_agreement)
    right = f"alike in {cluster.alike} of {samples}, {same} of its rows the same"
    yield from heading(f"Cluster {wording.label(cluster.label)}", right, width)
    for recurrence in cluster.recurrences:
        start = f"  {recurrence.samples:>{len(str(samples))}} of {samples}  "
        yield from _condition(recurrence, start, width)


def _condition(recurrence: Recurrence, start: str, width: int) -> list[str]:
    below, ends = " " * len(start), recurrence.bounds
    if not ends:
        return layout.condition(condition_of(recurrence.half_space), width, start, below)
    words = f"{half_space(recurrence.half_space)}; bounds: {ends}"
    return wrapped(words, width, start, f"{below}    ")


def _summary(stability: Stability, width: int) -> Iterator[str]:
    samples = wording.count(stability.samples, "sample")
    yield from heading("In all", f"{samples} of the rows", width)
    yield f"  Complexity  {_between(stability.complexities, str)}"
    yield f"  Accuracy    {_between(stability.accuracies, wording.percent)} on all rows"
    if stability.cut_short:
        unfinished = wording.count(stability.cut_short, "sample")
        words = (
            f"There was no time to search {unfinished} to the end, and conditions of unfinished "
            "searches recur less often."
        )
        yield from ["", *wrapped(words, width, "  ", "  ")]
    if stability.interrupted:
        yield from ["", *wrapped("Stopped before all samples were described.", width, "  ", "  ")]


def _between(figures: Sequence[float], words: Callable[[Any], str]) -> str:
    low, high = words(min(figures)), words(max(figures))
    return low if low == high else f"{low} to {high}"


@dataclass(slots=True)
class _Cluster:
    """What is known so far of one cluster."""

    polyhedron: Polyhedron
    inside: Rows
    bounds: dict[Signs, list[float | None]] = field(default_factory=dict)
    agreement: list[float] = field(default_factory=list)
    alike: int = 0

    def compare(self, spaces: Iterable[HalfSpace], inside: Rows) -> None:
        found = {_signs(space): _in_units(space) for space in spaces}
        for signs, bound in found.items():
            self.bounds.setdefault(signs, []).append(bound)
        self.alike += found.keys() == set(map(_signs, self.polyhedron.half_spaces))
        self.agreement.append(_jaccard(self.inside, inside))

    def stability(self) -> ClusterStability:
        recurrences = tuple(map(self._recurrence, self.polyhedron.half_spaces))
        return ClusterStability(
            self.polyhedron.label, recurrences, tuple(self.agreement), self.alike
        )

    def _recurrence(self, space: HalfSpace) -> Recurrence:
        bounds = self.bounds.get(_signs(space), [])
        known = [bound for bound in bounds if bound is not None]
        ends = (min(known), max(known)) if known else (None, None)
        return Recurrence(space, len(bounds), *ends)


class Recurring:
    """A description by polyhedra, and what recurs of it in the descriptions of samples."""

    def __init__(self, polyhedra: Iterable[Polyhedron], inside: Rows) -> None:
        self._clusters = [
            _Cluster(part, column) for part, column in zip(polyhedra, inside.T, strict=True)
        ]

    def add(self, description: BaseDescription, inside: Rows) -> None:
        """Compare another description with the first; a cluster that it lacks has no row."""
        places: dict[Label, int] = {
            part.label: place for place, part in enumerate(description.parts)
        }
        for cluster in self._clusters:
            place = places.get(cluster.polyhedron.label)
            if place is None:
                cluster.agreement.append(_jaccard(cluster.inside, np.zeros(len(inside), bool)))
                continue
            part = description.parts[place]
            spaces = part.half_spaces if isinstance(part, Polyhedron) else ()
            cluster.compare(spaces, inside[:, place])

    def clusters(self) -> tuple[ClusterStability, ...]:
        """Return what became of each cluster."""
        return tuple(cluster.stability() for cluster in self._clusters)


def _signs(space: HalfSpace) -> Signs:
    return frozenset((term.feature, term.weight > 0) for term in space.terms)


def _in_units(space: HalfSpace) -> float | None:
    """Return the bound of a condition on one number in the units of the table."""
    term, *others = space.terms
    if others or term.feature.kind.is_binary:
        return None
    return term.zero + term.span * (space.bound / term.weight) + 0.0


def _jaccard(first: Rows, second: Rows) -> float:
    """Return how many rows of both are in either; two empty sets are the same."""
    either = int(np.count_nonzero(first | second))
    return int(np.count_nonzero(first & second)) / either if either else 1.0
