"""Tiny tables and wishes about them, by chance but always the same for one seed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

import numpy as np
import pandas as pd

from clusterscribe import Constraints

from .every_box import Tiny

KINDS = (
    "require",
    "exclusive",
    "costs",
    "max_conditions",
    "max_errors",
    "min_recall",
    "separate",
    "right_rows",
    "bounds",
    "cut_points",
)
OBJECTIVES = {"complexity": (1, 0), "sparsity": (0, 1), (1, 2): (1, 2)}


@dataclass(frozen=True)
class Case:
    """A table, wishes, and what else is asked for."""

    tiny: Tiny
    wishes: Constraints
    objective: Any
    error_slack: float
    min_recall: float
    max_conditions: int | None

    @property
    def table(self):
        return pd.DataFrame(self.tiny.columns)

    @property
    def asked(self):
        """What `describe` is asked for, but for the wishes."""
        return {
            "objective": self.objective,
            "error_slack": self.error_slack,
            "min_recall": self.min_recall,
            "max_conditions": self.max_conditions,
            "sample_weight": self.tiny.weights,
            "noise_label": self.tiny.noise_label,
            "time_limit": 30,
            "features": list(self.tiny.columns),  # constant ones as well
        }

    @property
    def limits(self):
        """The same for the enumeration of all descriptions."""
        recall = Fraction(str(self.min_recall))
        return {"min_recall": recall, "max_conditions": self.max_conditions}

    def budget(self, fewest):
        return floor((1 + Fraction(str(self.error_slack))) * fewest)


def case_of(seed, kinds):
    """Make a table of few rows, and one wish of each kind."""
    chance = np.random.default_rng([seed, *(KINDS.index(kind) for kind in kinds)])
    tiny = _tiny(chance)
    wished = {}
    recall = float(chance.choice([0.5, 0.5, 0.0]))
    if "cut_points" in kinds:  # by which no cluster is given up
        recall = 0.5
    for kind in kinds:
        wished |= {kind: _MAKERS[kind](chance, list(tiny.columns), tiny)}
    return Case(
        tiny,
        Constraints(**wished),
        list(OBJECTIVES)[chance.integers(3)],
        float(chance.choice([0, 0.05, 0.5, 1.0])),
        recall,
        [None, None, 2][chance.integers(3)],
    )


def _tiny(chance):
    clusters, rows = int(chance.choice([1, 2, 2, 2, 3])), int(chance.integers(4, 8))
    values = 3 if clusters < 3 else 2
    columns = {"a": chance.integers(0, values, rows).tolist()}
    if chance.random() < 0.3:
        columns["b"] = [["x", "y"][place] for place in chance.integers(0, 2, rows)]
    else:
        columns["b"] = chance.integers(0, values, rows).tolist()
    more = chance.random()
    if more < 0.25:  # a hole
        columns["a"] = [value % 2 for value in columns["a"]]
        columns["a"][int(chance.integers(rows))] = None
    elif clusters < 3 and more < 0.4:
        columns["c"] = chance.integers(0, 2, rows).tolist()
    names = ["A", "B", "C"][:clusters]
    noise = "N" if clusters == 1 or chance.random() < 0.2 else None
    kinds = [*names, *([noise] if noise else [])]
    labels = [*kinds, *(str(one) for one in chance.choice(kinds, rows - len(kinds)))]
    weights = chance.integers(1, 4, rows).tolist() if chance.random() < 0.2 else None
    return Tiny(columns, [labels[i] for i in chance.permutation(rows)], weights, noise)


def _some(chance, names, most=2):
    number = int(chance.integers(1, most + 1))
    return [str(name) for name in chance.choice(names, min(number, len(names)), replace=False)]


def _separate(chance, columns, tiny):
    clusters = tiny.clusters
    if len(clusters) < 2:
        return ()
    return [tuple(str(one) for one in chance.choice(clusters, 2, replace=False))]


def _budget(chance, columns, tiny):
    budgets = [0, 1, 2, 0.0, 0.25, 0.5]
    return {_some(chance, tiny.clusters, 1)[0]: budgets[chance.integers(len(budgets))]}


def _costs(chance, columns, tiny):
    return {name: float(chance.choice([0.1, 0.5, 1.5, 2, 3])) for name in _some(chance, columns)}


def _numbers(columns, tiny):
    return [name for name in columns if not isinstance(tiny.columns[name][0], str)]


_MAKERS = {
    "bounds": lambda chance, columns, tiny: {
        name: str(chance.choice(["at least", "at most"]))
        for name in _some(chance, _numbers(columns, tiny))
    },
    "cut_points": lambda chance, columns, tiny: {
        name: sorted({float(cut) for cut in chance.choice([0, 0.5, 1, 1.5, 2], 2)})
        for name in _some(chance, _numbers(columns, tiny), 1)
    },
    "require": lambda chance, columns, tiny: _some(chance, columns),
    "exclusive": lambda chance, columns, tiny: [
        [str(name) for name in chance.choice(columns, 2, replace=False)]
    ],
    "costs": _costs,
    "max_conditions": lambda chance, columns, tiny: {
        _some(chance, tiny.clusters, 1)[0]: int(chance.integers(1, 3))
    },
    "max_errors": _budget,
    "min_recall": lambda chance, columns, tiny: {
        _some(chance, tiny.clusters, 1)[0]: float(chance.choice([0.0, 0.3, 0.75, 1.0]))
    },
    "separate": _separate,
    "right_rows": lambda chance, columns, tiny: [
        int(row) for row in chance.choice(len(tiny.labels), 2, replace=False)
    ],
}
