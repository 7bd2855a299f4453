"""Random tiny pricing problems: ties, duplicates, boxes, weights and odd prices included."""

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from clusterscribe.pricing.prices import Prices
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Geometry
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.scaling import Scaling


@dataclass(frozen=True)
class Case:
    boxes: Boxes
    prices: Prices

    @property
    def geometry(self):
        return geometry_of(self.boxes)


def geometry_of(boxes, scale="minmax"):
    return Geometry.of(boxes, rank(boxes)[0], Scaling.of(boxes, scale))


@st.composite
def tables(draw, rows, features):
    """Small whole numbers with many ties, thousandths, or arbitrary floating-point numbers.

    The fewest have shares that are not rounded: no range of theirs is 3.
    """
    kind = draw(st.sampled_from(["fewest", "few", "thousandths", "floats"]))
    if kind == "floats":
        return np.random.default_rng(draw(st.integers(0, 10**6))).random((rows, features))
    most = {"fewest": 2, "few": 3, "thousandths": 1000}[kind]
    numbers = draw(
        st.lists(st.integers(0, most), min_size=rows * features, max_size=rows * features)
    )
    table = np.array(numbers, dtype=float).reshape(rows, features)
    if kind != "thousandths":
        return table
    units = draw(
        st.lists(st.sampled_from([1e-6, 0.001, 7.0]), min_size=features, max_size=features)
    )
    return table * np.array(units) + draw(st.sampled_from([0.0, -1.5]))


@st.composite
def boxes_of(draw, least=2, most=3, max_rows=8):
    """A few rows or boxes, one or two clusters, often noise, weights or none."""
    features = draw(st.integers(least, most))
    rows = draw(st.integers(2, max_rows))
    lower = draw(tables(rows, features))
    upper = lower
    if draw(st.booleans()):
        other = draw(tables(rows, features))
        width = np.where(draw(st.booleans()), np.round(other) % 2, 0.25)
        upper = lower + width * (lower.max(axis=0) - lower.min(axis=0)) / 2
    cluster = np.array(draw(st.lists(st.integers(-1, 1), min_size=rows, max_size=rows)))
    cluster[0] = 0  # the cluster that is priced has a member
    weight = np.array(draw(st.lists(st.integers(1, 3), min_size=rows, max_size=rows)))
    return Boxes(lower, upper, weight, cluster, 2)


def plain_prices(boxes, gain=1.0, condition=0.0, term=0.0):
    """Prices of cluster 0 without errors: every outsider gains, features are free of charge."""
    members, outsiders = np.flatnonzero(boxes.cluster == 0), np.flatnonzero(boxes.cluster == 1)
    return Prices(
        cluster=0,
        outsiders=outsiders,
        gain=np.full(len(outsiders), gain),
        members=members,
        loss=np.zeros(len(members)),
        budget=0,
        condition=condition,
        term=term,
        feature=np.zeros(boxes.features),
    )


@st.composite
def prices_of(draw, boxes):
    """Prices of cluster 0; some outsiders have none."""
    amounts = st.sampled_from([0.25, 0.5, 1.0, 2.0]) | st.floats(0.01, 3)
    members = np.flatnonzero(boxes.cluster == 0)
    others = np.flatnonzero(boxes.cluster != 0)
    priced = draw(st.lists(st.booleans(), min_size=len(others), max_size=len(others)))
    outsiders = others[np.array(priced, dtype=bool)] if draw(st.booleans()) else others
    features = boxes.features

    def several(count, values):
        return np.array(draw(st.lists(values, min_size=count, max_size=count)), dtype=float)

    return Prices(
        cluster=0,
        outsiders=outsiders,
        gain=several(len(outsiders), amounts),
        members=members,
        loss=several(len(members), amounts | st.just(0.0)),
        budget=draw(st.just(0) | st.integers(1, int(boxes.weight[members].sum()) + 1)),
        condition=draw(st.sampled_from([0.0, 0.5, 1.0])),
        term=draw(st.sampled_from([0.0, 0.25, 1.0])),
        feature=several(features, st.just(0.0) | st.floats(0, 1)),
    )


@st.composite
def cases(draw, least=2, most=3, max_rows=8):
    boxes = draw(boxes_of(least, most, max_rows))
    return Case(boxes, draw(prices_of(boxes)))
