"""Interrupts that end a search, but never the work that follows it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

_HAS_MASKS = hasattr(signal, "pthread_sigmask")  # not on Windows


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Let interrupts of a process that is started inside wait until it watches for them.

    Ctrl-C in a terminal goes to every process there, also to one that is still loading and
    would complain.
    """
    if not _HAS_MASKS:
        yield
        return
    # which is started with the first process, and lets all interrupts through when it is
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Interrupts:
    """Turns SIGINT into KeyboardInterrupt where that is wanted, and remembers it elsewhere."""

    def __init__(self) -> None:
        self.asked = False
        self._raises = True

    def watch(self) -> None:
        """Take the signal from now on, and one that has been waiting."""
        signal.signal(signal.SIGINT, lambda *_: self.interrupt())
        if _HAS_MASKS:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})

    def hold(self) -> None:
        """From now on only remember that somebody asked."""
        self._raises = False

    @contextmanager
    def let_through(self) -> Iterator[None]:
        """Let an interrupt end what is inside, which is to return what it has."""
        self._raises = True
        try:
            yield
        except KeyboardInterrupt:  # between the search and here
            pass
        finally:
            self._raises = False

    def interrupt(self) -> None:
        """Note an interrupt, and raise it unless it is only to be remembered."""
        self.asked = True
        if self._raises:
            raise KeyboardInterrupt
