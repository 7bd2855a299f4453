"""Signals that ask a command to stop: Ctrl-C, `kill`, and the end of the terminal.

The first one ends the search, which then returns the best answer so far, or whatever else is
running. Signals that follow soon are ignored, as people press Ctrl-C repeatedly and the answer must
not be lost while it is printed and written. Only one that comes much later ends the command at
once.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
PATIENCE = 5.0  # seconds after the first in which others are ignored
SIGNALLED = 128  # shells add this to the number of a signal


class Stops:
    """The signals that a command has received."""

    def __init__(self) -> None:
        self._first: tuple[int, float] | None = None  # its number, and when it came
        self._held = False

    @property
    def exit_code(self) -> int:
        """The exit code of an interrupted command: 130 for Ctrl-C."""
        return SIGNALLED + (signal.SIGINT if self._first is None else self._first[0])

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Turn signals into KeyboardInterrupt; ignored ones stay ignored."""
        self._first = None
        if threading.current_thread() is not threading.main_thread():
            yield  # only the main thread receives signals
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
        """Only remember a first signal that arrives in the block."""
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
