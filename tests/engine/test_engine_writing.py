"""A failure in the middle of writing leaves nothing behind."""

from __future__ import annotations

import threading
import time

import pyarrow.parquet as pq
import pytest

from clusterscribe import InputError
from clusterscribe.engine.labelling import write_table
from clusterscribe.engine.opening import open_table

from .tables import gaussians


@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_query_that_fails_in_the_middle_leaves_no_file(duckdb, tmp_path, ending):
    table = duckdb.sql(
        "SELECT CASE WHEN range < 2900000 THEN range ELSE error('no more') END AS x "
        "FROM range(3000000)"
    )
    with pytest.raises(InputError, match="the engine failed while labels were written"):
        write_table(table, tmp_path / f"out.{ending}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_damaged_file_in_the_middle_leaves_the_folder_as_it_was(tmp_path, ending):
    source, out = tmp_path / "source", tmp_path / "out"
    source.mkdir()
    out.mkdir()
    for name in "abc":
        pq.write_table(gaussians(150_000), source / f"{name}.parquet", compression="gzip")
    broken = source / "b.parquet"
    content = bytearray(broken.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 100_000] = b"\xff" * 100_000
    broken.write_bytes(content)
    target = out / f"o.{ending}"
    target.write_text("as it was")
    with pytest.raises(InputError, match=r"b\.parquet' is damaged"):
        write_table(open_table(source), target)
    assert list(out.iterdir()) == [target]
    assert target.read_text() == "as it was"


@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_interrupt_while_writing_leaves_no_file(ibis, tmp_path, ending):
    connection = ibis.duckdb.connect()
    table = connection.sql("SELECT range AS x, hash(range) AS y FROM range(10000000000)")

    def interrupt():
        deadline = time.monotonic() + 20
        while not any(file.stat().st_size for file in tmp_path.iterdir()):
            if time.monotonic() > deadline:
                break
            time.sleep(0.01)
        connection.con.interrupt()

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        write_table(table, tmp_path / f"out.{ending}")
    thread.join()
    assert list(tmp_path.iterdir()) == []


def test_interrupt_removes_what_duckdb_writes_beside_the_file(duckdb, tmp_path, monkeypatch):
    def interrupted(_, path, **__):
        path.with_name(f"tmp_{path.name}").write_text("half")
        raise KeyboardInterrupt

    table = duckdb.sql("SELECT 1 AS x")
    monkeypatch.setattr(type(table), "to_parquet", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_table(table, tmp_path / "out.parquet")
    assert list(tmp_path.iterdir()) == []


def test_other_engines_write_by_themselves(ibis, tmp_path):
    connection = ibis.sqlite.connect()
    connection.raw_sql("CREATE TABLE t (x REAL)").close()
    with pytest.raises(InputError) as caught:
        write_table(connection.table("t"), tmp_path / "out.parquet")
    assert str(caught.value) == (
        "write_table needs a table of DuckDB, and this one is in sqlite; write it there with "
        "labelled.to_parquet(...)"
    )
    assert list(tmp_path.iterdir()) == []
