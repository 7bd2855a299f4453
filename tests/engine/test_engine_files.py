"""Files and folders as tables of DuckDB, and what can be wrong with them."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from clusterscribe import InputError
from clusterscribe.engine.asking import explained
from clusterscribe.engine.describe import describe_table
from clusterscribe.engine.labelling import label_table, write_table
from clusterscribe.engine.opening import open_table

from .tables import gaussians

SMALL = pa.table({"age": [21, 25, 45, 50], "segment": ["young", "young", "old", "old"]})


def refusal(path, **options):
    with pytest.raises(InputError) as caught:
        open_table(path, **options)
    return str(caught.value)


def rows_of(table):
    return sorted(map(tuple, zip(*table.to_pyarrow().to_pydict().values(), strict=True)))


@pytest.fixture
def parts(tmp_path):
    """A folder with a file for each of two years, and one without rows."""
    for year, rows in ((2023, SMALL.slice(0, 2)), (2024, SMALL.slice(2, 2)), (2025, SMALL[:0])):
        folder = tmp_path / "parts" / f"year={year}"
        folder.mkdir(parents=True)
        pq.write_table(rows, folder / "rows.parquet")
    return tmp_path / "parts"


def test_parquet_file(tmp_path):
    pq.write_table(SMALL, tmp_path / "it's [a] file?.parquet")
    table = open_table(tmp_path / "it's [a] file?.parquet")
    assert table.to_pyarrow().to_pydict() == SMALL.to_pydict()


def test_folder_with_parts_has_them_as_a_column(parts):
    table = open_table(parts)
    assert rows_of(table.select("age", "year")) == [(21, 2023), (25, 2023), (45, 2024), (50, 2024)]
    description, _ = describe_table(table, "segment", features=["age"])
    assert [part.label for part in description.parts] == ["old", "young"]


def test_columns_in_another_order_are_the_same_columns(tmp_path):
    pq.write_table(SMALL, tmp_path / "a.parquet")
    pq.write_table(SMALL.select(["segment", "age"]), tmp_path / "b.parquet")
    assert rows_of(open_table(tmp_path).select("age", "segment")) == sorted(
        2 * list(zip(*SMALL.to_pydict().values(), strict=True))
    )


def test_csv_file(tmp_path):
    (tmp_path / "people.csv").write_text("age,segment\n21,young\n45,old\n")
    assert rows_of(open_table(tmp_path / "people.csv")) == [(21, "young"), (45, "old")]


def test_fraction_after_many_whole_numbers_is_not_rounded(tmp_path):
    (tmp_path / "late.csv").write_text("x\n" + "1\n" * 30_000 + "1.5\n")
    assert open_table(tmp_path / "late.csv").x.max().to_pyarrow().as_py() == 1.5


def test_row_that_does_not_fit_the_header_is_named(tmp_path):
    file = tmp_path / "ragged.csv"
    file.write_text("age,segment\n21,young\n45\n50,old,more\n")
    assert refusal(file) == (
        f"row 2 of {str(file)!r} (line 3) has 1 cells and the header has 2; correct this line"
    )


def test_empty_text_file(tmp_path):
    (tmp_path / "empty.csv").write_text("")
    assert refusal(tmp_path / "empty.csv").endswith("is empty; it must hold a header line and rows")


def test_column_names_that_differ_in_case_alone_are_refused(tmp_path):
    pq.write_table(pa.table({"Age": [1], "age": [2]}), tmp_path / "twins.parquet")
    (tmp_path / "twins.csv").write_text("Age,age\n1,2\n")
    for file in ("twins.parquet", "twins.csv"):
        assert refusal(tmp_path / file) == (
            "DuckDB cannot distinguish the column 'age' from the others: it ignores case, and "
            "needs names that are not empty; rename it"
        )


def test_column_name_that_is_given_twice_is_refused(tmp_path):
    (tmp_path / "twice.csv").write_text("age,age\n1,2\n")
    assert refusal(tmp_path / "twice.csv").startswith("column names must be different, and 'age'")


@pytest.fixture
def shop(tmp_path):
    """A database with two tables."""
    import duckdb

    with duckdb.connect(str(tmp_path / "shop.duckdb")) as connection:
        connection.execute("CREATE TABLE customers AS SELECT 1 AS age, 'a' AS segment")
        connection.execute("CREATE TABLE orders AS SELECT 2 AS amount")
    return tmp_path / "shop.duckdb"


def test_table_of_a_database(shop):
    assert rows_of(open_table(f"{shop}::customers")) == [(1, "a")]


def test_database_is_opened_twice(shop):
    first, second = open_table(f"{shop}::customers"), open_table(f"{shop}::orders")
    assert (rows_of(first), rows_of(second)) == ([(1, "a")], [(2,)])


@pytest.mark.parametrize("kind", ["DATE", "TIMESTAMP"])
def test_days_without_end_are_refused(tmp_path, kind):
    import duckdb

    with duckdb.connect(str(tmp_path / "d.duckdb")) as connection:
        values = f"({kind} 'infinity', 1), ({kind} '2024-01-01', 2)"
        connection.execute(f"CREATE TABLE t AS SELECT * FROM (VALUES {values}) v(x, label)")
    with pytest.raises(InputError, match=r"infinite values \(inf\) in column 'x' \(1 of 2 rows\)"):
        describe_table(open_table(tmp_path / "d.duckdb"), "label")


def test_table_that_a_database_does_not_have(shop):
    assert refusal(f"{shop}::customer") == (
        f"{str(shop)!r} has no table 'customer'. Did you mean 'customers'?"
    )


def test_database_of_several_tables_without_a_name(shop):
    assert refusal(shop) == (
        f"{str(shop)!r} has the tables 'customers' and 'orders'; name one, as in "
        "'shop.duckdb::customers'"
    )


def test_what_is_not_there(tmp_path):
    assert refusal(tmp_path / "no.parquet") == f"{str(tmp_path / 'no.parquet')!r} does not exist"


def test_file_of_an_unknown_kind(tmp_path):
    (tmp_path / "a.pdf").write_bytes(b"PK")
    assert "is of an unknown kind; give a .parquet file, a folder of them" in refusal(
        tmp_path / "a.pdf"
    )


def test_memory_limit_that_is_no_amount(tmp_path):
    pq.write_table(SMALL, tmp_path / "a.parquet")
    assert refusal(tmp_path / "a.parquet", memory_limit="much") == (
        "memory_limit must be an amount such as '2GB' or '500MB', not 'much'"
    )


def test_broken_file_of_a_folder_is_named(parts):
    broken = parts / "year=2024" / "rows.parquet"
    broken.write_bytes(broken.read_bytes()[:-20])
    assert refusal(parts) == f"{str(broken)!r} is damaged or not a Parquet file; write it again"


def test_file_that_is_broken_inside_is_named(tmp_path):
    rows = gaussians(2_000)
    for name in ("a", "b"):
        pq.write_table(rows, tmp_path / f"{name}.parquet", compression="gzip")
    broken = tmp_path / "b.parquet"
    content = bytearray(broken.read_bytes())
    content[100:6_000] = b"\xff" * 5_900  # the end, which says what is where, is whole
    broken.write_bytes(content)
    with pytest.raises(InputError) as caught:
        describe_table(open_table(tmp_path), "segment")
    assert str(caught.value).startswith(f"{str(broken)!r} is damaged, as was found while ")


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        (pa.table({"age": [1]}), "it has no column 'segment'"),
        (
            pa.table({"age": ["1"], "segment": ["old"]}),
            "its column 'age' holds string instead of int64",
        ),
        (
            pa.table({"age": [1], "segment": ["old"], "more": [1]}),
            "it has a column 'more' as well",
        ),
    ],
)
def test_file_with_other_columns_is_named(tmp_path, other, difference):
    first, second = tmp_path / "a.parquet", tmp_path / "b.parquet"
    pq.write_table(SMALL, first)
    pq.write_table(other, second)
    assert refusal(tmp_path) == (
        f"{str(second)!r} does not fit {str(first)!r}: {difference}; give all files the same "
        "columns"
    )


def test_memory_that_is_too_small(tmp_path):
    pq.write_table(gaussians(200_000, features=8), tmp_path / "a.parquet")
    table = open_table(tmp_path / "a.parquet", memory_limit="1MB")
    with pytest.raises(InputError, match=r"the engine ran out of memory while .* raise its limit"):
        describe_table(table, "segment")


def test_engine_that_goes_away_in_the_middle(tmp_path, monkeypatch):
    from clusterscribe.engine import rows

    pq.write_table(gaussians(500), tmp_path / "a.parquet")
    table = open_table(tmp_path / "a.parquet")

    def draw(*_, **__):
        table.get_backend().con.close()
        return drawn(*_, **__)

    drawn = rows.draw
    monkeypatch.setattr(rows, "draw", draw)
    with pytest.raises(InputError) as caught:
        describe_table(table, "segment")
    assert str(caught.value) == (
        "the connection to the engine was lost while a sample was drawn; restart the engine, with "
        "more memory if it ran out"
    )


def test_interrupted_query_is_an_interrupt(duckdb):
    import threading

    numbers = duckdb.con.sql("SELECT sum(a.range * b.range) FROM range(10000000) a, range(9999) b")
    timer = threading.Timer(0.5, duckdb.con.interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt), explained("numbers were added up"):
        numbers.fetchall()
    timer.join()


# ---- labels written back ------------------------------------------------------------------


@pytest.fixture
def described(tmp_path):
    pq.write_table(SMALL, tmp_path / "a.parquet")
    table = open_table(tmp_path / "a.parquet")
    return describe_table(table, "segment")[0], table


@pytest.mark.parametrize("ending", ["parquet", "csv", "tsv"])
def test_labels_are_written_back(tmp_path, described, ending):
    description, table = described
    target = tmp_path / f"out.{ending}"
    assert write_table(label_table(description, table), target) == 4
    assert open_table(target).to_pyarrow()["cluster"].to_pylist() == SMALL["segment"].to_pylist()


def test_column_of_the_same_name_is_kept(described, tmp_path):
    description, table = described
    table = table.mutate(cluster=1)
    assert label_table(description, table).columns == ("age", "segment", "cluster", "cluster_2")


def test_failure_leaves_nothing_half_written(tmp_path, described):
    description, table = described
    target = tmp_path / "out.parquet"
    target.write_text("as it was")
    labelled = label_table(description, table)
    table.get_backend().con.close()
    with pytest.raises(
        InputError, match="connection to the engine was lost while labels were written"
    ):
        write_table(labelled, target)
    assert target.read_text() == "as it was"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.parquet", "out.parquet"]


def test_file_of_the_table_is_not_written_over(parts):
    table, part = open_table(parts), parts / "year=2023" / "rows.parquet"
    description, _ = describe_table(table, "segment", features=["age"])
    with pytest.raises(InputError) as caught:
        write_table(label_table(description, table), part)
    assert str(caught.value) == f"{str(part)!r} is a file of the table itself; name another file"
    assert pq.read_table(part, partitioning=None).num_rows == 2


def test_target_of_an_unknown_kind(described):
    description, table = described
    with pytest.raises(InputError, match=r"name it \.parquet, \.csv or \.tsv"):
        write_table(label_table(description, table), "out.xlsx")
