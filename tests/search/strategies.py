"""Random tiny problems."""

import numpy as np
from hypothesis import strategies as st

from clusterscribe.problem.boxes import Boxes


@st.composite
def problems(draw, boxes=False):
    """A few rows (or boxes) in one or two features, one to three clusters, noise, weights."""
    features = draw(st.integers(1, 2))
    clusters = draw(st.integers(1 if features == 2 else 2, 3 if features == 1 else 2))
    rows = draw(st.integers(clusters + 1, 6 if clusters == 3 else 7))
    numbers = st.lists(st.integers(0, 3), min_size=rows * features, max_size=rows * features)
    lower = np.array(draw(numbers), dtype=float).reshape(rows, features)
    upper = lower
    if boxes:
        upper = np.maximum(lower, np.array(draw(numbers), dtype=float).reshape(rows, features))
    first = -1 if clusters == 1 or draw(st.booleans()) else 0
    cluster = draw(st.lists(st.integers(first, clusters - 1), min_size=rows, max_size=rows))
    cluster[:clusters] = range(clusters)
    weight = draw(st.lists(st.integers(1, 3), min_size=rows, max_size=rows))
    if draw(st.booleans()):
        weight = [1] * rows
    return Boxes(lower, upper, np.array(weight), np.array(cluster), clusters)
