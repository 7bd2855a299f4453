"""A value inside a JSON document that knows where it stands, for messages that say so."""

from __future__ import annotations

import math
import sys
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any

from clusterscribe.description.export.plain import decode
from clusterscribe.errors import InputError

LARGEST = 2**53  # of whole numbers: beyond it a floating-point number cannot hold each of them


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
                f'the JSON holds no {self.document} of clusterscribe: it has no "format": "{name}"'
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
        if not isinstance(self.value, dict):
            raise self.should_be("an object")
        if name not in self.value:
            raise self._without(name)
        return replace(self, value=self.value[name], path=self._path(name))

    def only(self, *names: str) -> str:
        """Return which one of these fields an object has."""
        if not isinstance(self.value, dict):
            raise self.should_be("an object")
        there = [name for name in names if name in self.value]
        if not there:
            raise self._without(names[0])
        if len(there) > 1:
            raise InputError(
                f"the {self.document} is broken: {self.path} has both {there[0]} and {there[1]}, "
                "and only one of them can hold"
            )
        return there[0]

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
            raise self.should_be("a whole number")
        if abs(self.value) > LARGEST:
            raise self.should_be(f"a whole number of at most {LARGEST:,}")
        return self.value

    def count(self) -> int:
        """Return a whole number of at least 1."""
        if self.whole() < 1:
            raise self.should_be("a whole number of at least 1")
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
        return number

    def amount(self) -> float:
        """Return a finite number of at least 0; whole numbers stay whole."""
        if self.figure() < 0:
            raise self.should_be("a number of at least 0")
        return self.figure()

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
