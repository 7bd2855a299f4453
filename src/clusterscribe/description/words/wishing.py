"""Wishes as parts of a sentence: what descriptions have that keep to them."""

from __future__ import annotations

from clusterscribe.description.words import wording
from clusterscribe.description.words.naming import Naming
from clusterscribe.wish import Wish

ONE_SIDED = {"at least": "lower", "at most": "upper"}


def with_what(wish: Wish) -> str:
    """Return what a description has that keeps to a wish: `a condition on region`."""
    names = _listed([_name(wish, one) for one in wish.of])
    match wish.kind:
        case "require":
            return f"a condition on {names}"
        case "bounds":
            return f"{ONE_SIDED.get(str(wish.value), 'some')} bounds only on {names}"
        case "cut_points":
            return f"bounds on {names} at {_listed(_values(wish))} only"
        case "exclusive":
            return f"conditions on at most one of {names}"
        case "max_conditions":
            return f"at most {wording.count(_amount(wish), 'condition')} for {names}"
        case "max_errors" if wish.value and isinstance(wish.value, float):
            return f"at most {wording.percent(wish.value)} of {names} wrong"
        case "max_errors" if not wish.value:
            return f"no row of {names} wrong"
        case "max_errors":
            return f"at most {wording.count(_amount(wish), 'row')} of {names} wrong"
        case "min_recall":
            return f"at least {wording.percent(_amount(wish))} of {names} inside"
        case "separate":
            return f"no row in both {names}"
        case _:
            return _right_rows(wish)


def _right_rows(wish: Wish) -> str:
    if wish.value is None:
        return f"all rows right that {_listed([Naming().subject(one) for one in wish.of])} marks"
    return f"{wording.count(_amount(wish), 'given row')} right"


def _name(wish: Wish, text: str) -> str:
    is_column = wish.kind in ("require", "bounds", "cut_points", "exclusive")
    return Naming().subject(text) if is_column else wording.label(text)


def _values(wish: Wish) -> list[str]:
    values = wish.value if isinstance(wish.value, tuple) else (wish.value,)
    return [wording.number(v) if isinstance(v, int | float) else str(v) for v in values]


def _amount(wish: Wish) -> float:
    return wish.value if isinstance(wish.value, int | float) else 0


def _listed(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
