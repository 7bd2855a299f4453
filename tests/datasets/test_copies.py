"""Copies of a data set come as delimited text, as ARFF, and inside zip files."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clusterscribe.datasets import copies
from clusterscribe.datasets.catalogue import Mirror
from clusterscribe.datasets.copies import cells_of
from clusterscribe.datasets.tidy import UnfitError

ADDRESS = "https://example.org/data"
NAMES = ("size", "colour")
ROWS = [["1", "red"], ["2", "light blue"]]


def zipped(compression=ZIP_STORED, **files):
    packed = BytesIO()
    with ZipFile(packed, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_", "."), content)
    return packed.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        b"1,red\n2,light blue\n",
        b"1, red\r\n2, light blue\r\n\r\n",
        b'\xef\xbb\xbf1,"red"\n2,"light blue"',
        b"Size,Colour\n1,red\n2,light blue\n",  # a copy with a header line
    ],
)
def test_copies_without_names_of_columns(content):
    cells = cells_of(content, Mirror(ADDRESS, names=NAMES))
    assert (cells.names, cells.rows) == (NAMES, ROWS)


def test_copy_with_a_header_line_and_another_delimiter():
    cells = cells_of(b'"size";"colour"\n1;"red"\n2;"light blue"\n', Mirror(ADDRESS, delimiter=";"))
    assert (cells.names, cells.rows) == (NAMES, ROWS)


def test_any_white_space_may_stand_between_cells():
    cells = cells_of(b"1\t\tred\n2 \t blue\t\n", Mirror(ADDRESS, delimiter=" ", names=NAMES))
    assert cells.rows == [["1", "red"], ["2", "blue"]]


def test_columns_are_renamed_whatever_the_case():
    mirror = Mirror(ADDRESS, renamed={"x1": "size", "y": "colour"})
    assert cells_of(b"ID,X1,Y\n7,1,red\n", mirror).names == ("ID", "size", "colour")


def test_arff():
    content = (
        b"% a comment\n@RELATION things\n\n@ATTRIBUTE size NUMERIC\n"
        b"@attribute 'colour' {red, 'light blue'}\n@DATA\n1,red\n% another\n2,light blue\n"
    )
    cells = cells_of(content, Mirror(f"{ADDRESS}.arff"))
    assert (cells.names, cells.rows) == (NAMES, ROWS)


def test_file_inside_a_zip_file_inside_a_zip_file():
    inner = zipped(other_csv="nonsense", data_csv="size,colour\n1,red\n2,light blue\n")
    cells = cells_of(zipped(inner_zip=inner), Mirror(ADDRESS, ("inner.zip", "data.csv")))
    assert (cells.names, cells.rows) == (NAMES, ROWS)


@pytest.mark.parametrize(
    ("content", "mirror", "reason"),
    [
        (b"", Mirror(ADDRESS), "it is empty"),
        (b"\xff\xfe\x00", Mirror(ADDRESS), "it is not text"),
        (b"<html>", Mirror(ADDRESS, ("a.csv",)), "it is not a readable zip file"),
        (zipped(b_csv="1"), Mirror(ADDRESS, ("a.csv",)), "it has no file 'a.csv'"),
        (b"1,2", Mirror(f"{ADDRESS}.arff"), "it is not an ARFF file: there is no line @data"),
    ],
)
def test_what_cannot_be_read_says_why(content, mirror, reason):
    with pytest.raises(UnfitError) as caught:
        cells_of(content, mirror)
    assert str(caught.value) == reason


def test_file_that_unpacks_to_too_much_is_refused(monkeypatch):
    monkeypatch.setattr(copies, "MOST_BYTES", 1000)
    with pytest.raises(UnfitError, match=r"'a\.csv' in it has more than 1,000 bytes"):
        cells_of(zipped(a_csv="0" * 5000), Mirror(ADDRESS, ("a.csv",)))


def test_damaged_zip_file_is_refused():
    whole = zipped(a_csv="1,2,3")
    with pytest.raises(UnfitError, match="it is not a readable zip file"):
        cells_of(whole.replace(b"1,2,3", b"1,2,4"), Mirror(ADDRESS, ("a.csv",)))


TEXT = b"size,colour\n" + b"1,red\n" * 40


@pytest.mark.parametrize("compression", [ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA])
@given(place=st.integers(min_value=0), byte=st.integers(0, 255))
@example(place=40, byte=255)
@example(place=50, byte=255)
def test_zip_file_with_another_byte_is_read_or_refused(compression, place, byte):
    content = bytearray(zipped(compression, a_csv=TEXT))
    content[place % len(content)] = byte
    try:
        cells = cells_of(bytes(content), Mirror(ADDRESS, ("a.csv",)))
    except UnfitError:
        return
    assert cells.rows == [["1", "red"]] * 40
