"""What became of a description: the rows that it was found on, and rows of another time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clusterscribe.description.core.checks import Check
from clusterscribe.description.core.halfspace import Label

if TYPE_CHECKING:
    from clusterscribe.description.export.frame import Backend

STANDARD_ERRORS = 2.0  # what chance alone seldom exceeds: about one figure in twenty does

ROUNDING = 1e-12  # shares that differ by less are one share


@dataclass(frozen=True, slots=True)
class Part:
    """Some of all: rows, or the sum of their weights."""

    amount: float
    whole: float

    @property
    def share(self) -> float | None:
        """The part as a share of the whole; None of nothing."""
        return self.amount / self.whole if self.whole else None


@dataclass(frozen=True, slots=True)
class Change:
    """The same figure on both tables; `then` is None where it was not counted then."""

    then: Part | None
    now: Part
    weighted: bool = False

    @property
    def difference(self) -> float | None:
        """The share now less the share then; None where one of them is not known."""
        then = None if self.then is None else self.then.share
        now = self.now.share
        if then is None or now is None:
            return None
        # sums of weights in another order differ in their last digits
        return 0.0 if math.isclose(now, then, rel_tol=ROUNDING) else now - then

    @property
    def size(self) -> float:
        """How large the difference is, whichever way; nothing where it is not known."""
        return abs(self.difference or 0.0)

    @property
    def notable(self) -> bool:
        """Whether the two shares are more than two standard errors apart.

        The standard error is that of the difference between two samples of so many rows with
        the share of both together. Weights do not say how many rows there are, and so no
        difference between weighted sums is called notable.
        """
        if self.then is None or self.difference is None or self.weighted:
            return False
        both = (self.then.amount + self.now.amount) / (self.then.whole + self.now.whole)
        variance = both * (1 - both) * (1 / self.then.whole + 1 / self.now.whole)
        return self.size > STANDARD_ERRORS * math.sqrt(max(0.0, variance))


@dataclass(frozen=True, slots=True)
class ConditionDrift:
    """One condition of a cluster, whatever the others do."""

    check: Check  # a half-space; an alternative of a union; a ball
    own: Change  # rows of the cluster that satisfy it
    others: Change  # other rows that it keeps out

    @property
    def size(self) -> float:
        """How large the larger of the two differences is."""
        return max(self.own.size, self.others.size)


@dataclass(frozen=True, slots=True)
class ClusterDrift:
    """One cluster; its conditions have the most changed one first."""

    label: Label
    rows: Change  # of all rows, those with the label
    inside: Change  # of its rows, those inside its polyhedron
    errors: Change  # of its rows, those not correctly described
    wrongly_inside: Change  # of all other rows, those inside its polyhedron
    conditions: tuple[ConditionDrift, ...]

    @property
    def figures(self) -> dict[str, Change]:
        """The figures of the cluster as a whole, by name."""
        return {
            "rows": self.rows,
            "inside": self.inside,
            "errors": self.errors,
            "wrongly_inside": self.wrongly_inside,
        }

    @property
    def size(self) -> float:
        """How large its largest difference is."""
        sizes = [change.size for change in self.figures.values()]
        return max(*sizes, *(condition.size for condition in self.conditions))


@dataclass(frozen=True, slots=True)
class Stray:
    """A label that one of the two tables does not have, and how many rows the other has."""

    label: Label
    rows: float


@dataclass(frozen=True, slots=True)
class Drift:
    """What changed since a description was found; the most changed cluster comes first."""

    errors: Change  # of all rows
    clusters: tuple[ClusterDrift, ...]
    new_labels: tuple[Stray, ...]
    vanished_labels: tuple[Stray, ...]
    weighted: bool = False

    def __iter__(self) -> Iterator[ClusterDrift]:
        return iter(self.clusters)

    @property
    def compares_conditions(self) -> bool:
        """Whether the description knows what each of its conditions did when it was found."""
        conditions = (one for cluster in self.clusters for one in cluster.conditions)
        return all(one.own.then is not None for one in conditions)

    @property
    def unchanged(self) -> bool:
        """Whether every share that was counted then is what it was, and no label came or went."""
        strays = self.new_labels or self.vanished_labels
        return not strays and not any(cluster.size for cluster in self.clusters)

    def to_text(self, width: int = 80) -> str:
        """Write what changed, the most changed cluster first."""
        from clusterscribe.description.after.drift_text import to_text

        return to_text(self, width)

    def to_frame(self, backend: Backend = "pandas") -> Any:  # noqa: ANN401
        """Return a DataFrame with a row for each figure."""
        from clusterscribe.description.after.drift_values import to_frame

        return to_frame(self, backend)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        from clusterscribe.description.after.drift_values import to_dict

        return to_dict(self)

    def __str__(self) -> str:
        return self.to_text()
