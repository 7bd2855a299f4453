"""Plain tables, each made by its seed alone: small whole numbers, clusters that touch.

Larger than nasty ones, so that models have some hundred variables, and with whole weights.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .case import Case


def plain_case(
    seed: int, most_rows: int = 60, most_columns: int = 4, is_weighted: bool | None = None
) -> Case:
    """A table of whole numbers with two to four clusters; a third of the tables has weights."""
    chance = np.random.default_rng([seed, 3])
    rows = int(chance.integers(8, most_rows + 1))
    columns = int(chance.integers(1, most_columns + 1))
    values = chance.integers(0, int(chance.choice([4, 12, 40])), (columns, rows))
    clusters = int(chance.integers(2, 5))
    # by the sum of two columns, which one feature a condition cannot tell apart well
    score = values[0] + values[-1] + chance.normal(0, float(chance.choice([0.1, 3.0])), rows)
    labels = np.searchsorted(np.quantile(score, np.arange(1, clusters) / clusters), score)
    labels[:clusters] = np.arange(clusters)
    weighted = bool(chance.random() < 1 / 3) if is_weighted is None else is_weighted
    weights = chance.integers(1, 6, rows).astype(float).tolist() if weighted else None
    noise_label = 1 if chance.random() < 0.2 else None
    named = {f"c{place}": column.astype(float).tolist() for place, column in enumerate(values)}
    return Case(named, labels.tolist(), weights, noise_label)


def plain_question(seed: int, case: Case) -> dict[str, Any]:
    """What is asked of a plain table."""
    chance = np.random.default_rng([seed, 4])
    objectives = ["complexity", "complexity", "sparsity", (1, 2), (2, 1)]
    asked: dict[str, Any] = {"objective": objectives[int(chance.integers(len(objectives)))]}
    if chance.random() < 0.4:
        asked["max_errors"] = int(chance.integers(0, int(case.total) // 2))
    else:
        asked["error_slack"] = float(chance.choice([0.0, 0.05, 0.3]))
    if chance.random() < 0.3:
        asked["max_conditions"] = int(chance.integers(1, 4))
    asked["min_recall"] = float(chance.choice([0, 0, 0.5, 0.8]))
    return asked
