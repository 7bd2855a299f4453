"""Tables of a few rows in two clusters and noise, and the fewest errors of few bounds on them."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.table import NOISE
from tests.checker.every_description import descriptions_of


@st.composite
def tables(draw, rows=(1, 6), features=(1, 2), lightest=0):
    """So many rows, features and weights from the lightest to three."""
    count, width = draw(st.integers(*rows)), draw(st.integers(*features))
    cells = st.lists(st.integers(0, 3), min_size=width, max_size=width)
    values = np.array(draw(st.lists(cells, min_size=count, max_size=count)), dtype=float)
    cluster = draw(st.lists(st.sampled_from([0, 1, NOISE]), min_size=count, max_size=count))
    weight = draw(st.lists(st.integers(lightest, 3), min_size=count, max_size=count))
    return Rows(values, np.array(cluster), np.array(weight), clusters=2)


def fewest_errors(rows, conditions, most_outside):
    """The fewest errors of descriptions with so few bounds and so little outside."""
    return min(
        errors
        for errors, _, _, bounds, outside in descriptions_of(rows)
        if bounds <= conditions
        if most_outside is None or all(np.array(outside) <= most_outside)
    )
