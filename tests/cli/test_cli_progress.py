"""Progress: two lines that are redrawn in a terminal, plain lines elsewhere, or nothing."""

from __future__ import annotations

import io
import re
import time
from dataclasses import replace

import pytest

from clusterscribe.cli.live import Board, progress
from clusterscribe.progress import Snapshot, proved_figure
from clusterscribe.progress_lines import (
    Account,
    ProgressLines,
    Unheard,
    best_in_words,
    bound_in_words,
    brief,
    sentence,
    share,
)
from clusterscribe.proof import StopReason
from clusterscribe.stage_words import STOPPED, ending, stage_of

FIRST = Snapshot("fewest errors", 3727, 812, None, None, 0.25, measure="errors", total=4000.0)
BETTER = replace(FIRST, best=15.0, bound=12.5, seconds=1.5)
SAME = replace(BETTER, seconds=9.0)
SECOND = Snapshot("shortest description", 1200, 90, 20.0, 18.0, 9.1, measure="complexity")


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def now(monkeypatch):
    """What the clock says, to be changed at will."""
    moment = [100.0]
    monkeypatch.setattr("clusterscribe.progress_lines.time.monotonic", lambda: moment[0])
    return moment


@pytest.mark.parametrize(
    ("snapshot", "best", "bound"),
    [
        (FIRST, "", ""),
        (BETTER, "15 of 4,000 rows wrong so far (0.4 %)", "at least 13 cannot be avoided"),
        (
            replace(BETTER, bound=0.0),
            "15 of 4,000 rows wrong so far (0.4 %)",
            "nothing is proved yet",
        ),
        (replace(BETTER, bound=14.5), "15 of 4,000 rows wrong (0.4 %)", "fewer is impossible"),
        (replace(BETTER, best=0.0, bound=0.0), "none of 4,000 rows wrong", ""),
        (replace(BETTER, best=4000.0), "no description yet", ""),
        (replace(BETTER, total=None), "15 rows wrong so far", "at least 13 cannot be avoided"),
        (
            replace(BETTER, weighted=True),
            "15 of 4,000 by weight wrong so far (0.4 %)",
            "at least 12.5 cannot be avoided",
        ),
        (
            replace(BETTER, stage="fewest errors, one feature each"),
            "15 of 4,000 rows wrong so far (0.4 %)",
            "at least 13 cannot be avoided that way",
        ),
        (SECOND, "length 20 so far", "nothing shorter than 18 is this accurate"),
        (replace(SECOND, bound=20.0), "length 20", "nothing shorter is this accurate"),
        (
            replace(SECOND, best=3.0, bound=2.0, measure="sparsity"),
            "3 features so far",
            "fewer than 2 are too few",
        ),
        (
            replace(SECOND, best=3.5, bound=2.25, measure="objective"),
            "cost 3.5 so far",
            "nothing below 2.25 is this accurate",
        ),
        (replace(SECOND, stage="ties"), "", ""),
    ],
)
def test_figures_in_words(snapshot, best, bound):
    assert (best_in_words(snapshot), bound_in_words(snapshot)) == (best, bound)


def test_shares_are_all_or_nothing_only_where_they_are():
    assert [share(part, 9999) for part in (0, 1, 5000, 9998, 9999)] == [
        "0 %",
        "below 0.1 %",
        "50 %",
        "above 99.9 %",
        "100 %",
    ]


@pytest.mark.parametrize(
    ("name", "doing", "part_of"),
    [
        ("fewest errors", "looking for the fewest wrong rows", ""),
        ("North: ties", "choosing among equally good descriptions", "North"),
        ("a: fewest errors: ties", "choosing among equally good descriptions", "a: fewest errors"),
        ("sample 3 of 10", "describing sample 3 of 10, to see what is stable", ""),
        (
            "fewest errors, 3 conditions each",
            "looking for the fewest wrong rows (with at most 3 conditions per cluster)",
            "",
        ),
        ("fewest errors at 12", "looking for the fewest wrong rows at length 12", ""),
        (
            "fewest errors at features 1",
            "looking for the fewest wrong rows with at most 1 of the features",
            "",
        ),
        ("fewest errors at cost 2.5", "looking for the fewest wrong rows at cost 2.5", ""),
        ("CART", "CART", ""),
        ("odd {0} {name}", "odd {0} {name}", ""),
    ],
)
def test_stages_in_words(name, doing, part_of):
    stage = stage_of(name)
    assert (stage.doing, stage.part_of) == (doing, part_of)


@pytest.mark.parametrize(
    ("bound", "words"),
    [(353.64792, "353.647"), (2406.0, "2,406"), (0.1, "0.1"), (1_234_567.8, "1,234,567")],
)
def test_what_is_proved_is_never_rounded_up(bound, words):
    assert proved_figure(bound) == words


def test_every_reason_to_stop_has_words():
    assert set(STOPPED) == set(StopReason)
    assert ending("nothing moved any more") == "stopped because nothing moved any more"


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
    for snapshot in (FIRST, BETTER):
        listener(snapshot)
    assert len(stream.getvalue().splitlines()) == 1


def test_lines_go_to_stderr_and_escape_what_would_move_the_cursor(capsys):
    ProgressLines(limit=60.0)(replace(BETTER, stage="\x1b[2Jx\ny: fewest errors"))
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == (
        "clusterscribe: 2 of 60 s: \\x1b[2Jx\\ny: looking for the fewest wrong rows: 15 of 4,000 "
        "rows wrong so far (0.4 %); at least 13 cannot be avoided\n"
    )


def test_an_account_says_what_is_proved_and_where_the_time_went(now):
    account = Account()
    now[0] += 2
    account.hear(replace(BETTER, best=20.0))
    now[0] += 10
    account.hear(BETTER)
    assert account.doing == "looking for the fewest wrong rows"
    now[0] += 5
    account.hear(replace(BETTER, bound=14.0))
    assert account.doing == "proving that fewer wrong rows are impossible"
    now[0] += 5
    account.hear(replace(BETTER, stage="frontier: fewest errors at 12"))
    now[0] += 100
    assert account.total() == (
        "2 min 2 s: 2.0 s reading, 10 s fewest wrong rows, 10 s ruling out better ones, "
        "1 min 40 s frontier"
    )


def test_times_for_people():
    assert [brief(seconds) for seconds in (0.04, 9.94, 9.96, 59.7, 200.0)] == [
        "0.0 s",
        "9.9 s",
        "10 s",
        "1 min 0 s",
        "3 min 20 s",
    ]


@pytest.mark.parametrize("width", [80, 60, 40, 20])
def test_a_board_fits_its_terminal(now, width):
    board = Board(limit=60.0)
    now[0] += 38
    for stage in ("fewest errors", "北方的客户北方的客户: fewest errors, one polyhedron each"):
        board(replace(BETTER, stage=stage, best=3321.0, bound=2406.0, total=20_000.0))
        lines = board.lines(width)
        assert max(map(_columns, lines)) < max(width, 21)
        assert lines[0].endswith("  38 of 60 s")
        assert len(lines) <= 3


def _columns(text):
    from rich.cells import cell_len

    return cell_len(text)


def test_a_board_says_all_in_two_lines(now):
    board = Board(limit=60.0)
    assert board.lines(80)[0].split() == ["-", "Reading", "the", "table", "0", "of", "60", "s"]
    now[0] += 38
    board(replace(BETTER, best=3321.0, bound=2406.0, total=20_000.0))
    head, figures = board.lines(80)
    assert re.fullmatch(r". Looking for the fewest wrong rows +38 of 60 s", head)
    assert figures == (
        "  3,321 of 20,000 rows wrong so far (16.6 %); at least 2,406 cannot be avoided"
    )


def test_a_board_that_was_told_to_forget_counts_the_time_again(now):
    board = Board()
    board(BETTER)
    now[0] += 50
    board.forget()
    now[0] += 2
    assert board.lines(80)[0].endswith(" 2 s")
    assert len(board.lines(80)) == 1


def test_progress_is_silent_when_stderr_is_no_terminal():
    with progress(None) as listener:
        assert isinstance(listener, Unheard)


def test_progress_is_silent_when_unwanted_in_a_terminal(monkeypatch):
    monkeypatch.setattr("sys.stderr", Terminal())
    with progress(False) as listener:
        assert isinstance(listener, Unheard)


def test_progress_on_request_is_lines_when_stderr_is_no_terminal(capsys):
    with progress(True) as listener:
        listener(BETTER)
        listener.end(StopReason.TIME_LIMIT)
    first, last = capsys.readouterr().err.splitlines()
    assert "looking for the fewest wrong rows: 15 of 4,000 rows wrong" in first
    assert re.fullmatch(r"clusterscribe: took 0\.\d s; stopped by the time limit", last)


def test_a_terminal_that_cannot_go_back_gets_lines(monkeypatch):
    monkeypatch.setattr("sys.stderr", Terminal())
    monkeypatch.setenv("TERM", "dumb")
    with progress(None) as listener:
        assert isinstance(listener, ProgressLines)


def in_terminal(monkeypatch):
    """Let stderr be a terminal; within a test, as pytest replaces stderr after fixtures."""
    made = Terminal()
    monkeypatch.setattr("sys.stderr", made)
    monkeypatch.setenv("TERM", "xterm")
    return made


def test_a_fast_search_does_not_flash(monkeypatch):
    terminal = in_terminal(monkeypatch)
    with progress(None) as listener:
        assert isinstance(listener, Board)
        listener(BETTER)
        listener.end(StopReason.OPTIMAL)
    assert terminal.getvalue() == ""


@pytest.mark.parametrize("stop", [None, KeyboardInterrupt])
def test_a_terminal_is_left_as_it_was(monkeypatch, stop):
    terminal = in_terminal(monkeypatch)
    monkeypatch.setattr("clusterscribe.cli.live.PATIENCE", 0.0)
    try:
        with progress(None) as listener:
            listener(BETTER)
            for _ in range(200):
                if "rows wrong" in terminal.getvalue():
                    break
                time.sleep(0.01)
            if stop is not None:
                raise stop
            listener.end(StopReason.STALLED)
    except KeyboardInterrupt:
        pass
    written = terminal.getvalue()
    assert written.count("\x1b[?25l") == written.count("\x1b[?25h") == 1  # the cursor
    after = written.rpartition("\x1b[2K")[2]  # the last lines are erased
    assert ("stopped because nothing moved any more" in after) == (stop is None)
