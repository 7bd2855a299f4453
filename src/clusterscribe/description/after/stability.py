"""How much a description depends on the rows that happened to be in the table.

The descriptions of bootstrap samples are compared with it one after the other.

As text this is one card per cluster, one line per condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
from clusterscribe.description.core.region import Polyhedron, Region, polyhedra_of
from clusterscribe.description.export.plain import Node
from clusterscribe.description.words import layout, wording
from clusterscribe.description.words.condition_wording import half_space
from clusterscribe.description.words.layout import heading, wrapped
from clusterscribe.feature import Feature
from clusterscribe.fragment import bar, card, cards, facts, fragment, paragraphs, table, title
from clusterscribe.parameters import Label
from clusterscribe.screen import LINES, shown

Signs: TypeAlias = frozenset[tuple[Feature, bool]]  # features, and which weights are above 0


@dataclass(frozen=True, slots=True)
class Stability:
    """A description compared with those of bootstrap samples of the rows.

    Attributes
    ----------
    samples : int
        How many samples were described.
    clusters : tuple of ClusterStability
        What became of each cluster, in the order of the description.
    complexities : tuple of int
        The complexity of each sample's description.
    accuracies : tuple of float
        The accuracy of each sample's description on the whole table.
    interrupted : bool
        Whether it ended before all samples that were asked for.
    cut_short : int
        Samples of which the search ran out of its share of the time.

    Examples
    --------
    >>> from clusterscribe import Stability
    >>> Stability(0, (), (), ())
    No sample of the rows was described, so the stability is not known.

    """

    samples: int
    clusters: tuple[ClusterStability, ...]  # in the order of the description
    complexities: tuple[int, ...]  # of each sample
    accuracies: tuple[float, ...]  # of each sample's description on the whole table
    interrupted: bool = False  # before all samples that were asked for
    cut_short: int = 0  # samples of which the search ran out of its share of the time

    def of(self, label: Label) -> ClusterStability | None:
        """Return the stability of one cluster.

        Parameters
        ----------
        label : object
            The label of the cluster.

        Returns
        -------
        ClusterStability or None
            What became of it.

        Examples
        --------
        >>> from clusterscribe import describe, stability
        >>> table, labels = [[age] for age in range(20)], ["young"] * 10 + ["old"] * 10
        >>> found = stability(table, labels, describe(table, labels).description, samples=2)
        >>> found.of("young").alike
        2

        """
        return next((cluster for cluster in self.clusters if cluster.label == label), None)

    def to_text(self, width: int = 80, lines: int | None = None) -> str:
        """Write how often each condition recurs, one card per cluster.

        With `lines`, as many of the first clusters as fit into so many.

        Parameters
        ----------
        width : int
            Columns of a line.
        lines : int or None
            Most lines; None is all of them.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> from clusterscribe import describe, stability
        >>> table, labels = [[age] for age in range(20)], ["young"] * 10 + ["old"] * 10
        >>> found = stability(table, labels, describe(table, labels).description, samples=2)
        >>> len(found.to_text(lines=10).splitlines()) <= 10
        True

        """
        if not self.samples:
            return "\n".join(wrapped(UNKNOWN, width, "", ""))
        blocks = [list(_card(cluster, self.samples, width)) for cluster in self.clusters]
        return shown(blocks, [list(_summary(self, width))], lines, _left)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON.

        Returns
        -------
        dict
            Plain values, ready for JSON.

        Examples
        --------
        >>> from clusterscribe import describe, stability
        >>> table, labels = [[age] for age in range(20)], ["young"] * 10 + ["old"] * 10
        >>> found = stability(table, labels, describe(table, labels).description, samples=2)
        >>> found.to_dict()["samples"]
        2

        """
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
        """Read back what `to_dict` returned.

        Parameters
        ----------
        values : object
            What `to_dict` returned.

        Returns
        -------
        Stability
            An equal one.

        Examples
        --------
        >>> from clusterscribe import describe, stability
        >>> table, labels = [[age] for age in range(20)], ["young"] * 10 + ["old"] * 10
        >>> found = stability(table, labels, describe(table, labels).description, samples=2)
        >>> type(found).from_dict(found.to_dict()) == found
        True

        """
        root = Node(values, document="stability")
        return cls(
            samples=root.field("samples").whole(),
            clusters=tuple(map(ClusterStability.read, root.field("clusters").items())),
            complexities=tuple(one.whole() for one in root.field("complexities").items()),
            accuracies=tuple(one.finite() for one in root.field("accuracies").items()),
            interrupted=root.field("interrupted").truth(),
            cut_short=root.field("cut_short").whole(),
        )

    def __repr__(self) -> str:
        return self.to_text(lines=LINES)

    def _repr_html_(self) -> str:
        if not self.samples:
            return fragment(paragraphs([UNKNOWN]))
        below = paragraphs(_warnings(self))
        return fragment(
            cards(*(_html(cluster, self.samples) for cluster in self.clusters)),
            facts(_facts(self)),
            below,
        )


def _left(clusters: int) -> str:
    return f"... and {wording.count(clusters, 'more cluster')}: to_text() shows all"


def _html(cluster: ClusterStability, samples: int) -> str:
    rows = [
        (f"{one.samples} of {samples}", half_space(one.half_space), one.bounds)
        for one in cluster.recurrences
    ]
    heading = title(f"Cluster {wording.label(cluster.label)}", _alike(cluster, samples))
    bars = [
        bar(one.samples / samples, f"{one.samples} of {samples}") for one in cluster.recurrences
    ]
    return card(heading, table(("samples", "condition", "bounds"), rows, ("samples",), bars))


def _alike(cluster: ClusterStability, samples: int) -> str:
    same = "" if cluster.mean_agreement is None else about(cluster.mean_agreement)
    return f"alike in {cluster.alike} of {samples}, {same} of its rows the same"


def _card(cluster: ClusterStability, samples: int, width: int) -> Iterator[str]:
    right = _alike(cluster, samples)
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
    for name, words in _facts(stability).items():
        yield f"  {name:<12}{words}"
    for words in _warnings(stability):
        yield from ["", *wrapped(words, width, "  ", "  ")]


def _facts(stability: Stability) -> dict[str, str]:
    return {
        "Complexity": _between(stability.complexities, str),
        "Accuracy": f"{_between(stability.accuracies, wording.percent)} on all rows",
    }


def _warnings(stability: Stability) -> Iterator[str]:
    if stability.cut_short:
        unfinished = wording.count(stability.cut_short, "sample")
        yield (
            f"There was no time to search {unfinished} to the end, and conditions of unfinished "
            "searches recur less often."
        )
    if stability.interrupted:
        yield "Stopped before all samples were described."


def _between(figures: Sequence[float], words: Callable[[Any], str]) -> str:
    low, high = words(min(figures)), words(max(figures))
    return low if low == high else f"{low} to {high}"


class _Cluster:
    """What is known so far of one cluster."""

    def __init__(self, part: Region, inside: Rows) -> None:
        self.label = part.label
        self.polyhedra = polyhedra_of(part)
        self.inside = inside  # rows x polyhedra
        self.bounds: list[dict[Signs, list[float | None]]] = [{} for _ in self.polyhedra]
        self.agreement: list[float] = []
        self.alike = 0

    def compare(self, polyhedra: Sequence[Polyhedron], inside: Rows) -> None:
        """Compare each polyhedron with the one of others that holds most of the same rows."""
        is_alike = len(polyhedra) == len(self.polyhedra)
        for own, other in _matched(self.inside, inside):
            found = {_signs(space): _in_units(space) for space in polyhedra[other].half_spaces}
            for signs, bound in found.items():
                self.bounds[own].setdefault(signs, []).append(bound)
            is_alike &= found.keys() == set(map(_signs, self.polyhedra[own].half_spaces))
        self.alike += is_alike
        self.agreement.append(_jaccard(_any(self.inside), _any(inside)))

    def stability(self) -> ClusterStability:
        recurrences = tuple(
            _recurrence(space, bounds)
            for polyhedron, bounds in zip(self.polyhedra, self.bounds, strict=True)
            for space in polyhedron.half_spaces
        )
        return ClusterStability(self.label, recurrences, tuple(self.agreement), self.alike)


def _recurrence(space: HalfSpace, known: Mapping[Signs, list[float | None]]) -> Recurrence:
    bounds = known.get(_signs(space), [])
    numbers = [bound for bound in bounds if bound is not None]
    ends = (min(numbers), max(numbers)) if numbers else (None, None)
    return Recurrence(space, len(bounds), *ends)


class Recurring:
    """A description by polyhedra, and what recurs of it in the descriptions of samples.

    Which rows are inside comes polyhedron by polyhedron, in their order.
    """

    def __init__(self, parts: Sequence[Region], inside: Rows) -> None:
        pairs = zip(parts, _by_part(parts, inside), strict=True)
        self._clusters = [_Cluster(part, columns) for part, columns in pairs]

    def add(self, description: BaseDescription, inside: Rows) -> None:
        """Compare another description with the first; a cluster that it lacks has no row."""
        parts = description.parts
        pairs = zip(parts, _by_part(parts, inside), strict=True)
        known = {part.label: (polyhedra_of(part), columns) for part, columns in pairs}
        for cluster in self._clusters:
            cluster.compare(*known.get(cluster.label, ((), np.zeros((len(inside), 0), bool))))

    def clusters(self) -> tuple[ClusterStability, ...]:
        """Return what became of each cluster."""
        return tuple(cluster.stability() for cluster in self._clusters)


def _by_part(parts: Sequence[Region], inside: Rows) -> Iterator[Rows]:
    """Yield for each part which rows are inside its polyhedra."""
    first = 0
    for part in parts:
        number = len(polyhedra_of(part))
        yield inside[:, first : first + number]
        first += number


def _any(inside: Rows) -> Rows:
    """Return which rows are inside any polyhedron."""
    rows: Rows = np.logical_or.reduce(inside, axis=1)
    return rows


def _matched(own: Rows, others: Rows) -> Iterator[tuple[int, int]]:
    """Yield pairs of polyhedra, those that hold most of the same rows first."""
    alike = np.array([[_jaccard(one, other) for other in others.T] for one in own.T])
    while alike.size and alike.max() >= 0:
        first, second = divmod(int(alike.argmax()), alike.shape[1])
        yield first, second
        alike[first], alike[:, second] = -1, -1


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
