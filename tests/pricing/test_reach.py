"""How far exact pricing goes, and that it says so."""

import numpy as np
import pytest

from clusterscribe.clock import Clock
from clusterscribe.pricing.directions import MOST
from clusterscribe.pricing.oblique import ObliquePricer, Reach
from clusterscribe.pricing.prices import NOTHING_PROVED
from clusterscribe.problem.boxes import Boxes
from tests.pricing.strategies import geometry_of, plain_prices


def test_weights_up_to_ten_are_all_gone_through():
    reach = Reach.of(features=13, max_terms=3, max_coefficient=10)
    assert reach.complete
    assert reach.largest == {2: 10, 3: 10}


def test_more_terms_than_features_are_as_many_as_there_are():
    reach = Reach.of(features=2, max_terms=50, max_coefficient=10)
    assert reach.complete
    assert reach.largest == {2: 10}


def test_one_feature_leaves_nothing_to_combine():
    assert Reach.of(features=1, max_terms=3, max_coefficient=10) == Reach({}, complete=True)


@pytest.mark.parametrize("terms", [2, 3, 5, 20])
def test_weights_beyond_any_list_are_cut_short_and_not_complete(terms):
    reach = Reach.of(features=20, max_terms=terms, max_coefficient=10**6)
    assert not reach.complete
    assert all(1 <= largest**count <= MOST for count, largest in reach.largest.items())


def test_too_many_sets_of_features_are_not_complete():
    assert not Reach.of(features=2000, max_terms=3, max_coefficient=1).complete
    assert Reach.of(features=2000, max_terms=2, max_coefficient=1).complete


def test_hopeless_weights_still_find_columns_but_prove_nothing():
    boxes = Boxes.from_rows(
        np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]), np.array([0, 0, 0, 1]), 2
    )
    corner = plain_prices(boxes, gain=5.0, condition=1.0, term=1.0)
    pricer = ObliquePricer(Reach.of(2, 2, 10**9), [2])
    (found,) = pricer.price(geometry_of(boxes), [corner], Clock(None))
    assert found.proved == NOTHING_PROVED
    assert found.columns[0].direction.features == (0, 1)
    assert corner.reduced_cost(geometry_of(boxes), found.columns[0]) == -2.0
