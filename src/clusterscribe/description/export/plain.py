"""Plain values: labels and levels as JSON can write them, and JSON read back with care.

Text, whole numbers, floating-point numbers, true, false and null are themselves. What
JSON cannot say is an object with one key, the type:

    {"date": "2024-02-29"}   {"datetime": "2024-02-29T12:00:00"}   {"tuple": [1, "a"]}
    {"float": "inf"}
"""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

import numpy as np

from clusterscribe.errors import InputError

DEEPEST = 50  # tuples within tuples: no label is, and Python has an end
LARGEST = 2**53  # of whole numbers: beyond it a floating-point number cannot hold each of them


def common_type(labels: Iterable[Hashable]) -> type | None:
    """Return the one type that a column of these labels can have; None where they differ."""
    types = set(map(type, labels)) or {bool}
    (first, *others) = types
    return first if not others and first in (bool, int, float, str, date) else None


def encode(value: Hashable) -> Any:  # noqa: ANN401
    """Return a value as JSON can write it."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"float": repr(float(value))}
    if isinstance(value, datetime) and not getattr(value, "nanosecond", 0):
        return {"datetime": value.isoformat()}
    if isinstance(value, date) and not isinstance(value, datetime):
        return {"date": value.isoformat()}
    if isinstance(value, tuple):
        return {"tuple": [encode(part) for part in value]}
    raise InputError(
        f"JSON cannot represent the label {value!r} of type {type(value).__name__}: "
        "convert the labels to text or numbers first"
    )


def decode(value: object, depth: int = 0) -> Hashable:
    """Return the value that was encoded; ValueError where there is none."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, dict) and len(value) == 1:
        ((kind, content),) = value.items()
        if kind == "tuple" and isinstance(content, list) and depth < DEEPEST:
            return tuple(decode(part, depth + 1) for part in content)
        if kind in _READERS and isinstance(content, str):
            return _READERS[kind](content)
    raise ValueError("not a plain value")


_READERS: dict[str, Callable[[str], Hashable]] = {
    "float": float,
    "date": date.fromisoformat,
    "datetime": datetime.fromisoformat,
}


def finite(value: Any) -> Any:  # noqa: ANN401
    """Return values with None in place of infinity and NaN, which JSON does not have."""
    if isinstance(value, dict):
        return {str(key): finite(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [finite(entry) for entry in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def loads(text: str, document: str) -> Any:  # noqa: ANN401
    """Read the text of a document strictly: no key twice, no NaN, nothing nested too deeply."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse)
    except RecursionError:
        reason = "it is nested too deeply"
    except (TypeError, ValueError) as problem:
        reason = str(problem)
    raise InputError(f"the text contains no {document}, as it is not JSON: {reason}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; of a key that is given twice, Python would silently take the last."""
    values = dict(pairs)
    if len(values) < len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise ValueError(f"the key {twice!r} is given twice in one object")
    return values


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not a number in JSON")


@dataclass(frozen=True, slots=True)
class Node:
    """A value and its path; each method returns it as one type or says what is wrong."""

    value: Any
    path: str = ""
    document: str = "description"  # what the whole of it is

    def check_format(self, name: str, newest: int) -> None:
        """Refuse a document of another format, or of a version that is not known here."""
        if not isinstance(self.value, dict) or self.value.get("format") != name:
            raise InputError(
                f'the JSON is not a clusterscribe {self.document}: it has no "format": "{name}"'
            )
        version = self.field("version").whole()
        if version > newest:
            raise InputError(
                f"the {self.document} was written by a newer clusterscribe (version {version} of "
                f"the format, and this one reads up to {newest}): upgrade clusterscribe to read it"
            )
        if version < 1:
            raise self.field("version").should_be(f"a version from 1 to {newest}")

    def field(self, name: str) -> Node:
        """Return a field of an object."""
        entries = self.entries()
        if name not in entries:
            raise self._without(name)
        return replace(self, value=entries[name], path=self._path(name))

    def only(self, *names: str) -> str:
        """Return which one of these fields an object has."""
        entries = self.entries()
        there = [name for name in names if name in entries]
        if not there:
            raise self._without(names[0])
        if len(there) > 1:
            raise InputError(
                f"the {self.document} is broken: {self.path} has both {there[0]} and {there[1]}, "
                "but only one of them is allowed"
            )
        return there[0]

    def entries(self) -> dict[str, Any]:
        """Return the fields of an object."""
        if not isinstance(self.value, dict):
            raise self.should_be("an object")
        return self.value

    def items(self) -> list[Node]:
        """Return the items of a list."""
        if not isinstance(self.value, list):
            raise self.should_be("a list")
        return [
            replace(self, value=value, path=f"{self.path}[{place}]")
            for place, value in enumerate(self.value)
        ]

    def or_none(self) -> Node | None:
        """Return nothing for null."""
        return None if self.value is None else self

    def text(self) -> str:
        """Return text."""
        if not isinstance(self.value, str):
            raise self.should_be("text")
        return self.value

    def one_of(self, *choices: str) -> str:
        """Return one of a few words."""
        if self.value not in choices:
            raise self.should_be(f"one of {', '.join(repr(str(one)) for one in choices)}")
        return self.text()

    def truth(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            raise self.should_be("true or false")
        return self.value

    def whole(self) -> int:
        """Return a whole number."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.should_be("an integer")
        if abs(self.value) > LARGEST:
            raise self.should_be(f"an integer of at most {LARGEST:,}")
        return self.value

    def count(self) -> int:
        """Return a whole number of at least 1."""
        if self.whole() < 1:
            raise self.should_be("an integer of at least 1")
        return self.whole()

    def figure(self) -> float:
        """Return a finite number; whole numbers stay whole."""
        try:
            number = decode(self.value)
        except ValueError:
            number = None
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise self.should_be("a number")
        if not -sys.float_info.max <= number <= sys.float_info.max:  # nor is NaN
            raise self.should_be("a finite number")
        if isinstance(number, int) and abs(number) > LARGEST:
            raise self.should_be(f"an integer of at most {LARGEST:,}")
        return number

    def amount(self) -> float:
        """Return a finite number of at least 0; whole numbers stay whole."""
        if self.figure() < 0:
            raise self.should_be("a number of at least 0")
        return self.figure()

    def share(self) -> float:
        """Return a number from 0 to 1."""
        if self.amount() > 1:
            raise self.should_be("a number from 0 to 1")
        return self.amount()

    def finite(self) -> float:
        """Return a finite floating-point number."""
        return float(self.figure())

    def plain(self) -> Hashable:
        """Return a label or level."""
        expected = "text, a number, true, false, null or a tagged value"
        try:
            value = decode(self.value)
        except ValueError:
            raise self.should_be(expected) from None
        if isinstance(value, float) and math.isnan(value):  # which no row could have
            raise self.should_be(expected)
        return value

    def broken(self, problem: InputError) -> InputError:
        """Return the error that says where something cannot be what it is."""
        return InputError(f"the {self.document} is broken at {self.path}: {problem}")

    def should_be(self, what: str) -> InputError:
        """Return the error that says what was expected here."""
        try:
            got = repr(self.value)
        except (RecursionError, ValueError):  # nested too deeply, or too many digits
            got = f"a huge {type(self.value).__name__}"
        got = got if len(got) <= 60 else f"{got[:57]}..."
        place = self.path or "the document"
        return InputError(f"the {self.document} is broken: {place} should be {what}, but is {got}")

    def _without(self, name: str) -> InputError:
        return InputError(f"the {self.document} is broken: {self._path(name)} is missing")

    def _path(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name
