"""A description as text for `DataFrame.query` of pandas, one query per cluster.

The queries use the Python engine (`engine="python"`, what pandas takes anyway where
numexpr is not installed). Missing values are treated as everywhere else: a missing
number satisfies nothing, a missing category is a level of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from importlib.util import find_spec
from typing import assert_never

from clusterscribe.description.core import conditions
from clusterscribe.description.core.base import BaseDescription
from clusterscribe.description.core.halfspace import HalfSpace, Term
from clusterscribe.description.core.region import Ball
from clusterscribe.description.export.holdings import refuse_text
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.feature import MICROSECONDS_A_DAY, Feature, Kind, Level
from clusterscribe.parameters import Label

EVERY_ROW = "index not in []"
NO_ROW = "index in []"


def to_pandas_query(description: BaseDescription) -> dict[Label, str]:
    """Return for each label the text for `DataFrame.query` that selects its polyhedron.

    Returns
    -------
    dict
        For each label the text of a query.

    Examples
    --------
    >>> from clusterscribe import describe
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, result = describe(ages, labels)
    >>> sorted(description.to_pandas_query())
    ['old', 'young']

    """
    _check_names(description)
    refuse_text(description.features, "a pandas query")
    return {
        part.label: _all_of(conditions.conditions_of(part)) or EVERY_ROW
        for part in description.parts
    }


def _all_of(some: Iterable[conditions.Condition]) -> str:
    return " and ".join(map(_condition, some))


def _condition(condition: conditions.Condition) -> str:  # noqa: PLR0911 (one for each condition)
    match condition:
        case conditions.Between():
            return _between(condition)
        case conditions.IsLevel(column, level, of):
            return _is_level(column, level, of)
        case conditions.IsNoneOf(column, levels, of):
            return _is_none_of(column, levels, of)
        case conditions.IsTruth(column, value):
            return f"{_name(column)} == {value}"
        case conditions.IsKnown(column):
            return f"{_name(column)}.notna()"
        case conditions.Weighted(half_space):
            return _weighted(half_space)
        case conditions.AnyOf(alternatives):
            return f"({' or '.join(f'({_all_of(some)})' for some in alternatives)})"
        case conditions.Near(ball):
            return _near(ball)
        case conditions.Always():
            return EVERY_ROW
        case conditions.Never():
            return NO_ROW
        case _:
            assert_never(condition)


def _between(condition: conditions.Between) -> str:
    feature = condition.feature
    is_moment = feature.kind.is_moment
    if not is_moment or condition.is_far:
        column, bound = _summand(feature), _number
    else:
        column, bound = _moments(feature), partial(_moment, feature=feature)
    sides = {">=": condition.lower, "<=": condition.upper}
    # pandas looks for the text of a time among the times, and does not find those of a zone
    if condition.lower == condition.upper and not is_moment:
        sides = {"==": condition.lower}
    return " and ".join(
        f"{column} {relation} {bound(value)}"
        for relation, value in sides.items()
        if value is not None
    )


def _moments(feature: Feature) -> str:
    """Write a column as what is compared: the microsecond of a time, the day of a date."""
    times = _times(feature)
    return f"{times}.dt.normalize()" if feature.kind is Kind.DATE else times


def _times(feature: Feature) -> str:
    column = _name(feature.column)
    if feature.kind is Kind.DATE:
        # as objects, since only those may be dates, times, and times with a zone alike
        return f"{column}.astype('object').astype('datetime64[us, UTC]')"
    return f"{column}.astype('datetime64[us{', UTC' if feature.zoned else ''}]')"


def _moment(value: float, feature: Feature) -> str:
    text = wording.moment(value, feature.kind, feature.zoned, brief=False)
    return _text(f"{text} 00:00+00:00" if feature.kind is Kind.DATE else text)


def _number(value: float) -> str:
    number = float(value)
    return repr(int(number)) if number.is_integer() and abs(number) < 2**53 else repr(number)


def _is_level(column: str, level: Level, of: Kind | None) -> str:
    if level is None:
        return f"{_with_holes(column, of)}.isna()"
    return f"{_name(column)} in [{_literal(level)}]"


def _is_level_of_sum(feature: Feature) -> str:
    """Write a level so that it has a type: pandas does not multiply booleans of all types."""
    if feature.level is None:
        return _is_level(feature.column, None, feature.of)
    return f"{_name(feature.column)}.isin([{_literal(feature.level)}])"


def _is_none_of(column: str, levels: tuple[Level, ...], of: Kind | None) -> str:
    present = [_literal(level) for level in levels if level is not None]
    tests = [f"{_name(column)} not in [{', '.join(present)}]"] if present else []
    return " and ".join(tests + [f"{_with_holes(column, of)}.notna()"] * (None in levels))


def _with_holes(column: str, of: Kind | None) -> str:
    """Write a column so that pandas knows what is missing: some of its types do not count NaN."""
    is_number = of is not None and not of.is_moment
    return f"{_name(column)}.astype('float64')" if is_number else _name(column)


def _weighted(half_space: HalfSpace) -> str:
    total = " + ".join(f"{term.weight} * {_share(term)}" for term in half_space.terms)
    return f"{total} <= {float(half_space.bound)!r}"


def _near(ball: Ball) -> str:
    """Write a squared distance, computed operation by operation as Python computes it."""
    total = " + ".join(map(_square, ball.terms, ball.centre))
    return f"{total} <= {ball.squared_radius!r}"


def _square(term: Term, centre: float) -> str:
    step = f"({_summand(term.feature)} - {float(centre)!r})"
    if term.span != 1:
        step = f"({step} / {float(term.span)!r})"
    return f"{term.weight} * ({step} * {step})"


def _share(term: Term) -> str:
    value = _summand(term.feature)
    if not term.is_scaled:
        return value
    return f"(({value} - {float(term.zero)!r}) / {float(term.span)!r})"


def _summand(feature: Feature) -> str:
    column = _name(feature.column)
    match feature.kind:
        case Kind.LEVEL:
            return f"{_is_level_of_sum(feature)}.astype('float64')"
        case Kind.DATE | Kind.DATETIME:
            ticks = f"{_times(feature)}.astype('int64').astype('float64').where({column}.notna())"
            return f"({ticks} / {MICROSECONDS_A_DAY} // 1)" if feature.kind is Kind.DATE else ticks
        case _:
            return f"{column}.astype('float64')"


def _literal(level: Level) -> str:
    return _text(level) if isinstance(level, str) else repr(level)


def _text(text: str) -> str:
    """Write text; backticks and # mean something to pandas even inside of quotes."""
    return repr(text).replace("`", r"\x60").replace("#", r"\x23")


def _name(column: str) -> str:
    return f"`{column}`"


def _check_names(description: BaseDescription) -> None:
    """Refuse names that pandas cannot read between backticks."""
    for column in description.used_columns:
        # pandas, where it is there, knows best what it can read
        is_readable = "`" not in column and column.isprintable()
        if find_spec("pandas") is not None:
            is_readable = is_readable and _finds(column, description.columns)
        if not is_readable:
            raise InputError(
                f"a pandas query cannot name the column {column!r}; rename it, or use membership()"
            )


def _finds(column: str, columns: tuple[str, ...]) -> bool:
    """Whether pandas takes the name of a column for this column and no other."""
    import pandas as pd

    names = tuple(dict.fromkeys([*columns, column]))
    probe = pd.DataFrame([range(len(names))], columns=pd.Index(names, dtype=object))
    try:
        return len(probe.query(f"{_name(column)} == {names.index(column)}", engine="python")) == 1
    except Exception:
        return False
