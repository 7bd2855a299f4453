"""Signals stop the search, not the answer, and leave nothing half-written."""

from __future__ import annotations

import signal
import sys
import time
from functools import partial

import numpy as np
import pytest

from clusterscribe.cli.stops import PATIENCE, Stops, stops

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.fixture
def hard(people):
    """A table that nobody describes in a minute."""
    random = np.random.default_rng(0)
    table = random.normal(size=(600, 12))
    labels = (table @ random.normal(size=(12, 6)) + random.normal(size=(600, 6))).argmax(axis=1)
    header = ",".join([*(f"x{place}" for place in range(12)), "segment"])
    whole = np.column_stack([table, labels])
    np.savetxt(people / "hard.csv", whole, delimiter=",", fmt="%.6g", comments="", header=header)
    return people


def searching(start, *flags, **options):
    process = start("describe", "hard.csv", "--labels", "segment", "--progress", *flags, **options)
    process.stderr.readline()  # the search has begun
    time.sleep(1.0)
    return process


@pytest.mark.parametrize("number", SIGNALS)
def test_each_signal_gives_the_best_answer_so_far(hard, start, number):
    process = searching(start, "--json", "hard.json")
    process.send_signal(number)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 128 + number
    assert b"Cluster 0" in out
    assert b"Traceback" not in err
    assert b'"stop_reason": "interrupted"' in (hard / "hard.json").read_bytes()
    assert not list(hard.glob(".*.part"))


def test_impatience_does_not_lose_the_answer(hard, start):
    process = searching(start, "--json", "hard.json", "--report", "hard.html")
    for _ in range(20):
        process.send_signal(signal.SIGINT)
        time.sleep(0.05)
        if process.poll() is not None:
            break
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Cluster 0" in out
    assert b"Traceback" not in err
    assert (hard / "hard.json").exists()
    assert (hard / "hard.html").exists()


def test_signal_while_rows_are_written_leaves_no_half_of_a_file(people, saved, start):
    (people / "many.csv").write_text("age\n" + "20\n" * 3_000_000)
    process = start("apply", saved, "many.csv", "--out", "labelled.csv")
    for _ in range(1000):
        time.sleep(0.01)
        if list(people.glob(".*.part")):
            break
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=20)
    assert process.returncode == 143
    names = sorted(path.name for path in people.iterdir())
    assert names == ["many.csv", "people.csv", "segments.json"]


def test_signal_that_was_to_be_ignored_still_is(hard, start):
    ignoring = partial(signal.signal, signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    process = searching(start, "--time-limit", "3", preexec_fn=ignoring)
    process.send_signal(signal.SIGHUP)
    process.communicate(timeout=30)
    assert process.returncode == 0


# one after the other, in this process


@pytest.fixture
def watched(monkeypatch):
    """The signals of a process, and a clock that stands still until it is moved."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    watching = Stops()
    with watching.watched():
        yield watching, now


def test_first_signal_interrupts_and_quick_ones_after_it_do_not(watched):
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)
    for number in SIGNALS:
        signal.raise_signal(number)
    assert watched[0].exit_code == 143


def test_signal_that_comes_much_later_ends_everything(watched):
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    watched[1][0] += PATIENCE + 1
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_first_signal_is_only_remembered_where_an_answer_is_printed(watched):
    with watched[0].held():
        signal.raise_signal(signal.SIGINT)
    assert watched[0].asked
    assert watched[0].exit_code == 130


def test_answer_that_is_printed_when_the_signal_comes_is_printed_and_written(
    run, people, monkeypatch
):
    from clusterscribe.description import Description

    to_text = Description.to_text

    def interrupted(*arguments, **options):
        signal.raise_signal(signal.SIGINT)
        return to_text(*arguments, **options)

    monkeypatch.setattr(Description, "to_text", interrupted)
    done = run("describe", "people.csv", "--labels", "segment", "--sql", "a.sql")
    assert done.code == 130
    assert "Cluster young" in done.out
    assert (people / "a.sql").exists()


def test_signal_while_files_are_written_says_which_are_there(run, people, monkeypatch):
    from clusterscribe.description import Description

    def interrupted(*_, **__):
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(Description, "to_sql", interrupted)
    flags = ("--json", "a.json", "--sql", "a.sql")
    done = run("describe", "people.csv", "--labels", "segment", *flags)
    assert done.code == 143
    assert "Cluster young" in done.out
    assert done.err == ("clusterscribe: interrupted before everything was written; wrote a.json\n")
    assert not (people / "a.sql").exists()


def test_handlers_are_put_back(run, people):
    before = [signal.getsignal(number) for number in SIGNALS]
    assert run("describe", "people.csv", "--labels", "segment").code == 0
    assert [signal.getsignal(number) for number in SIGNALS] == before
    assert not stops.asked
