"""The process beside the server: news, stopping, and sudden ends."""

import gzip
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import csv, parquet

from clusterscribe.app.choices import Choices
from clusterscribe.app.jobs import Job, _how_it_died
from clusterscribe.app.orders import Order, report_in

from .conftest import PEOPLE, hard_table

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
LONG = 60.0  # seconds: longer than any of these takes


@pytest.fixture
def order(tmp_path):
    table = tmp_path / "table.csv"
    table.write_text(PEOPLE)
    return Order(table, "people.csv", tmp_path)


@pytest.fixture
def begin():
    jobs = []

    def start(order):
        jobs.append(Job(order))
        return jobs[-1]

    yield start
    for job in jobs:
        job.kill()


def wait_for_an_answer(job):
    end = time.monotonic() + LONG
    while not any(snapshot.best is not None for snapshot in job.status.stages):
        assert job.running, job.status.sentence
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_table_is_looked_at(begin, order):
    job = begin(order)
    assert job.running
    job.wait(LONG)
    assert job.status.state == "done"
    assert job.status.value["rows"] == 6
    assert [snapshot.stage for snapshot in job.status.stages] == ["reading the table"]


def test_a_broken_table_is_one_sentence_in_its_owners_words(begin, order):
    order.table.write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    job = begin(order)
    job.wait(LONG)
    assert job.status.state == "failed"
    assert job.status.sentence == "'people.csv' is not a table: it holds binary data."


def gzip_bomb(folder):
    """A file of 60 MB, packed into 60 kB."""
    with gzip.open(folder / "bomb.csv.gz", "wb") as stream:
        stream.write(b"age,segment\n")
        for _ in range(60):
            stream.write(b"1,a\n" * 250_000)
    return folder / "bomb.csv.gz"


def parquet_bomb(folder):
    """A column of 10 million equal numbers, packed into next to nothing."""
    column = pa.array(np.zeros(10_000_000))
    parquet.write_table(pa.table({"age": column}), folder / "bomb.parquet")
    return folder / "bomb.parquet"


@pytest.mark.parametrize("bomb", [gzip_bomb, parquet_bomb])
def test_a_small_file_that_unpacks_to_a_large_one_is_refused(begin, tmp_path, bomb):
    path = bomb(tmp_path)
    assert path.stat().st_size < 1_000_000
    job = begin(Order(path, f"my-{path.name}", tmp_path, most=10_000_000))
    job.wait(LONG)
    assert job.status.state == "failed"
    assert job.status.sentence == (
        f"'my-{path.name}' unpacks to more than 10 MB, the most that is taken; start the app with "
        "a larger --max-upload, or with the name of the file."
    )


@posix
def test_the_process_may_take_no_more_memory_than_there_is():
    program = """
import os, numpy as np
from clusterscribe.app import child
memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
child._keep_to_memory()
try:
    np.empty(memory + child.ONLY_ADDRESSED, dtype=np.uint8)
except MemoryError:
    print("refused")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "refused\n"


def hard(folder):
    csv.write_csv(hard_table(), folder / "table.csv")
    choices = Choices(label_column="label", time_limit=LONG)
    return Order(folder / "table.csv", "hard.csv", folder, choices)


@posix
def test_stop_gives_the_best_answer_so_far(begin, tmp_path):
    job = begin(hard(tmp_path))
    wait_for_an_answer(job)
    job.stop()
    job.stop()  # the second click of a double click
    assert job.status.stopping
    job.wait(LONG)
    assert job.status.state == "done"
    assert len(job.status.value["points"]) == 1
    assert report_in(tmp_path).exists()
    assert job.seconds < LONG


@posix
def test_a_stop_before_it_has_begun_ends_it_in_order(begin, tmp_path, capfd):
    job = begin(hard(tmp_path))
    job.stop()
    job.wait(LONG)
    assert job.status.sentence == "Stopped before there was an answer."
    assert capfd.readouterr().err == ""


@posix
def test_a_killed_search_ends_without_an_answer(begin, tmp_path):
    job = begin(hard(tmp_path))
    job.stop()
    job.kill()
    assert (job.status.state, job.status.sentence) == (
        "failed", "Stopped before there was an answer.",
    )  # fmt: skip


@posix
def test_a_process_that_the_system_ends_is_said_to_lack_memory(begin, order):
    job = begin(order)
    os.kill(job._process.pid, signal.SIGKILL)
    job.wait(LONG)
    assert job.status.state == "failed"
    assert job.status.sentence == (
        "The system ended the work. Memory ran out; use fewer rows, or leave out columns."
    )


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can be told whom to end")
def test_the_process_beside_the_server_goes_first_when_memory_runs_out(begin, tmp_path):
    job = begin(hard(tmp_path))
    wait_for_an_answer(job)
    assert Path(f"/proc/{job._process.pid}/oom_score_adj").read_text() == "1000\n"


def test_any_other_end_points_to_the_terminal():
    assert _how_it_died(-11).startswith("The work ended unexpectedly (exit code -11)")


def test_memory_errors_and_faults_are_sentences(order, monkeypatch, capsys):
    from clusterscribe.app import child
    from clusterscribe.app.interrupts import Interrupts
    from clusterscribe.progress import silent

    def ends_with(error):
        def fail(*_):
            raise error

        monkeypatch.setattr(child, "_carried_out", fail)
        return child.ending(order, Interrupts(), silent)["sentence"]

    assert ends_with(MemoryError()) == "Memory ran out; use fewer rows, or leave out columns."
    assert ends_with(KeyboardInterrupt()) == "Stopped before there was an answer."
    assert ends_with(RuntimeError("odd \x1b[31m thing")) == child.UNEXPECTED
    shown = capsys.readouterr().err
    assert "RuntimeError: odd \\x1b[31m thing" in shown
    assert "\x1b" not in shown
