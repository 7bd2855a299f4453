"""A data set is its content, however it is written."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe.datasets.folders import read_set, write_set
from clusterscribe.datasets.tidy import Cells, Tidy, UnfitError, checked, digest_of, tidy
from tests.datasets.tiny import TINY

NAMES = ("size", "colour", "kind")
ROWS = [["1", "red", "a"], ["2.5", "blue", "b"], ["", "red", "a"]]

numbers = st.floats(allow_nan=False, allow_infinity=False) | st.just(float("nan"))
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)


def test_content_that_the_paper_used_is_given():
    found = checked(TINY, tidy(TINY, Cells(NAMES, ROWS)))
    np.testing.assert_equal(found.columns["size"], [1.0, 2.5, np.nan])
    assert found.columns["colour"].tolist() == ["red", "blue", "red"]
    assert found.target.tolist() == ["a", "b", "a"]


@pytest.mark.parametrize(
    "rows",
    [
        [["1.0", "red", "a"], ["2.50", "blue", "b"], ["NA", "red", "a"]],
        [["1e0", "red", "a"], ["+2.5", "blue", "b"], ["", "red", "a"]],
    ],
)
def test_numbers_may_be_written_in_any_way(rows):
    checked(TINY, tidy(TINY, Cells(NAMES, rows)))


def test_order_and_number_of_the_columns_do_not_matter():
    rows = [["x", kind, colour, size] for size, colour, kind in ROWS]
    checked(TINY, tidy(TINY, Cells(("extra", "kind", "colour", "size"), rows)))


@pytest.mark.parametrize(
    ("row", "column", "cell"), [(0, 0, "2"), (1, 1, "Blue"), (2, 0, "0"), (2, 2, "b")]
)
def test_one_other_cell_is_another_content(row, column, cell):
    rows = [list(cells) for cells in ROWS]
    rows[row][column] = cell
    with pytest.raises(UnfitError, match="its 3 rows are not those that the paper used"):
        checked(TINY, tidy(TINY, Cells(NAMES, rows)))


def test_other_order_of_rows_is_another_content():
    with pytest.raises(UnfitError, match=r"checksum is [0-9a-f]{12}\.\.\. instead of"):
        checked(TINY, tidy(TINY, Cells(NAMES, ROWS[::-1])))


@pytest.mark.parametrize(
    ("names", "rows", "reason"),
    [
        (("size", "kind"), [["1", "a"]], "it has no column 'colour'"),
        (NAMES, [["1", "red", "a"], ["1", "red"]], "row 2 has 2 cells instead of 3"),
        (NAMES, [["big", "red", "a"]], "row 1 has 'big' in column 'size', which is not a number"),
        (NAMES, [["inf", "red", "a"]], "row 1 has 'inf' in column 'size', which is not a number"),
    ],
)
def test_cells_that_do_not_fit_are_refused(names, rows, reason):
    with pytest.raises(UnfitError) as caught:
        tidy(TINY, Cells(names, rows))
    assert str(caught.value) == reason


@given(st.lists(st.tuples(numbers, texts, numbers), min_size=1, max_size=5))
def test_what_is_written_is_read_again(rows):
    sizes, colours, kinds = (list(column) for column in zip(*rows, strict=True))
    found = Tidy(
        {"size": np.array(sizes), "colour": np.array(colours, dtype=object)}, np.array(kinds)
    )
    known = replace(TINY, digest=digest_of(found))
    with tempfile.TemporaryDirectory() as folder:
        write_set(Path(folder), known, found)
        again = read_set(Path(folder), known, "")
    assert again is not None
    np.testing.assert_equal(again.columns["size"], found.columns["size"])
    assert again.columns["colour"].tolist() == colours
