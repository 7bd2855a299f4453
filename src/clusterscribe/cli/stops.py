"""Signals that ask a command to stop: Ctrl-C, `kill`, and the end of the terminal.

The first one ends the search, which then gives the best answer so far, or ends whatever else is
going on. Others that follow soon are the same wish: nobody presses Ctrl-C once. They change
nothing, so that the answer is not lost while it is printed and written. Only one that comes
much later ends the command at once.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # the last one is not known to Windows
PATIENCE = 5.0  # seconds after the first in which others change nothing
SIGNALLED = 128  # what shells add to the number of a signal for an exit code


class Stops:
    """The signals that a command was sent."""

    def __init__(self) -> None:
        self._first: tuple[int, float] | None = None  # its number, and when it came
        self._held = False

    @property
    def exit_code(self) -> int:
        """How a command ends that was interrupted: 130 for Ctrl-C."""
        return SIGNALLED + (signal.SIGINT if self._first is None else self._first[0])

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Turn signals into KeyboardInterrupt; those that were to be ignored still are."""
        self._first = None
        if threading.current_thread() is not threading.main_thread():
            yield  # only the main thread hears of signals
            return
        known = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
        heard = [number for number in known if signal.getsignal(number) != signal.SIG_IGN]
        before = {number: signal.signal(number, self._take) for number in heard}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Only remember a first signal that comes inside."""
        self._held = True
        try:
            yield
        finally:
            self._held = False

    @property
    def asked(self) -> bool:
        """Whether there was a signal."""
        return self._first is not None

    def _take(self, number: int, _: object) -> None:
        if self._first is None:
            self._first = number, time.monotonic()
            if self._held:
                return
        elif time.monotonic() - self._first[1] < PATIENCE:
            return
        raise KeyboardInterrupt


stops = Stops()  # of this process, as signals are
