"""A wish as part of a class of descriptions: what a proof keeps of it, in words and in files.

A proof is about all descriptions that keep to the wishes. It needs neither the table nor its
labels, so that a wish is here what people wrote, as texts and numbers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

from clusterscribe.constraints import Constraints

Amount: TypeAlias = str | int | float | tuple[str | int | float, ...] | None

# how the proofs of two values of one wish compare: fewer descriptions keep to a smaller or a
# larger one
SMALLER_IS_STRICTER = ("max_conditions", "max_errors")


OF_COLUMNS = ("require", "bounds", "cut_points", "exclusive")  # the others are of clusters or rows


@dataclass(frozen=True, slots=True)
class Wish:
    """One wish: which of `Constraints` it is, the columns or clusters it is about, and its value.

    Rows that must be right are known by their number and by a fingerprint. What a column costs is
    no wish in this sense: it changes what is minimised, and not which descriptions there are.
    """

    kind: str
    of: tuple[str, ...]
    value: Amount = None

    def implies(self, other: Wish) -> bool:
        """Whether whatever keeps to this wish keeps to the other one."""
        if self == other:
            return True
        if (self.kind, self.of) != (other.kind, other.of):
            return self._implies_group(other)
        is_number = isinstance(self.value, int | float) and type(self.value) is type(other.value)
        return is_number and self.kind in SMALLER_IS_STRICTER and self._is_less(other)

    def _is_less(self, other: Wish) -> bool:
        assert isinstance(self.value, int | float) and isinstance(other.value, int | float)
        return self.value <= other.value

    def _implies_group(self, other: Wish) -> bool:
        """Of a larger exclusive group, no two columns of a smaller one are used."""
        both = self.kind == other.kind == "exclusive"
        return both and set(other.of) <= set(self.of)


def wishes_of(constraints: Constraints) -> tuple[Wish, ...]:
    """Return the wishes that a class of descriptions keeps to, in one order."""
    found = [Wish("require", (name,)) for name in dict.fromkeys(constraints.require)]
    found += [Wish("bounds", (name,), side) for name, side in constraints.bounds.items()]
    for name, cuts in constraints.cut_points.items():
        found.append(Wish("cut_points", (name,), tuple(map(_plain, cuts))))
    for group in constraints.exclusive:
        found.append(Wish("exclusive", tuple(sorted(set(group)))))
    for kind in ("max_conditions", "max_errors", "min_recall"):
        for label, value in getattr(constraints, kind).items():
            found.append(Wish(kind, (str(label),), value))
    for pair in constraints.separate:
        found.append(Wish("separate", tuple(sorted(map(str, pair)))))
    if len(constraints.right_rows):
        found.append(_right_rows(constraints.right_rows))
    unique = dict.fromkeys(found)
    return tuple(sorted(unique, key=lambda wish: (wish.kind, wish.of, str(wish.value))))


def all_implied(wishes: Iterable[Wish], by: Sequence[Wish]) -> bool:
    """Whether whatever keeps to some wishes keeps to all of the others."""
    return all(any(one.implies(wish) for one in by) for wish in wishes)


def _right_rows(rows: Sequence[Any] | str) -> Wish:
    """Return the wish for rows that must be right: how many, and which ones by a fingerprint."""
    if isinstance(rows, str):
        return Wish("right_rows", (rows,))
    flags = all(type(one).__name__ in ("bool", "bool_") for one in rows)  # NumPy's as well
    places = [i for i, one in enumerate(rows) if one] if flags else sorted({int(i) for i in rows})
    digest = hashlib.sha256(",".join(map(str, places)).encode()).hexdigest()[:16]
    return Wish("right_rows", (digest,), len(places))


def _plain(value: Any) -> str | int | float:  # noqa: ANN401  (a number, a date, ...)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str | int | float):
        return value
    plain = value.item() if hasattr(value, "item") else value
    return plain if isinstance(plain, int | float) else str(plain)
