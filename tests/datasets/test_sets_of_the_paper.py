"""All ten data sets, as far as their folder is there: content, encoding, labels, public copies."""

from __future__ import annotations

import gzip
import importlib.util
import shutil
from io import BytesIO
from zipfile import ZipFile

import numpy as np
import pandas as pd
import pytest

from clusterscribe.datasets import NAMES, facts, load
from clusterscribe.datasets.finding import find
from clusterscribe.datasets.folders import VARIABLE
from clusterscribe.datasets.variants import matrix, view
from clusterscribe.parameters import LabelledTable
from clusterscribe.search.rows.encode import encode

VARIANTS = [
    *((name, "paper") for name in NAMES),
    ("zoo", "clean"),
    ("wine", "clean"),
    ("framingham", "clean"),
]


@pytest.fixture
def prepare(named):
    path = named / "prepare.py"
    if not path.is_file():
        pytest.skip("the folder with the data sets has no prepare.py")
    spec = importlib.util.spec_from_file_location("prepare", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def raw(folder, name, file):
    path = folder / name / "raw" / file
    if not path.is_file():
        pytest.skip(f"the folder with the data sets has no {name}/raw/{file}")
    content = path.read_bytes()
    return gzip.decompress(content) if path.suffix == ".gz" else content


def zipped(name, content):
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr(name, content)
    return packed.getvalue()


@pytest.mark.parametrize("name", NAMES)
def test_content_rows_features_and_clusters_are_those_of_the_paper(named, name):
    known, given = facts(name), load(name)  # another content is an error
    encoded = encode(LabelledTable(given.table, given.labels))
    assert (given.source, given.labels_from) == (str(named), "file")
    assert len(given.labels) == len(encoded.table) == known.rows
    assert len(encoded.features) == known.features
    assert len(encoded.clusters.labels) == known.clusters


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_matrix_that_is_clustered_is_the_prepared_one(prepare, name, variant):
    known = facts(name)
    made = matrix(view(known, find(known).content, variant))
    np.testing.assert_array_equal(made, prepare.encode(name, variant).to_numpy())


# framingham was scaled with its incomplete rows, which the table does not have
@pytest.mark.parametrize(("name", "variant"), [v for v in VARIANTS if v != ("framingham", "paper")])
def test_table_that_is_scaled_by_hand_is_the_prepared_one(prepare, name, variant):
    expected, labels = prepare.load(name, variant)
    given = load(name, variant, backend="pandas")
    table = given.table
    texts = [column for column in table if not pd.api.types.is_numeric_dtype(table[column])]
    numbers = table.drop(columns=texts).astype(float)
    scaled = (numbers - numbers.min()) / (numbers.max() - numbers.min())
    if texts:
        hot = pd.get_dummies(table[texts], prefix_sep="=", dtype=float)
        scaled = pd.concat([scaled, hot], axis=1)
    assert list(scaled) == list(expected)
    np.testing.assert_array_equal(scaled, expected)
    np.testing.assert_array_equal(given.labels, labels)


def test_categories_are_texts(named):
    table = load("bank", backend="pandas").table
    assert table["poutcome"].unique().tolist() == ["unknown", "failure", "other", "success"]
    assert load("adult").table["workclass"].to_pylist()[27] == "?"


def test_rows_of_framingham_are_complete(named):
    table = load("framingham", backend="pandas").table
    assert table.shape == (3658, 15)
    assert not table.isna().any().any()


@pytest.mark.parametrize("name", ["iris", "zoo", "seeds"])
def test_k_means_gives_the_stored_labels(named, tmp_path, monkeypatch, name):
    stored = load(name)
    folder = tmp_path / "data" / name
    folder.mkdir(parents=True)
    for stem in (name, "class"):
        shutil.copy(named / name / f"{stem}.csv", folder)
    monkeypatch.setenv(VARIABLE, str(folder.parent))
    made = load(name)
    assert (stored.labels_from, made.labels_from) == ("file", "k-means")
    np.testing.assert_array_equal(made.labels, stored.labels)
    assert not list(folder.glob("labels*"))  # the user's folder is only read


@pytest.mark.parametrize("name", ["iris", "wine"])
def test_what_scikit_learn_ships_is_the_same(named, monkeypatch, name):
    from_file = load(name)
    monkeypatch.delenv(VARIABLE)
    shipped = load(name)
    assert (shipped.source, shipped.labels_from) == ("scikit-learn", "k-means")
    assert shipped.table.equals(from_file.table)
    np.testing.assert_array_equal(shipped.labels, from_file.labels)


# copies as the public addresses have them


@pytest.mark.parametrize(
    ("name", "file", "kept"),
    [
        ("adult", "adult.data", "adult.data.gz"),
        ("seeds", "seeds_dataset.txt", "seeds_dataset.txt"),
        ("zoo", "zoo.data", "zoo.data"),
        ("libras", "movement_libras.data", "movement_libras.data"),
        ("spam", "spambase.data", "Spambase.csv.gz"),
    ],
)
@pytest.mark.parametrize("position", [0, 1])
def test_copies_of_uci_are_read(shared_data, web, name, file, kept, position):
    content = raw(shared_data, name, kept)
    if name == "spam":
        content = content.split(b"\n", 1)[1]  # that copy has other names of columns
    address = facts(name).mirrors[position].address
    web[address] = zipped(file, content) if address.endswith(".zip") else content
    assert find(facts(name)).source == address


@pytest.mark.parametrize("position", [0, 1])
def test_bank_is_read_from_a_zip_file_also_inside_another(shared_data, web, position):
    text = raw(shared_data, "bank", "bank.csv").decode("utf-8-sig").replace(",", ";")
    packed = zipped("bank.csv", text)
    address = facts("bank").mirrors[position].address
    web[address] = zipped("bank.zip", packed) if position == 0 else packed
    assert find(facts("bank")).source == address


NUMBERED = [f"X{number}" for number in range(1, 24)]
OF_UCI = [",".join(["ID", *NUMBERED, "Y"])]
OF_OPENML = [
    "@RELATION default",
    *(f"@ATTRIBUTE {name.lower()} INTEGER" for name in ["id", *NUMBERED]),
    "@ATTRIBUTE y {0, 1}",
    "@DATA",
]


@pytest.mark.parametrize(("position", "head"), [(0, OF_UCI), (1, OF_OPENML)])
def test_default_is_read_from_uci_and_from_openml(shared_data, web, position, head):
    rows = raw(shared_data, "default", "UCI_Credit_Card.csv.gz").decode().split()[1:]
    address = facts("default").mirrors[position].address
    web[address] = "\n".join(head + rows).encode()
    assert find(facts("default")).source == address


def test_framingham_is_read_as_it_is_on_kaggle(shared_data, tmp_path, monkeypatch):
    content = raw(shared_data, "framingham", "framingham.csv")
    folder = tmp_path / "mine" / "framingham"
    folder.mkdir(parents=True)
    (folder / "framingham.csv").write_bytes(content)
    monkeypatch.setenv(VARIABLE, str(folder.parent))
    assert find(facts("framingham")).source == str(folder.parent)


def test_fetched_set_is_clustered_once(shared_data, web, cache):
    address = facts("zoo").mirrors[0].address
    web[address] = zipped("zoo.data", raw(shared_data, "zoo", "zoo.data"))
    first = load("zoo")
    web.clear()
    second = load("zoo")
    assert (first.source, first.labels_from) == (address, "k-means")
    assert (second.source, second.labels_from) == (str(cache), "k-means")
    np.testing.assert_array_equal(first.labels, second.labels)
    assert second.table.equals(first.table)
    assert sorted(path.name for path in (cache / "zoo").iterdir()) == [
        "class.csv",
        "labels_k4.csv",
        "zoo.csv",
    ]
    assert load("zoo", "clean").labels_from == "k-means"
    assert (cache / "zoo" / "labels_clean_k4.csv").is_file()
