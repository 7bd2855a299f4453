"""Excel workbooks: what is on the sheets, and that nothing of a table is taken for a formula."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import date, datetime

import openpyxl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import Description, Feature, Kind, Polyhedron
from clusterscribe.description import tally
from clusterscribe.description.export.workbook_cells import sheet_names
from clusterscribe.errors import InputError

from .builders import ANIMALS, PEOPLE, SEGMENTED, SEGMENTS, at_most, describe, is_level, people
from .strategies import LEVELS, NASTY, UNPRINTABLE

MOVED = ["young", "young", "working", "young", "old"]  # the fourth is in old


def opened(path, description, *rows, **options):
    target = path / "book.xlsx"
    description.to_excel(target, *rows, **options)
    assert [file.name for file in path.iterdir()] == ["book.xlsx"]
    return openpyxl.load_workbook(target)


def lines(sheet):
    """The rows of a sheet without their empty ends."""
    rows = [list(row) for row in sheet.iter_rows(values_only=True)]
    return [row[: len(row) - next((n for n, c in enumerate(row[::-1]) if c is not None), len(row))]
            for row in rows]  # fmt: skip


def test_overview_has_figures_sentences_and_links(tmp_path):
    book = opened(tmp_path, SEGMENTED, people(), MOVED)
    assert book.sheetnames == ["Overview", "young", "working", "old"]
    overview = lines(book["Overview"])
    assert ["Errors", "1 of 5 rows"] in overview
    head = overview.index(
        ["Cluster", "Description", "Rows", "Inside", "Outside", "Also in another",
         "Of others inside", "Errors", "Conditions"]
    )  # fmt: skip
    sentences = SEGMENTED.to_sentence()
    assert overview[head + 1 :] == [
        ["young", sentences["young"], 3, 2, 1, 0, 0, 1, 5],
        ["working", sentences["working"], 1, 1, 0, 0, 0, 0, 2],
        ["old", sentences["old"], 1, 1, 0, 0, 1, 0, 2],
    ]
    cell = book["Overview"].cell(head + 2, 1)
    assert (cell.value, cell.hyperlink.location) == ("young", "'young'!A1")


def test_sheet_of_a_cluster_has_conditions_and_rows(tmp_path):
    sheet = lines(opened(tmp_path, SEGMENTED, people(), MOVED)["old"])
    assert sheet[0] == ["Cluster old"]
    assert sheet[2] == ["1 of 1 row inside; 1 of others inside"]
    assert sheet[5:7] == [
        ["age >= 66", 1, 3, "age", None, ">=", 66],
        ["signup <= 2011-01-01", 1, 3, "signup", None, "<=", datetime(2011, 1, 1)],
    ]
    assert sheet[8] == ["Verdict", "Row", "Label", *PEOPLE]
    assert sheet[9] == [
        "wrongly inside", 4, "young", 30_000, 70, None, False, datetime(2001, 1, 1)
    ]  # fmt: skip
    assert sheet[10][:4] == ["right", 5, "old", 90_000]


def test_verdicts_name_the_clusters_that_a_row_is_in(tmp_path):
    parts = [Polyhedron(label, (at_most(Feature("x"), 1),)) for label in "abcde"]
    parts.append(Polyhedron("f", (at_most(Feature("x"), 0),)))
    book = opened(tmp_path, Description(("x",), tuple(parts)), pa.table({"x": [1, 2]}), ["a", "f"])
    assert ["inside, but also inside b, c, d, ...", 1, "a", 1] in lines(book["a"])
    assert ["outside", 2, "f", 2] in lines(book["f"])
    book = opened(tmp_path, Description(("x",), tuple(parts)), pa.table({"x": [1, 2]}), ["f", "f"])
    assert ["outside; inside a, b, c, ...", 1, "f", 1] in lines(book["f"])


def test_without_rows_it_has_the_figures_of_the_description(tmp_path):
    assert ["Cluster", "Description", "Conditions"] in lines(opened(tmp_path, ANIMALS)["Overview"])
    counted = replace(SEGMENTED, tallies=tally(SEGMENTED, people(), SEGMENTS))
    book = opened(tmp_path, counted)
    assert ["Errors", "0 of 5 rows"] in lines(book["Overview"])
    assert not any(row[:1] == ["Verdict"] for row in lines(book["young"]))


def test_unions_and_prototypes_have_their_conditions(tmp_path):
    book = opened(tmp_path, ANIMALS)
    assert ["milk is false", 1, "milk", "false", "is"] in lines(book["insect"])
    assert ["legs <= 4", 2, "legs", None, "<=", 4] in lines(book["insect"])
    assert any(row and str(row[0]).startswith("within 1.25") for row in lines(book["fish"]))


def test_weights_and_words_are_used(tmp_path):
    weights = [2.5, 1, 1, 1, 1]
    names = {"income": "yearly income (EUR)"}
    book = opened(
        tmp_path, SEGMENTED, people(), MOVED,
        sample_weight=weights, noun="people", feature_names=names,
    )  # fmt: skip
    row = next(row for row in lines(book["Overview"]) if row[:1] == ["young"])
    assert row[1].startswith("People with yearly income of at most 45000 EUR")
    assert row[2:4] == [4.5, 3.5]


@pytest.mark.parametrize("rows", [(people(), None), (None, SEGMENTS)])
def test_rows_need_labels(tmp_path, rows):
    with pytest.raises(InputError, match="both the table and its labels"):
        SEGMENTED.to_excel(tmp_path / "book.xlsx", *rows)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(InputError, match="it is a folder"):
        SEGMENTED.to_excel(tmp_path)


def test_only_some_rows_are_listed(tmp_path):
    description = describe(["x"], a=[at_most(Feature("x"), 500)], b=[])
    book = opened(tmp_path, description, pa.table({"x": list(range(1000))}), ["a"] * 1000)
    verdicts = [row[0] for row in lines(book["a"])[8:]]
    assert verdicts == ["inside, but also inside b"] * 100


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "#N/A", "_x0041_", "1", "TRUE", "2024-01-01", "'q"]
)
def test_text_stays_text(tmp_path, text):
    description = describe([text], **{text: [is_level(text, text)]})
    book = opened(tmp_path, description, pa.table({text: [text, "x"]}), [text, text])
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    written = text.replace("_x", "_x005F_x")  # by which Excel knows that it is no escape
    assert sum(cell.value == written for cell in cells) >= 5
    assert {cell.data_type for cell in cells if isinstance(cell.value, str)} == {"s"}
    quoted = [cell.quotePrefix for cell in cells if cell.value == written]
    assert all(quoted) == (text[0] in "=+-@")


def test_what_a_cell_cannot_hold_is_text(tmp_path):
    table = {
        "x": [math.inf, math.nan, 0.5],
        "i": [2**53 - 1, 7, -(2**52)],
        "d": [date(1800, 1, 1), None, date(9999, 12, 31)],
        "t": [datetime(2024, 1, 1, 0, 0, 0, 5), None, datetime(2024, 1, 1, 12)],
        "s": ["\x00\x1b\uffff", None, "a" * 40_000],
    }
    features = [Feature("x"), Feature("i", Kind.INTEGER), Feature("d", Kind.DATE),
                Feature("t", Kind.DATETIME)]  # fmt: skip
    spaces = [at_most(feature, 1e300) for feature in features] + [is_level("s", "b")]
    book = opened(tmp_path, describe(table, a=spaces), pa.table(table), ["a", "a", "a"])
    rows = [row[3:] for row in lines(book["a"]) if row[:1] == ["outside"]]
    assert rows[0] == [
        "inf", str(2**53 - 1), "1800-01-01", "2024-01-01 00:00:00.000005", "\\x00\\x1b\\uffff"
    ]  # fmt: skip
    assert rows[1] == [None, 7]
    assert rows[2][:4] == [0.5, str(-(2**52)), datetime(9999, 12, 31), datetime(2024, 1, 1, 12)]
    assert rows[2][4] == "a" * 16_000 + "..."


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(NASTY + UNPRINTABLE + LEVELS), st.text(max_size=40))))
def test_sheet_names_are_allowed_and_different(wanted):
    names = sheet_names(wanted, taken=["Overview"])
    assert len(names) == len(wanted)
    assert len({name.casefold() for name in [*names, "Overview", "History"]}) == len(names) + 2
    for name in names:
        assert 0 < len(name.encode("utf-16-le")) // 2 <= 31
        assert not set(name) & set("[]:*?/\\")
        assert name.isprintable() or "\u200c" in name or "\u200d" in name or not name.isascii()
        assert name.strip("' ") == name


def test_any_label_has_a_sheet(tmp_path):
    labels = [*NASTY, *UNPRINTABLE, "\ud800", "\ufffe", "History", "Overview", 1, 1.5, True + 1,
              date(2024, 1, 1), (1, "a")]  # fmt: skip
    labels = list(dict.fromkeys(labels))
    parts = tuple(Polyhedron(label, ()) for label in labels)
    book = opened(tmp_path, Description(("x",), parts))
    assert len(book.sheetnames) == len(labels) + 1
