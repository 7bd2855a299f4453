"""Progress: a redrawn table in a terminal, plain lines elsewhere, nothing when unwanted."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from clusterscribe.cli.live import Board, progress
from clusterscribe.progress import ProgressLines, Snapshot, sentence, silent

FIRST = Snapshot("fewest errors", 3727, 812, None, None, 0.25)
BETTER = Snapshot("fewest errors", 3727, 812, 15.0, 12.5, 1.5)
SAME = Snapshot("fewest errors", 3727, 812, 15.0, 12.5, 9.0)
SECOND = Snapshot("shortest description", 1200, 90, 1_234_567.0, 20.0, 9.1)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def drawn(board, width=80):
    console = Console(file=io.StringIO(), width=width)
    console.print(board.draw(width))
    return console.file.getvalue()


def test_sentence_says_everything():
    assert sentence(BETTER) == (
        "fewest errors: best so far 15, proved at least 12.5; 3,727 rows, 812 candidate "
        "conditions, 1.5 s"
    )


def test_sentence_names_the_limit():
    assert sentence(BETTER, 60.0).endswith("812 candidate conditions, 1.5 of 60 s")


def test_sentence_without_an_answer():
    assert sentence(FIRST) == (
        "fewest errors: no answer yet; 3,727 rows, 812 candidate conditions, 0.2 s"
    )


def test_lines_are_written_only_for_news():
    stream = io.StringIO()
    listener = ProgressLines(stream)
    for snapshot in (FIRST, FIRST, BETTER, SAME, SECOND):
        listener(snapshot)
    assert stream.getvalue().splitlines() == [
        f"clusterscribe: {sentence(snapshot)}" for snapshot in (FIRST, BETTER, SECOND)
    ]


def test_lines_are_not_written_too_often():
    stream = io.StringIO()
    listener = ProgressLines(stream, interval=10)
    listener(FIRST)
    listener(BETTER)
    assert len(stream.getvalue().splitlines()) == 1


def test_lines_go_to_stderr(capsys):
    ProgressLines()(BETTER)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("clusterscribe: fewest errors: best so far 15")


def test_board_shows_a_line_a_stage_in_80_columns():
    board = Board()
    for snapshot in (FIRST, BETTER, SECOND):
        board(snapshot)
    header, first, second, *_ = drawn(board).splitlines()
    assert header.split() == ["stage", "best", "at", "least", "rows", "candidates", "seconds"]
    assert first.split() == ["fewest", "errors", "15", "12.5", "3,727", "812", "1.5"]
    assert "1,234,567" in second
    assert max(map(len, (header, first, second))) <= 80


@pytest.fixture
def now(monkeypatch):
    """What the clock says, to be changed at will."""
    moment = [100.0]
    monkeypatch.setattr("clusterscribe.cli.live.time.monotonic", lambda: moment[0])
    return moment


def test_in_a_narrow_terminal_only_the_stage_is_cut_and_idle_figures_go(now):
    board = Board()
    for snapshot in (BETTER, replace(SECOND, stage="LC-PDP-3: a stage with a long name")):
        board(snapshot)
    header, first, second, *_ = drawn(board, 60).splitlines()
    assert header.split() == ["stage", "best", "at", "least", "seconds"]
    assert first.split() == ["fewest", "errors", "15", "12.5", "1.5"]
    assert "LC-PDP-3: a stage with" in second
    assert second.split()[-3:] == ["1,234,567", "20", "9.1"]
    narrow = drawn(board, 40).splitlines()
    assert max(map(len, narrow)) <= 40
    assert narrow[2].split()[-3:] == ["1,234,567", "20", "9.1"]


def test_a_stage_gives_way_to_news_of_it_in_detail(now):
    board = Board()
    board(Snapshot("CART", 6, 0, None, None, 0.0))
    assert drawn(board).splitlines()[1].split() == ["-", "CART", "6", "0.0"]
    board(Snapshot("CART: fewest errors", 6, 0, 3.0, None, 0.5))
    _, only, *_ = drawn(board).splitlines()
    assert only.split() == ["-", "CART:", "fewest", "errors", "3", "6", "0.5"]


def test_a_board_that_was_told_to_forget_shows_what_comes_after(now):
    board = Board()
    board(BETTER)
    board.forget()
    now[0] += 50
    board(replace(SECOND, seconds=0.5))
    now[0] += 2
    _, only, *_ = drawn(board).splitlines()
    assert "shortest description" in only
    assert only.split()[-1] == "2.5"  # of this search, not since the start


def test_board_says_the_limit_and_what_its_figures_are(now):
    board = Board(limit=60.0)
    now[0] += 38
    assert "38.0 of 60 s" in drawn(board)
    assert "proved" not in drawn(board)  # before there is a figure
    board(BETTER)
    _, _, *caption = drawn(board).splitlines()
    assert max(map(len, caption)) <= 80
    assert " ".join(" ".join(caption).split()) == (
        "38.0 of 60 s; best: of the description found so far; at least: proved for every "
        "description; candidates: conditions to choose from"
    )


def test_board_has_something_to_show_before_the_first_news():
    assert "reading" in drawn(Board())


def test_progress_is_silent_when_stderr_is_no_terminal():
    with progress(None) as listener:
        assert listener is silent


def test_progress_is_silent_when_unwanted_in_a_terminal(monkeypatch):
    monkeypatch.setattr("sys.stderr", Terminal())
    with progress(False) as listener:
        assert listener is silent


def test_progress_on_request_is_lines_when_stderr_is_no_terminal(capsys):
    with progress(True) as listener:
        listener(BETTER)
    assert "fewest errors: best so far 15" in capsys.readouterr().err


def test_progress_in_a_terminal_is_removed_at_the_end(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with progress(None) as listener:
        assert isinstance(listener, Board)
        listener(BETTER)
    written = terminal.getvalue()
    assert "stage" in written
    assert written.endswith("\x1b[2K")  # the last thing that happens is erasing a line
