"""`explain`: one row of a file, by number or by value."""

from __future__ import annotations

import pyarrow as pa
import pytest
from pyarrow import parquet

from clusterscribe.cli.explain import is_like, split_condition
from clusterscribe.errors import InputError

BOB = """\
Row 2 of people.csv

The row is in cluster young and in no other.

Cluster old: outside
  no   age >= 38  25, outside by 13
       age would have to rise from 25 to 38 or more

Cluster young: inside
  yes  age <= 37  25, inside by 12
"""


def test_first_row_below_the_header_is_one(run, saved):
    done = run("explain", saved, "people.csv", "--row", 2)
    assert (done.code, done.err) == (0, "")
    assert done.out == BOB


def test_row_by_value(run, saved):
    assert run("explain", saved, "people.csv", "--where", "name=Bob").out == BOB
    assert run("explain", saved, "people.csv", "--where", "age = 25.0").out == BOB


def test_first_of_several_rows(run, saved):
    assert run("explain", saved, "people.csv", "--where", "job=cook").out == BOB


def test_parquet(run, saved, people):
    parquet.write_table(pa.table({"age": [60, 25]}), people / "people.parquet")
    done = run("explain", saved, "people.parquet", "--row", 2)
    assert done.out == BOB.replace(".csv", ".parquet")
    assert run("explain", saved, "people.parquet", "--where", "age=25").out == done.out


def test_row_in_a_later_piece_of_the_file(run, saved, people):
    with (people / "many.csv").open("w") as file:
        file.write("age,filler\n")
        file.writelines(f"{row},{'x' * 200}\n" for row in range(1, 100_001))
    done = run("explain", saved, "many.csv", "--row", 90_000)
    assert done.out.startswith("Row 90,000 of many.csv")
    assert "90000, inside by 89962" in done.out
    assert run("explain", saved, "many.csv", "--where", "age=90000").out == done.out


def test_row_that_is_not_there(run, saved):
    done = run("explain", saved, "people.csv", "--row", 7)
    assert (done.code, done.out) == (1, "")
    assert done.err == "clusterscribe: 'people.csv' has no row 7; it has 6 rows\n"


def test_value_that_is_not_there(run, saved):
    done = run("explain", saved, "people.csv", "--where", "name=Zoe")
    assert done.code == 1
    assert done.err == "clusterscribe: 'people.csv' has no row with 'name=Zoe'; it has 6 rows\n"


def test_column_that_is_not_there(run, saved):
    done = run("explain", saved, "people.csv", "--where", "nme=Bob")
    assert done.code == 1
    assert "--where: the column 'nme' is not in the table. Did you mean 'name'?" in done.err


@pytest.mark.parametrize("flags", [[], ["--row", "1", "--where", "name=Bob"], ["--row", "0"]])
def test_one_of_both_flags_is_needed(run, saved, flags):
    assert run("explain", saved, "people.csv", *flags).code == 2


def test_condition_without_an_equals_sign_is_wrong_usage(run, saved):
    done = run("explain", saved, "people.csv", "--where", "Bob")
    assert done.code == 2
    assert "'Bob' is not COLUMN=VALUE" in done.err


def test_name_of_a_column_may_hold_an_equals_sign():
    assert split_condition("a=b=c", ["a=b"]) == ("a=b", "c")
    assert split_condition("a=b=c", ["a"]) == ("a", "b=c")
    assert split_condition("a=", ["a"]) == ("a", "")
    with pytest.raises(InputError):
        split_condition("a=b", ["c"])


def test_cells_are_compared_as_text_or_number():
    assert is_like(" 25 ", "25")
    assert is_like(25, "25.0")
    assert is_like(None, "")
    assert not is_like("007x", "7")
    assert not is_like(None, "None")
