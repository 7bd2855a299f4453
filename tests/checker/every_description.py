"""All descriptions of tiny tables by boxes, one by one."""

from __future__ import annotations

from itertools import product

import numpy as np


def boxes_of(values):
    """All boxes that tell rows apart: who is inside, and which features have how many bounds."""
    sides = []
    for column in values.T:
        levels = [-np.inf, *sorted(set(column.tolist())), np.inf]
        sides.append([(low, high) for low in levels for high in levels])
    found = {}
    for chosen in product(*sides):
        inside = np.ones(len(values), dtype=bool)
        used, bounds = 0, 0
        for place, (low, high) in enumerate(chosen):
            # below all values or above all is no bound
            has = (low > -np.inf) + (high < np.inf)
            inside &= (values[:, place] >= low) & (values[:, place] <= high)
            used |= (has > 0) << place
            bounds += has
        kind = (tuple(inside), used)
        found[kind] = min(bounds, found.get(kind, bounds))
    return [(np.array(inside), used, bounds) for (inside, used), bounds in found.items()]


def descriptions_of(rows):
    """Yield errors, complexity, sparsity, most bounds of a cluster and what is outside of each."""
    boxes = boxes_of(rows.values)
    for chosen in product(boxes, repeat=rows.clusters):
        wrong = np.zeros(len(rows), dtype=bool)
        outside, used = [], 0
        for k, (inside, features, _) in enumerate(chosen):
            wrong |= inside != (rows.cluster == k)
            outside.append(int(rows.weight[(rows.cluster == k) & ~inside].sum()))
            used |= features
        bounds = [box[2] for box in chosen]
        errors = int(rows.weight[wrong].sum())
        yield errors, 2 * sum(bounds), used.bit_count(), max(bounds), outside
