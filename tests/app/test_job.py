"""The worker process: news, stopping, and sudden ends."""

import gzip
import io
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
from clusterscribe.app.job import Job, how_it_died
from clusterscribe.app.task import REPORT, TableFile, Task

from .conftest import PEOPLE, hard_table

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
LONG = 60.0  # seconds: longer than any of these takes


@pytest.fixture
def task(tmp_path):
    table = tmp_path / "table.csv"
    table.write_text(PEOPLE)
    return Task(TableFile(table, "people.csv"), tmp_path)


@pytest.fixture
def begin():
    jobs = []

    def start(task):
        jobs.append(Job(task))
        return jobs[-1]

    yield start
    for job in jobs:
        job.kill()


def wait_for_an_answer(job):
    end = time.monotonic() + LONG
    while not any(snapshot.best is not None for snapshot in job.stages):
        assert job.running, job.problem
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_table_is_looked_at(begin, task):
    job = begin(task)
    assert job.running
    job.wait(LONG)
    assert job.value is not None
    assert job.value["rows"] == 6
    assert [snapshot.stage for snapshot in job.stages] == ["reading the table"]


def test_a_broken_table_is_one_sentence_in_its_owners_words(begin, task):
    task.table.path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    job = begin(task)
    job.wait(LONG)
    assert job.value is None
    assert job.problem == "'people.csv' is not a table: it holds binary data."


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
    job = begin(Task(TableFile(path, f"my-{path.name}", 10_000_000), tmp_path))
    job.wait(LONG)
    assert job.value is None
    assert job.problem == (
        f"'my-{path.name}' unpacks to more than the limit of 10 MB; start the app with a larger "
        "--max-upload, or with the path of the file."
    )


@posix
def test_the_process_may_take_no_more_memory_than_there_is():
    program = """
import os, numpy as np
from clusterscribe.app import job
memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
job._limit_memory()
try:
    np.empty(memory + job.ONLY_ADDRESSED, dtype=np.uint8)
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
    return Task(TableFile(folder / "table.csv", "hard.csv"), folder, choices)


@posix
def test_stop_gives_the_best_answer_so_far(begin, tmp_path):
    job = begin(hard(tmp_path))
    wait_for_an_answer(job)
    job.stop()
    job.stop()  # the second click of a double click
    assert job.stopping
    job.wait(LONG)
    assert job.value is not None
    assert len(job.value["points"]) == 1
    assert (tmp_path / REPORT).exists()
    assert job.seconds < LONG


@posix
def test_a_stop_before_it_has_begun_ends_it_in_task(begin, tmp_path, capfd):
    job = begin(hard(tmp_path))
    job.stop()
    job.wait(LONG)
    assert job.problem == "Stopped before there was a description."
    assert capfd.readouterr().err == ""


@posix
def test_a_killed_search_ends_without_an_answer(begin, tmp_path):
    job = begin(hard(tmp_path))
    job.stop()
    job.kill()
    assert (job.value, job.problem) == (
        None, "Stopped before there was a description.",
    )  # fmt: skip


@pytest.mark.parametrize(
    "replace",
    [
        lambda workspace: workspace.describe(Choices(label_column="a", time_limit=LONG)),
        lambda workspace: workspace.open_upload("people.csv", io.BytesIO(PEOPLE.encode()), 1000),
        lambda workspace: workspace.clear(),
        lambda workspace: workspace.close(),
    ],
)
def test_what_replaces_a_run_ends_its_process(workspace, tmp_path, replace):
    csv.write_csv(hard_table(), tmp_path / "hard.csv")
    with (tmp_path / "hard.csv").open("rb") as content:
        workspace.open_upload("hard.csv", content, 1_000_000)
    workspace.job.wait(LONG)
    workspace.collect()
    workspace.describe(Choices(label_column="label", time_limit=LONG))
    run = workspace.job
    wait_for_an_answer(run)
    replace(workspace)
    assert not run._process.is_alive()
    assert workspace.job is not run


@posix
def test_a_process_that_the_system_ends_is_said_to_lack_memory(begin, task):
    job = begin(task)
    os.kill(job._process.pid, signal.SIGKILL)
    job.wait(LONG)
    assert job.value is None
    assert job.problem == (
        "The system stopped the process. Memory ran out; use fewer rows, or leave out columns."
    )


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can be told whom to end")
def test_the_process_beside_the_server_goes_first_when_memory_runs_out(begin, tmp_path):
    job = begin(hard(tmp_path))
    wait_for_an_answer(job)
    assert Path(f"/proc/{job._process.pid}/oom_score_adj").read_text() == "1000\n"


def test_any_other_end_points_to_the_terminal():
    ended = how_it_died(type("Process", (), {"exitcode": -11}))
    assert ended.startswith("The process ended unexpectedly (exit code -11)")


def test_memory_errors_and_faults_are_sentences(task, monkeypatch, capsys):
    from clusterscribe.app import job
    from clusterscribe.app.describing import Interrupts
    from clusterscribe.progress import silent

    def ends_with(error):
        def fail(*_):
            raise error

        monkeypatch.setattr(job, "_carry_out", fail)
        return job.last_message(task, Interrupts(), silent)["problem"]

    assert ends_with(MemoryError()) == "Memory ran out; use fewer rows, or leave out columns."
    assert ends_with(KeyboardInterrupt()) == "Stopped before there was a description."
    assert ends_with(RuntimeError("odd \x1b[31m thing")) == job.UNEXPECTED
    shown = capsys.readouterr().err
    assert "RuntimeError: odd \\x1b[31m thing" in shown
    assert "\x1b" not in shown
