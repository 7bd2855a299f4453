"""Linear separators of some rows from others, as directions of few features.

k-means separates its clusters by hyperplanes, two by two. Features are picked one after the
other by how far they set both sides apart; to each set of the best ones a logistic regression is
fitted, and rounded to whole weights.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.columns import Direction
from clusterscribe.search.slanted.candidates import Reaching, roundings, sets_of

RIDGE = 1e-6
MAIN = 6  # features in either way of a separator, of which all small sets are fitted
STEPS = 8  # of Newton's method
PENALTY = 1e-4  # of a regression, which keeps it finite where both sides are apart


def separators(
    reach: Reaching,
    inside: NDArray[np.float64],
    outside: NDArray[np.float64],
) -> Iterator[Direction]:
    """Yield directions that are low in the first rows and high in the others (rows x features)."""
    if len(inside) == 0 or len(outside) == 0:
        return
    features = np.array(reach.features)
    apart = outside[:, features].mean(axis=0) - inside[:, features].mean(axis=0)
    scatter = _scatter(inside[:, features]) + _scatter(outside[:, features])
    for place in np.argsort(-np.abs(apart) / np.sqrt(np.diag(scatter) + RIDGE))[:MAIN].tolist():
        yield Direction((int(features[place]),), (1 if apart[place] > 0 else -1,))
    rows = np.concatenate([inside, outside])[:, features]
    largest = np.argsort(-np.abs(_regression(rows, len(inside)) * rows.std(axis=0)))[:MAIN]
    main = sorted({*_main(apart, scatter), *largest.tolist()})
    for chosen in sets_of(main, reach.max_terms):
        weights = _regression(rows[:, list(chosen)], len(inside))
        yield from roundings(reach, [int(features[i]) for i in chosen], weights)


def _regression(rows: NDArray[np.float64], inside: int) -> NDArray[np.float64]:
    """Fit a logistic regression by Newton's method; both sides weigh the same."""
    outside = len(rows) - inside
    target = np.repeat([0.0, 1.0], [inside, outside])
    weight = np.repeat([0.5 / inside, 0.5 / outside], [inside, outside])
    centre, spread = rows.mean(axis=0), rows.std(axis=0)
    spread[spread == 0] = 1
    design = np.column_stack([(rows - centre) / spread, np.ones(len(rows))])
    solution = np.zeros(design.shape[1])
    penalty = PENALTY * np.eye(len(solution))
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(design @ solution, -30, 30)))
        slope = design.T @ (weight * (target - chance)) - penalty @ solution
        curve = (design * (weight * chance * (1 - chance))[:, None]).T @ design + penalty
        solution = solution + np.linalg.solve(curve, slope)
    weights: NDArray[np.float64] = solution[:-1] / spread
    return weights


def _scatter(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    centred = rows - rows.mean(axis=0)
    scatter: NDArray[np.float64] = centred.T @ centred / len(rows)
    return scatter


def _main(apart: NDArray[np.float64], scatter: NDArray[np.float64]) -> list[int]:
    """Return the features that a separator of few would use, found one after the other."""
    chosen: list[int] = []
    while len(chosen) < min(MAIN, len(apart)):
        others = [i for i in range(len(apart)) if i not in chosen]
        chosen.append(max(others, key=lambda i: _distance(apart, scatter, [*chosen, i])))
    return sorted(chosen)


def _distance(apart: NDArray[np.float64], scatter: NDArray[np.float64], places: list[int]) -> float:
    """Return how far apart both sides are, in terms of their spread."""
    return float(apart[places] @ _solved(scatter[np.ix_(places, places)], apart[places]))


def _solved(scatter: NDArray[np.float64], apart: NDArray[np.float64]) -> NDArray[np.float64]:
    ridge = RIDGE * (1 + np.trace(scatter)) * np.eye(len(apart))
    solved: NDArray[np.float64] = np.linalg.solve(scatter + ridge, apart)
    return solved
