"""Describe one of the tables as asked for."""

from __future__ import annotations

import time
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.cluster import KMeans

from benchmarks.measure import about, warm_up
from benchmarks.unproved.cases import MANY, UnprovedCase
from clusterscribe import Constraints, describe

Labels: TypeAlias = NDArray[Any]


def table_of(name: str) -> tuple[pd.DataFrame, Labels]:
    """Make one of the tables, as its page does."""
    random = np.random.default_rng(0)
    if name == MANY:
        rows = random.normal(size=(500, 50))
        return pd.DataFrame(rows), KMeans(5, n_init=10, random_state=0).fit(rows).labels_
    centres = random.uniform(-1, 1, (3, 6))
    cluster = random.integers(0, 3, 600)
    rows = (centres[cluster] + random.normal(0, 0.7, (600, 6))).round(2)
    return pd.DataFrame(rows, columns=list("abcdef")), np.array(["north", "east", "south"])[cluster]


def measure(case: UnprovedCase) -> dict[str, Any]:
    """Describe a table as asked for, and return all figures."""
    table, labels = table_of(case.table)
    wish = dict(case.wish)
    cut_points = wish.pop("cut_points", None)
    if cut_points is not None:
        wish["constraints"] = Constraints(cut_points=dict.fromkeys(table.columns, cut_points))
    warm_up()
    start = time.perf_counter()
    description, result = describe(
        table, labels, time_limit=case.time_limit, random_state=0, **wish
    )
    seconds = time.perf_counter() - start
    tree, capped = result.baseline, result.capped
    return {
        **about(table, labels, result),
        "max_errors": result.max_errors,
        "gap": result.gap,
        "capped": capped and {"conditions": capped.max_conditions, "errors": capped.errors},
        "said": claims_of(str(description)),
        "seconds": seconds,
        "tree": tree and {"errors": tree.errors, "complexity": tree.complexity},
    }


def claims_of(text: str) -> str:
    """Return what the text of a description says is proved: the paragraph below its figures."""
    return text.partition("\nIn all ")[2].split("\n\n")[1]
