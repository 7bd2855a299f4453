"""Weights of the rows of a table in an engine, in whole units."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from clusterscribe.engine.asking import ask
from clusterscribe.engine.expressions import Expression, double, kind_of, plain_number
from clusterscribe.errors import InputError
from clusterscribe.feature import Kind
from clusterscribe.problem.weights import LARGEST_TOTAL, Unit, exact_unit, rounded_size
from clusterscribe.table.sample_weight import refuse_weights

MOST_DIFFERENT = 1_000_000  # weights that are looked at for a common unit


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of each row, and the unit that is counted in."""

    weight: Expression
    unit: Unit

    @property
    def counts(self) -> Expression:
        """Whether a row counts at all."""
        return self.weight > double(0)

    @property
    def whole(self) -> Expression:
        """The weight in whole units, at least one where the row counts."""
        numerator, denominator = self.unit.size.as_integer_ratio()
        scaled = self.weight * double(denominator) / double(numerator)
        units = (scaled + double(0.5)).floor().cast("int64")
        return ((units == 0) & self.counts).ifelse(1, units)


def read_weights(table: Expression, name: str) -> Weights:
    """Find the unit of the weights; refuse what cannot be a weight."""
    kind = kind_of(name, table[name])
    if kind not in (Kind.INTEGER, Kind.NUMBER):
        raise InputError(f"weights: the column {name!r} must hold numbers, one a row")
    weight = plain_number(table[name], kind)
    weights = table.select(weight=weight).weight
    purpose = f"the weights of column {name!r} were added up"
    facts = ask(
        weights.as_table().aggregate(
            missing=weights.isnull().cast("int64").sum(),
            negative=(weights < double(0)).fill_null(False).cast("int64").sum(),
            fractions=(weights % double(1) != double(0)).fill_null(False).cast("int64").sum(),
            total=weights.sum(),
            rows=weights.count(),
        ),
        purpose,
    ).to_pylist()[0]
    refuse_weights(
        missing=facts["missing"] or 0, total=facts["total"] or 0.0, negative=facts["negative"] or 0
    )
    unit, total = None, facts["total"]
    if not facts["fractions"] and total <= LARGEST_TOTAL:
        unit = Unit()
    else:
        some = weights.as_table().distinct().limit(MOST_DIFFERENT + 1)
        different = np.sort(ask(some, purpose)["weight"].to_numpy())
        if len(different) <= MOST_DIFFERENT:
            unit = exact_unit(different, total)
    return Weights(weight, unit or _rounded(total, facts["rows"]))


def _rounded(total: float, rows: int) -> Unit:
    """Return a unit that weights are rounded to: each may be off by as much."""
    size = rounded_size(total)
    return Unit(size, excess=rows * size, shortfall=rows * size)
