"""Interrupts that end a search, but never the work that follows it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


class Interrupts:
    """Turns SIGINT into KeyboardInterrupt where that is wanted, and remembers it elsewhere."""

    def __init__(self) -> None:
        self.asked = False
        self._raises = True

    def watch(self) -> None:
        """Take the signal from now on."""
        signal.signal(signal.SIGINT, lambda *_: self.interrupt())

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
