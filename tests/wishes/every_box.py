"""All descriptions of tiny tables with wishes, one by one, from the definitions alone.

A description gives every cluster a box: on each feature a lower bound, an upper bound, both or
none, each of which excludes a known value at least, and every missing one. That a value is missing
is a condition of its own, on the same feature. Nothing of clusterscribe is used here.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from math import ceil, floor, lcm
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Tiny:
    """Columns by name (numbers, None where missing, or texts), and a label for each row."""

    columns: dict[str, list[Any]]
    labels: list[Any]
    weights: list[int] | None = None
    noise_label: Any = None

    @property
    def features(self):
        """The column and the numbers of each feature."""
        found = []
        for name, values in self.columns.items():
            if isinstance(values[0], str):
                for level in dict.fromkeys(values):
                    found.append((name, np.array([float(v == level) for v in values])))
                continue
            found.append((name, np.array(values, dtype=float)))
            if None in values:
                found.append((name, np.array([float(v is None) for v in values])))
        return found

    @property
    def clusters(self):
        return sorted({label for label in self.labels if label != self.noise_label}, key=str)

    @property
    def weight(self):
        return np.array(self.weights or [1] * len(self.labels))


@dataclass(frozen=True)
class Boxes:
    """Boxes of one cluster that differ in anything that matters."""

    inside: Any  # boxes x rows
    conditions: Any  # boxes x features: how many


def bounds_on(values, side, cuts):
    """Return the lower and upper bounds on a feature that there are: none, and useful ones."""
    known = sorted(set(values[~np.isnan(values)].tolist()))
    places = known if cuts is None else sorted(cuts)
    nothing = [] if cuts is not None else [np.inf]  # a cluster is given up
    lows = [-np.inf, *(v for v in places if known and v > known[0]), *nothing]
    highs = [np.inf, *(v for v in places if known and v < known[-1]), *(-v for v in nothing)]
    return (lows if side != "at most" else lows[:1]), (highs if side != "at least" else highs[:1])


def boxes_of(tiny, wishes):
    """Return all boxes: which rows are inside, and how many conditions are on each feature."""
    sides, numbers = [], set()
    for name, values in tiny.features:
        is_number = name not in numbers and not isinstance(tiny.columns[name][0], str)
        numbers.add(name)
        side = wishes.bounds.get(name) if is_number else None
        cuts = wishes.cut_points.get(name) if is_number else None
        sides.append(list(product(*bounds_on(values, side, cuts))))
    kinds = set()
    for chosen in product(*sides):
        inside = np.ones(len(tiny.labels), dtype=bool)
        conditions = []
        for (low, high), (_, values) in zip(chosen, tiny.features, strict=True):
            number = int(low > -np.inf) + int(high < np.inf)
            conditions.append(number)
            if number:  # nothing that is missing meets a condition
                inside &= (values >= low) & (values <= high)
        kinds.add((tuple(inside.tolist()), tuple(conditions)))
    inside, conditions = zip(*sorted(kinds), strict=True)
    return Boxes(np.array(inside), np.array(conditions))


@dataclass(frozen=True)
class Figures:
    """What all combinations of boxes have, those that keep to all wishes, in one order."""

    errors: Any
    complexity: Any
    sparsity: Any
    fits: Any
    unit: Fraction  # that complexity and sparsity count in

    @property
    def fewest(self):
        return int(self.errors[self.fits].min()) if self.fits.any() else None

    def least(self, budget, weights):
        """Return the objective, the other measure and the errors of the best within a budget."""
        allowed = self.fits & (self.errors <= budget)
        value = weights[0] * self.complexity + weights[1] * self.sparsity
        other = self.complexity if weights[1] else self.sparsity
        keys = np.lexsort((self.errors[allowed], other[allowed], value[allowed]))
        best = np.flatnonzero(allowed)[keys[0]]
        return self.unit * int(value[best]), self.unit * int(other[best]), int(self.errors[best])


def holes_of(tiny):
    """Return the places of features that say that a number is missing, each after its number."""
    names = [name for name, _ in tiny.features]
    return [
        place
        for place, name in enumerate(names)
        if names.index(name) < place and not isinstance(tiny.columns[name][0], str)
    ]


def figures_of(tiny, wishes, *, max_conditions=None, min_recall=Fraction(1, 2), most_boxes=10**7):
    """Evaluate every combination of boxes, one for each cluster."""
    boxes, clusters = boxes_of(tiny, wishes), tiny.clusters
    number = len(boxes.inside)
    assert number ** len(clusters) <= most_boxes
    places = np.array(list(np.ndindex(*[number] * len(clusters))))
    labels, weight = np.array(tiny.labels, dtype=object), tiny.weight
    inside = [boxes.inside[places[:, k]] for k in range(len(clusters))]
    conditions = [boxes.conditions[places[:, k]] for k in range(len(clusters))]
    member = [labels == label for label in clusters]
    wrong = reduce(np.logical_or, (a != b for a, b in zip(inside, member, strict=True)))
    errors = wrong @ weight
    exact = [Fraction(str(wishes.costs.get(name, 1))) for name, _ in tiny.features]
    unit = Fraction(1, lcm(*(cost.denominator for cost in exact)))
    costs = np.array([int(cost / unit) for cost in exact])
    total = sum(conditions)
    used = total > 0
    complexity = (total * (int(1 / unit) + costs)).sum(axis=1)
    sparsity = (used * costs).sum(axis=1)
    for place in holes_of(tiny):  # a number and that it is missing count once
        sparsity -= (used[:, place] & used[:, place - 1]) * costs[place]
    fits = np.ones(len(places), dtype=bool)
    column = np.array([name for name, _ in tiny.features])
    for name in wishes.require:
        fits &= used[:, column == name].any(axis=1)
    for group in wishes.exclusive:
        fits &= sum(used[:, column == name].any(axis=1).astype(int) for name in set(group)) <= 1
    for k, label in enumerate(clusters):
        own = int(weight[member[k]].sum())
        share = Fraction(str(wishes.min_recall.get(label, min_recall)))
        fits &= inside[k] @ (weight * member[k]) >= ceil(share * own)
        most = [m for m in (max_conditions, wishes.max_conditions.get(label)) if m is not None]
        if most:
            fits &= conditions[k].sum(axis=1) <= min(most)
        if label in wishes.max_errors:
            budget = wishes.max_errors[label]
            allowed = floor(Fraction(str(budget)) * own) if isinstance(budget, float) else budget
            fits &= wrong @ (weight * member[k]) <= allowed
    for one, other in wishes.separate:
        both = inside[clusters.index(one)] & inside[clusters.index(other)]
        fits &= ~both.any(axis=1)
    for row in wishes.right_rows:
        fits &= ~wrong[:, row]
    return Figures(errors, complexity, sparsity, fits, unit)
