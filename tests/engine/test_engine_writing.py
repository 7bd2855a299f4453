"""A failure in the middle of writing leaves nothing behind."""

from __future__ import annotations

import pytest

from clusterscribe import InputError
from clusterscribe.engine.labelling import write_table


@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_query_that_fails_in_the_middle_leaves_no_file(duckdb, tmp_path, ending):
    table = duckdb.sql(
        "SELECT CASE WHEN range < 2900000 THEN range ELSE error('no more') END AS x "
        "FROM range(3000000)"
    )
    with pytest.raises(InputError, match="the engine failed while labels were written"):
        write_table(table, tmp_path / f"out.{ending}")
    assert list(tmp_path.iterdir()) == []
