"""Wishes about columns that are chosen in the table of columns, beside those that are written.

Fields are named by what is wished and the place of the column, such as `bound-3`; names of columns
may hold anything.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias, cast, get_args

from clusterscribe.constraints import NO_CONSTRAINTS, Constraints, Side
from clusterscribe.errors import InputError
from clusterscribe.table.shape import quoted, unknown_column

if TYPE_CHECKING:
    from starlette.datastructures import FormData

BOUND, APPEAR, COST = "bound", "appear", "cost"
MUST = "must"
LARGEST_COST = 1e6

Wished: TypeAlias = dict[str, dict[str, str]]  # what is wished, the column, and what was filled in


def wished_in(form: FormData, columns: Sequence[str]) -> Wished:
    """Return what was filled in, as it is."""
    wished: Wished = {BOUND: {}, APPEAR: {}, COST: {}}
    for kind, texts in wished.items():
        for place, name in enumerate(columns):
            text = str(form.get(f"{kind}-{place}", "")).strip()
            if text:
                texts[name] = text
    return wished


def wished_by(wishes: Constraints) -> Wished:
    """Return wishes as they are filled in."""
    return {
        BOUND: dict(wishes.bounds),
        APPEAR: dict.fromkeys(wishes.require, MUST),
        COST: {name: f"{cost:g}" for name, cost in wishes.costs.items()},
    }


def wishes_of(wished: Wished, left_out: Collection[str]) -> Constraints:
    """Check what was filled in; nothing is wished of columns that are left out."""
    required = [name for name, text in wished[APPEAR].items() if text == MUST]
    away = [name for name in required if name in left_out]
    if away:
        raise InputError(
            f"{quoted(away)} must appear in the description and "
            f"{'is' if len(away) == 1 else 'are'} not used; tick what must appear, or drop the wish"
        )
    sides = {name: _side(name, text) for name, text in _kept(wished[BOUND], left_out).items()}
    costs = {name: _cost(name, text) for name, text in _kept(wished[COST], left_out).items()}
    costs = {name: cost for name, cost in costs.items() if cost != 1}  # as without a wish
    return Constraints(require=tuple(required), bounds=sides, costs=costs)


def written_wishes(text: str, columns: Sequence[str], left_out: Collection[str]) -> Constraints:
    """Read wishes from TOML; refuse columns that are not there or not used."""
    if not text:
        return NO_CONSTRAINTS
    written = Constraints.from_toml(text)
    for name in written.columns:
        if name not in columns:
            raise unknown_column(name, columns, f"constraints: {name!r}")
    away = [name for name in written.columns if name in left_out]
    if away:
        raise InputError(
            f"constraints: {quoted(away)} {'is' if len(away) == 1 else 'are'} not used; tick "
            "these columns, or drop the wishes about them"
        )
    return written


def both(chosen: Constraints, written: Constraints) -> Constraints:
    """Return the wishes of both; refuse two that contradict each other."""
    _refuse_difference(chosen.bounds, written.bounds)
    _refuse_difference(chosen.costs, written.costs)
    return chosen + written


def _refuse_difference(chosen: Mapping[str, object], written: Mapping[str, object]) -> None:
    for name in chosen:
        if name in written and chosen[name] != written[name]:
            here, there = _plain(chosen[name]), _plain(written[name])
            raise InputError(
                f"two wishes about {name!r} contradict each other: {here} in the table of columns, "
                f"and {there} in the written wishes; drop one of them"
            )


def _plain(value: object) -> str:
    return f"a cost of {value:g}" if isinstance(value, float) else f"only {value!r}"


def _kept(texts: Mapping[str, str], left_out: Collection[str]) -> dict[str, str]:
    return {name: text for name, text in texts.items() if name not in left_out}


def _side(name: str, text: str) -> Side:
    if text not in get_args(Side):
        raise InputError(
            f"the bounds on {name!r} must be 'at least' or 'at most', or any, not {text!r}"
        )
    return cast("Side", text)


def _cost(name: str, text: str) -> float:
    try:
        cost = float(text)
    except ValueError:
        cost = 0.0
    if not 0 < cost < LARGEST_COST:
        raise InputError(
            f"the cost of {name!r} must be a number above 0 and below a million, not {text!r}"
        )
    return cost
