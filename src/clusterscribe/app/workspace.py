"""The one table that is open, the one run on it and all answers so far, in a private folder."""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from clusterscribe.app.choices import Choices
from clusterscribe.app.history import Answer, History
from clusterscribe.app.job import Job
from clusterscribe.app.preview import Preview
from clusterscribe.app.task import Outcome, TableFile, Task, ending_of, shown_name
from clusterscribe.errors import InputError

EXAMPLE = "wine.csv"


class Workspace:
    """The table, what is known about it, and the job that is running.

    There is one for the one user: every tab shows the same. A new run replaces the one before,
    but the answers stay until they are deleted, or until there is another table.
    """

    def __init__(self, named: Path | None = None) -> None:
        # a file that was named when the app was started is read where it is
        self.named = None if named is None else TableFile(named, shown_name(named.name))
        self.folder = Path(tempfile.mkdtemp(prefix="clusterscribe-"))  # only its owner can read it
        self._lock = threading.RLock()
        self._forget()

    def _forget(self, problem: str = "") -> None:
        self.table: TableFile | None = None
        self.job: Job | None = None
        self.preview: Preview | None = None
        self.choices: Choices | None = None
        self.history = History()
        self._runs = 0
        self._before: Choices | None = None  # the choices before the run that goes on
        self.problem = problem  # to be shown on the next page

    @property
    def outputs(self) -> Path:
        """The folder of the newest run."""
        return self.folder / "outputs" / str(self._runs)

    @property
    def outcome(self) -> Outcome | None:
        """What the newest answer is, if there is any."""
        newest = self.history.newest
        return None if newest is None else newest.outcome

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

    def describe(self, choices: Choices, start: Answer | None = None) -> None:
        """Describe the table, in place of a run that goes on, and perhaps from an answer on."""
        with self._lock:
            if self.table is None or self.preview is None:  # another tab may have replaced it
                raise InputError("no table is open; choose one first")
            self.collect()
            self._kill_job()
            self.history.end(self._runs)
            self._before = None if start is None else start.choices
            self.choices, self.problem = choices, ""
            self._runs += 1
            outputs = self._new_folder(f"outputs/{self._runs}")
            begin = None if start is None else start.description
            self.job = Job(Task(self.table, outputs, choices, begin))

    def collect(self) -> None:
        """Take over the result of a job that has ended."""
        with self._lock:
            job = self.job
            if job is None:
                return
            choices = job.task.choices
            ended = not job.running  # asked first: its last words are there before it has ended
            value = job.ready if job.value is None else job.value
            if choices is not None and value is not None:
                self._keep(choices, Outcome(**value), job, is_whole=ended)
            if not ended:
                return
            self.job, self.problem = None, job.problem if job.ready is None else ""
            if choices is None and value is not None:
                self.preview = Preview.from_dict(value)
            if self.preview is None:  # a table that cannot be read is not kept
                self.clear(self.problem)

    def _keep(self, choices: Choices, outcome: Outcome, job: Job, *, is_whole: bool) -> None:
        outputs, before = job.task.outputs, self._before
        answer = Answer(self._runs, choices, outcome, outputs, job.seconds, before, is_whole)
        known = self.history.newest
        if known is None or known.number != answer.number or known.outcome != outcome:
            self.history.put(answer)
        elif answer.is_whole:
            self.history.end(answer.number)

    def delete(self, number: str) -> None:
        """Delete an answer; what is still being added to it is given up."""
        with self._lock:
            answer = self.history.find(number)
            if answer.number == self._runs:
                self._kill_job()
            self.history.delete(answer)

    @property
    def behind(self) -> Job | None:
        """The run that goes on behind a report that is there already, if there is one."""
        job = self.job  # read once: another tab may end it
        return None if job is None or job.ready is None else job

    def page(self) -> str:
        """Return the name of the page to show now."""
        with self._lock:
            self.collect()
            if self.job is not None and self.behind is None:
                return "progress"
            if self.history.newest is not None:
                return "result"
            return "table" if self.preview is not None else "file"

    def clear(self, problem: str = "") -> None:
        """Stop the job, delete all files and forget the table."""
        with self._lock:
            self._kill_job()
            for name in ("table", "outputs"):
                shutil.rmtree(self.folder / name, ignore_errors=True)
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
            if folder.parent != self.folder:
                folder.parent.mkdir(mode=0o700, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
        return folder

    def _kill_job(self) -> None:
        if self.job is not None:
            job, self.job = self.job, None
            job.kill()


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
