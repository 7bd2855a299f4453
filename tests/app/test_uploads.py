"""Files in: limits, names, and forms that are not what they should be."""

import asyncio
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe.app.uploads import LONGEST_NAME, ending_of, receive, shown_name
from clusterscribe.errors import InputError

KIND = "multipart/form-data; boundary=edge"


def form(content=b"a,b\n1,2\n", name='filename="people.csv"', field="file", end=b"--edge--\r\n"):
    disposition = f'Content-Disposition: form-data; name="{field}"; {name}\r\n\r\n'
    return b"--edge\r\n" + disposition.encode() + content + b"\r\n" + end


def received(body, folder, limit=1000, kind=KIND, step=7):
    async def pieces():
        for start in range(0, len(body), step):
            yield body[start : start + step]

    return asyncio.run(receive(kind, pieces(), folder, limit))


def test_a_file_is_kept_under_a_name_of_our_own(tmp_path):
    upload = received(form(), tmp_path)
    assert upload.name == "people.csv"
    assert upload.path == tmp_path / "table.csv"
    assert upload.path.read_bytes() == b"a,b\n1,2\n"
    assert upload.most == 1000  # the limit also holds for what comes out of it


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
def test_only_the_owner_can_read_it(tmp_path):
    assert stat.S_IMODE(received(form(), tmp_path).path.stat().st_mode) == 0o600


def test_a_file_as_large_as_the_limit_is_taken(tmp_path):
    content = b"x" * 1000
    assert received(form(content), tmp_path).path.read_bytes() == content


def test_a_larger_file_is_refused_and_nothing_stays(tmp_path):
    seen = []

    async def pieces():
        body = form(b"x" * 1001)
        for start in range(0, len(body), 100):
            seen.append(start)
            yield body[start : start + 100]

    with pytest.raises(InputError, match=r"^the file is larger than 0\.001 MB, the most that is"):
        asyncio.run(receive(KIND, pieces(), tmp_path, 1000))
    assert list(tmp_path.iterdir()) == []
    assert len(seen) == 11 or len(seen) == 12  # the browser could send everything


@pytest.mark.parametrize(
    ("body", "kind", "sentence"),
    [
        (form(name='filename=""'), KIND, "choose a file first"),
        (form(name="x=1"), KIND, "choose a file first"),
        (form(field="other"), KIND, "choose a file first"),
        (b"", KIND, "choose a file first"),
        (form(end=b""), KIND, "the upload was cut off; try again"),
        (b"nonsense", KIND, "the upload was damaged on its way; try again"),
        (form(), "text/plain", "this is not a form with a file; choose one on the first page"),
        (form(), "multipart/form-data", "this is not a form with a file; choose one on the first "
         "page"),
        (form(), f"{KIND}{'x' * 5000}", "this is not a form with a file; choose one on the first "
         "page"),
        (form(), "", "this is not a form with a file; choose one on the first page"),
        (form(name='filename="a.xlsx"'), KIND, "'a.xlsx' is of an unknown kind; give a .csv, .tsv "
         "or .txt file (also with .gz) or a .parquet file"),
        (form(name=f'filename="{"n" * 5000}.csv"'), KIND,
         "the name of the file is too long; rename it"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_and_nothing_stays(tmp_path, body, kind, sentence):
    with pytest.raises(InputError) as raised:
        received(body, tmp_path, kind=kind)
    assert str(raised.value) == sentence
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
@pytest.mark.parametrize("size", [10, 100_000])
def test_a_full_disk_is_said(tmp_path, monkeypatch, size):
    full = os.open
    monkeypatch.setattr(os, "open", lambda path, *_: full("/dev/full", os.O_WRONLY))
    with pytest.raises(InputError, match=r"^the file cannot be kept: no space left on device$"):
        received(form(b"x" * size), tmp_path, limit=10**6, step=1000)


def test_a_folder_that_has_gone_is_said(tmp_path):
    with pytest.raises(InputError, match=r"^the file cannot be kept: no such file or directory$"):
        received(form(), tmp_path / "gone")


def test_the_browser_going_away_leaves_nothing(tmp_path):
    async def pieces():
        yield form()[:80]
        raise ConnectionError

    with pytest.raises(ConnectionError):
        asyncio.run(receive(KIND, pieces(), tmp_path, 1000))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["../../evil.csv", "/etc/evil.csv", "C:\\windows\\evil.csv", "..\\evil.csv"]
)
def test_no_name_leads_out_of_the_folder(tmp_path, name):
    folder = tmp_path / "inner"
    folder.mkdir()
    quoted = name.replace("\\", "\\\\")
    upload = received(form(name=f'filename="{quoted}"'), folder)
    assert upload.name == "evil.csv"
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")] == [
        "inner", "inner/table.csv",
    ]  # fmt: skip


@given(st.text(max_size=300))
def test_shown_names_are_short_and_on_one_line(name):
    shown = shown_name(name)
    assert len(shown) <= LONGEST_NAME
    assert len(shown.splitlines()) <= 1
    assert "/" not in shown


@pytest.mark.parametrize(
    ("name", "ending"),
    [("a.CSV", ".csv"), ("a.b.tsv", ".tsv"), ("a.txt.gz", ".txt.gz"), ("a.PQ", ".pq")],
)
def test_the_ending_says_how_to_read(name, ending):
    assert ending_of(name) == ending
