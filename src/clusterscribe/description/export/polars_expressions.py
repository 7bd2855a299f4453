"""A description as expressions of polars: whether a row is inside each cluster, or its label.

Expressions compute what `membership` computes, operation by operation, on eager and lazy frames
alike. To polars NaN is above all numbers and equal to itself, so that a lower bound needs an
upper one beside it; what is null is outside.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import add, and_, or_
from typing import TYPE_CHECKING, Literal, assert_never, overload

from clusterscribe.description.core import conditions
from clusterscribe.description.core.base import BaseDescription
from clusterscribe.description.core.halfspace import HalfSpace, Term
from clusterscribe.description.core.region import Ball, Region
from clusterscribe.description.export.holdings import Holding, holdings, refuse_text
from clusterscribe.description.export.plain import LARGEST, common_type
from clusterscribe.description.words import wording
from clusterscribe.description.words.naming import unlike
from clusterscribe.errors import InputError
from clusterscribe.feature import MICROSECONDS_A_DAY, Feature, Kind, Level
from clusterscribe.parameters import Label

if TYPE_CHECKING:
    import polars as pl

LABEL = "cluster"  # the name of the column with the label
KNOWS_NAMES = (1, 38)  # before, a pattern stood for other columns even where a name was asked for


@overload
def to_polars(
    description: BaseDescription, *, as_label: Literal[False] = False
) -> dict[Label, pl.Expr]: ...
@overload
def to_polars(description: BaseDescription, *, as_label: Literal[True]) -> pl.Expr: ...
def to_polars(
    description: BaseDescription, *, as_label: bool = False
) -> dict[Label, pl.Expr] | pl.Expr:
    """Return expressions of polars that select the same rows as `membership`.

    Parameters
    ----------
    as_label : bool
        Return one expression, called `cluster`, for the label of the only polyhedron that a row
        is in; it is null for rows in none or in several. Labels of several types, times and
        tuples become text.

    Returns
    -------
    dict of label to polars.Expr, or polars.Expr
        By default an expression for each label, called `in_` and the label: true where a row is
        inside, false where not, and never null.

    Examples
    --------
    >>> frame.filter(description.to_polars()["young"])  # doctest: +SKIP
    >>> frame.with_columns(*description.to_polars().values())  # doctest: +SKIP
    >>> frame.with_columns(description.to_polars(as_label=True))  # doctest: +SKIP

    """
    _check_installed()
    refuse_text(description.features, "a polars expression")
    writer = _Writer(holdings(description.features))
    inside = {part.label: writer.membership(part) for part in description.parts}
    if as_label:
        return _label(inside).alias(*unlike([LABEL], description.columns))
    wanted = [f"in_{wording.label(label)}" for label in inside]
    names = unlike(wanted, description.columns)
    return {
        label: expression.alias(name)
        for name, (label, expression) in zip(names, inside.items(), strict=True)
    }


def _check_installed() -> None:
    try:
        import polars  # noqa: F401 (only whether it is there)
    except ImportError:
        raise InputError(
            "to_polars needs polars, which is not installed; install it with pip install polars"
        ) from None


def _label(inside: Mapping[Label, pl.Expr]) -> pl.Expr:
    """Return the label of the only region that a row is in, else null."""
    import polars as pl

    if not inside:
        return pl.repeat(None, pl.len())
    nothing = pl.lit(None)
    homes = reduce(add, (expression.cast(pl.Int64) for expression in inside.values()))
    label = nothing
    for word, expression in zip(_words(inside), reversed(list(inside.values())), strict=True):
        label = pl.when(expression).then(word).otherwise(label)
    return pl.when(homes == 1).then(label).otherwise(nothing)


def _words(labels: Iterable[Label]) -> list[pl.Expr]:
    """Return labels from last to first; those that no column of polars holds together as text."""
    import polars as pl

    last_first = list(reversed(list(labels)))
    is_plain = common_type(last_first) is not None and not any(
        isinstance(label, int) and not -(2**63) <= label < 2**63 for label in last_first
    )
    return [pl.lit(label if is_plain else str(label)) for label in last_first]


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes conditions as expressions; no expression is null unless it says so."""

    holdings: Mapping[str, Holding]

    def membership(self, part: Region) -> pl.Expr:
        """Return whether a row is inside a region."""
        return self._all_of(conditions.conditions_of(part)).fill_null(False)

    def _all_of(self, some: Iterable[conditions.Condition]) -> pl.Expr:
        written = [self._condition(condition) for condition in some]
        return reduce(and_, written) if written else _everywhere(True)

    def _condition(self, condition: conditions.Condition) -> pl.Expr:  # noqa: PLR0911 (one for each condition)
        """Return one condition; it may be null where it is false."""
        match condition:
            case conditions.Between():
                return _between(condition)
            case conditions.IsLevel(column, level):
                return self._is_any_of(column, (level,))
            case conditions.IsNoneOf(column, levels):
                return self._is_any_of(column, levels).not_()
            case conditions.IsTruth(column, value):
                return _number(column) == float(value)
            case conditions.IsKnown(column):
                return self._is_missing(column).not_()
            case conditions.Weighted(half_space):
                return self._weighted(half_space)
            case conditions.AnyOf(alternatives):
                # of alternatives, one that is null is no harm: null | true is true
                return reduce(or_, map(self._all_of, alternatives))
            case conditions.Near(ball):
                return self._near(ball)
            case conditions.Always():
                return _everywhere(True)
            case conditions.Never():
                return _everywhere(False)
            case _:
                assert_never(condition)

    def _is_any_of(self, column: str, levels: tuple[Level, ...]) -> pl.Expr:
        """Return whether a column has one of these levels; never null."""
        present = [level for level in levels if level is not None]
        tests = [self._is_missing(column)] if None in levels else []
        return reduce(or_, [*tests, *(self._is_level(column, level) for level in present)])

    def _is_level(self, column: str, level: Level) -> pl.Expr:
        import polars as pl

        if isinstance(level, str):  # a level that an enumeration does not know is no error
            found = _column(column).cast(pl.String) == level
        elif isinstance(level, int) and abs(level) > LARGEST:  # not exact as a number with a point
            found = _column(column) == level
        else:
            found = _number(column) == float(level or 0)
        return found.fill_null(False)

    def _is_missing(self, column: str) -> pl.Expr:
        """Return whether a column is null, or NaN where it holds floating-point numbers."""
        import polars as pl
        from polars import selectors

        match self.holdings[column]:
            case Holding.NUMBERS:
                return _number(column).is_nan().fill_null(True)
            case Holding.UNKNOWN:  # NaN is asked for only where there can be any
                floats = selectors.by_name(column) & selectors.float()
                return pl.any_horizontal(_column(column).is_null(), floats.is_nan().fill_null(True))
            case _:
                return _column(column).is_null()

    def _weighted(self, half_space: HalfSpace) -> pl.Expr:
        """Return a weighted sum, computed operation by operation as Python computes it."""
        total = reduce(add, map(self._points, half_space.terms))
        return total <= float(half_space.bound)

    def _points(self, term: Term) -> pl.Expr:
        value = self._value(term.feature)
        share = _divided(value - float(term.zero), term.span) if term.is_scaled else value
        return share * float(term.weight)

    def _near(self, ball: Ball) -> pl.Expr:
        """Return a squared distance, computed operation by operation as Python computes it."""
        squares = map(self._square, ball.terms, ball.centre)
        return reduce(add, squares) <= ball.squared_radius

    def _square(self, term: Term, centre: float) -> pl.Expr:
        step = _divided(self._value(term.feature) - float(centre), term.span)
        return step * step * float(term.weight)

    def _value(self, feature: Feature) -> pl.Expr:
        """Return the number of a feature; null where it is missing."""
        import polars as pl

        if feature.kind is Kind.LEVEL:
            return self._is_any_of(feature.column, (feature.level,)).cast(pl.Float64)
        return _value(feature)


def _everywhere(value: bool) -> pl.Expr:
    """Return the same for every row, where a plain literal would make a single row of them."""
    import polars as pl

    return pl.repeat(value, pl.len(), dtype=pl.Boolean)


def _between(condition: conditions.Between) -> pl.Expr:
    value, lower, upper = _value(condition.feature), condition.lower, condition.upper
    if lower is None:
        return value <= (math.inf if upper is None else float(upper))
    if lower == upper:
        return value == float(lower)
    return value.is_between(float(lower), math.inf if upper is None else float(upper))


def _value(feature: Feature) -> pl.Expr:
    """Return the number of a feature that is no level."""
    import polars as pl

    if not feature.kind.is_moment:
        return _number(feature.column)
    microseconds = _column(feature.column).dt.timestamp("us").cast(pl.Float64)
    if feature.kind is Kind.DATETIME:
        return microseconds
    return _divided(microseconds, MICROSECONDS_A_DAY).floor()


def _divided(value: pl.Expr, span: float) -> pl.Expr:
    """Return a quotient to the last bit.

    Polars divides by one number by multiplying with its inverse, which is off by a bit in every
    third row or so. It divides exactly by a column, here one of the same number throughout.
    """
    import polars as pl

    return value / (value.is_nan().cast(pl.Float64) + float(span))


def _number(column: str) -> pl.Expr:
    """Return a column as 64-bit floating-point numbers, whatever numbers it holds."""
    import polars as pl

    return _column(column).cast(pl.Float64)


def _column(name: str) -> pl.Expr:
    """Return a column; polars reads some names as patterns that stand for several."""
    import polars as pl
    from polars import selectors

    is_pattern = name == "*" or (name.startswith("^") and name.endswith("$"))
    if not is_pattern:
        return pl.col(name)
    if tuple(map(int, pl.__version__.split(".")[:2])) < KNOWS_NAMES:
        raise InputError(
            f"polars {pl.__version__} takes the name {name!r} for a pattern; upgrade polars to "
            f"{'.'.join(map(str, KNOWS_NAMES))} or newer, or rename the column"
        )
    return selectors.by_name(name).as_expr()
