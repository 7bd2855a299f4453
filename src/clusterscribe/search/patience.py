"""Waiting for long work in another thread, so that Ctrl-C reaches Python at once."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


def wait_for(
    work: Callable[[], T],
    stop: Callable[[], None] | None = None,
    enough: Callable[[], bool] | None = None,
) -> T:
    """Return what `work` returns; on Ctrl-C call `stop` until it ends, and interrupt.

    Work that cannot be stopped is left to end by itself, at the latest when the process ends.
    Where `enough` says so, it is stopped without an interrupt.
    """
    result: list[T] = []
    failure: list[BaseException] = []
    ended = threading.Event()  # an interrupted join() may take a live thread for a dead one
    abandoned = threading.Event()

    def run() -> None:
        try:
            if not abandoned.is_set():
                result.append(work())
        except BaseException as error:
            failure.append(error)
        finally:
            ended.set()

    thread = threading.Thread(target=run, daemon=True)
    try:
        thread.start()
        while not ended.wait(timeout=0.1):
            if stop is not None and enough is not None and enough():
                stop()
    except KeyboardInterrupt:
        abandoned.set()  # in this order: a thread that begins only now sees it
        while stop is not None and thread.ident is not None and not ended.is_set():
            with suppress(KeyboardInterrupt):  # however often it is pressed meanwhile
                stop()  # once is not enough if the search has not begun yet
                ended.wait(timeout=0.1)
        if stop is None and thread.ident is not None:
            atexit.register(ended.wait)  # a process that ends before its threads do is aborted
        raise
    if failure:
        raise failure[0]
    return result[0]
