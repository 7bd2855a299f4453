"""`app`: where it is, how it ends, and that nothing stays behind."""

from __future__ import annotations

import re
import signal
import socket
import sys
import urllib.error
import urllib.request

import pytest

pytest.importorskip("starlette", reason="the extra app is not installed")

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/[0-9a-f]{16}/open/[\w-]{32}")


@pytest.fixture
def started(start, people, tmp_path):
    """The app as a process of its own, its address, and the folder for temporary files."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    processes = []

    def begin(*arguments):
        process = start("app", "--no-open", *arguments, env={"TMPDIR": str(temporary)})
        processes.append(process)
        lines = [process.stdout.readline().decode() for _ in range(5)]
        return process, lines, temporary

    yield begin
    for process in processes:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def opened(address):
    with urllib.request.urlopen(address, timeout=20) as answer:
        return answer.status


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_the_app_says_where_it_is_and_leaves_nothing_behind(started, ended_by):
    process, lines, temporary = started()
    assert lines[0] == "The app is running at\n"
    assert ADDRESS.fullmatch(lines[2].strip())
    assert lines[4] == "on this computer only. Ctrl-C stops it and deletes all uploads.\n"
    assert opened(lines[2].strip()) == 200
    assert [path.name[:14] for path in temporary.iterdir()] == ["clusterscribe-"]
    process.send_signal(ended_by)
    assert process.wait(20) == 0
    assert process.stderr.read() == b""
    assert list(temporary.iterdir()) == []


def test_a_table_that_is_being_read_does_not_keep_the_app(started, people):
    process, lines, temporary = started("people.csv")
    assert opened(lines[2].strip()) == 200  # the table is being read
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
    assert list(temporary.iterdir()) == []
    assert (people / "people.csv").exists()


def test_other_computers_are_not_listened_to(started):
    _, lines, _ = started()
    port = int(ADDRESS.search(lines[2])[1])
    with socket.socket() as other, pytest.raises(OSError):
        other.connect(("127.0.0.2", port))  # this computer under another name
    with pytest.raises(urllib.error.HTTPError, match="403"):
        opened(lines[2].strip()[:-1] + "?")


def test_a_port_that_is_taken_is_said(run, people):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("app", "--no-open", "--port", port)
    assert (done.code, done.err) == (
        1,
        f"clusterscribe: port {port} is used by another program; choose another one, or omit "
        "--port\n",
    )


@pytest.mark.parametrize("missing", ["starlette", "uvicorn", "python_multipart"])
def test_a_missing_extra_says_how_to_install_it(run, people, monkeypatch, missing):
    from clusterscribe.app import server

    monkeypatch.setattr(server, "find_spec", lambda name: None if name == missing else object())
    done = run("app", "--no-open")
    assert (done.code, done.err) == (
        1,
        f"clusterscribe: the app needs {missing}, which is not installed; install it with pip "
        'install "clusterscribe[app]"\n',
    )


def test_a_table_that_is_not_there_is_said(run, people):
    done = run("app", "--no-open", "nobody.csv")
    assert (done.code, done.err) == (1, "clusterscribe: there is no file 'nobody.csv'\n")


@pytest.mark.parametrize(
    "wrong", [("--max-upload", "0"), ("--time-limit", "-1"), ("--port", "0"), ("--port", "70000")]
)
def test_limits_that_make_no_sense_are_wrong_usage(run, people, wrong):
    done = run("app", "--no-open", *wrong)
    assert done.code == 2
    assert wrong[0] in done.err


def test_a_browser_is_opened_by_a_key_that_opens_once(monkeypatch, capsys):
    import threading

    from clusterscribe.cli import app

    opened_at, done = [], threading.Event()

    def open_browser(address):
        opened_at.append(address)
        done.set()

    monkeypatch.setattr("webbrowser.open", open_browser)
    app._announce("http://for-people", "http://once", opened=True)
    assert done.wait(10)
    assert opened_at == ["http://once"]
    assert "http://once" not in capsys.readouterr().out
