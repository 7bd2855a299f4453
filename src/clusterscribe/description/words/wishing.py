"""Wishes as parts of a sentence: what descriptions have that keep to them."""

from __future__ import annotations

from collections.abc import Callable

from clusterscribe.description.words import wording
from clusterscribe.description.words.naming import Naming
from clusterscribe.series import series
from clusterscribe.wish import OF_COLUMNS, Wish

ONE_SIDED = {"at least": "lower", "at most": "upper"}


def with_what(wish: Wish) -> str:
    """Return what a description has that keeps to a wish: `a condition on region`."""
    is_of_columns = wish.kind in OF_COLUMNS
    names = [Naming().subject(one) if is_of_columns else wording.label(one) for one in wish.of]
    return _WORDS.get(wish.kind, _unknown)(wish, series(names))


def _bounds(wish: Wish, names: str) -> str:
    return f"{ONE_SIDED.get(str(wish.value), 'some')} bounds only on {names}"


def _cut_points(wish: Wish, names: str) -> str:
    values = wish.value if isinstance(wish.value, tuple) else (wish.value,)
    cuts = [wording.number(v) if isinstance(v, int | float) else str(v) for v in values]
    return f"bounds on {names} at {series(cuts)} only"


def _max_conditions(wish: Wish, names: str) -> str:
    return f"at most {wording.count(_amount(wish), 'condition')} for {names}"


def _max_errors(wish: Wish, names: str) -> str:
    if not wish.value:
        return f"no row of {names} wrong"
    if isinstance(wish.value, float):
        return f"at most {wording.percent(wish.value)} of {names} wrong"
    return f"at most {wording.count(_amount(wish), 'row')} of {names} wrong"


def _right_rows(wish: Wish, names: str) -> str:
    if wish.value is None:
        return f"all rows right that {names} marks"
    return f"{wording.count(_amount(wish), 'given row')} right"


def _unknown(wish: Wish, names: str) -> str:
    """Name a wish of a later version, which a file may have."""
    return f"{wording.visible(wish.kind)} of {names}"


def _amount(wish: Wish) -> float:
    return wish.value if isinstance(wish.value, int | float) else 0


_WORDS: dict[str, Callable[[Wish, str], str]] = {
    "require": lambda _, names: f"a condition on {names}",
    "bounds": _bounds,
    "cut_points": _cut_points,
    "exclusive": lambda _, names: f"conditions on at most one of {names}",
    "max_conditions": _max_conditions,
    "max_errors": _max_errors,
    "min_recall": lambda wish, names: (
        f"at least {wording.percent(_amount(wish))} of {names} inside"
    ),
    "separate": lambda _, names: f"no row in both {names}",
    "right_rows": _right_rows,
}
