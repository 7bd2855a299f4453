"""A row held against what describes a cluster, as data."""

from __future__ import annotations

from dataclasses import dataclass

from clusterscribe.description.core.halfspace import HalfSpace, Label
from clusterscribe.description.explain.closeness import Closeness
from clusterscribe.description.explain.combination import Contribution


@dataclass(frozen=True, slots=True)
class Check:
    """One half-space held against a row; of a union, all those that are read as one condition.

    Of several, `half_space` is the one that decides: that fails, or is nearest to its bound.
    `slack` is the distance to the bound in the units of the table: positive by how much
    the row is inside, negative by how much it is outside, NaN where a value is missing.
    Dates count in days, times in microseconds, truth values and levels as 0 and 1.
    """

    condition: str
    satisfied: bool
    value: float  # of the feature, or of the sum as it is said
    shown: str  # the value as it stands in the table
    slack: float
    distance: str  # the slack without its sign; empty where distances mean nothing
    change: str  # what would have to change; empty where nothing has to
    half_space: HalfSpace
    contributions: tuple[Contribution, ...] = ()  # of each feature of a sum


@dataclass(frozen=True, slots=True)
class Verdict:
    """One cluster held against a row.

    Of a polyhedron there are `checks`, of a union there are those of each of its
    `alternatives`, with the bounds on a feature put together, and of a ball there is the
    `closeness` to its prototype.
    """

    label: Label
    inside: bool
    checks: tuple[Check, ...] = ()
    alternatives: tuple[tuple[Check, ...], ...] | None = None
    closeness: Closeness | None = None
