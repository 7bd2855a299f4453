"""A table with its clusters, as an oracle and a person see it: plain Python values."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from math import floor
from typing import Any

import pandas as pd

EPOCH = datetime(1970, 1, 1)


@dataclass(frozen=True)
class Case:
    """Columns by name, a label a row, weights if rows have any, and the label of noise."""

    columns: dict[str, list[Any]]
    labels: list[Hashable]
    weights: list[float] | None = None
    noise_label: Hashable = None

    def __len__(self) -> int:
        return len(self.labels)

    def __str__(self) -> str:
        """Code that makes the same case again."""
        lines = [f"    {name!r}: {values!r}," for name, values in self.columns.items()]
        rest = f"labels = {self.labels!r}\nweights = {self.weights!r}"
        known = f"{rest}\nnoise_label = {self.noise_label!r}"
        return "\n".join(["table = pd.DataFrame({", *lines, "})", known])

    @property
    def table(self) -> pd.DataFrame:
        """The columns as pandas has them."""
        return pd.DataFrame(self.columns)

    @property
    def arguments(self) -> dict[str, Any]:
        """What `describe` is told beside the table and the labels."""
        return {"sample_weight": self.weights, "noise_label": self.noise_label}

    @property
    def clusters(self) -> list[Hashable]:
        """The label of each row, None for noise."""
        return [None if label == self.noise_label else label for label in self.labels]

    @property
    def amounts(self) -> list[Fraction]:
        """The weight of each row, exactly."""
        return [Fraction(weight) for weight in self.weights or [1] * len(self)]

    @property
    def total(self) -> Fraction:
        """The weight of all rows."""
        return sum(self.amounts, Fraction(0))

    @property
    def is_whole(self) -> bool:
        """Whether all weights are whole numbers, so that sums of them are exact."""
        return all(amount.denominator == 1 for amount in self.amounts)

    @property
    def features(self) -> dict[Hashable, list[float]]:
        """The numbers of each feature; a level of a category is one."""
        found: dict[Hashable, list[float]] = {}
        for name, values in self.columns.items():
            if isinstance(values[0], str):
                for level in dict.fromkeys(values):
                    found[name, level] = [float(value == level) for value in values]
            else:
                found[name] = [number(value) for value in values]
        return found


def number(value: Any) -> float:
    """The number that stands for a value: a moment is so many microseconds since 1970."""
    if isinstance(value, datetime):
        since = value - EPOCH
        return float((since.days * 86_400 + since.seconds) * 10**6 + since.microseconds)
    return float(value)


def allowed_errors(fewest: Fraction, slack: float, is_whole: bool) -> Fraction:
    """The budget that the fewest errors give: a whole number where errors are counted."""
    budget = (1 + Fraction(str(slack))) * fewest
    return Fraction(floor(budget)) if is_whole else budget
