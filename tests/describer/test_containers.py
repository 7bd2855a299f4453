"""The same table in any form has the same answer, and conditions read as people say them."""

import datetime as dt

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse

from clusterscribe import PolyhedralDescriber

from .small import GROUPS, X, conditions, fit

NUMBERS = {
    "NumPy": lambda cells: cells,
    "NumPy in columns": np.asfortranarray,
    "NumPy, every other row of a larger one": lambda cells: np.repeat(cells, 2, axis=0)[::2],
    "NumPy of objects": lambda cells: cells.astype(object),
    "list of rows": lambda cells: cells.tolist(),
    "sparse in rows": sparse.csr_matrix,
    "sparse in columns": sparse.csc_array,
    "sparse in pairs": sparse.coo_array,
}
FRAMES = {
    "pandas": pd.DataFrame,
    "pandas with an index": lambda cells: pd.DataFrame(cells, index=[7] * len(X)),
    "pandas of Arrow": lambda cells: pa.table(cells).to_pandas(types_mapper=pd.ArrowDtype),
    "polars": pl.DataFrame,
    "polars, lazy": pl.LazyFrame,
    "pyarrow": pa.table,
    "pyarrow in chunks": lambda cells: pa.concat_tables(
        [pa.table(cells).slice(0, 1), pa.table(cells).slice(1)]
    ),
}

PEOPLE = {
    "job": ["nurse", "nurse", "cook", "clerk", None, None],
    "member": [True, True, True, False, True, False],
    "since": [
        dt.date(2024, 2, 29), dt.date(2023, 1, 5), dt.date(2020, 1, 1),
        dt.date(2020, 1, 2), dt.date(2021, 7, 1), dt.date(2021, 8, 1),
    ],
    "age": [39, 50, 38, 61, 44, 45],
    "rate": [0.5, 1.25, 0.1 + 0.2, 0.3, 2.0, 1.0],
}  # fmt: skip


@pytest.mark.parametrize("form", NUMBERS)
def test_numbers_in_any_form_have_the_same_description(form):
    model = fit(NUMBERS[form](X), GROUPS)
    assert model.description_ == fit(X, GROUPS).description_
    assert model.predict(NUMBERS[form](X)).tolist() == GROUPS
    assert model.n_features_in_ == 2


@pytest.mark.parametrize("form", FRAMES)
def test_frames_of_any_make_have_the_same_description(form):
    cells = {"income": X[:, 0], "age": X[:, 1].astype(int)}
    model = fit(FRAMES[form](cells), GROUPS)
    assert model.description_ == fit(pd.DataFrame(cells), GROUPS).description_
    assert model.predict(FRAMES[form](cells)).tolist() == GROUPS
    assert model.description_.columns == ("income", "age")


@pytest.mark.parametrize("form", [f for f in FRAMES if f != "pandas with an index"])
@pytest.mark.parametrize("column", PEOPLE)
def test_every_kind_of_column_is_the_same_in_every_frame(form, column):
    labels = list("aabbcc")
    cells = {column: PEOPLE[column]}
    model, same = fit(FRAMES[form](cells), labels), fit(pa.table(cells), labels)
    assert model.description_ == same.description_
    inside = model.membership(FRAMES[form](cells)).tolist()
    assert inside == same.membership(pa.table(cells)).tolist()


@pytest.mark.parametrize(
    ("column", "labels", "expected"),
    [
        ("job", "aabbbb", {"a": ["job is nurse"], "b": ["job is not nurse"]}),
        ("job", "aabbcc", {
            "a": ["job is nurse"],
            "b": ["job is not in {nurse, missing}"],
            "c": ["job is missing"],
        }),
        ("member", "aaabab", {"a": ["member is true"], "b": ["member is false"]}),
        ("since", "aabbcc", {
            "a": ["since >= 2022-01-01"],
            "b": ["since <= 2021-01-01"],
            "c": ["2021-01-01 <= since <= 2022-01-01"],
        }),
        ("age", "abacbb", {
            "a": ["age <= 40"], "b": ["40 <= age <= 60"], "c": ["age >= 60"],
        }),
        ("rate", "abaacb", {
            "a": ["rate <= 0.7"], "b": ["0.7 <= rate <= 1.6"], "c": ["rate >= 2"],
        }),
    ],
    ids=str,
)  # fmt: skip
def test_conditions_read_as_people_say_them(column, labels, expected):
    assert conditions(fit(pd.DataFrame({column: PEOPLE[column]}), list(labels))) == expected


def test_categories_booleans_dates_and_numbers_in_one_table():
    table = pd.DataFrame(
        {
            "job": ["nurse", "nurse", "cook", None, "cook", None, "cook", None],
            "member": [False, False, True, True, False, False, False, False],
            "since": [dt.date(2020, month, 1) for month in (1, 2, 1, 2, 6, 7, 2, 1)],
            "rate": [2.5, 3.5, 3.5, 2.5, 2.5, 3.5, 0.1, 0.3],
        }
    )
    labels = ["care", "care", "club", "club", "late", "late", "cheap", "cheap"]
    model = fit(table, labels)
    assert model.predict(table).tolist() == labels
    assert (
        str(model.description_)
        == """\
Cluster care ----------------------------------------------- 2 rows, 25 % of all
    job is nurse
  2 of 2 rows inside; none of others

Cluster cheap ---------------------------------------------- 2 rows, 25 % of all
    rate <= 1
  2 of 2 rows inside; none of others

Cluster club ----------------------------------------------- 2 rows, 25 % of all
    member is true
  2 of 2 rows inside; none of others

Cluster late ----------------------------------------------- 2 rows, 25 % of all
    since >= 2020-04-01
  2 of 2 rows inside; none of others

In all -------------------------------------------------------------- 4 clusters
  Errors      0 of 8 rows
  Accuracy    100 %
  Complexity  8 (4 half-spaces)
  Sparsity    4 features of 4 columns: job, member, since, rate

  Proved: no axis-parallel description with no errors has a complexity below 8."""
    )


def test_other_columns_than_the_clustering_used():
    from clusterscribe import describe

    table = pd.DataFrame(PEOPLE)
    description, _ = describe(table, list("aabbbb"), features=["member", "since"])
    assert description.used_columns == ("since",)
    description, _ = describe(table, list("aabbbb"), exclude=["job", "since"], time_limit=5)
    assert set(description.used_columns) <= {"member", "age", "rate"}


def test_new_rows_may_come_in_another_form():
    model = PolyhedralDescriber().fit(pd.DataFrame(PEOPLE), list("aabbcc"))
    rows = pl.DataFrame(PEOPLE)
    assert model.predict(rows).tolist() == list("aabbcc")
    assert model.description_.predict(pa.table(PEOPLE)).tolist() == list("aabbcc")
