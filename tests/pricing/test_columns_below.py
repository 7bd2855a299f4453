"""The list of columns that a better answer may use leaves none out that is not dominated."""

from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.clock import Clock
from clusterscribe.pricing.listing import cares_of, columns_below
from clusterscribe.pricing.oblique import ObliquePricer, Reach
from tests.pricing import brute_force
from tests.pricing.strategies import cases

CLOSE = 1e-9


def half_spaces_below(case, limit):
    """Every half-space that cuts off an outsider and has a reduced cost below the limit."""
    boxes, prices = case.boxes, case.prices
    for terms, largest in ((1, 1), (2, 2)):
        for direction in brute_force.directions(brute_force.varying(boxes), terms, largest):
            held = brute_force.values(boxes, prices, direction)
            for bound in brute_force.bounds(boxes, prices, direction):
                cost = brute_force.reduced_cost(boxes, prices, direction[0], held > bound)
                if cost is not None and cost < limit - CLOSE:
                    yield direction[0], held > bound


@given(cases(2, 3), st.floats(-1, 4), st.booleans())
@settings(max_examples=80, deadline=None)
def test_each_half_space_below_the_limit_is_listed_or_one_at_least_as_good(case, limit, by):
    geometry, prices = case.geometry, case.prices
    reach = Reach.of(len(geometry.varying), 2, 2)
    pricer = ObliquePricer(reach, reach.largest)
    cares_for = cares_of(complexity=1, sparsity=int(by))
    columns = columns_below(pricer, geometry, prices, limit, Clock(None), cares_for=cares_for)
    listed = [(column.features, geometry.outside(column)) for column in columns]
    member = case.boxes.cluster == prices.cluster

    def as_good(other, features, outside):
        fits = set(other[0]) <= set(features) if by else len(other[0]) <= len(features)
        # cuts off what the half-space cuts off, and no more members
        return fits and ((other[1] ^ member) >= (outside ^ member)).all()

    for features, outside in half_spaces_below(case, limit):
        if outside[~member].any():
            assert any(as_good(other, features, outside) for other in listed)
