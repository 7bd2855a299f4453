"""What became of each figure of a description: on the rows it was found on, and on others."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from clusterscribe.description.core.region import Check
from clusterscribe.description.export.plain import encode
from clusterscribe.description.words import condition_wording
from clusterscribe.parameters import Label

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

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "then": None if self.then is None else asdict(self.then),
            "now": asdict(self.now),
            "difference": self.difference,
            "notable": self.notable,
        }

    def record(self) -> dict[str, Any]:
        """Return the cells of a row of a DataFrame."""
        then = self.then
        return {
            "then": None if then is None else float(then.amount),
            "then_of": None if then is None else float(then.whole),
            "now": float(self.now.amount),
            "now_of": float(self.now.whole),
            "change": self.difference,
            "notable": self.notable,
        }


@dataclass(frozen=True, slots=True)
class ConditionDrift:
    """One condition of a cluster, whatever the others do."""

    check: Check  # a half-space; an alternative of a union; a ball
    own: Change  # rows of the cluster that satisfy it
    others: Change  # other rows that it keeps out

    @property
    def words(self) -> str:
        """The condition in words."""
        return condition_wording.check(self.check)

    @property
    def figures(self) -> dict[str, Change]:
        """The figures of the condition, by name."""
        return {"own": self.own, "others": self.others}

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
        return max(change.size for _, _, change in self.changes())

    def changes(self) -> Iterator[tuple[ConditionDrift | None, str, Change]]:
        """Yield every figure with its condition (None: of the cluster as a whole) and its name."""
        yield from ((None, name, change) for name, change in self.figures.items())
        for condition in self.conditions:
            for name, change in condition.figures.items():
                yield condition, name, change

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "label": encode(self.label),
            **_plain(self.figures),
            "conditions": [
                {"condition": one.words, **_plain(one.figures)} for one in self.conditions
            ],
        }


@dataclass(frozen=True, slots=True)
class Stray:
    """A label that one of the two tables does not have, and how many rows the other has."""

    label: Label
    rows: float

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {"label": encode(self.label), "rows": self.rows}


def _plain(figures: Mapping[str, Change]) -> dict[str, Any]:
    return {name: change.to_dict() for name, change in figures.items()}
