"""How much the description of one cluster depends on the sample: as data, and in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from clusterscribe.description.core.halfspace import HalfSpace
from clusterscribe.description.export.json import half_space_as_dict, read_half_space
from clusterscribe.description.export.plain import Node, encode
from clusterscribe.description.words import wording
from clusterscribe.description.words.condition_wording import half_space
from clusterscribe.description.words.naming import Naming
from clusterscribe.parameters import Label

UNKNOWN = "No sample of the rows was described, so the stability is not known."


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

    @property
    def bounds(self) -> str:
        """Between which bounds a condition on one number recurs, in words: `1.9 to 2.6`."""
        if self.low is None or self.high is None:
            return ""
        feature = self.half_space.terms[0].feature
        low, high = (wording.value_of(end, feature) for end in (self.low, self.high))
        return low if low == high else f"{low} to {high}"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values that JSON can write."""
        figures = {"samples": self.samples, "low": self.low, "high": self.high}
        return half_space_as_dict(self.half_space) | figures

    @classmethod
    def read(cls, node: Node) -> Recurrence:
        """Read back what `to_dict` returned."""
        low, high = node.field("low").or_none(), node.field("high").or_none()
        return cls(
            read_half_space(node),
            node.field("samples").whole(),
            low.finite() if low else None,
            high.finite() if high else None,
        )


@dataclass(frozen=True, slots=True)
class ClusterStability:
    """One cluster: what became of its conditions, and of which rows are inside.

    `agreement` has for each sample the Jaccard index of the rows of the whole table inside
    the polyhedron found and inside that of the sample. `alike` samples have all of its
    conditions and no others, whatever their bounds. Where there are several polyhedra, each is
    compared with the one of the sample that holds most of the same rows.
    """

    label: Label
    recurrences: tuple[Recurrence, ...]
    agreement: tuple[float, ...]
    alike: int = 0

    @property
    def mean_agreement(self) -> float | None:
        """The mean over the samples; None without any."""
        return sum(self.agreement) / len(self.agreement) if self.agreement else None

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values that JSON can write."""
        return {
            "label": encode(self.label),
            "alike": self.alike,
            "agreement": list(self.agreement),
            "conditions": [recurrence.to_dict() for recurrence in self.recurrences],
        }

    @classmethod
    def read(cls, node: Node) -> ClusterStability:
        """Read back what `to_dict` returned."""
        return cls(
            label=node.field("label").plain(),
            recurrences=tuple(map(Recurrence.read, node.field("conditions").items())),
            agreement=tuple(one.finite() for one in node.field("agreement").items()),
            alike=node.field("alike").whole(),
        )


def sentence(cluster: ClusterStability, samples: int, names: Naming | None = None) -> str:
    """Say how often the cluster is described alike, between which bounds, and of which rows."""
    if not samples or cluster.mean_agreement is None:
        return UNKNOWN
    clauses = [
        f"In {cluster.alike} of {wording.count(samples, 'sample')} of the rows this cluster is "
        "described by the same features",
        *_conditions(cluster, samples, names or Naming()),
        f"on average {about(cluster.mean_agreement)} of its rows are the same",
    ]
    return f"{'; '.join(clauses)}."


def about(share: float) -> str:
    """Write a share in whole percent; only everything is 100 %, and only nothing is 0 %."""
    if share in (0, 1):
        return f"{100 * share:.0f} %"
    return f"{min(99, max(1, round(100 * share)))} %"


def _conditions(cluster: ClusterStability, samples: int, names: Naming) -> Iterator[str]:
    """Write the bounds of each condition, and how often it recurs where that is another number."""
    for recurrence in cluster.recurrences:
        is_other = recurrence.samples != cluster.alike
        often = f" (in {recurrence.samples} of {samples})" if is_other else ""
        if recurrence.bounds:
            yield f"{_range(recurrence, names)}{often}"
        elif often:
            yield f"{_subject(recurrence, names)}{often}"


def _range(recurrence: Recurrence, names: Naming) -> str:
    term = recurrence.half_space.terms[0]
    relation = "at most" if term.weight > 0 else "at least"
    unit = names.unit(term.feature.column)
    words = f"{names.noun(term.feature.column)} {relation} {recurrence.bounds}"
    return f"{words} {unit}" if unit else words


def _named(space: HalfSpace, names: Naming) -> HalfSpace:
    """Return a condition on the column as a user calls it."""
    (term,) = space.terms
    column = names.names.get(term.feature.column, term.feature.column)
    return replace(space, terms=(replace(term, feature=replace(term.feature, column=column)),))


def _subject(recurrence: Recurrence, names: Naming) -> str:
    """Name what has no range: a level, a sum of several features, or what never recurs."""
    space = recurrence.half_space
    if len(space.terms) == 1:
        return half_space(_named(space, names))
    return f"a sum of {' and '.join(names.feature(term.feature) for term in space.terms)}"
