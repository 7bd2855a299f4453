"""What the tests of trees share: tables of all kinds, and models without warnings."""

import warnings
from datetime import date, datetime, timedelta

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from clusterscribe.baselines.trees.threshold_tree import Leaf
from clusterscribe.description.core.region import Polyhedron
from clusterscribe.description.words import condition_wording
from clusterscribe.parameters import LabelledTable
from clusterscribe.search.rows.encode import encode
from clusterscribe.table import as_table


def fitted(model, table, labels, sample_weight=None):
    """Fit; a warning is a failure."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return model.fit(table, labels, sample_weight)


def encoded(table, labels, **parameters):
    """Encode without hints, and with constant columns."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parameters.setdefault("features", as_table(table).columns)
        return encode(LabelledTable(table, labels, **parameters))


def leaves(model):
    """For each label, the conditions of each of its leaves as they are read."""
    return {part.label: [_read(p) for p in _polyhedra(part)] for part in model.description_.parts}


def _polyhedra(part):
    return [part] if isinstance(part, Polyhedron) else list(part.polyhedra)


def _read(polyhedron):
    from clusterscribe.description.core.conditions import conditions_of

    return [condition_wording.condition(condition) for condition in conditions_of(polyhedron)]


def clusters_of(tree, columns):
    """The cluster that each row is said to be in, by going down the tree."""
    found = np.empty(len(columns[0]), dtype=int)
    stack = [(0, np.arange(len(found)))]
    while stack:
        place, rows = stack.pop()
        node = tree.nodes[place]
        if isinstance(node, Leaf):
            found[rows] = node.cluster
            continue
        goes_left = columns[node.cut.feature][rows] <= node.cut.low
        stack += [(node.left, rows[goes_left]), (node.right, rows[~goes_left])]
    return found


CELLS = {
    "number": st.sampled_from([-1.5, 0.0, 0.1, 0.3, 0.1 + 0.2, 2.0, 7.25]),
    "integer": st.integers(-3, 4),
    "boolean": st.booleans(),
    "level": st.sampled_from(["red", "it's", "<b>", "日本"]),
    "date": st.integers(0, 900).map(lambda n: date(2023, 1, 1) + timedelta(days=n)),
    "moment": st.integers(0, 9).map(lambda n: datetime(2024, 2, 29) + timedelta(microseconds=n)),
}


@st.composite
def tables(draw, kinds=tuple(CELLS), most_rows=14, most_clusters=4):
    """A table with columns of some kinds, and at least two clusters."""
    rows = draw(st.integers(2, most_rows))
    chosen = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=4))
    columns = {
        f"{kind} {i}": draw(st.lists(CELLS[kind], min_size=rows, max_size=rows))
        for i, kind in enumerate(chosen)
    }
    labels = draw(st.lists(st.integers(0, most_clusters - 1), min_size=rows, max_size=rows))
    labels[:2] = [0, 1]
    return pd.DataFrame(columns), labels
