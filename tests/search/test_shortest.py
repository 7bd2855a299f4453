"""Stage two with columns: what rounding leaves open must not lead the search astray."""

import numpy as np
import pytest

from clusterscribe import describe
from clusterscribe.search.columns.column_stages import ColumnStages
from clusterscribe.search.columns.shortest import Shortest

# tenths are no whole steps, and many of their sums are equal but for rounding
SEVEN = (
    [[0.0, 0.2, 0.3], [0.3, 0.3, 0.5], [0.4, 0.1, 0.3], [0.4, 0.1, 0.0], [0.5, 0.0, 0.1],
     [0.2, 0.5, 0.4], [0.2, 0.5, 0.1]],
    [1, 1, 0, 0, 0, 1, 0],
)  # fmt: skip
ELEVEN = (
    [[0.5, 0.0], [0.1, 0.1], [0.3, 0.2], [0.0, 0.0], [0.3, 0.1], [0.1, 0.5], [0.3, 0.4],
     [0.4, 0.0], [0.1, 0.1], [0.0, 0.4], [0.0, 0.5]],
    [0, 1, 0, 1, 0, 0, 0, 1, 1, 0, 0],
)  # fmt: skip


@pytest.fixture
def columns_alone(monkeypatch):
    """Leave all but column generation out: tiny tables are settled by a list of everything."""
    monkeypatch.setattr(Shortest, "_go_through_everything", lambda *_: None)
    monkeypatch.setattr(ColumnStages, "_slant", lambda _: None)


@pytest.mark.usefixtures("columns_alone")
@pytest.mark.parametrize(("rows", "max_errors"), [(SEVEN, 0), (ELEVEN, 1)])
def test_columns_that_are_good_at_best_do_not_replace_those_that_are_good_for_sure(
    rows, max_errors
):
    table, labels = rows
    parameters = {"max_terms": 2, "max_coefficient": 2, "min_recall": 0, "n_jobs": 1}
    _, result = describe(np.array(table), labels, max_errors=max_errors, **parameters)
    assert (result.complexity, result.bound) == (6, 6)
    assert result.errors <= max_errors
    assert result.status == "optimal"
