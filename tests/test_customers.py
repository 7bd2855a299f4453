"""A customer table as it comes: ids, notes, dates as text, holes. One remark, one description.

It goes through Python, the command line, DuckDB and the app, in every kind of file.
"""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from pyarrow import feather, parquet

from clusterscribe import Description, describe
from clusterscribe.app.choices import Choices
from clusterscribe.app.describing import Interrupts, describe_table
from clusterscribe.app.preview import preview_of
from clusterscribe.app.task import DESCRIPTION, TableFile, Task
from clusterscribe.cli import main
from clusterscribe.progress import silent
from clusterscribe.table import read_file
from clusterscribe.table.policy import INSIST

ROWS = 600
LIMIT = 20.0
REMARK = (
    "left out: 'customer_id' (an identifier: different in nearly every row), 'row_no' (an "
    "identifier: so it is named, and different in every row), 'notes' (free text), 'country' (the "
    "same value in every row); text read as dates: 'signup' ('28.12.2022'); "
    f"{INSIST}"
)


@pytest.fixture(scope="module")
def customers():
    draw = np.random.default_rng(1)
    segment = draw.integers(0, 3, ROWS)
    age = np.where(segment == 0, draw.integers(18, 36, ROWS), draw.integers(36, 80, ROWS))
    spend = np.where(segment == 2, draw.uniform(500, 900, ROWS), draw.uniform(10, 400, ROWS))
    year = np.where(segment == 1, draw.integers(2020, 2022, ROWS), draw.integers(2022, 2024, ROWS))
    day, month = draw.integers(1, 29, ROWS), draw.integers(1, 13, ROWS)
    table = pd.DataFrame(
        {
            "customer_id": [f"C-{i:05}" for i in range(ROWS)],
            "row_no": np.arange(ROWS),
            "notes": [f"Said on the phone that order {i} arrived late" for i in range(ROWS)],
            "age": age.astype(float),
            "spend": spend.round(2),
            "signup": [f"{d:02}.{m:02}.{y}" for d, m, y in zip(day, month, year, strict=True)],
            "plan": draw.choice(["basic", "pro"], ROWS),
            "country": "DE",
            "segment": np.array(["A", "B", "C"])[segment],
        }
    )
    for name in ("age", "spend", "signup", "plan"):
        table.loc[draw.random(ROWS) < 0.05, name] = None
    return table


@pytest.fixture(scope="module")
def expected(customers):
    (description, _), remarks = told(
        lambda: describe(customers.drop(columns="segment"), customers["segment"], time_limit=LIMIT)
    )
    assert remarks == [REMARK]
    return description


def told(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = call()
    return found, [str(warning.message) for warning in caught]


def conditions(description):
    """What is said of each cluster; the counts, too, are the same for the same rows."""
    written = description.to_text()
    return [line.strip() for line in written.splitlines() if line.startswith("    ")], [
        (tally.rows, tally.inside) for tally in description.tallies
    ]


def test_in_python_it_is_described_with_its_holes(customers, expected):
    words, counts = conditions(expected)
    assert [word.split()[0] for word in words] == ["age", "signup", "spend"]
    assert sum(rows for rows, _ in counts) == ROWS
    again = Description.from_json(expected.to_json())
    inside = again.membership(customers)
    np.testing.assert_array_equal(inside, expected.membership(customers))


@pytest.mark.parametrize("library", [pl.from_pandas, pa.Table.from_pandas], ids=["polars", "Arrow"])
def test_in_other_libraries_it_is_the_same(customers, expected, library):
    table = library(customers.drop(columns="segment"))
    (found, _), remarks = told(lambda: describe(table, customers["segment"], time_limit=LIMIT))
    assert remarks == [REMARK]
    assert conditions(found) == conditions(expected)


def written(customers, folder, ending):
    path = folder / f"customers.{ending}"
    match ending:
        case "csv":
            customers.to_csv(path, index=False)
        case "tsv.gz":
            customers.to_csv(path, index=False, sep="\t")
        case "parquet":
            parquet.write_table(pa.Table.from_pandas(customers), path)
        case "feather":
            feather.write_feather(pa.Table.from_pandas(customers), path)
        case "xlsx":
            pytest.importorskip("openpyxl")
            customers.to_excel(path, index=False)
    return path


@pytest.mark.parametrize(
    ("ending", "engine"),
    [("csv", "memory"), ("csv", "duckdb"), ("parquet", "duckdb"), ("xlsx", "memory")],
)
def test_on_the_command_line_it_is_the_same(customers, expected, tmp_path, capfd, ending, engine):
    path, answer = written(customers, tmp_path, ending), tmp_path / "answer.json"
    options = ["--labels", "segment", "--time-limit", str(LIMIT), "--engine", engine]
    code = main(["describe", str(path), *options, "--json", str(answer)])
    remarks = capfd.readouterr().err
    assert code == 0, remarks
    assert remarks == f"clusterscribe: {REMARK}\nclusterscribe: wrote {answer}\n"
    assert conditions(Description.from_json(answer.read_text())) == conditions(expected)


@pytest.mark.parametrize("ending", ["csv", "tsv.gz", "parquet", "feather", "xlsx"])
def test_every_kind_of_file_gives_the_same_membership(customers, expected, tmp_path, ending):
    table = read_file(written(customers, tmp_path, ending))
    np.testing.assert_array_equal(expected.membership(table), expected.membership(customers))


def test_in_the_app_it_is_the_same(customers, expected, tmp_path):
    whole = read_file(written(customers, tmp_path, "csv"))
    preview = preview_of(whole)
    choices = preview.suggested(LIMIT)
    assert isinstance(choices, Choices)
    assert choices.label_column == "segment"
    assert choices.left_out == ("customer_id", "row_no", "notes", "country")
    task = Task(TableFile(tmp_path / "customers.csv", "customers.csv"), tmp_path, choices)
    outcome = describe_table(whole, task, choices, Interrupts(), silent)
    said = REMARK.removesuffix(f"; {INSIST}")
    assert outcome.remarks == [f"L{said[1:]}."]
    found = Description.from_json((tmp_path / DESCRIPTION.format(outcome.chosen)).read_text())
    assert conditions(found) == conditions(expected)
