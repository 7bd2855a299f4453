"""Who is at work: a few browsers, each with one table, in a private folder."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clusterscribe.app.choices import Choices
from clusterscribe.app.jobs import Job
from clusterscribe.app.looking import Look
from clusterscribe.app.orders import Order, Outcome
from clusterscribe.app.uploads import Upload, shown_name
from clusterscribe.errors import InputError

MOST_SESSIONS = 4
EXAMPLE = "wine.csv"


class Session:
    """One browser: its table, what is known of it, and the job that is under way."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.lock = threading.RLock()
        self.seen = time.monotonic()
        self.forget()

    def forget(self) -> None:
        """Be as new, with nothing kept."""
        self.table: Upload | None = None
        self.job: Job | None = None
        self.look: Look | None = None
        self.choices: Choices | None = None
        self.outcome: Outcome | None = None
        self.problem = ""  # to be shown on the next page
        self.outputs = self._folder  # of the last description

    def new_folder(self) -> Path:
        """Return a folder of its own for what comes next."""
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            return Path(tempfile.mkdtemp(dir=self._folder))
        except OSError as error:
            reason = os.strerror(error.errno or 0).lower()
            raise InputError(f"there is no place for files: {reason}") from None

    @contextmanager
    def receiving(self) -> Iterator[Path]:
        """Give a folder for a file that is on its way; it goes if the file does not arrive."""
        folder = self.new_folder()
        try:
            yield folder
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    def look_at(self, table: Upload, example: bool = False) -> None:
        """Begin with a table, in place of what was there."""
        with self.lock:
            self.restart(keep=table.path)
            self.table = table
            order = Order(table.path, table.name, self._folder, example=example, most=table.most)
            self.job = Job(order)

    def look_at_example(self) -> None:
        """Begin with the wines."""
        self.look_at(Upload(self.new_folder() / EXAMPLE, EXAMPLE), example=True)

    def describe(self, choices: Choices) -> None:
        """Describe the table; a description that was there goes."""
        with self.lock:
            if self.table is None:
                raise InputError("there is no table yet; choose one")
            self._end_job()
            if self.outputs != self._folder:
                shutil.rmtree(self.outputs, ignore_errors=True)
            self.choices, self.outcome, self.problem = choices, None, ""
            self.outputs = self.new_folder()
            self.job = Job(Order(self.table.path, self.table.name, self.outputs, choices))

    def collect(self) -> None:
        """Take in what a job that has ended brought."""
        with self.lock:
            job = self.job
            if job is None or job.running:
                return
            self.job = None
            if job.status.value is None:
                self.problem = job.status.sentence
            elif job.order.choices is None:
                self.look = Look.from_dict(job.status.value)
            else:
                self.outcome = Outcome.from_dict(job.status.value)
            if self.look is None:  # a table that cannot be read is not kept
                self.restart(problem=self.problem)

    def restart(self, keep: Path | None = None, problem: str = "") -> None:
        """End what is under way and delete everything, but for a file that has just come."""
        with self.lock:
            self._end_job()
            for entry in self._folder.iterdir() if self._folder.exists() else ():
                if keep is None or entry not in keep.parents:
                    shutil.rmtree(entry, ignore_errors=True)
            self.forget()
            self.problem = problem

    def page(self) -> str:
        """Return the name of the page where the session stands."""
        self.collect()
        if self.job is not None:
            return "progress"
        if self.outcome is not None:
            return "result"
        return "table" if self.look is not None else "file"

    def close(self) -> None:
        """End and delete everything."""
        self.restart()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _end_job(self) -> None:
        if self.job is not None:
            self.job.kill()
            self.job = None


class Sessions:
    """The sessions, by the secret that each browser keeps as a cookie."""

    def __init__(self, given: Path | None = None) -> None:
        self.given = given  # a file that was named when the app was started
        self.key = secrets.token_urlsafe(24)  # of the address that people see
        # Cookies go to every port of a computer, but only to their own path: a path that
        # nobody can guess keeps them from servers of other people.
        self.place = secrets.token_hex(8)
        self._tickets: set[str] = set()
        self._sessions: dict[str, Session] = {}
        self._folder = Path(tempfile.mkdtemp(prefix="clusterscribe-"))  # for the owner alone
        self._lock = threading.Lock()

    def ticket(self) -> str:
        """Return a key that opens once: others may see it where a browser is started."""
        ticket = secrets.token_urlsafe(24)
        self._tickets.add(ticket)
        return ticket

    def of(self, secret: str | None) -> Session | None:
        """Return the session of a browser."""
        session = self._sessions.get(secret or "")
        if session is not None:
            session.seen = time.monotonic()
        return session

    def is_key(self, key: str) -> bool:
        """Whether a key opens; a ticket does so once."""
        if key in self._tickets:
            self._tickets.discard(key)
            return True
        return secrets.compare_digest(key.encode(), self.key.encode())

    def begin(self) -> str:
        """Begin a session and return its secret; one that is idle gives way."""
        with self._lock:
            if len(self._sessions) >= MOST_SESSIONS:
                self._make_room()
            secret = secrets.token_urlsafe(24)
            session = Session(self._folder / secrets.token_hex(8))
            self._sessions[secret] = session
        if self.given is not None:
            session.look_at(self.given_table())
        return secret

    def given_table(self) -> Upload:
        """Return the file that was named at the start, which stays where it is."""
        if self.given is None:
            raise InputError("no file was named when the app was started")
        return Upload(self.given, shown_name(self.given.name))

    def close(self) -> None:
        """End every session, and delete all files."""
        with self._lock:
            for session in self._sessions.values():
                session.close()
            self._sessions.clear()
            shutil.rmtree(self._folder, ignore_errors=True)

    def _make_room(self) -> None:
        idle = [
            (session.seen, secret)
            for secret, session in self._sessions.items()
            if session.job is None or not session.job.running
        ]
        if not idle:
            raise InputError(
                f"{MOST_SESSIONS} browsers are at work already; wait for one of them to finish"
            )
        self._sessions.pop(min(idle)[1]).close()
