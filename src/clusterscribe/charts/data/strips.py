"""How often the conditions of a cluster recur in samples, and between which bounds."""

from __future__ import annotations

from dataclasses import dataclass

from clusterscribe.charts.data.axis import Axis
from clusterscribe.charts.data.number_axis import laid_out_for_all
from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.words import renamed
from clusterscribe.description.after.cluster_stability import ClusterStability, Recurrence
from clusterscribe.description.core import HalfSpace, Polyhedron
from clusterscribe.description.core.conditions import conditions_of
from clusterscribe.description.words.condition_wording import condition
from clusterscribe.description.words.naming import Naming


@dataclass(frozen=True, slots=True)
class Strip:
    """One condition: in how many samples it is found, and where their bounds are on an axis.

    `found`, `low` and `high` are shares of the axis: the bound of the description, the least and
    the largest among the samples. None where there are no rows to make an axis from, or where the
    condition is not on a number.
    """

    condition: str  # in words
    samples: int
    of: int
    bounds: str  # in words: "1.9 to 2.6"
    places: tuple[float, float, float] | None = None  # found, low, high
    ends: tuple[str, ...] = ()  # of the axis


@dataclass(frozen=True, slots=True)
class Strips:
    """What became of one cluster in the samples."""

    alike: int  # samples with all of its conditions and no others
    of: int
    agreement: float  # of the rows inside, on average
    strips: tuple[Strip, ...]


def strips(
    cluster: ClusterStability, samples: int, naming: Naming, rows: Rows | None = None
) -> Strips | None:
    """Return a strip for each condition; None where no sample was described."""
    if not samples or cluster.mean_agreement is None:
        return None
    every = tuple(_strip(one, samples, naming, rows) for one in cluster.recurrences)
    return Strips(cluster.alike, samples, cluster.mean_agreement, every)


def _strip(one: Recurrence, samples: int, naming: Naming, rows: Rows | None) -> Strip:
    words = _words(one.half_space, naming)
    strip = Strip(words, one.samples, samples, one.bounds)
    if rows is None or one.low is None or one.high is None:
        return strip
    (term,) = one.half_space.terms
    axis = laid_out_for_all(rows, term.feature).axis
    found = term.zero + term.span * (one.half_space.bound / term.weight)
    places = (_share(found, axis), _share(one.low, axis), _share(one.high, axis))
    ends = tuple(tick.text for tick in (axis.ticks[:1] + axis.ticks[-1:]))
    return Strip(words, one.samples, samples, one.bounds, places, ends)


def _words(space: HalfSpace, naming: Naming) -> str:
    named = renamed(Polyhedron(None, (space,)), naming)
    return " and ".join(map(condition, conditions_of(named)))


def _share(value: float, axis: Axis) -> float:
    return min(max((value - axis.low) / (axis.high - axis.low), 0.0), 1.0)
