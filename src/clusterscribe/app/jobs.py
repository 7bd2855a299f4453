"""Work in a process of its own: what is known of it at a moment, how to stop it, how it ended."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.context import SpawnContext
from typing import Any, Literal, TypeAlias

from clusterscribe.app.child import OUT_OF_MEMORY, STOPPED, work
from clusterscribe.app.interrupts import interrupts_wait
from clusterscribe.app.orders import Order
from clusterscribe.progress import Snapshot

State: TypeAlias = Literal["running", "done", "failed"]

PATIENCE = 5.0  # seconds for a process that was killed to be gone


@dataclass(frozen=True, slots=True)
class Status:
    """What is known of a job at a moment."""

    state: State = "running"
    stages: tuple[Snapshot, ...] = ()  # the latest news of each, with seconds since the start
    value: dict[str, Any] | None = None  # what came of it
    sentence: str = ""  # what went wrong
    stopping: bool = False


class Job:
    """An order that is being carried out by a process of its own."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.status = Status()
        self._start = time.monotonic()
        self._lock = threading.Lock()
        self._killed = False
        context: SpawnContext = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(order, theirs), daemon=True)
        with interrupts_wait():
            self._process.start()
        theirs.close()  # so that the end of the process is the end of the news
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    @property
    def running(self) -> bool:
        """Whether there is more to come."""
        return self.status.state == "running"

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._start

    def stop(self) -> None:
        """Ask for the best answer so far; to ask again changes nothing."""
        with self._lock:
            if not self.running or self.status.stopping or self._process.pid is None:
                return
            self.status = replace(self.status, stopping=True)
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGINT)

    def kill(self) -> None:
        """End it at once, and wait until it is gone."""
        with self._lock:
            self._killed = True
            self._process.kill()
        self.wait(PATIENCE)

    def wait(self, seconds: float | None = None) -> None:
        """Wait for the end."""
        self._listener.join(seconds)

    def _listen(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                self._take(json.loads(self._connection.recv_bytes()))
        self._process.join()
        with self._lock:
            if self.running:
                sentence = STOPPED if self._killed else _how_it_died(self._process.exitcode)
                self.status = replace(self.status, state="failed", sentence=sentence)
            self._connection.close()

    def _take(self, message: dict[str, Any]) -> None:
        with self._lock:
            match message["kind"]:
                case "progress":
                    snapshot = replace(Snapshot(**message["snapshot"]), seconds=self.seconds)
                    stages = {_kind_of(known): known for known in self.status.stages}
                    stages[_kind_of(snapshot)] = snapshot
                    self.status = replace(self.status, stages=tuple(stages.values()))
                case "done":
                    self.status = replace(self.status, state="done", value=message["value"])
                case "failed":
                    sentence = message["sentence"]
                    self.status = replace(self.status, state="failed", sentence=sentence)


def _kind_of(snapshot: Snapshot) -> str:
    """Return what stages of one kind share: `sample 2 of 20` follows on `sample 1 of 20`."""
    return re.sub(r"\d+", "", snapshot.stage)


def _how_it_died(exit_code: int | None) -> str:
    """Say why a process ended without a word; the system ends one that takes all memory."""
    if exit_code == -signal.SIGKILL:
        return f"The system ended the work. {OUT_OF_MEMORY}"
    return (
        f"The work ended unexpectedly (exit code {exit_code}); the terminal in which the app "
        "runs may say more."
    )
