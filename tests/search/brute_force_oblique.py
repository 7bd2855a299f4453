"""All descriptions of a tiny problem with conditions on several features, one by one.

Knows nothing of ranks, pools, duals or models. It tries every set of rows that may be wrong;
given that set, the clusters have nothing to do with each other, and for each of them every
union of half-spaces is looked at. A set of rows is a number whose bits are the rows. Sums are
fractions, so that nothing is rounded.
"""

from fractions import Fraction
from itertools import combinations, product
from math import floor, gcd, inf

import numpy as np

exactly = np.vectorize(Fraction, otypes=[object])


class Everything:
    """The shortest description for every set of wrong rows and every set of features."""

    def __init__(self, boxes, max_terms, max_coefficient, scale="minmax"):
        self.boxes = boxes
        self.rows = len(boxes.weight)
        self.features = boxes.lower.shape[1]
        self.scaled = _scaled(boxes, scale)
        sets = np.arange(2**self.rows)
        self.weight = sum(boxes.weight[i] * (sets >> i & 1) for i in range(self.rows))
        self.shape = max_terms, max_coefficient
        # complexity[F][w]: of the shortest description on features F that is wrong within w
        self.complexity = {
            chosen: sum(self._lengths(k, chosen) for k in range(boxes.clusters))
            for size in range(self.features + 1)
            for chosen in combinations(range(self.features), size)
        }

    def fewest_errors(self):
        every = self.complexity[tuple(range(self.features))]
        return int(self.weight[np.isfinite(every)].min())

    def best(self, complexity, sparsity, budget):
        """The least objective within a budget of errors."""
        allowed = self.weight <= budget
        return min(
            complexity * float(lengths[allowed].min(initial=inf)) + sparsity * len(chosen)
            for chosen, lengths in self.complexity.items()
            if np.isfinite(lengths[allowed]).any()
        )

    def allowed(self, slack):
        allowed = floor((1 + Fraction(str(slack))) * self.fewest_errors())
        return min(allowed, int(self.boxes.weight.sum()))

    def half_spaces(self, cluster, chosen):
        """Every half-space on these features: the rows that it cuts off, and its length."""
        found = {}
        max_terms, largest = self.shape
        for terms in range(1, min(max_terms, len(chosen)) + 1):
            weights = [w for w in range(-largest, largest + 1) if w]
            for features in combinations(chosen, terms):
                for vector in product(weights, repeat=terms):
                    if gcd(*vector) == 1:
                        for outside in self._cuts(cluster, features, vector):
                            found[outside] = min(found.get(outside, inf), terms + 1)
        return found

    def _cuts(self, cluster, features, vector):
        member = self.boxes.cluster == cluster
        lower, upper = self.scaled if len(features) > 1 else (self.boxes.lower, self.boxes.upper)
        total = 0  # a float would make floats of fractions
        for d, weight in zip(features, vector, strict=True):
            # a member counts with its far corner, an outsider with its near one
            total = total + weight * np.where(member == (weight > 0), upper[:, d], lower[:, d])
        for bound in [-inf, *total.tolist()]:
            yield sum(1 << i for i, value in enumerate(total) if value > bound)

    def _lengths(self, cluster, chosen):
        """For each set of rows, the shortest polyhedron that is wrong only about rows in it."""
        sets = np.arange(2**self.rows)
        shortest = np.where(sets == 0, 0.0, inf)  # by the rows that are cut off
        for outside, length in self.half_spaces(cluster, chosen).items():
            np.minimum.at(shortest, sets | outside, shortest + length)
        members = sum(1 << i for i in np.flatnonzero(self.boxes.cluster == cluster).tolist())
        within = np.full(len(sets), inf)
        # cut off wrongly, or not cut off although no member
        np.minimum.at(within, sets ^ (len(sets) - 1 - members), shortest)
        for i in range(self.rows):  # and so within every larger set
            has = (sets >> i & 1) == 1
            within[has] = np.minimum(within[has], within[sets[has] ^ (1 << i)])
        return within


def _scaled(boxes, scale):
    lower, upper = exactly(boxes.lower), exactly(boxes.upper)
    if scale == "none":
        return lower, upper
    lowest, highest = lower.min(axis=0), upper.max(axis=0)
    span = np.where(highest > lowest, highest - lowest, Fraction(1))
    return (lower - lowest) / span, (upper - lowest) / span
