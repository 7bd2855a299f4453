"""Nasty tables, each made by its seed alone: `nasty_case(17)` is the same on every machine.

Numbers that a tolerance would take for one, numbers of very different sizes side by side, and
weights that no unit has in common.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from math import nextafter, pi
from typing import Any, TypeAlias

import numpy as np

from .case import Case

Chance: TypeAlias = np.random.Generator
Column: TypeAlias = Callable[[Chance, int], list[Any]]
START = datetime(2023, 11, 14, 22, 13, 20)  # 1.7e9 seconds after 1970


def _milliseconds_in_seconds(chance: Chance, rows: int) -> list[Any]:
    return [1.7e9 + k / 1000 for k in chance.integers(0, rows, rows).tolist()]


def _float_milliseconds(chance: Chance, rows: int) -> list[Any]:
    return [1.7e12 + k / 4 for k in chance.integers(0, rows, rows).tolist()]


def _moments(chance: Chance, rows: int) -> list[Any]:
    return [START + timedelta(microseconds=k) for k in chance.integers(0, rows, rows).tolist()]


def _neighbours(chance: Chance, rows: int) -> list[Any]:
    chain = [float(chance.choice([0.3, 1.0, 123456.789, 1e15, -2.5, 1e-7]))]
    for _ in range(rows // 2):
        chain.append(nextafter(chain[-1], float("inf")))
    return [chain[k] for k in chance.integers(0, len(chain), rows).tolist()]


def _decimals(chance: Chance, rows: int) -> list[Any]:
    tenths = [k * 0.1 for k in range(5)] + [k / 10 for k in range(5)] + [0.1 + 0.2]
    return [tenths[k] for k in chance.integers(0, len(tenths), rows).tolist()]


def _enormous(chance: Chance, rows: int) -> list[Any]:
    largest = float(chance.choice([1e300, 1e302]))  # which can be added up, and which cannot
    return [k * largest / 4 for k in chance.integers(-4, 5, rows).tolist()]


def _minute(chance: Chance, rows: int) -> list[Any]:
    return [k * 1e-300 for k in chance.integers(-4, 5, rows).tolist()]


def _around_zero(chance: Chance, rows: int) -> list[Any]:
    values = [0.0, -0.0, 5e-324, -5e-324, 1e-300, -1e-12, 1e-12]
    return [values[k] for k in chance.integers(0, len(values), rows).tolist()]


def _dense(chance: Chance, rows: int) -> list[Any]:
    return chance.random(rows).tolist()


def _large_and_dense(chance: Chance, rows: int) -> list[Any]:
    return (1e9 + chance.random(rows) / 1e4).tolist()


def _few_values(chance: Chance, rows: int) -> list[Any]:
    return chance.integers(0, 3, rows).astype(float).tolist()


def _whole(chance: Chance, rows: int) -> list[Any]:
    return (2**53 - 1 - chance.integers(0, rows, rows)).tolist()


def _constant(chance: Chance, rows: int) -> list[Any]:
    return [float(chance.choice([0.0, 7.5, 1e300]))] * rows


def _booleans(chance: Chance, rows: int) -> list[Any]:
    return chance.integers(0, 2, rows).astype(bool).tolist()


def _categories(chance: Chance, rows: int) -> list[Any]:
    return [("red", "it's", "blue")[k] for k in chance.integers(0, 3, rows).tolist()]


COLUMNS: list[Column] = [
    _milliseconds_in_seconds,
    _float_milliseconds,
    _moments,
    _neighbours,
    _decimals,
    _enormous,
    _minute,
    _around_zero,
    _dense,
    _large_and_dense,
    _few_values,
    _whole,
    _constant,
    _booleans,
    _categories,
]


def _heavy(chance: Chance, rows: int) -> list[float]:
    kinds = [0.5235987755, 600.0, 1.4142135623e9, 1.7320508075e9, 0.5]
    return [kinds[k] for k in chance.integers(0, len(kinds), rows).tolist()]


WEIGHTS: list[Callable[[Chance, int], list[float]]] = [
    _heavy,
    lambda chance, rows: chance.integers(1, 5, rows).astype(float).tolist(),
    lambda chance, rows: [k * 0.1 for k in chance.integers(1, 5, rows).tolist()],
    lambda chance, rows: [k / 7 for k in chance.integers(1, 5, rows).tolist()],
    lambda chance, rows: [pi**k for k in chance.integers(-2, 3, rows).tolist()],
    lambda chance, rows: [float(2**48 + k) for k in chance.integers(0, 3, rows).tolist()],
    lambda chance, rows: [float(2**52 + k) for k in chance.integers(0, 3, rows).tolist()],
    lambda chance, rows: [float(2**k) for k in chance.integers(0, 53, rows).tolist()],
    lambda chance, rows: [10.0 ** int(k) for k in chance.integers(-9, 10, rows)],
]


def nasty_case(seed: int, most_rows: int = 40, columns: tuple[int, int] = (1, 4)) -> Case:
    """A table of nasty columns, with clusters that a rule and some chance have made."""
    chance = np.random.default_rng(seed)
    # sums of weights without a unit are many, and there is a literal for each of them
    is_weighted = bool(chance.random() < 0.4)
    rows = int(chance.integers(4, min(most_rows, 12 if is_weighted else most_rows) + 1))
    kinds = chance.choice(len(COLUMNS), size=int(chance.integers(columns[0], columns[1] + 1)))
    return _clustered(chance, [COLUMNS[kind] for kind in kinds.tolist()], rows, is_weighted)


def tame_case(seed: int, most_rows: int = 9, columns: tuple[int, int] = (2, 3)) -> Case:
    """A table whose weighted sums are all exact as floats: small multiples of a quarter."""
    chance = np.random.default_rng([seed, 2])
    rows = int(chance.integers(4, most_rows + 1))
    kinds = [_quarters] * int(chance.integers(columns[0], columns[1] + 1))
    return _clustered(chance, kinds, rows, is_weighted=False)


def _quarters(chance: Chance, rows: int) -> list[Any]:
    return (chance.integers(0, 9, rows) / 4).tolist()


def _clustered(chance: Chance, kinds: list[Column], rows: int, is_weighted: bool) -> Case:
    columns = {f"c{j}": kind(chance, rows) for j, kind in enumerate(kinds)}
    labels = _labels(chance, columns, rows)
    weights = WEIGHTS[int(chance.integers(len(WEIGHTS)))](chance, rows) if is_weighted else None
    noise_label = 1 if chance.random() < 0.25 else None
    return Case(columns, labels, weights, noise_label)


def _labels(chance: Chance, columns: dict[str, list[Any]], rows: int) -> list[int]:
    """By the order of the rows in one column, some of them at random; all labels occur."""
    clusters = int(chance.integers(2, 4))
    by = list(columns.values())[int(chance.integers(len(columns)))]
    order = sorted(set(by))
    cuts = sorted(chance.integers(0, len(order) + 1, clusters - 1).tolist())
    labels = [sum(order.index(value) >= cut for cut in cuts) for value in by]
    share = chance.choice([0.0, 0.1, 0.5])
    labels = [int(chance.integers(clusters)) if chance.random() < share else k for k in labels]
    labels[:clusters] = range(clusters)
    return labels


def nasty_question(seed: int, case: Case) -> dict[str, Any]:
    """What is asked of a case: the objective, and a budget or a slack."""
    chance = np.random.default_rng([seed, 1])
    asked: dict[str, Any] = {
        "objective": ["complexity", "complexity", "sparsity", (1, 2)][int(chance.integers(4))]
    }
    total = int(case.total)
    budgets = [0, 1, 3, total // 3, total // 2 + 1, 0.1, 0.29, 0.5, 10**12 + 1, 10**30]
    if chance.random() < 0.4:
        asked["max_errors"] = budgets[int(chance.integers(len(budgets)))]
    else:
        asked["error_slack"] = [0.05, 0.0, 0.5][int(chance.integers(3))]
    return asked
