"""All axis-parallel descriptions of a tiny problem, one by one.

Knows nothing of ranks, ladders or models: half-spaces are tried at every value and below
every value, on both sides of every feature, alone and together.
"""

from itertools import product

import numpy as np


def polyhedra(lower, upper, members):
    """Every polyhedron for one cluster: which boxes it gets wrong, conditions, features."""
    features = lower.shape[1]
    per_feature = [_ranges(lower[:, d], upper[:, d], members) for d in range(features)]
    shortest = {}
    for choice in product(*per_feature):
        inside = np.logical_and.reduce([inside for inside, _ in choice])
        conditions = sum(count for _, count in choice)
        used = frozenset(d for d, (_, count) in enumerate(choice) if count)
        key = (tuple(inside != members), used)
        shortest[key] = min(conditions, shortest.get(key, conditions))
    return [(np.array(wrong), conditions, used) for (wrong, used), conditions in shortest.items()]


def _ranges(lower, upper, members):
    """All pairs of conditions on one feature: boxes inside, number of conditions."""
    values = np.unique(np.concatenate([lower, upper]))
    bounds = [None, *values.tolist()]
    everything = np.ones(len(lower), dtype=bool)
    found = []
    for least, most in product([*bounds, np.inf], [*bounds, -np.inf]):
        inside, count = everything.copy(), 0
        if most is not None:  # a member counts with its far corner, an outsider with its near one
            inside &= np.where(members, upper, lower) <= most
            count += 1
        if least is not None:
            inside &= np.where(members, lower, upper) >= least
            count += 1
        found.append((inside, count))
    return found


def descriptions(lower, upper, cluster, clusters, weight):
    """(errors, complexity, sparsity) of every description worth a look."""
    choices = [polyhedra(lower, upper, cluster == k) for k in range(clusters)]
    seen = set()
    for choice in product(*choices):
        wrong = np.logical_or.reduce([wrong for wrong, _, _ in choice])
        conditions = sum(count for _, count, _ in choice)
        used = frozenset().union(*(used for _, _, used in choice))
        seen.add((int(weight[wrong].sum()), 2 * conditions, len(used)))
    return seen


def fewest_errors(found):
    return min(errors for errors, _, _ in found)


def best(found, goal, budget):
    """The lexicographically best (objective, other measure, errors) within the budget."""
    keys = []
    for errors, complexity, sparsity in found:
        if errors <= budget:
            objective = goal.complexity * complexity + goal.sparsity * sparsity
            other = complexity if goal.sparsity else sparsity
            keys.append((objective, other, errors))
    return min(keys)
