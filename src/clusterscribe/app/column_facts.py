"""What the page of choices says about one column: in plain words, and counted from all rows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from clusterscribe.app.sparkline import Sparkline, in_words, sparkline
from clusterscribe.description.words import wording
from clusterscribe.feature import Form, Kind
from clusterscribe.table.column import MISSING, NESTED, Column, Levels, Numbers, Unusable
from clusterscribe.table.policy import (
    EMPTY,
    FREE_TEXT,
    IDENTIFIER,
    IDENTIFIER_NUMBER,
    Facts,
    why_left_out,
)

MOST_LABELS = 30  # distinct values that a label column is likely to have

# a column that is named so is not described by itself, also where clusters are found anew
LABEL_NAMES = re.compile(r"cluster|label|segment|class|group|community|target|species", re.I)

_KINDS = {
    Kind.NUMBER: "numbers",
    Kind.INTEGER: "whole numbers",
    Kind.BOOLEAN: "yes or no",
    Kind.DATE: "dates",
    Kind.DATETIME: "dates and times",
}
_KINDS_LEFT_OUT = {  # what the reason says better than the type
    FREE_TEXT: "free text",
    IDENTIFIER: "identifier",
    IDENTIFIER_NUMBER: "identifier",
    EMPTY: "empty",
}
_ADVICE = {
    FREE_TEXT: "long texts, most of them different",
    IDENTIFIER: "different in nearly every row",
    IDENTIFIER_NUMBER: "named like an identifier, and different in every row",
    EMPTY: "it has no values",
}
_READ_AS = {Kind.NUMBER: "numbers", Kind.DATE: "dates", Kind.DATETIME: "dates and times"}


@dataclass(frozen=True, slots=True)
class ColumnFacts:
    """One column: what it holds, and why it might be left out."""

    name: str
    kind: str  # in words
    distinct: int
    missing: int
    is_ordered: bool  # numbers, dates, times: a missing value meets no condition
    like_labels: bool
    advice: str = ""  # why to leave it out; empty if there is no reason
    note: str = ""  # how it was read
    is_usable: bool = True
    sparkline: Sparkline = field(default_factory=Sparkline)
    sizes: list[list[Any]] = field(default_factory=list)  # of its clusters: label, rows

    @property
    def is_named_labels(self) -> bool:
        """Whether it looks like labels, and is also named like them."""
        return self.like_labels and bool(LABEL_NAMES.search(self.name))

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> ColumnFacts:
        """Read back what `asdict` returns."""
        return cls(**{**values, "sparkline": Sparkline(**values["sparkline"])})


def column_facts(facts: Facts, column: Column) -> ColumnFacts:
    """Say what a column holds; the policy for all tables says which are better left out."""
    reason = why_left_out(facts)
    if isinstance(column, Unusable):
        what = "nested values" if column.what == NESTED.what else column.what
        advice = f"it cannot describe: {column.remedy} to use it"
        return ColumnFacts(facts.name, what, 0, 0, False, False, advice, is_usable=False)
    values, rows = _different(column)
    like_labels = _is_discrete(column) and 2 <= len(values) <= min(MOST_LABELS, facts.rows // 2)
    if not reason and not facts.exact:
        reason = "too precise for floating-point numbers"
    is_picture = reason not in _KINDS_LEFT_OUT and not _is_text(facts, reason)
    return ColumnFacts(
        facts.name,
        _kind(facts, column, reason),
        len(values),
        facts.missing,
        isinstance(column, Numbers) and column.kind is not Kind.BOOLEAN,
        like_labels,
        _ADVICE.get(reason, reason),
        _note(facts),
        sparkline=sparkline(column) if is_picture else in_words(column),
        sizes=_sizes(column, values, rows) if like_labels else [],
    )


def _different(column: Numbers | Levels) -> tuple[list[Any], list[int]]:
    """Return the distinct values, and the rows of each."""
    if isinstance(column, Levels):
        codes = column.codes[column.codes != MISSING]
        return list(column.levels), np.bincount(codes, minlength=len(column.levels)).tolist()
    values, rows = np.unique(column.values[np.isfinite(column.values)], return_counts=True)
    return values.tolist(), rows.tolist()


def _is_discrete(column: Numbers | Levels) -> bool:
    """Whether values may be labels; whole numbers may be written as 1.0 beside missing ones."""
    if isinstance(column, Levels) or column.kind in (Kind.BOOLEAN, Kind.INTEGER):
        return True
    present = column.values[np.isfinite(column.values)]
    is_plain = column.kind is Kind.NUMBER and column.form is None
    return is_plain and bool(np.equal(np.floor(present), present).all())


def _kind(facts: Facts, column: Numbers | Levels, reason: str) -> str:
    if reason in _KINDS_LEFT_OUT:
        return _KINDS_LEFT_OUT[reason]
    if isinstance(column, Numbers):
        return _KINDS[column.kind]
    return "text" if _is_text(facts, reason) else "categories"


def _is_text(facts: Facts, reason: str) -> bool:
    """Whether a column is text that nobody would call categories."""
    return facts.kind is Kind.LEVEL and facts.is_text and bool(reason) and facts.different > 1


def _sizes(column: Numbers | Levels, values: list[Any], rows: list[int]) -> list[list[Any]]:
    """Return the clusters that a column names, in the order of their labels."""
    if isinstance(column, Numbers) and column.kind is Kind.BOOLEAN:
        values = [bool(value) for value in values]
    return [[wording.label(value), count] for value, count in zip(values, rows, strict=True)]


def _note(facts: Facts) -> str:
    """Say how texts were read, or why they were not."""
    if facts.form is not None and facts.example and facts.kind in _READ_AS:
        order = "" if facts.form in (Form.PLAIN, Form.DECIMAL_POINT) else f" ({facts.form})"
        return f"text read as {_READ_AS[facts.kind]}{order}, such as {_quoted(facts)}"
    if facts.doubt:
        return f"left as text: {facts.doubt}, such as {_quoted(facts)}"
    return ""


def _quoted(facts: Facts) -> str:
    return wording.visible(facts.example)
