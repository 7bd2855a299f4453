"""Descriptions of a fuzzed table whose bounds are the values of its rows."""

from __future__ import annotations

import numpy as np

from clusterscribe import Description, Feature, HalfSpace, Kind, Polyhedron, Term
from clusterscribe.description import Ball, Union
from clusterscribe.table import as_table, values_of

MOST = 5  # bounds of a feature
LEVELS = ("a", "it's", "", "NULL", None)


def descriptions(table, features, with_sums):
    """Descriptions for each feature: bounds on it, sums and balls with column y, unions of them."""
    columns = tuple(table.column_names)
    for feature in features:
        bounds, sums = [*bounds_of(table, feature), *holes_of(table, feature)], []
        yield Description(columns, numbered(bounds))
        if with_sums and not feature.kind.is_binary:
            sums = list(sums_of(table, feature))
            yield Description(columns, numbered(sums))
        yield Description(columns, numbered(unions_of([*bounds, *sums])))


def numbered(makers):
    return tuple(make(label) for label, make in enumerate(makers))


def polyhedron(*spaces):
    return lambda label: Polyhedron(label, spaces)


def unions_of(makers):
    """Each polyhedron beside another one, or two."""
    polyhedra = [make for make in makers if isinstance(make(0), Polyhedron)]
    chance = np.random.default_rng(len(polyhedra))
    for make in polyhedra:
        others = chance.choice(len(polyhedra), size=chance.integers(1, 3)).tolist()
        some = [make, *(polyhedra[other] for other in others)]
        yield lambda label, some=some: Union(label, tuple(one(label) for one in some))


def at_most(feature, bound):
    return HalfSpace((Term(feature, 1),), bound)


def at_least(feature, bound):
    return HalfSpace((Term(feature, -1),), -bound)


def finite_values(table, feature):
    """Different values of a feature, as many as are worth a bound."""
    values = values_of(as_table(table), [feature])[feature]
    known = np.unique(values[np.isfinite(values)])
    return known[:: -(-len(known) // MOST)].tolist()


def bounds_of(table, feature):
    """Each value as an upper bound, a lower one and the only one; or each level."""
    if feature.kind is Kind.LEVEL:
        for level in LEVELS:
            is_level = Feature(feature.column, Kind.LEVEL, level)
            yield polyhedron(at_least(is_level, 1.0))
            yield polyhedron(at_most(is_level, 0.0))
        return
    values = finite_values(table, feature)
    # 0.1 is a bound that people see, and no value of a column of 32-bit numbers
    rounded = [round(value, 1) for value in values] if feature.kind is Kind.NUMBER else []
    for value in dict.fromkeys(values + rounded):
        yield polyhedron(at_most(feature, value))
        yield polyhedron(at_least(feature, value))
        yield polyhedron(at_least(feature, value), at_most(feature, value))
    yield polyhedron(at_least(feature, values[0]), at_most(feature, values[-1]))


def hole_of(feature):
    """That a number or date is missing; of truth values and categories, a level like others."""
    is_plain = feature.kind in (Kind.LEVEL, Kind.BOOLEAN)
    return Feature(feature.column, Kind.LEVEL, None, of=None if is_plain else feature.kind)


def holes_of(table, feature):
    """Missing, or known, alone and with a bound; and as a summand of what can be added up."""
    hole = hole_of(feature)
    missing, known = at_least(hole, 1.0), at_most(hole, 0.0)
    yield polyhedron(missing)
    yield polyhedron(known)
    y = Feature("y")
    yield polyhedron(HalfSpace((Term(hole, 1), Term(y, -1)), 0.5))
    if feature.kind is not Kind.LEVEL:
        bound = at_most(feature, finite_values(table, feature)[0])
        yield polyhedron(known, bound)
        yield lambda label: Union(
            label, (Polyhedron(label, (missing,)), Polyhedron(label, (bound,)))
        )


def sums_of(table, feature):
    """Sums with y, plain and scaled, and balls, whose bounds are those of rows."""
    y, values = Feature("y"), values_of(as_table(table), [feature, Feature("y")])
    known = finite_values(table, feature)
    span = (known[0], known[-1])
    terms = [(Term(feature, 3), Term(y, -1))]
    if known[0] < known[-1] and np.isfinite(span[1] - span[0]):
        terms.append((Term(feature, -3, *span), Term(y, 2, 0.1, 0.7)))
    for some in terms:
        levels = HalfSpace(some, 0.0).level(values)
        for bound in levels[np.isfinite(levels)][:MOST].tolist():
            yield polyhedron(HalfSpace(some, bound))
        near = tuple(Term(t.feature, abs(t.weight), t.zero, t.one) for t in some)
        squares = Ball(0, near, (known[0], 0.3), 0.0).squared_distance(values)
        for square in squares[np.isfinite(squares) & (squares < 1e300)][:MOST].tolist():
            ball = (near, (known[0], 0.3), float(np.sqrt(square)))
            yield lambda label, ball=ball: Ball(label, *ball)
