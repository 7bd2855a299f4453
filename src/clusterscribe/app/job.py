"""Work in a process of its own: the server's end and the worker's end.

The worker reads untrusted tables: it may run out of memory or be killed at any time, and the
server goes on. Everything that it sends to the server is JSON: `{"snapshot": ...}` and
`{"answer": ...}` (the best description so far) on the way, `{"ready": ...}` when there is a report
without its frontier, and at last `{"value": ...}` or `{"problem": ...}`.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import sys
import threading
import time
import traceback
from contextlib import suppress
from dataclasses import asdict, replace
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext
from pathlib import Path
from typing import Any

from clusterscribe.app.describing import (
    Interrupts,
    News,
    collected,
    describe_table,
    interrupts_blocked,
)
from clusterscribe.app.preview import preview_of
from clusterscribe.app.so_far import SoFar
from clusterscribe.app.task import Outcome, Task, upload_limit
from clusterscribe.app.trace import Trace
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.progress import Listener, Snapshot

OUT_OF_MEMORY = "Memory ran out; use fewer rows, or leave out columns."
UNEXPECTED = "An unexpected error occurred; the terminal that runs the app shows the details."
STOPPED = "Stopped before there was a description."

PATIENCE = 5.0  # seconds for a killed process to be gone
ONLY_ADDRESSED = 4_000_000_000  # bytes that libraries reserve and never use


class Job:
    """A task that a worker process carries out, seen from the server."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.running = True
        self.stopping = False
        self.stages: tuple[Snapshot, ...] = ()  # the latest of each, in seconds since the start
        self.current: Snapshot | None = None  # the latest of all
        self.answer: SoFar | None = None  # the best description so far
        self.answers = 0  # how many there were
        self.trace = Trace()
        self.began: dict[str, float] = {}  # when each kind of stage was first heard of
        self.ready: dict[str, Any] | None = None  # the result without its frontier
        self.value: dict[str, Any] | None = None  # the result
        self.problem = ""  # why there is none
        self._start = time.monotonic()
        self._lock = threading.Lock()
        self._killed = False
        context: SpawnContext = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(task, theirs), daemon=True)
        with interrupts_blocked():
            self._process.start()
        theirs.close()  # so that the pipe ends with the process
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._start

    def stop(self) -> None:
        """Ask for the best description so far; asking again changes nothing."""
        with self._lock:
            if self.running and not self.stopping and self._process.pid is not None:
                self.stopping = True
                with suppress(ProcessLookupError):
                    os.kill(self._process.pid, signal.SIGINT)

    def kill(self) -> None:
        """End the process at once, and wait until it is gone."""
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
        if self.running:
            self._take({"problem": STOPPED if self._killed else how_it_died(self._process)})
        self._connection.close()

    def _take(self, message: dict[str, Any]) -> None:
        with self._lock:
            match message:
                case {"snapshot": values}:
                    self._hear(Snapshot(**values))
                case {"answer": values}:
                    self.answer = SoFar.from_dict(values)
                    self.answers += 1
                    self.trace.count(self.answer.errors, self.seconds)
                case {"ready": values}:
                    self.ready = values
                case _:
                    self.value, self.problem = message.get("value"), message.get("problem", "")
                    self.running = False

    def _hear(self, snapshot: Snapshot) -> None:
        seconds = self.seconds
        stages = {kind_of(known): known for known in self.stages}
        kind, self.current = kind_of(snapshot), replace(snapshot, seconds=seconds)
        self.stages = tuple({**stages, kind: self.current}.values())
        began = self.began.get(kind, seconds)
        self.began = {**self.began, kind: began}  # a new one: a page may be reading the old one
        self.trace.hear(snapshot, seconds)


def kind_of(snapshot: Snapshot) -> str:
    """Return what stages of one kind share: `sample 2 of 20` replaces `sample 1 of 20`."""
    return re.sub(r"\d+", "", snapshot.stage)


def how_it_died(process: Any) -> str:  # noqa: ANN401
    """Say why a process ended without a message; the system kills one that takes all memory."""
    if sys.platform != "win32" and process.exitcode == -signal.SIGKILL:
        return f"The system stopped the process. {OUT_OF_MEMORY}"
    return (
        f"The process ended unexpectedly (exit code {process.exitcode}); the terminal that runs "
        "the app may show more."
    )


def work(task: Task, connection: Connection) -> None:
    """Carry out a task, and report progress and the result."""
    _be_killed_first()
    _limit_memory()
    threading.Thread(target=_end_with_server, args=(connection,), daemon=True).start()
    interrupts, lock = Interrupts(), threading.Lock()

    def send(message: dict[str, Any]) -> None:
        with lock:  # solvers report progress from threads of their own
            connection.send_bytes(json.dumps(message).encode())

    def tell(snapshot: Snapshot) -> None:
        send({"snapshot": asdict(replace(snapshot, answer=None))})

    news = News(
        show=lambda answer: send({"answer": answer}),
        ready=lambda outcome: send({"ready": asdict(outcome)}),
    )
    message = last_message(task, interrupts, tell, watch=True, news=news)
    interrupts.hold()  # a result is sent whole
    send(message)


def last_message(
    task: Task,
    interrupts: Interrupts,
    tell: Listener,
    *,
    watch: bool = False,
    news: News = News(),  # noqa: B008  (it holds nothing)
) -> dict[str, Any]:
    """Carry out a task and return its result, or what went wrong."""
    try:
        if watch:
            interrupts.watch()
        return {"value": _carry_out(task, interrupts, tell, news)}
    except InputError as error:
        return {"problem": as_sentence(_named(task, str(error)))}
    except KeyboardInterrupt:
        return {"problem": STOPPED}
    except MemoryError:
        return {"problem": OUT_OF_MEMORY}
    except Exception:
        for line in traceback.format_exc().splitlines():  # which may quote untrusted input
            sys.stderr.write(f"{wording.visible(line)}\n")
        return {"problem": UNEXPECTED}


def _named(task: Task, text: str) -> str:
    """Return a text with the name that the user gave to the file, not that of the stored one."""
    return text.replace(repr(str(task.table.path)), repr(task.table.name))


def as_sentence(text: str) -> str:
    """Return a message as a page shows it: with a capital letter and a full stop."""
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def _carry_out(task: Task, interrupts: Interrupts, tell: Listener, news: News) -> dict[str, Any]:
    from clusterscribe.table.file import read_file

    tell(Snapshot("reading the table", 0, 0, None, None, 0.0))
    if task.table.is_example and not task.table.path.exists():
        _write_wines(task.table.path)
    _refuse_large(task)
    with collected() as remarks:
        whole = read_file(task.table.path)
    remarks = [_named(task, remark) for remark in remarks]
    if task.choices is None:
        return asdict(preview_of(whole, remarks))

    def remarked(outcome: Outcome) -> Outcome:
        return replace(outcome, remarks=[*remarks, *outcome.remarks])

    def ready(outcome: Outcome) -> None:
        news.ready(remarked(outcome))

    heard = news._replace(ready=ready)
    return asdict(remarked(describe_table(whole, task, task.choices, interrupts, tell, news=heard)))


def _refuse_large(task: Task) -> None:
    """Refuse a file that is small only because it is compressed."""
    from clusterscribe.table.file import unpacks_to_more

    most = task.table.most
    if most is not None and unpacks_to_more(task.table.path, most):
        raise InputError(f"{str(task.table.path)!r} unpacks to more than {upload_limit(most)}")


def _write_wines(target: Path) -> None:
    """Write the example: 178 wines, each with the cluster that k-means assigns it to."""
    import pyarrow as pa
    from pyarrow import csv

    from clusterscribe import datasets

    wines = datasets.load("wine", "clean", 3)
    letters = [chr(ord("A") + code) for code in wines.labels]
    csv.write_csv(wines.table.append_column("cluster", pa.array(letters)), target)


def _be_killed_first() -> None:
    """When memory runs out, let Linux kill this process, not the server or a browser."""
    with suppress(OSError):  # other systems choose by themselves
        Path("/proc/self/oom_score_adj").write_text("1000")


def _limit_memory() -> None:
    """Raise MemoryError, which can be reported, before other programs run out of memory."""
    if sys.platform == "win32":
        return
    import resource

    with suppress(OSError, ValueError):  # the size is unknown, or a lower limit is set
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (memory + ONLY_ADDRESSED, hard))


def _end_with_server(connection: Connection) -> None:
    """Wait for the server to end, for whatever reason, and end as well."""
    try:
        connection.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)
