"""One cluster described alone in an engine, as in memory."""

import numpy as np
import pyarrow as pa
import pytest

from clusterscribe import describe
from clusterscribe.engine.describe import describe_table

FAST = {"time_limit": 20, "min_recall": 0, "n_jobs": 1}


def segments(rows=400, seed=5):
    random = np.random.default_rng(seed)
    labels = random.choice(["a", "b", "c", "noise"], rows, p=[0.3, 0.3, 0.3, 0.1])
    centre = np.array([[0, 0], [3, 0], [0, 3], [5, 5]])[
        np.searchsorted(["a", "b", "c", "noise"], labels)
    ]
    x, y = (centre + random.normal(0, 0.4, (rows, 2))).round(1).T
    weights = random.integers(0, 3, rows)
    # a level that only rows of a third cluster have
    kind = np.where(labels == "c", "late", random.choice(["early", "never"], rows))
    return pa.table({"x": x, "y": y, "kind": kind, "label": labels, "weight": weights})


@pytest.mark.parametrize(
    ("asked", "weights"),
    [
        ({"cluster": "b"}, None),
        ({"cluster": "b", "against": "c"}, "weight"),
        ({"cluster": "b", "noise_label": "noise", "noise": "ignore"}, None),
        ({"cluster": "a", "noise_label": "noise", "class_weight": "balanced"}, None),
        ({"cluster": "a", "against": "noise", "class_weight": {"a": 2}}, "weight"),
    ],
)
def test_the_answer_is_that_of_memory(in_duckdb, asked, weights):
    table = segments()
    there = describe_table(
        in_duckdb(table), "label", weights=weights, exclude=["weight"], **asked, **FAST
    )
    known = None if weights is None else table[weights]
    here = describe(
        table.drop_columns(["label", "weight"]),
        table["label"],
        sample_weight=known,
        **asked,
        **FAST,
    )
    names = ("status", "errors", "complexity", "sparsity", "bound", "error_bound", "max_errors")
    assert [getattr(there[1], n) for n in names] == [getattr(here[1], n) for n in names]
    counted = [
        {(t.label, n): getattr(t, n) for t in d.tallies for n in ("rows", "correct", "inside")}
        for d, _ in (there, here)
    ]
    assert counted[0] == pytest.approx(counted[1])
    assert there[0].contrast == here[0].contrast
    assert there[0].to_text().splitlines()[0] == here[0].to_text().splitlines()[0]
