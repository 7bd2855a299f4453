"""How stable one cluster is: each condition, how often it recurs, and between which bounds."""

from __future__ import annotations

from dataclasses import dataclass

from clusterscribe.charts.data.words import renamed
from clusterscribe.description.after.cluster_stability import ClusterStability, Recurrence
from clusterscribe.description.core import Label, Polyhedron
from clusterscribe.description.core.conditions import Between, condition_of
from clusterscribe.description.words.condition_wording import half_space
from clusterscribe.description.words.naming import Naming
from clusterscribe.description.words.wording import value_of


@dataclass(frozen=True, slots=True)
class BoundSpread:
    """The bounds of the samples: the least, the one of the description, and the largest."""

    low: float
    high: float
    bound: float
    ends: tuple[str, str]  # the least and the largest in words


@dataclass(frozen=True, slots=True)
class Strip:
    """A condition, in how many samples it recurs, and its bounds where it has any."""

    condition: str
    samples: int
    spread: BoundSpread | None


@dataclass(frozen=True, slots=True)
class StabilityStrips:
    """The conditions of one cluster."""

    label: Label
    samples: int
    alike: int  # samples with just these conditions
    agreement: float | None  # mean share of its rows that are the same
    strips: tuple[Strip, ...]


def stability_strips(
    cluster: ClusterStability, samples: int, names: Naming | None = None
) -> StabilityStrips:
    """Lay out what became of a cluster in samples of the rows."""
    naming = names or Naming()
    return StabilityStrips(
        cluster.label,
        samples,
        cluster.alike,
        cluster.mean_agreement,
        tuple(Strip(_words(one, naming), one.samples, _spread(one)) for one in cluster.recurrences),
    )


def _words(one: Recurrence, naming: Naming) -> str:
    found = renamed(Polyhedron(None, (one.half_space,)), naming)
    assert isinstance(found, Polyhedron)  # as it was before
    return half_space(found.half_spaces[0])


def _spread(one: Recurrence) -> BoundSpread | None:
    if one.low is None or one.high is None:
        return None
    condition, feature = condition_of(one.half_space), one.half_space.terms[0].feature
    if not isinstance(condition, Between):
        return None
    bound = condition.lower if condition.lower is not None else condition.upper
    if bound is None:
        return None
    low, high = value_of(one.low, feature), value_of(one.high, feature)
    return BoundSpread(one.low, one.high, bound, (low, high))
