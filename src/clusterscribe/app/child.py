"""What the process beside the server does: read a table that a stranger made, and work on it.

It may run out of memory or be ended at any time; the server goes on. Everything that it
tells the server is JSON.
"""

from __future__ import annotations

import csv
import json
import math
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from clusterscribe.app.interrupts import Interrupts
from clusterscribe.app.orders import Order
from clusterscribe.app.remarks import collected
from clusterscribe.app.uploads import too_large
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.files import write_atomically
from clusterscribe.progress import Listener, Snapshot

OUT_OF_MEMORY = "Memory ran out; use fewer rows, or leave out columns."
UNEXPECTED = "Something unexpected went wrong; the terminal in which the app runs says what."
STOPPED = "Stopped before there was an answer."

NEWS_EVERY = 0.1  # seconds
ONLY_ADDRESSED = 4_000_000_000  # bytes that libraries reserve and never use


def work(order: Order, connection: Connection) -> None:
    """Carry out an order, and tell of progress and of the end."""
    _be_the_first_to_go()
    _keep_to_memory()
    threading.Thread(target=_end_with_server, args=(connection,), daemon=True).start()
    teller, interrupts = Teller(connection), Interrupts()
    message = ending(order, interrupts, teller, watched=True)
    interrupts.hold()  # what has been found is told whole
    teller.say(**message)


def ending(
    order: Order, interrupts: Interrupts, tell: Listener, watched: bool = False
) -> dict[str, Any]:
    """Carry out an order and return the last message: what came of it, or what went wrong."""
    try:
        if watched:
            interrupts.watch()
        return {"kind": "done", "value": _carried_out(order, interrupts, tell)}
    except InputError as error:
        sentence = as_sentence(_in_its_owners_words(str(error), order))
    except KeyboardInterrupt:
        sentence = STOPPED
    except MemoryError:
        sentence = OUT_OF_MEMORY
    except Exception:
        _show_traceback()
        sentence = UNEXPECTED
    return {"kind": "failed", "sentence": sentence}


def as_sentence(text: str) -> str:
    """Return words as they stand on a page: they begin with a capital and end with a stop."""
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def _carried_out(order: Order, interrupts: Interrupts, tell: Listener) -> dict[str, Any]:
    from clusterscribe.table.file import read_file

    tell(Snapshot("reading the table", 0, 0, None, None, 0.0))
    if order.example:
        write_wines(order.table)
    _refuse_large(order)
    with collected() as remarks:
        whole = read_file(order.table)
    if order.choices is None:
        from clusterscribe.app.looking import look_at

        look = look_at(whole)
        return replace(look, remarks=tuple(remarks)).to_dict()
    from clusterscribe.app.describing import describe_table

    outcome = describe_table(whole, order, order.choices, interrupts, tell)
    return replace(outcome, remarks=(*remarks, *outcome.remarks)).to_dict()


def _refuse_large(order: Order) -> None:
    """Refuse a file that was small only as long as it was packed."""
    from clusterscribe.table.file import unpacks_to_more

    if order.most is not None and unpacks_to_more(order.table, order.most):
        raise InputError(f"{str(order.table)!r} unpacks to more than {too_large(order.most)}")


class Teller:
    """A listener that passes news on to the server, a stage's first and then not too often."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._told = ("", -math.inf)  # the stage, and when
        self._lock = threading.Lock()  # a solver tells of answers from threads of its own

    def __call__(self, snapshot: Snapshot) -> None:
        """Pass a snapshot on, if it is news."""
        with self._lock:
            now, (stage, before) = time.monotonic(), self._told
            if stage == snapshot.stage and now - before < NEWS_EVERY:
                return
            self._told = snapshot.stage, now
        self.say(kind="progress", snapshot=_finite(asdict(snapshot)))

    def say(self, **message: object) -> None:
        """Send one message."""
        text = json.dumps(message, allow_nan=False)
        with self._lock:
            self._connection.send_bytes(text.encode())


def write_wines(target: Path) -> None:
    """Write the example: 178 wines, and the cluster that k-means puts each into."""
    from clusterscribe import datasets

    wines = datasets.load("wine", "clean", 3)
    letters = [chr(ord("A") + code) for code in wines.labels]
    rows = zip(*wines.table.to_pydict().values(), letters, strict=True)
    with write_atomically(target) as temporary, temporary.open("w", newline="") as file:
        writer: Callable[[Any], object] = csv.writer(file, lineterminator="\n").writerows
        writer([[*wines.table.column_names, "cluster"], *rows])


def _be_the_first_to_go() -> None:
    """Where all memory is taken, let Linux end this process, not the server or a browser."""
    with suppress(OSError):  # other systems choose by themselves
        Path("/proc/self/oom_score_adj").write_text("1000")


def _keep_to_memory() -> None:
    """Fail with a MemoryError, which can be said, before other programs have no memory left."""
    if sys.platform == "win32":
        return
    import resource

    with suppress(OSError, ValueError):  # a system that does not say, or a limit that is lower
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (memory + ONLY_ADDRESSED, hard))


def _end_with_server(connection: Connection) -> None:
    """Wait for the server to end, however it does, and end as well."""
    try:
        connection.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)


def _finite(values: dict[str, Any]) -> dict[str, Any]:
    """Return None in place of infinity and NaN, which JSON does not have."""
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in values.items()
    }


def _in_its_owners_words(sentence: str, order: Order) -> str:
    """Say the name that a person gave to a file, not the one that it has here."""
    return sentence.replace(repr(str(order.table)), repr(order.name))


def _show_traceback() -> None:
    """Write the traceback to the terminal, without the control characters of strangers."""
    for line in traceback.format_exc().splitlines():
        sys.stderr.write(f"{wording.visible(line)}\n")
    sys.stderr.flush()
