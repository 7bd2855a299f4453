"""A row held against a prototype: how far it is, and which features make it so."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from clusterscribe.description.core.ball import Ball, counted
from clusterscribe.description.core.halfspace import Values
from clusterscribe.description.explain.combination import FEW, MOST, Cells
from clusterscribe.description.words import region_wording, wording
from clusterscribe.feature import Feature

NAMED = 3  # features that are said to give most


@dataclass(frozen=True, slots=True)
class Difference:
    """What one feature of a row adds to its squared distance from a prototype."""

    feature: Feature
    shown: str  # the value as it stands in the table
    wanted: str  # the value of the prototype
    points: float  # NaN where the value is missing

    def __str__(self) -> str:
        points = wording.number(self.points, FEW)
        name = wording.name(self.feature.column)
        if self.shown == self.wanted:  # they differ where people no longer look
            return f"{name} gives {points}"
        return f"{name} {self.shown} instead of {self.wanted} gives {points}"


@dataclass(frozen=True, slots=True)
class Closeness:
    """How far a row is from a prototype, and what each feature adds to the squared distance."""

    ball: Ball
    satisfied: bool
    squared_distance: float
    differences: tuple[Difference, ...]

    @property
    def distance(self) -> float:
        """The distance from the prototype; NaN where a value is missing."""
        return math.sqrt(self.squared_distance)

    @property
    def slack(self) -> float:
        """The radius minus the distance: below 0 by how much the row is too far."""
        return self.ball.radius - self.distance

    @property
    def condition(self) -> str:
        """Say what is asked for."""
        return region_wording.near(self.ball)

    @property
    def finding(self) -> str:
        """Say how far the row is."""
        if math.isnan(self.squared_distance):
            return wording.level(None)
        by = wording.number(abs(self.slack), FEW)
        if self.satisfied:
            return f"{self._shown}, {f'inside by {by}' if self.slack > 0 else 'just inside'}"
        return f"{self._shown}, {f'too far by {by}' if self.slack < 0 else 'just too far'}"

    @property
    def reason(self) -> str:
        """Say what is missing, or which features give most of the distance."""
        missing = [d.feature.column for d in self.differences if math.isnan(d.points)]
        if missing:
            verb = "is" if len(missing) == 1 else "are"
            names = " and ".join(map(wording.name, missing))
            return f"{names} {verb} missing and would have to be known"
        giving = [difference for difference in self.differences if difference.points > 0]
        if not giving:
            return "no feature differs from the prototype"
        most = sorted(giving, key=lambda difference: -difference.points)[:NAMED]
        whole = wording.number(self.squared_distance, FEW)
        rest = wording.count(len(giving) - NAMED, "other gives less", "others give less")
        words = [*map(str, most), *([rest] if len(giving) > NAMED else [])]
        return f"of the squared distance {whole}, {', '.join(words)}"

    @property
    def _shown(self) -> str:
        """Write the distance with as few digits as leave it on its side of the radius."""
        for digits in range(FEW, MOST + 1):
            text = wording.number(self.distance, digits)
            if (float(text) <= self.ball.radius) == self.satisfied:
                return text
        return repr(self.distance)


def closeness(ball: Ball, values: Values, cells: Cells) -> Closeness:
    """Hold a row against the prototype of a ball."""
    differences = tuple(
        Difference(
            term.feature,
            cells[term.feature],
            region_wording.central(centre, term.feature),
            float(counted(term, centre, values[term.feature])[0]),
        )
        for term, centre in zip(ball.terms, ball.centre, strict=True)
    )
    squared = float(np.ravel(ball.squared_distance(values))[0])
    return Closeness(ball, bool(ball.contains(values, 1)[0]), squared, differences)
