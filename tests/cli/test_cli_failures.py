"""Bad input: one clear line on stderr, an exit code, and no half-written file."""

from __future__ import annotations

import errno
import json
import os
import shlex
import signal
import subprocess
import sys
import time
import types

import pytest

from clusterscribe.errors import InputError


def refused(run, *arguments, code=1):
    """Run what must fail, and return its one line without the name of the program."""
    done = run(*arguments)
    assert done.code == code
    assert done.out == ""
    assert done.err.startswith("clusterscribe: ")
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err
    return done.err.removeprefix("clusterscribe: ").rstrip()


def refused_describe(run, *flags, file="people.csv", labels="segment"):
    return refused(run, "describe", file, "--labels", labels, *flags)


@pytest.fixture
def search(monkeypatch):
    """Put another search in place of the real one."""

    def replace(function):
        fake = types.ModuleType("clusterscribe.describing")
        fake.describe_clusters = function
        monkeypatch.setitem(sys.modules, "clusterscribe.describing", fake)

    return replace


def raising(error):
    def fail(*_, **__):
        raise error

    return fail


# the file


def test_file_that_is_missing(run, people):
    assert refused_describe(run, file="peple.csv") == "'peple.csv' does not exist"


def test_file_that_is_empty(run, people):
    (people / "empty.csv").write_text("")
    assert "'empty.csv' is empty" in refused_describe(run, file="empty.csv")


def test_file_without_rows(run, people):
    (people / "rows.csv").write_text("age,segment\n")
    assert "'rows.csv' has a header line and no rows" in refused_describe(run, file="rows.csv")


def test_folder_without_parquet_files(run, people):
    assert refused_describe(run, file=".") == "the folder '.' has no Parquet file in it"


@pytest.mark.parametrize("name", ["a.csv", "a.parquet", "a.xlsx"])
def test_file_that_is_no_table(run, people, name):
    (people / name).write_bytes(bytes(range(256)) * 10)
    assert repr(name) in refused_describe(run, file=name)


def test_rows_of_different_length(run, people):
    (people / "ragged.csv").write_text("age,segment\n1,a\n2\n")
    assert "ragged.csv" in refused_describe(run, file="ragged.csv")


def test_columns_of_the_same_name(run, people):
    (people / "twice.csv").write_text("age,age,segment\n1,1,a\n2,2,b\n")
    assert "'age' is given more than once" in refused_describe(run, file="twice.csv")


# columns


def test_label_column_that_is_missing(run, people):
    line = refused_describe(run, labels="segmnt")
    assert line == "--labels: the column 'segmnt' is not in the table. Did you mean 'segment'?"


def test_label_column_that_is_like_no_other(run, people):
    line = refused_describe(run, labels="zzz")
    assert line == (
        "--labels: the column 'zzz' is not in the table. It has 'name', 'age', 'job' and 'segment'."
    )


def test_weight_column_that_is_missing(run, people):
    assert "Did you mean 'age'?" in refused_describe(run, "--weights", "agee")


def test_weights_that_are_no_numbers(run, people):
    line = refused_describe(run, "--weights", "name")
    assert line == "--weights: the column 'name' must hold numbers, one per row"


def test_labels_and_weights_in_one_column(run, people):
    line = refused_describe(run, "--weights", "segment")
    assert line == "--labels and --weights both name the column 'segment'"


def test_label_as_a_feature(run, people):
    assert "holds the labels" in refused_describe(run, "--features", "age,segment")


def test_feature_that_is_missing(run, people):
    assert "Did you mean 'age'?" in refused_describe(run, "--features", "job,agee")


def test_no_column_left(run, people):
    assert "no column is left" in refused_describe(run, "--exclude", "name,age,job")


def test_labels_alone(run, people):
    (people / "labels.csv").write_text("segment\na\nb\n")
    line = refused_describe(run, file="labels.csv")
    assert line == "'labels.csv' has no column left to describe the clusters with"


def test_missing_labels(run, people):
    (people / "people.csv").write_text("age,segment\n1,a\n2,\n3,b\n")
    assert "labels is missing (None or NaN) in 1 of 3 rows" in refused_describe(run)


def test_one_cluster(run, people):
    (people / "people.csv").write_text("age,segment\n1,a\n2,a\n")
    assert "only one cluster" in refused_describe(run)


def test_missing_numbers(run, people):
    (people / "people.csv").write_text("age,segment\n1,a\n,b\n3,b\n")
    assert "'age'" in refused_describe(run, "--missing", "error")


# parameters


@pytest.mark.parametrize(
    "flags",
    [
        ["--objective", "beauty"],
        ["--max-errors", "few"],
        ["--max-terms", "many"],
        ["--placement", "nice"],
        ["--dialect", "cobol"],
        ["--noise", "keep"],
        ["--json", "-", "--sql", "-"],
        ["--nonsense"],
    ],
)
def test_wrong_usage_exits_with_two(run, people, flags):
    done = run("describe", "people.csv", "--labels", "segment", *flags)
    assert (done.code, done.out) == (2, "")
    assert "Usage: clusterscribe describe" in done.err


def test_labels_are_required(run, people):
    done = run("describe", "people.csv")
    assert done.code == 2
    assert "--labels" in done.err


@pytest.mark.parametrize(
    ("flags", "name"),
    [
        (["--max-terms", "0"], "max_terms"),
        (["--max-coefficient", "0"], "max_coefficient"),
        (["--max-errors", "-1"], "max_errors"),
        (["--max-errors", "1.5"], "max_errors"),
        (["--error-slack", "-1"], "error_slack"),
        (["--time-limit", "0"], "time_limit"),
        (["--objective", "-1,1"], "objective"),
        (["--objective", "0,0"], "objective"),
    ],
)
def test_wrong_value_names_the_parameter(run, people, flags, name):
    assert name in refused_describe(run, *flags)


@pytest.mark.parametrize("flags", [[], ["--quiet"]])
def test_budget_that_no_description_meets(run, people, flags):
    """The best description found is printed and written all the same."""
    (people / "people.csv").write_text("age,segment\n1,a\n1,b\n2,a\n3,b\n")
    asked = ["--labels", "segment", "--max-errors", "0", "--sql", "a.sql", "--report", "a.html"]
    done = run("describe", "people.csv", *asked, "--json", "a.json", *flags)
    line = (
        "clusterscribe: max_errors=0 cannot be met: every description of this kind makes at least "
        "1 error, as "
        "this one does; max_errors=1 would do"
    )
    assert done.code == 1
    assert done.err.splitlines() == [
        line,
        *([] if flags else ["clusterscribe: wrote a.json, a.sql, a.html"]),
    ]
    assert "Errors      1 of 4 rows" in done.out
    result = json.loads((people / "a.json").read_text())["result"]
    assert (result["over_budget"], result["errors"], result["max_errors"]) == (True, 1, 0)
    assert "CASE" in (people / "a.sql").read_text()
    assert (people / "a.html").exists()


def test_budget_that_is_met_is_no_failure(run, people):
    (people / "people.csv").write_text("age,segment\n1,a\n1,b\n2,a\n3,b\n")
    done = run("describe", "people.csv", "--labels", "segment", "--max-errors", "1", "--json", "-")
    assert done.code == 0
    assert json.loads(done.out)["result"]["over_budget"] is False


# outputs


def test_output_in_a_folder_that_is_missing(run, people, search):
    search(raising(AssertionError("the search must not even start")))
    line = refused_describe(run, "--json", "nowhere/a.json")
    assert line == (
        "cannot write 'nowhere/a.json': its folder does not exist; choose another place"
    )


def test_output_that_is_a_folder(run, people):
    (people / "folder").mkdir()
    assert "it is a folder" in refused_describe(run, "--sql", "folder")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_output_without_permission(run, people):
    (people / "locked").mkdir(mode=0o500)
    assert "permission denied" in refused_describe(run, "--sql", "locked/a.sql")


def test_output_over_the_table(run, people):
    before = (people / "people.csv").read_text()
    line = refused_describe(run, "--text", "./people.csv")
    assert line == "--text 'people.csv' would overwrite the table itself; name another file"
    assert (people / "people.csv").read_text() == before


def test_two_outputs_in_one_file(run, people):
    line = refused_describe(run, "--text", "a", "--sql", "a")
    assert line == "--text 'a' would overwrite the output of --sql; name another file"


def test_full_disk_leaves_no_file(run, people, monkeypatch):
    from pathlib import Path

    def write_bytes(self, content):
        with self.open("wb") as file:
            file.write(content[:10])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self))

    (people / "a.json").write_text("old")
    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    done = run("describe", "people.csv", "--labels", "segment", "--json", "a.json")
    monkeypatch.undo()
    assert done.code == 1
    assert done.err == (
        "clusterscribe: cannot write 'a.json': no space left on device; free some space\n"
    )
    assert "Cluster young" in done.out  # the answer is not lost with the file
    assert sorted(path.name for path in people.iterdir()) == ["a.json", "people.csv"]
    assert (people / "a.json").read_text() == "old"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")  # noqa: PTH110
@pytest.mark.parametrize("arguments", [["--help"], ["apply", "segments.json", "people.csv"]])
def test_stdout_on_a_full_disk(people, saved, arguments):
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "clusterscribe", *arguments],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "clusterscribe: No space left on device.\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")  # noqa: PTH110
def test_file_that_cannot_be_written_keeps_nothing_else_from_being(run, people):
    flags = ("--json", "/dev/full", "--sql", "a.sql", "--report", "a.html", "--no-frontier")
    done = run("describe", "people.csv", "--labels", "segment", *flags, "--stability", 0)
    assert done.code == 1
    assert "Cluster young" in done.out
    assert done.err.splitlines() == [
        "clusterscribe: wrote a.sql, a.html",
        "clusterscribe: cannot write '/dev/full': no space left on device; free some space",
    ]


def test_every_file_that_cannot_be_written_is_named(run, people, monkeypatch):
    from clusterscribe.cli import targets

    def full(target, _):
        raise InputError(f"cannot write {str(target)!r}")

    monkeypatch.setattr(targets, "write_file", full)
    done = run("describe", "people.csv", "--labels", "segment", "--json", "a", "--sql", "b")
    assert done.code == 1
    assert done.err.splitlines() == [
        "clusterscribe: cannot write 'a'",
        "clusterscribe: cannot write 'b'",
    ]


def started_by_shell(command):
    """Run a line of a shell in which $CLUSTERSCRIBE is the command line."""
    program = f"{shlex.quote(sys.executable)} -m clusterscribe"
    return subprocess.run(
        ["bash", "-c", command.replace("clusterscribe", program)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


posix = pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")


@posix
@pytest.mark.parametrize(
    "command", ["describe people.csv --labels segment", "apply segments.json people.csv", "--help"]
)
def test_closed_stdout_is_one_line(people, saved, command):
    done = started_by_shell(f"clusterscribe {command} >&-")
    assert done.returncode == 1
    assert done.stderr == (
        "clusterscribe: standard output is closed; send it to a file, or to /dev/null\n"
    )


@posix
def test_closed_stderr_is_only_silence(people):
    done = started_by_shell("clusterscribe describe people.csv --labels segmnt 2>&-")
    assert (done.returncode, done.stdout) == (1, "")
    done = started_by_shell("clusterscribe describe people.csv --labels segment 2>&-")
    assert done.returncode == 0
    assert "Cluster young" in done.stdout


@posix
@pytest.mark.parametrize(
    "name",
    [
        "/dev/stdout",
        "/dev/fd/1",
        pytest.param(
            "/proc/self/fd/1",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc"),
        ),
    ],
)
def test_stdout_under_another_name_is_stdout(people, name):
    done = started_by_shell(
        f"clusterscribe describe people.csv --labels segment --json {name} | cat"
    )
    assert done.stderr == ""
    assert json.loads(done.stdout)["result"]["status"] == "optimal"


@posix
def test_pipe_can_be_written(people):
    done = started_by_shell(
        "clusterscribe describe people.csv --labels segment --json /dev/fd/3 3>&1 >a.txt | cat"
    )
    assert json.loads(done.stdout)["result"]["status"] == "optimal"
    assert "Cluster young" in (people / "a.txt").read_text()


@posix
@pytest.mark.parametrize("file", ["circle.csv", "circle.csv/a.csv"])
def test_links_that_lead_in_a_circle(run, people, saved, file):
    (people / "circle.csv").symlink_to("circle.csv")
    reason = os.strerror(errno.ELOOP).lower()
    assert refused_describe(run, file=file) == f"cannot read {file!r}: {reason}"
    assert refused(run, "apply", saved, file) == f"cannot read {file!r}: {reason}"
    assert "cannot read" in refused(run, "apply", file, "people.csv")
    line = f"cannot write {file!r}: {reason}; choose another place"
    assert refused_describe(run, "--json", file) == line
    assert refused(run, "apply", saved, "people.csv", "--out", file) == line
    assert (people / "circle.csv").is_symlink()


def test_folder_of_the_demo_that_cannot_be_made(run, people):
    line = refused(run, "demo", "--out", "people.csv")
    assert line == "cannot make the folder 'people.csv': File exists"


# the unexpected


def test_unexpected_error_asks_to_be_reported(run, people, search):
    search(raising(RuntimeError("two\nlines")))
    assert refused_describe(run) == (
        "Unexpected RuntimeError: two lines. This is a bug; please report it with the "
        "output of --debug."
    )


@pytest.mark.parametrize("by", ["flag", "environment"])
def test_traceback_only_on_request(run, people, search, monkeypatch, by):
    search(raising(RuntimeError("boom")))
    if by == "environment":
        monkeypatch.setenv("CLUSTERSCRIBE_DEBUG", "1")
    flags = ["--debug"] if by == "flag" else []
    done = run("describe", "people.csv", "--labels", "segment", *flags)
    assert done.code == 1
    assert "Traceback" in done.err
    assert done.err.splitlines()[-1].startswith("clusterscribe: Unexpected RuntimeError: boom")


def test_memory_and_system_errors_are_one_line(run, people, search):
    search(raising(MemoryError()))
    assert refused_describe(run).startswith("Out of memory")
    search(raising(ImportError("libscip.so: failed to map segment from shared object")))
    assert refused_describe(run).startswith("Out of memory")
    search(raising(OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))))
    assert refused_describe(run).startswith("Out of memory")
    search(raising(OSError(errno.EIO, "Input/output error", "a.csv")))
    assert refused_describe(run) == "'a.csv': Input/output error."


@posix
@pytest.mark.parametrize("kilobytes", [500_000, 1_200_000, 2_000_000])
def test_limit_of_memory_is_one_line(people, kilobytes):
    command = "clusterscribe describe people.csv --labels segment"
    done = started_by_shell(f"ulimit -v {kilobytes} && {command}")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"clusterscribe: ulimit -v allows {kilobytes * 1024 / 1e9:.1f} GB of memory, too little to "
        "load what the search needs; allow 2.5 GB or more\n"
    )


def test_message_with_control_characters_is_harmless(run, people, search):
    search(raising(InputError("column '\x1b[31m' is\nred")))
    assert refused_describe(run) == "column '\\x1b[31m' is red"


# interruption and pipes


def test_interrupt_while_reading_exits_with_130(run, people, search):
    search(raising(KeyboardInterrupt()))
    done = run("describe", "people.csv", "--labels", "segment")
    assert (done.code, done.out) == (130, "")
    assert done.err == (
        "clusterscribe: interrupted before there was an answer; nothing was written\n"
    )


@pytest.mark.parametrize("command", ["compare", "frontier", "rescore", "explain"])
@pytest.mark.parametrize(("table", "kind"), [(".", "folder"), ("shop.duckdb::people", "database")])
def test_commands_without_an_engine_say_who_reads_folders_and_databases(
    run, people, saved, command, table, kind
):
    options = ["--row", 1] if command == "explain" else ["--labels", "segment"]
    first = [saved] if command in ("rescore", "explain") else []
    done = run(command, *first, table, *options)
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        f"clusterscribe: {table!r} is a {kind}, and only describe and apply read folders and "
        "databases; name a file\n"
    )


@pytest.mark.parametrize("table", [".", "shop.duckdb::people"])
def test_apply_of_what_only_duckdb_reads_needs_a_file_to_write(run, people, saved, table):
    done = run("apply", saved, table)
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "clusterscribe: the rows are read by DuckDB, which writes a file; name it with --out\n"
    )


def test_help_says_what_each_command_leaves_to_duckdb(run):
    describe, apply = (" ".join(run(name, "--help").out.split()) for name in ("describe", "apply"))
    assert "1 GB" in describe
    assert "1 GB" not in apply
    assert "shop.duckdb::customers" in describe
    assert "shop.duckdb::customers" in apply


HARD = """
import numpy as np
random = np.random.default_rng(0)
table = random.normal(size=(600, 12))
labels = (table @ random.normal(size=(12, 6)) + random.normal(size=(600, 6))).argmax(axis=1)
np.savetxt("hard.csv", np.column_stack([table, labels]), delimiter=",", fmt="%.6g", comments="",
           header=",".join([*(f"x{i}" for i in range(12)), "segment"]))
"""


def test_ctrl_c_prints_the_best_answer_so_far(people, start):
    subprocess.run([sys.executable, "-c", HARD], check=True)
    process = start(
        "describe", "hard.csv", "--labels", "segment", "--time-limit", 60, "--progress",
        "--json", "hard.json",
    )  # fmt: skip
    process.stderr.readline()  # the search has begun
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Cluster 0" in out
    assert b"Traceback" not in err
    assert b'"stop_reason": "interrupted"' in (people / "hard.json").read_bytes()


def test_reader_that_has_seen_enough_is_no_error(people, saved, start):
    with (people / "many.csv").open("w") as file:
        file.write("age\n" + "20\n" * 200_000)
    process = start("apply", saved, "many.csv")
    assert process.stdout.readline() == b"age,cluster\n"
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=20) == 0


def test_ascii_terminal(people, start):
    (people / "people.csv").write_text("größe,segment\n1,ä\n2,ä\n3,🙂\n", encoding="utf-8")
    environment = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"}
    process = start("describe", "people.csv", "--labels", "segment", env=environment)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
    assert rb"gr\xf6\xdfe" in out
    process = start("describe", "people.csv", "--labels", "gr_e", env=environment)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert rb"Did you mean 'gr\xf6\xdfe'?" in err


def test_version_and_help(run):
    from clusterscribe import __version__

    assert run("--version").out == f"clusterscribe {__version__}\n"
    for command in ([], ["describe"], ["apply"], ["explain"], ["demo"]):
        done = run(*command, "--help")
        assert done.code == 0
        assert "Example" in done.out
        assert max(map(len, done.out.splitlines())) <= 85


def test_nothing_at_all_shows_the_help(run):
    done = run()
    assert done.code in (0, 2)  # typer has changed its mind about that
    assert "describe" in done.out + done.err
