"""Work that begins in another thread, and is waited for no longer than a clock allows."""

from __future__ import annotations

import threading
from collections.abc import Callable

from clusterscribe.clock import Clock


class Background:
    """Work that runs in the background from the moment this is made."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work
        self._ended = threading.Event()
        self._failure: BaseException | None = None
        threading.Thread(target=self._run, daemon=True).start()

    def wait(self, clock: Clock) -> bool:
        """Wait until the work is done; return whether it is before the time is up."""
        while not self._ended.wait(timeout=min(0.1, clock.remaining)):
            if clock.expired:
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
