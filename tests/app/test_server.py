"""The server ends in order, and nothing stays."""

import os
import signal
import sys
import threading

import pytest

from clusterscribe.app.server import serve
from clusterscribe.app.workspace import Workspace

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_end_it_and_impatient_ones_keep_nothing_from_being_deleted(monkeypatch, number):
    folders, close = [], Workspace.close

    def impatient(workspace):
        folders.append(workspace.folder)
        signal.raise_signal(number)
        close(workspace)

    def announce(*_):
        timer = threading.Timer(0.3, os.kill, (os.getpid(), number))
        timer.daemon = True
        timer.start()

    monkeypatch.setattr(Workspace, "close", impatient)
    before = signal.signal(number, _ended)
    try:
        serve(None, port=None, max_upload=1000, time_limit=1.0, announce=announce)
    finally:
        signal.signal(number, before)
    assert not folders[0].exists()


def _ended(*_):
    """Stand for the end of the process, which a test cannot survive."""
    raise SystemExit
