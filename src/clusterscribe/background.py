"""Work that begins in another thread, and is waited for no longer than a clock allows."""

from __future__ import annotations

import threading
from collections.abc import Callable

from clusterscribe.clock import Clock

LONG = 5.0  # seconds; what was compiled before is only read, in less

_BEGUN: list[Background] = []  # all work of this process


def is_missed() -> bool:
    """Whether long work was waited for in vain, and is still not done."""
    return any(work.is_missed for work in _BEGUN)


class Background:
    """Work that runs in the background from the moment this is made."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work
        self._ended = threading.Event()
        self._failure: BaseException | None = None
        self._since, self._was_missed = Clock(None), False
        _BEGUN.append(self)
        threading.Thread(target=self._run, daemon=True).start()

    @property
    def is_done(self) -> bool:
        """Whether the work has come to an end."""
        return self._ended.is_set()

    @property
    def is_missed(self) -> bool:
        """Whether it was waited for in vain, and takes long."""
        return self._was_missed and not self.is_done and self._since.elapsed > LONG

    def wait(self, clock: Clock) -> bool:
        """Wait until the work is done; return whether it is before the time is up."""
        while not self._ended.wait(timeout=min(0.1, clock.remaining)):
            if clock.expired:
                self._was_missed = True
                return False
        if self._failure is not None:
            raise self._failure
        return True

    def _run(self) -> None:
        try:
            self._work()
        except BaseException as failure:
            self._failure = failure
        finally:
            self._ended.set()
