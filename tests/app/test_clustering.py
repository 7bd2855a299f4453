"""Clusters for tables that have none."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe.app import clustering
from clusterscribe.app.clustering import (
    NOISE,
    by_hdbscan,
    by_k_means,
    matrix_of,
    smallest_cluster,
    suggest,
)
from clusterscribe.errors import InputError
from clusterscribe.table import as_table


def groups(*centres, rows=20):
    """So many rows close around each centre."""
    offsets = np.random.default_rng(1).normal(0, 0.1, (rows, 2))
    return np.vstack([offsets + centre for centre in centres])


def table(**columns):
    import pyarrow as pa

    return as_table(pa.table(columns))


def test_numbers_are_scaled_and_each_category_is_a_column_of_0_and_1():
    given = table(x=[0.0, 10.0], job=["cook", None], same=[1, 1])
    matrix = matrix_of(given, ["x", "job", "same"])
    assert matrix.tolist() == [[-1, 0, 1], [1, 1, 0]]


def test_booleans_stay_as_they_are_and_missing_ones_are_in_between():
    assert matrix_of(table(b=[True, False, None]), ["b"]).tolist() == [[1], [0], [0.5]]


def test_a_category_with_too_many_values_does_not_count():
    names = [f"n{i}" for i in range(51)]
    given = table(name=names, x=list(range(51)))
    assert matrix_of(given, ["name", "x"]).shape == (51, 1)


def test_nothing_to_cluster_by_is_said():
    with pytest.raises(InputError, match="no column is left to find clusters with"):
        matrix_of(table(same=[1, 1]), ["same"])


def test_the_suggested_number_is_the_one_of_separate_groups():
    found = suggest(groups((0, 0), (5, 0), (0, 5)))
    assert found.clusters == 3
    assert found.reason.startswith(
        "Of 2 to 10 clusters, 3 separate the rows best: a mean silhouette of 0.9"
    )


def test_a_suggestion_on_a_sample_says_so(monkeypatch):
    monkeypatch.setattr(clustering, "JUDGED", 30)
    found = suggest(groups((0, 0), (5, 0)))
    assert "2 separate 30 sampled rows best" in found.reason


def test_too_few_different_rows_to_suggest():
    assert suggest(np.zeros((10, 1))).clusters == 2


def test_k_means_finds_groups_and_numbers_them_as_they_come():
    found = by_k_means(groups((5, 0), (0, 0), (0, 5)), 3)
    assert found.labels.tolist() == [1] * 20 + [2] * 20 + [3] * 20
    assert found.how == "k-means with 3 clusters, the best of 10 starts"


def test_k_means_on_a_sample_puts_every_row_somewhere(monkeypatch):
    monkeypatch.setattr(clustering, "CLUSTERED", 20)
    found = by_k_means(groups((5, 0), (0, 0)), 2)
    assert found.labels.tolist() == [1] * 20 + [2] * 20
    assert found.how.endswith("on 20 sampled rows; the others are assigned to the nearest centre")


def test_more_clusters_than_different_rows_are_refused():
    with pytest.raises(InputError, match="cannot find 3 clusters among 2 distinct rows"):
        by_k_means(np.array([[0.0], [1.0], [1.0]]), 3)


def test_hdbscan_finds_the_number_and_leaves_noise_alone():
    rows = np.vstack([groups((5, 0), (0, 0)), [[50.0, 50.0]]])
    found = by_hdbscan(rows, 5)
    assert set(found.labels[:20]) <= {1, NOISE}
    assert set(found.labels[20:40]) <= {2, NOISE}
    assert found.labels[40] == NOISE


def test_hdbscan_on_a_sample_gives_others_the_label_of_the_nearest(monkeypatch):
    monkeypatch.setattr(clustering, "CLUSTERED", 40)
    found = by_hdbscan(groups((5, 0), (0, 0), rows=40), 20)
    assert len(found.labels) == 80
    assert len(set(found.labels[:40]) - {NOISE}) == 1
    assert "the others join the cluster of the nearest one" in found.how


def test_hdbscan_without_clusters_says_what_to_do():
    with pytest.raises(InputError, match="found no cluster of at least 4 rows"):
        by_hdbscan(np.arange(4.0)[:, None] ** 3, 4)


@pytest.mark.parametrize("smallest", [1, 5])
def test_hdbscan_needs_a_size_that_fits(smallest):
    with pytest.raises(InputError, match=f"2 to 4 rows, not {smallest}"):
        by_hdbscan(np.zeros((4, 1)), smallest)


@pytest.mark.parametrize(("rows", "least"), [(10, 5), (1000, 20)])
def test_smallest_cluster_is_one_row_in_fifty(rows, least):
    assert smallest_cluster(rows) == least


@given(st.lists(st.integers(-1, 4), min_size=1, max_size=30))
def test_numbers_follow_the_first_rows_and_keep_rows_together(labels):
    numbered = clustering._numbered(np.array(labels)).tolist()
    firsts = list(dict.fromkeys(number for number in numbered if number != NOISE))
    assert firsts == list(range(1, len(firsts) + 1))
    pairs = set(zip(labels, numbered, strict=True))
    assert len(pairs) == len(set(labels)) == len(set(numbered))
    assert all((label == NOISE) == (number == NOISE) for label, number in pairs)
