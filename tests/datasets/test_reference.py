"""Labels are those of the paper, or it is said that they are not; k-means runs once."""

from __future__ import annotations

import gzip
import hashlib
import warnings

import numpy as np
import pytest

from benchmarks.data import missing_sets
from clusterscribe import DescriptionWarning, InputError
from clusterscribe.datasets import NAMES, facts, load, locate, reference
from clusterscribe.datasets.finding import find
from clusterscribe.datasets.folders import VARIABLE, write_set
from clusterscribe.datasets.reference import partition_digest, write_labels

IRIS = np.repeat([0, 1], [50, 100])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of the user's with iris and without labels."""
    known = facts("iris")
    write_set(tmp_path / "data", known, find(known).content)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "data"))
    return tmp_path / "data" / "iris"


@pytest.fixture
def runs(monkeypatch):
    """The numbers of clusters that k-means was asked for; it finds the reference."""
    return found_by_k_means(monkeypatch, IRIS)


def found_by_k_means(monkeypatch, labels):
    asked = []

    def by_k_means(matrix, clusters):
        asked.append(clusters)
        return labels

    monkeypatch.setattr(reference, "by_k_means", by_k_means)
    return asked


def test_digest_is_of_the_partition_and_not_of_the_numbers():
    assert partition_digest(np.array([7, 7, 3])) == partition_digest(np.array([0, 0, 1]))
    assert partition_digest(np.array([0, 0, 1])) != partition_digest(np.array([0, 1, 1]))


def test_every_set_has_the_digest_of_its_reference_in_both_variants():
    for known in map(facts, NAMES):
        variants = {"paper", "clean"} if known.two_variants else {"paper"}
        assert set(known.partitions) == variants
        assert known.partition("clean", known.clusters) is not None
        assert known.partition("paper", known.clusters + 1) is None


def test_labels_of_a_file_are_numbered_as_they_appear(folder):
    write_labels(folder / "labels_k2.csv", 9 - IRIS)
    iris = load("iris")
    assert iris.labels_from == "file"
    np.testing.assert_array_equal(iris.labels, IRIS)


def test_compressed_labels_are_read(folder):
    write_labels(folder / "labels_k2.csv", IRIS)
    content = (folder / "labels_k2.csv").read_bytes()
    (folder / "labels_k2.csv").unlink()
    (folder / "labels_k2.csv.gz").write_bytes(gzip.compress(content))
    iris = load("iris")
    assert iris.labels_from == "file"
    np.testing.assert_array_equal(iris.labels, IRIS)


def test_file_with_other_labels_than_the_paper_is_refused(folder):
    write_labels(folder / "labels_k2.csv", np.repeat([0, 1], [51, 99]))
    checksum = hashlib.sha256(b"0\n" * 51 + b"1\n" * 99).hexdigest()
    with pytest.raises(InputError) as caught:
        load("iris")
    assert str(caught.value) == (
        f"{str(folder / 'labels_k2.csv')!r} cannot be used as labels: its clusters are not those "
        f"of the reference clustering (their checksum is {checksum[:12]}... instead of "
        "351e78c00910...); replace it, or remove it to have the rows clustered again"
    )


def test_file_for_another_number_of_clusters_may_have_any(folder):
    labels = np.repeat([0, 1, 2], 50)
    write_labels(folder / "labels_k3.csv", labels)
    iris = load("iris", clusters=3)
    assert iris.labels_from == "file"
    np.testing.assert_array_equal(iris.labels, labels)


def test_other_clusters_of_another_k_means_are_said_each_time(cache, monkeypatch):
    runs = found_by_k_means(monkeypatch, np.repeat([0, 1], [51, 99]))
    with pytest.warns(DescriptionWarning) as given:
        first = load("iris")
    said = (
        "k-means found other clusters of 'iris' than the reference clustering has, as another "
        "version of scikit-learn may, so figures for them are not comparable with those for "
        "the reference"
    )
    assert [str(one.message) for one in given] == [said]
    with pytest.warns(DescriptionWarning) as given:
        second = load("iris")
    path = str(cache / "iris" / "labels_k2.csv")
    assert [str(one.message) for one in given] == [
        f"{said}; remove {path!r} to have the rows clustered again"
    ]
    assert first.labels_from == second.labels_from == "k-means"
    np.testing.assert_array_equal(first.labels, second.labels)
    assert runs == [2]


@pytest.mark.parametrize("named", [True, False])
def test_k_means_runs_once_wherever_the_table_is(request, cache, runs, named):
    folder = request.getfixturevalue("folder") if named else None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        first, second = load("iris"), load("iris", "clean")  # its variants are the same
    assert runs == [2]
    assert first.source == second.source == (str(folder.parent) if folder else "scikit-learn")
    assert first.labels_from == second.labels_from == "k-means"
    assert not folder or sorted(path.name for path in folder.iterdir()) == ["class.csv", "iris.csv"]


def test_labels_that_cannot_be_kept_are_given_all_the_same(folder, tmp_path, runs):
    (tmp_path / "caches").write_text("a file is in the way")
    with pytest.warns(DescriptionWarning, match="be clustered again next time: cannot make the"):
        np.testing.assert_array_equal(load("iris").labels, IRIS)


def test_whether_a_set_is_there_is_told_without_clustering(folder, runs, web):
    assert locate("iris") == str(folder.parent)
    assert locate("wine") == "scikit-learn"
    with pytest.raises(InputError, match="the data set 'zoo' was not found"):
        locate("zoo")
    with pytest.raises(InputError, match="there is no data set 'zebra'"):
        locate("zebra")
    problems = missing_sets(["iris", "zoo", "wine"])
    assert list(problems) == ["zoo"]
    assert problems["zoo"].startswith("the data set 'zoo' was not found: ")
    assert runs == []
