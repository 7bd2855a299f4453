"""The one table that is open and the one run on it, in a private folder."""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from clusterscribe.app.choices import Choices
from clusterscribe.app.job import Job
from clusterscribe.app.preview import Preview
from clusterscribe.app.task import Outcome, TableFile, Task, ending_of, shown_name
from clusterscribe.errors import InputError

EXAMPLE = "wine.csv"


class Workspace:
    """The table, what is known about it, and the job that is running.

    There is one for the one user: every tab shows the same, and a new table or run replaces
    the one before.
    """

    def __init__(self, named: Path | None = None) -> None:
        # a file that was named when the app was started is read where it is
        self.named = None if named is None else TableFile(named, shown_name(named.name))
        self.folder = Path(tempfile.mkdtemp(prefix="clusterscribe-"))  # only its owner can read it
        self.outputs = self.folder / "outputs"
        self._lock = threading.RLock()
        self._forget()

    def _forget(self, problem: str = "") -> None:
        self.table: TableFile | None = None
        self.job: Job | None = None
        self.preview: Preview | None = None
        self.choices: Choices | None = None
        self.outcome: Outcome | None = None
        self.problem = problem  # to be shown on the next page

    def open_upload(self, name: str, content: IO[bytes], most: int) -> None:
        """Store an uploaded file and preview it."""
        stored_as = f"table{ending_of(name)}"
        with self._lock:
            self.clear()
            path = self._new_folder("table") / stored_as
            try:
                with storing(), path.open("xb") as file:
                    path.chmod(0o600)
                    shutil.copyfileobj(content, file)
            except BaseException:
                self.clear()
                raise
            self._open(TableFile(path, name, most))

    def open_example(self) -> None:
        """Preview the wines."""
        with self._lock:
            self.clear()
            path = self._new_folder("table") / EXAMPLE
            self._open(TableFile(path, EXAMPLE, is_example=True))

    def open_named(self) -> None:
        """Preview the file that was named when the app was started."""
        if self.named is None:
            raise InputError("no file was named when the app was started")
        with self._lock:
            self.clear()
            self._open(self.named)

    def describe(self, choices: Choices) -> None:
        """Describe the table, in place of any description there is."""
        with self._lock:
            if self.table is None or self.preview is None:  # another tab may have replaced it
                raise InputError("no table is open; choose one first")
            self._kill_job()
            self.choices, self.outcome, self.problem = choices, None, ""
            self.job = Job(Task(self.table, self._new_folder("outputs"), choices))

    def collect(self) -> None:
        """Take over the result of a job that has ended."""
        with self._lock:
            job = self.job
            if job is None or job.running:
                return
            self.job, self.problem = None, job.problem
            if job.value is not None and job.task.choices is None:
                self.preview = Preview.from_dict(job.value)
            elif job.value is not None:
                self.outcome = Outcome(**job.value)
            if self.preview is None:  # a table that cannot be read is not kept
                self.clear(self.problem)

    def page(self) -> str:
        """Return the name of the page to show now."""
        self.collect()
        if self.job is not None:
            return "progress"
        if self.outcome is not None:
            return "result"
        return "table" if self.preview is not None else "file"

    def clear(self, problem: str = "") -> None:
        """Stop the job, delete all files and forget the table."""
        with self._lock:
            self._kill_job()
            for folder in (self.folder / "table", self.outputs):
                shutil.rmtree(folder, ignore_errors=True)
            self._forget(problem)

    def close(self) -> None:
        """Stop and delete everything."""
        self.clear()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _open(self, table: TableFile) -> None:
        self.table = table
        self.job = Job(Task(table, self.outputs))

    def _new_folder(self, name: str) -> Path:
        """Return an empty folder, in place of one that was there."""
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        with storing():
            folder.mkdir(mode=0o700, exist_ok=True)
        return folder

    def _kill_job(self) -> None:
        if self.job is not None:
            self.job.kill()
            self.job = None


@contextmanager
def storing() -> Iterator[None]:
    """Turn a full disk or a missing folder into a message."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(
            f"the file cannot be stored: {reason}; free some space, or start the app again"
        ) from None
