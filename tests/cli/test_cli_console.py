"""The two streams: nothing from a table can break them."""

from __future__ import annotations

import io
import sys

from clusterscribe.cli.console import emit, make_streams_safe, say, show


def ascii_stream():
    return io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="strict")


def written(stream):
    stream.flush()
    return stream.buffer.getvalue()


def test_ascii_terminal_gets_escapes(monkeypatch):
    stream = ascii_stream()
    monkeypatch.setattr(sys, "stdout", stream)
    make_streams_safe()
    show("größe ≤ 5 🙂")
    assert written(stream) == rb"gr\xf6\xdfe \u2264 5 \U0001f642" + b"\n"


def test_machine_readable_text_is_always_utf8(monkeypatch):
    stream = ascii_stream()
    monkeypatch.setattr(sys, "stdout", stream)
    emit("größe")
    assert written(stream) == "größe\n".encode()


def test_message_is_one_line(capsys):
    say("a column named 'two\nlines'\tand more\n")
    assert capsys.readouterr().err == "clusterscribe: a column named 'two lines' and more\n"


def test_terminal_is_not_sent_control_characters(capsys):
    show("red \x1b[31m, bell \x07, reversed \u202e\nnext line\twith tab")
    expected = "red \\x1b[31m, bell \\x07, reversed \\u202e\nnext line\twith tab\n"
    assert capsys.readouterr().out == expected
