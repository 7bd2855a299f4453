"""What people want to say about an answer: wishes that every description has to keep to.

Each of them leaves fewer descriptions, so that none makes an answer shorter or more accurate, and
whatever is proved without it holds with it, too. Here they are as people write them, by the names
of columns and the labels of clusters; what they mean to a search is found out once the table and
its labels are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from numbers import Real
from typing import Any, Literal, TypeAlias, get_args

from clusterscribe.errors import InputError, did_you_mean

Side: TypeAlias = Literal["at least", "at most"]
Budget: TypeAlias = int | float


@dataclass(frozen=True, slots=True)
class Constraints:
    """Wishes as constraints: the description keeps to all of them, and so does its proof.

    Parameters
    ----------
    require : iterable of str
        Columns that must appear: each in one condition at least that excludes some row.
    bounds : mapping of str to "at least" or "at most"
        Columns with lower bounds only, or with upper bounds only. In a sum, the weight of such a
        column has the sign that makes it one.
    costs : mapping of str to float
        How much more a column counts than others: its share of complexity (one per condition that
        it is part of) and of sparsity (one, if it is used) is multiplied by that.
    cut_points : mapping of str to a list of values
        Values that bounds on a column must use. Such a column is in no sum with others.
    exclusive : iterable of groups of str
        Groups of columns of which one at most may appear.
    max_conditions : mapping of label to int
        Most conditions of one polyhedron, by cluster.
    max_errors : mapping of label to int or float
        How many rows of a cluster may be wrong: a count, or a share of its rows.
    min_recall : mapping of label to float
        Least share of a cluster inside its own description, in place of the general one.
    separate : iterable of pairs of labels
        Pairs of clusters whose descriptions have no row of the table in common.
    right_rows : sequence of bool, sequence of int, or str
        Rows that must be right: whether each row is one of them, their numbers (from 0), or the
        name of a column of the table that is true for them.

    Examples
    --------
    >>> from clusterscribe import Constraints
    >>> wishes = Constraints(require=["age"], bounds={"age": "at least"}, max_errors={"A": 0.05})
    >>> wishes.columns
    ('age',)

    """

    require: tuple[str, ...] = ()
    bounds: Mapping[str, Side] = field(default_factory=dict)
    costs: Mapping[str, float] = field(default_factory=dict)
    cut_points: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    exclusive: tuple[tuple[str, ...], ...] = ()
    max_conditions: Mapping[Any, int] = field(default_factory=dict)
    max_errors: Mapping[Any, Budget] = field(default_factory=dict)
    min_recall: Mapping[Any, float] = field(default_factory=dict)
    separate: tuple[tuple[Any, Any], ...] = ()
    right_rows: Sequence[bool] | Sequence[int] | str = ()

    def __post_init__(self) -> None:
        for name, checked in _CHECKS.items():
            object.__setattr__(self, name, checked(name, getattr(self, name)))

    @classmethod
    def from_toml(cls, text: str) -> Constraints:
        """Read constraints from TOML, whose keys are the names above.

        Parameters
        ----------
        text : str
            The content of a TOML file.

        Returns
        -------
        Constraints
            The wishes in it.

        Examples
        --------
        >>> from clusterscribe import Constraints
        >>> Constraints.from_toml('require = ["age"]').require
        ('age',)

        """
        import tomllib  # for those who need it

        try:
            given = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"constraints: this is not TOML: {error}") from None
        known = [entry.name for entry in fields(cls)]
        for key in given:
            if key not in known:
                there = did_you_mean(key, known) or f" There are {', '.join(known)}."
                raise InputError(f"constraints: there is no {key!r}.{there}")
        return cls(**given)

    def __str__(self) -> str:
        """Return the wishes that there are."""
        given = {entry.name: getattr(self, entry.name) for entry in fields(self)}
        return ", ".join(f"{name}={value!r}" for name, value in given.items() if len(value))

    def __bool__(self) -> bool:
        return any(len(getattr(self, entry.name)) for entry in fields(self))

    def __add__(self, other: Constraints) -> Constraints:
        """Return the wishes of both; where both say something of one thing, the other one does."""
        merged: dict[str, Any] = {}
        for entry in fields(self):
            here, there = getattr(self, entry.name), getattr(other, entry.name)
            if isinstance(here, dict):
                merged[entry.name] = {**here, **there}
            elif entry.name == "right_rows":
                merged[entry.name] = there if len(there) else here
            else:
                merged[entry.name] = tuple(dict.fromkeys([*here, *there]))
        return Constraints(**merged)

    def apart(self) -> list[Constraints]:
        """Return each wish alone.

        Returns
        -------
        list of Constraints
            One wish each.

        Examples
        --------
        >>> from clusterscribe import Constraints
        >>> len(Constraints(require=["age"], costs={"income": 3}).apart())
        2

        """
        alone: list[Constraints] = []
        for entry in fields(self):
            value = getattr(self, entry.name)
            if isinstance(value, dict):
                alone += [_of(entry.name, {key: one}) for key, one in value.items()]
            elif entry.name == "right_rows":
                alone += [Constraints(right_rows=value)] if len(value) else []
            else:
                alone += [_of(entry.name, (one,)) for one in value]
        return alone

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that any wish names, each once."""
        named = [*self.require, *self.bounds, *self.costs, *self.cut_points]
        return tuple(dict.fromkeys([*named, *(name for group in self.exclusive for name in group)]))


def _of(field: str, value: Any) -> Constraints:  # noqa: ANN401  (as the field has it)
    return Constraints(**{field: value})


def _names(parameter: str, given: object) -> tuple[str, ...]:
    names = _entries(parameter, given, "column names")
    for name in names:
        if not isinstance(name, str):
            raise InputError(f"constraints: {parameter} must hold column names, not {name!r}")
    return names


def _bounds(parameter: str, given: object) -> dict[str, Side]:
    sides = _mapping(parameter, given, "{'age': 'at least'}")
    for name, side in sides.items():
        if side not in get_args(Side):
            raise InputError(
                f"constraints: {parameter} of {name!r} must be 'at least' or 'at most', not "
                f"{side!r}"
            )
    return sides


def _costs(parameter: str, given: object) -> dict[str, float]:
    costs = _mapping(parameter, given, "{'income': 3}")
    for name, cost in costs.items():
        if not isinstance(cost, Real) or isinstance(cost, bool) or not 0 < float(cost) < 1e6:
            raise InputError(
                f"constraints: {parameter} of {name!r} must be a number above 0 and below a "
                f"million, not {cost!r}"
            )
    return {name: float(cost) for name, cost in costs.items()}


def _cut_points(parameter: str, given: object) -> dict[str, tuple[Any, ...]]:
    points = _mapping(parameter, given, "{'age': [18, 30, 65]}")
    cuts = {name: _entries(parameter, values, "values") for name, values in points.items()}
    for name, values in cuts.items():
        if not values:
            raise InputError(
                f"constraints: {parameter} of {name!r} are none; give one at least, or exclude "
                "the column"
            )
    return cuts


def _exclusive(parameter: str, given: object) -> tuple[tuple[str, ...], ...]:
    groups = _entries(parameter, given, "groups of column names")
    return tuple(_names(parameter, group) for group in groups)


def _most(parameter: str, given: object) -> dict[Any, int]:
    counts = _mapping(parameter, given, "{'A': 2}")
    for label, count in counts.items():
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            raise InputError(
                f"constraints: {parameter} of {label!r} must be a whole number of at least 1, not "
                f"{count!r}"
            )
    return counts


def _budgets(parameter: str, given: object) -> dict[Any, Budget]:
    budgets = _mapping(parameter, given, "{'A': 0.05}")
    for label, budget in budgets.items():
        count = isinstance(budget, int) and not isinstance(budget, bool) and budget >= 0
        share = isinstance(budget, float) and 0 <= budget <= 1
        if not (count or share):
            raise InputError(
                f"constraints: {parameter} of {label!r} must be a count or a share of its rows "
                f"(float from 0.0 to 1.0), not {budget!r}"
            )
    return budgets


def _shares(parameter: str, given: object) -> dict[Any, float]:
    shares = _mapping(parameter, given, "{'A': 0.9}")
    for label, share in shares.items():
        if not isinstance(share, Real) or isinstance(share, bool) or not 0 <= float(share) <= 1:
            raise InputError(
                f"constraints: {parameter} of {label!r} must be a number from 0 to 1, not {share!r}"
            )
    return {label: float(share) for label, share in shares.items()}


def _pairs(parameter: str, given: object) -> tuple[tuple[Any, Any], ...]:
    pairs = _entries(parameter, given, "pairs of labels")
    for pair in pairs:
        if not isinstance(pair, list | tuple) or len(pair) != 2 or pair[0] == pair[1]:
            raise InputError(
                f"constraints: {parameter} must hold pairs of different labels, such as "
                f"('A', 'B'), not {pair!r}"
            )
    return tuple((first, second) for first, second in pairs)


def _rows(parameter: str, given: object) -> tuple[Any, ...] | str:
    return given if isinstance(given, str) else _entries(parameter, given, "rows")


def _entries(parameter: str, given: object, what: str) -> tuple[Any, ...]:
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise InputError(f"constraints: {parameter} must be a list of {what}, not {given!r}")
    return tuple(given)


def _mapping(parameter: str, given: object, example: str) -> dict[Any, Any]:
    if not isinstance(given, Mapping):
        raise InputError(
            f"constraints: {parameter} must be a dict such as {example}, not {given!r}"
        )
    return dict(given)


_CHECKS = {
    "require": _names,
    "bounds": _bounds,
    "costs": _costs,
    "cut_points": _cut_points,
    "exclusive": _exclusive,
    "max_conditions": _most,
    "max_errors": _budgets,
    "min_recall": _shares,
    "separate": _pairs,
    "right_rows": _rows,
}

NO_CONSTRAINTS = Constraints()
