"""Uploads: limits, names, and forms that are not what they should be."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import ClientDisconnect, Request

from clusterscribe.app.routes import AROUND_FILE, receive
from clusterscribe.app.task import LONGEST_NAME, ending_of, shown_name
from clusterscribe.errors import InputError

KIND = "multipart/form-data; boundary=edge"
NO_FILE = "no file was received; choose one and try again"
DAMAGED = "the upload is damaged; choose a file and try again"


def form(content=b"a,b\n1,2\n", name='filename="people.csv"', field="file", end=b"--edge--\r\n"):
    disposition = f'Content-Disposition: form-data; name="{field}"; {name}\r\n\r\n'
    return b"--edge\r\n" + disposition.encode() + content + b"\r\n" + end


def request(messages, kind=KIND):
    async def next_message():
        return messages.pop(0)

    headers = [(b"content-type", kind.encode())] if kind else []
    return Request({"type": "http", "method": "POST", "headers": headers}, next_message)


def pieces(body, step):
    starts = range(0, max(len(body), 1), step)
    return [
        {"type": "http.request", "body": body[at : at + step], "more_body": at + step < len(body)}
        for at in starts
    ]


def received(body, limit=1000, kind=KIND, step=7):
    return asyncio.run(receive(request(pieces(body, step), kind), limit))


def test_the_file_and_its_name_arrive():
    upload = received(form())
    assert upload.filename == "people.csv"
    assert upload.file.read() == b"a,b\n1,2\n"


def test_a_file_as_large_as_the_limit_is_accepted():
    content = b"x" * 1000
    assert received(form(content)).file.read() == content


@pytest.mark.parametrize("size", [1001, 10_000 + 2 * AROUND_FILE])
def test_a_larger_file_is_refused_after_the_browser_has_sent_everything(size):
    messages = pieces(form(b"x" * size), 100)
    with pytest.raises(InputError, match=r"^the file is larger than the limit of 0\.001 MB; start"):
        asyncio.run(receive(request(messages), 1000))
    assert messages == []


@pytest.mark.parametrize(
    ("body", "kind", "sentence"),
    [
        (form(name='filename=""'), KIND, NO_FILE),
        (form(name="x=1"), KIND, NO_FILE),
        (form(field="other"), KIND, NO_FILE),
        (b"", KIND, NO_FILE),
        (form(end=b""), KIND, NO_FILE),
        (b"nonsense", KIND, DAMAGED),
        (form() + form(), KIND.replace("edge", "other"), DAMAGED),
        (form(end=form()), KIND, DAMAGED),  # two files
        (form(), "text/plain", DAMAGED),
        (form(), "multipart/form-data", DAMAGED),
        (form(), f"{KIND}{'x' * 5000}", DAMAGED),
        (form(), "", DAMAGED),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(body, kind, sentence):
    with pytest.raises(InputError) as raised:
        received(body, kind=kind)
    assert str(raised.value) == sentence


def test_a_full_disk_is_said(monkeypatch):
    import errno
    import tempfile

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "write", full)
    with pytest.raises(InputError, match=r"^the file cannot be stored: no space left on device;"):
        received(form(b"x" * 10))


def test_a_browser_that_goes_away_is_no_upload():
    messages = [*pieces(form(), 80)[:1], {"type": "http.disconnect"}]
    with pytest.raises(ClientDisconnect):
        asyncio.run(receive(request(messages), 1000))


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


def test_an_unknown_ending_is_said():
    with pytest.raises(InputError) as raised:
        ending_of("a.pdf")
    assert str(raised.value) == (
        "'a.pdf' has an unknown format; choose a .csv, .tsv or .txt file (also with .gz or .zst), "
        "a .parquet, .arrow or .feather file, or an .xlsx workbook"
    )
    assert ending_of("A.XLSX") == ".xlsx"
    assert ending_of("a.csv.zst") == ".csv.zst"
