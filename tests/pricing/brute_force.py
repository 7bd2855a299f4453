"""All half-spaces of a tiny pricing problem, one by one, from the raw boxes.

Knows nothing of ranks, trees or cones, and of no rounding: every set of features, every signed
vector of whole weights without a common divisor, every bound on a member, in fractions.
"""

from fractions import Fraction
from itertools import combinations, product
from math import gcd, inf

import numpy as np

exactly = np.vectorize(Fraction, otypes=[object])


def varying(boxes):
    """Features that can tell rows apart."""
    lowest, highest = boxes.lower.min(axis=0), boxes.upper.max(axis=0)
    return [d for d in range(boxes.lower.shape[1]) if highest[d] > lowest[d]]


def directions(features, terms, largest):
    """Every direction on exactly so many of the features: (features, weights)."""
    weights = [w for w in range(-largest, largest + 1) if w]
    for chosen in combinations(features, terms):
        for vector in product(weights, repeat=terms):
            if gcd(*vector) == 1:
                yield chosen, vector


def values(boxes, prices, direction):
    """What is compared with a bound, of each box: the scaled sum, or the raw value of one feature.

    A member counts with its far corner, an outsider with its near one.
    """
    member = boxes.cluster == prices.cluster
    total = Fraction(0)
    for d, weight in zip(*direction, strict=True):
        corner = exactly(np.where(member == (weight > 0), boxes.upper[:, d], boxes.lower[:, d]))
        if len(direction[0]) > 1:
            zero, one = Fraction(boxes.lower[:, d].min()), Fraction(boxes.upper[:, d].max())
            corner = (corner - zero) / (one - zero)
        total = total + weight * corner
    return total


def is_certain(boxes, prices, direction):
    """Whether sums in floating-point numbers leave no doubt about the order of any two."""
    held, chosen = values(boxes, prices, direction), list(direction[0])
    corners = np.concatenate([boxes.lower[:, chosen], boxes.upper[:, chosen]], axis=1)
    return all(
        np.array_equal(corners[i], corners[j])
        if held[i] == held[j]
        else abs(held[i] - held[j]) > Fraction(1, 10**12)
        for i, j in combinations(range(len(held)), 2)
    )


def bounds(boxes, prices, direction):
    """Every bound on a member; alone, a feature may also shut everything out."""
    on_members = values(boxes, prices, direction)[prices.members]
    return [*on_members, -inf] if len(direction[0]) == 1 else on_members


def reduced_cost(boxes, prices, features, outside):
    """Pays less gains plus losses, given which boxes are cut off; None beyond the budget."""
    if boxes.weight[prices.members] @ outside[prices.members] > prices.budget:
        return None
    pays = prices.condition + sum(prices.term + prices.feature[d] for d in features)
    gained = prices.gain @ outside[prices.outsiders]
    lost = prices.loss @ outside[prices.members]  # with a budget of 0, of none
    return pays - gained + lost


def least_in(boxes, prices, direction):
    """Least reduced cost of all half-spaces in a direction."""
    held = values(boxes, prices, direction)
    costs = [
        reduced_cost(boxes, prices, direction[0], (held > bound).astype(bool))
        for bound in bounds(boxes, prices, direction)
    ]
    return min(cost for cost in costs if cost is not None)


def least_of_all(boxes, prices, terms, largest):
    """Least reduced cost in every direction with so many terms; one weight alone is 1.

    Alone, even a feature with one value can shut everything out.
    """
    features = range(boxes.lower.shape[1]) if terms == 1 else varying(boxes)
    return {
        direction: least_in(boxes, prices, direction)
        for direction in directions(features, terms, 1 if terms == 1 else largest)
    }


def cost_of_column(boxes, prices, column):
    """Reduced cost of a column that somebody else made; None beyond the budget."""
    direction = (column.direction.features, column.direction.weights)
    bound = column.bound
    if column.direction.is_single:
        (d,), (sign,) = direction
        ordered = np.unique(sign * np.concatenate([boxes.lower[:, d], boxes.upper[:, d]]))
        bound = -inf if bound < 0 else ordered[int(bound)]
    outside = (values(boxes, prices, direction) > bound).astype(bool)
    return reduced_cost(boxes, prices, column.direction.features, outside)
