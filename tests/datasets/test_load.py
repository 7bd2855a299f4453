"""Data sets that need no file, and what is given of any."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from clusterscribe import InputError
from clusterscribe.datasets import NAMES, facts, load
from clusterscribe.datasets.reference import by_k_means, read_labels
from clusterscribe.parameters import LabelledTable
from clusterscribe.search.rows.encode import encode


def test_import_loads_nothing_heavy():
    code = "import sys, clusterscribe.datasets; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"sklearn", "scipy", "pandas", "polars", "pyarrow", "ortools", "numba"}
    assert heavy & set(done.stdout.split()) == set()


def test_iris_needs_no_file_and_no_network(cache):
    iris = load("iris")
    assert (iris.name, iris.variant, iris.source) == ("iris", "paper", "scikit-learn")
    assert iris.labels_from == "k-means"
    assert iris.table.column_names == ["sepal_length", "sepal_width", "petal_length", "petal_width"]
    assert iris.table.num_rows == 150
    assert iris.labels.tolist() == [0] * 50 + [1] * 100
    assert [path.name for path in (cache / "iris").iterdir()] == ["labels_k2.csv"]


def test_iris_is_the_one_of_uci():
    rows = load("iris").table.to_pylist()
    assert list(rows[34].values()) == list(rows[37].values()) == [4.9, 3.1, 1.5, 0.1]


def test_wine_as_in_the_paper_has_its_class_first_and_no_proline():
    wine = load("wine")
    assert wine.source == "scikit-learn"
    assert wine.table.column_names[:2] == ["class", "alcohol"]
    assert wine.table.column_names[-1] == "od280_od315"
    assert wine.table.num_columns == 13
    assert Counter(wine.table["class"].to_pylist()) == {1: 59, 2: 71, 3: 48}
    assert sorted(Counter(wine.labels.tolist()).values()) == [54, 124]


def test_clean_wine_has_its_thirteen_attributes():
    wine = load("wine", "clean")
    assert wine.table.column_names[0] == "alcohol"
    assert wine.table.column_names[-1] == "proline"
    assert wine.table.num_columns == 13
    assert sorted(Counter(wine.labels.tolist()).values()) == [70, 108]


def test_another_number_of_clusters():
    labels = load("iris", clusters=3).labels
    assert len(set(labels.tolist())) == 3
    assert labels[0] == 0


def test_numbers_are_in_their_own_units_and_whole_ones_are_whole():
    table = load("wine", "clean").table
    assert table.schema.field("proline").type == pa.int64()
    assert table.schema.field("alcohol").type == pa.float64()
    assert table["proline"].to_pylist()[:2] == [1065, 1050]


@pytest.mark.parametrize(
    ("backend", "kind"),
    [("pyarrow", pa.Table), ("pandas", pd.DataFrame), ("polars", pl.DataFrame)],
)
def test_table_of_the_kind_that_is_asked_for(backend, kind):
    iris = load("iris", backend=backend)
    assert isinstance(iris.table, kind)
    assert encode(LabelledTable(iris.table, iris.labels)).boxes.lower.shape == (150, 4)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("iriss",), "there is no data set 'iriss'. Did you mean 'iris'?"),
        (("wine", "clear"), "variant must be one of 'paper', 'clean', not 'clear'"),
        (
            ("iris", "paper", 2, "numpy"),
            "backend must be one of 'pandas', 'polars', 'pyarrow', not 'numpy'",
        ),
        (
            ("iris", "paper", 1),
            "clusters must be an integer from 2 to 150, the rows of 'iris', or None for the "
            "paper's 2, not 1",
        ),
    ],
)
def test_wrong_arguments_are_refused_in_one_sentence(arguments, message):
    with pytest.raises(InputError) as caught:
        load(*arguments)
    assert str(caught.value) == message


@pytest.mark.parametrize("clusters", [151, 2.5, "2", True, -1])
def test_number_of_clusters_must_make_sense(clusters):
    with pytest.raises(InputError, match="clusters must be an integer from 2 to 150"):
        load("iris", clusters=clusters)


@pytest.mark.parametrize("name", [None, [], "", "my own table"])
def test_name_that_is_like_no_other_lists_them_all(name):
    with pytest.raises(InputError, match=r"There are 'adult', 'bank', .*, 'spam'\."):
        load(name)


def test_facts_are_those_of_the_paper():
    assert [(facts(n).rows, facts(n).features, facts(n).clusters) for n in NAMES] == [
        (32561, 108, 3),
        (4521, 51, 7),
        (30000, 23, 2),
        (210, 7, 2),
        (101, 17, 4),
        (150, 4, 2),
        (3658, 15, 8),
        (178, 13, 2),
        (360, 90, 10),
        (4601, 57, 2),
    ]


def test_clusters_are_numbered_as_they_appear():
    matrix = np.array([[9.0], [1.0], [9.1], [5.0], [1.1]])
    assert by_k_means(matrix, 3).tolist() == [0, 1, 0, 2, 1]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("cluster\n0\n1\n", "it has 2 labels for 3 rows"),
        ("cluster\n0\n0\n0\n", "it has 1 clusters instead of 2"),
        ("cluster\n0\nx\n1\n", "'x' in it is not an integer"),
        ("cluster\n0\n3,4\n1\n", "'3,4' in it is more than one label"),
        ("cluster\n0\n1\n99999999999999999999999\n", f"'{'9' * 23}' in it is too large a number"),
        (
            "cluster\n0\n1\n-9223372036854775809\n",
            "'-9223372036854775809' in it is too large a number",
        ),
        ("label\n0\n1\n1\n", "it must have one column, 'cluster'"),
        ("", "it is empty"),
    ],
)
def test_labels_that_do_not_fit_are_refused(tmp_path, text, reason):
    path = tmp_path / "labels_k2.csv"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_labels(path, 3, 2)
    assert str(caught.value) == (
        f"{str(path)!r} cannot be used as labels: {reason}; replace it, or remove it to have the "
        "rows clustered again"
    )
