"""From wishes as people write them to what they mean for one table and its clusters.

Names of columns become axes, labels become clusters, and shares become whole units of weight. What
names no column or no cluster, and what contradicts itself, is refused here, without any search.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from clusterscribe.constraints import Constraints
from clusterscribe.errors import InputError, did_you_mean
from clusterscribe.feature import Feature
from clusterscribe.problem.weights import Unit, decimal_or_fraction
from clusterscribe.problem.wishes import Columns, Wishes
from clusterscribe.search.goal import Goal
from clusterscribe.search.rows.axis import Axis
from clusterscribe.table import Clusters
from clusterscribe.table.shape import listed, quoted, unknown_column


class Described(Protocol):
    """What is described: the features as the search sees them, the clusters and their weights."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the table, all of them."""

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The features, as the search sees them."""

    @property
    def clusters(self) -> Clusters:
        """The clusters."""

    @property
    def unit(self) -> Unit:
        """What a whole unit of weight stands for."""

    @property
    def cluster_totals(self) -> tuple[int, ...]:
        """The weight of each cluster, in whole units."""


@dataclass(frozen=True, slots=True)
class Resolver:
    """Finds out what wishes mean for one table."""

    rows: Described
    constraints: Constraints

    @property
    def _seen(self) -> list[Feature]:
        """The feature of each axis."""
        return [axis.feature for axis in self.rows.axes]

    def check(self) -> None:
        """Refuse names that are not there, and wishes that contradict each other by themselves."""
        for name in self.constraints.columns:
            self._refuse_unknown(name)
        for name in self.constraints.require:
            self._refuse_left_out(name)
        for field in ("max_conditions", "max_errors", "min_recall"):
            for label in getattr(self.constraints, field):
                self.cluster(field, label)
        for pair in self.constraints.separate:
            for label in pair:
                self.cluster("separate", label)
        self._refuse_contradictions()

    def wishes(self) -> Wishes:
        """Return the wishes about the whole description, but for rows that must be right."""
        asked = self.constraints
        return Wishes(
            required=self._columns(asked.require),
            exclusive=tuple(self._columns(group) for group in asked.exclusive),
            separate=tuple(
                (self.cluster("separate", one), self.cluster("separate", other))
                for one, other in asked.separate
            ),
            most_wrong=self._most_wrong(),
        )

    def goal(self, goal: Goal) -> Goal:
        """Return the goal, with what columns cost."""
        costs = {name: decimal_or_fraction(cost) for name, cost in self.constraints.costs.items()}
        # as they are counted, in the order in which the search numbers them
        features = dict.fromkeys(feature.counted for feature in self._seen)
        each = [costs.get(feature.column, Fraction(1)) for feature in features]
        return goal.with_costs(each, costs.values())

    def most_conditions(self, general: int | None) -> list[int | None]:
        """Return the most conditions of a polyhedron of each cluster: the fewer of both wishes."""
        most = [general] * len(self.rows.clusters.labels)
        for label, number in self.constraints.max_conditions.items():
            place = self.cluster("max_conditions", label)
            most[place] = number if general is None else min(general, number)
        return most

    def min_recall(self, general: float) -> list[float]:
        """Return the least share of each cluster inside: its own one, or the general one."""
        shares = [general] * len(self.rows.clusters.labels)
        for label, share in self.constraints.min_recall.items():
            shares[self.cluster("min_recall", label)] = share
        return shares

    def cluster(self, field: str, label: Any) -> int:  # noqa: ANN401  (labels are anything)
        """Return the number of a cluster; refuse one that is not described."""
        labels = self.rows.clusters.labels
        for place, known in enumerate(labels):
            if type(known) is type(label) and known == label:
                return place
        for place, known in enumerate(labels):  # 1 is 1.0, and "1" of a file is 1
            if known == label or str(known) == str(label):
                return place
        close = did_you_mean(str(label), [str(known) for known in labels])
        there = close or f" There are {listed([repr(known) for known in labels])}."
        raise InputError(
            f"constraints: {field} names the cluster {label!r}, which is none of those that are "
            f"described.{there}"
        )

    def _columns(self, names: Iterable[str]) -> Columns:
        return tuple(self._axes(name) for name in names)

    def _axes(self, name: str) -> tuple[int, ...]:
        """Return the axes of a column; none where it is left out of the description."""
        return tuple(d for d, feature in enumerate(self._seen) if feature.column == name)

    def _refuse_unknown(self, name: str) -> None:
        """Refuse a column that is not in the table. One that is left out is no trouble."""
        columns = self.rows.columns
        if name in columns or self._axes(name):
            return
        fields = ("require", "bounds", "costs", "cut_points", "exclusive")
        where = next(field for field in fields if name in _names(self.constraints, field))
        raise unknown_column(
            name, columns, f"constraints: {where} names the column {name!r}, which"
        )

    def _refuse_left_out(self, name: str) -> None:
        if not self._axes(name):
            raise InputError(
                f"constraints: require names the column {name!r}, which is left out of the "
                "description: it is excluded, or cannot describe rows (it is constant, an "
                "identifier or free text); drop the wish, or name the column in features"
            )

    def _most_wrong(self) -> tuple[int | None, ...]:
        if not self.constraints.max_errors:
            return ()
        unit, totals = self.rows.unit, self.rows.cluster_totals
        if not unit.is_exact:
            raise InputError(
                "constraints: max_errors of a cluster needs weights of rows that can be counted "
                "exactly; give weights of fewer digits, or max_errors of all rows instead"
            )
        most: list[int | None] = [None] * len(totals)
        for label, budget in self.constraints.max_errors.items():
            k = self.cluster("max_errors", label)
            most[k] = unit.budget(budget, totals[k])
        return tuple(most)

    def _refuse_contradictions(self) -> None:
        required = set(self.constraints.require)
        for group in self.constraints.exclusive:
            both = [name for name in dict.fromkeys(group) if name in required]
            if len(both) > 1:
                raise InputError(
                    f"constraints: {quoted(both)} are required, but exclusive allows only one of "
                    f"{quoted(dict.fromkeys(group))}; drop one of these wishes"
                )


def _names(constraints: Constraints, field: str) -> set[str]:
    value = getattr(constraints, field)
    return {name for group in value for name in group} if field == "exclusive" else set(value)
