"""What is kept: one table and one run, each replaced by the next, and nothing at the end."""

import errno
import gzip
import io
import os
import shutil
import stat
from dataclasses import asdict

import pyarrow as pa
import pytest

from clusterscribe.app.choices import Choices
from clusterscribe.app.preview import preview_of
from clusterscribe.app.workspace import Workspace
from clusterscribe.errors import InputError

from .conftest import PEOPLE, JobOnTheSpot


@pytest.fixture
def on_the_spot(monkeypatch):
    monkeypatch.setattr("clusterscribe.app.workspace.Job", JobOnTheSpot)


class Running:
    """A job that goes on until it is killed."""

    running = True
    problem = ""
    value = ready = None

    def __init__(self, task):
        self.task = task

    def kill(self):
        self.running = False


class Ending(Running):
    """A job that ends while the server asks about it, just after it was asked for its value."""

    ending = False
    value_then = None

    @property
    def value(self):
        before = self.value_then if not self.running else None
        self.running = self.running and not self.ending
        return before


@pytest.fixture
def running(monkeypatch):
    monkeypatch.setattr("clusterscribe.app.workspace.Job", Running)


def give(workspace, name="people.csv", content=PEOPLE, most=20_000):
    stream = io.BytesIO(content.encode() if isinstance(content, str) else content)
    workspace.open_upload(name, stream, most)
    return workspace.table.path


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
def test_files_and_folders_are_for_their_owner_alone(workspace, running):
    path = give(workspace)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for folder in (path.parent, workspace.folder):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert path.parents[1] == workspace.folder


def test_a_file_is_stored_under_another_name(workspace, running):
    path = give(workspace, "Salaries 2024.CSV")
    assert path.name == "table.csv"
    assert path.read_bytes() == PEOPLE.encode()
    assert workspace.table.name == "Salaries 2024.CSV"
    assert workspace.table.most == 20_000  # the limit also holds for what it unpacks to


def test_a_new_table_replaces_the_last_one_and_stops_its_job(workspace, running):
    first = give(workspace, "first.csv.gz")
    job = workspace.job
    second = give(workspace)
    assert not job.running
    assert not first.exists()
    assert second.exists()
    assert (workspace.table.name, workspace.job.task.table.path) == ("people.csv", second)


def test_a_new_run_replaces_the_last_one_and_stops_its_job(workspace, running):
    give(workspace)
    workspace.preview = preview_of(pa.table({"age": [1, 2], "segment": ["a", "b"]}))
    workspace.describe(Choices(label_column="segment"))
    first = workspace.job
    (workspace.outputs / "left-over").touch()
    workspace.describe(Choices(label_column="job"))
    assert not first.running
    assert workspace.job.running
    assert workspace.job.task.choices.label_column == "job"
    assert list(workspace.outputs.iterdir()) == []


def test_a_table_that_is_still_being_read_cannot_be_described(workspace, running):
    give(workspace)
    with pytest.raises(InputError, match="no table is open; choose one first"):
        workspace.describe(Choices(label_column="segment"))
    assert workspace.job.running


def test_a_file_that_is_refused_leaves_the_table_and_its_run_alone(workspace, running):
    path = give(workspace)
    with pytest.raises(InputError, match=r"'book\.pdf' has an unknown format"):
        give(workspace, "book.pdf")
    assert path.exists()
    assert workspace.job.running


def test_starting_over_deletes_everything(workspace, on_the_spot):
    give(workspace)
    workspace.collect()
    assert workspace.preview is not None
    workspace.clear()
    assert list(workspace.folder.iterdir()) == []
    assert (workspace.preview, workspace.table, workspace.page()) == (None, None, "file")


def test_a_job_that_ends_while_it_is_asked_loses_nothing(workspace, monkeypatch):
    monkeypatch.setattr("clusterscribe.app.workspace.Job", Ending)
    give(workspace)
    table = pa.table({"age": [1, 2], "segment": ["a", "b"]})
    workspace.job.value_then = asdict(preview_of(table))
    workspace.job.ending = True
    workspace.collect()
    workspace.collect()
    assert workspace.page() == "table"
    assert [column.name for column in workspace.preview.columns] == ["age", "segment"]


def test_a_table_that_cannot_be_read_is_not_kept(workspace, on_the_spot):
    path = give(workspace, content=b"")
    assert workspace.page() == "file"
    assert workspace.problem == "'people.csv' is empty; it must hold a header line and rows."
    assert not path.parent.exists()


def test_a_table_that_unpacks_beyond_the_limit_is_not_kept(workspace, on_the_spot):
    packed = gzip.compress(b"x,y\n" + b"1,a\n" * 10_000)
    path = give(workspace, "bomb.csv.gz", packed, most=1000)
    assert workspace.page() == "file"
    assert workspace.problem.startswith("'bomb.csv.gz' unpacks to more than the limit of 0.001 MB;")
    assert not path.parent.exists()


def test_the_end_stops_the_job_and_deletes_everything(workspace, running):
    give(workspace)
    job = workspace.job
    workspace.close()
    assert not job.running
    assert not workspace.folder.exists()


def test_a_file_that_was_named_at_the_start_stays_where_it_is(tmp_path, on_the_spot):
    named = tmp_path / "people.csv"
    named.write_text(PEOPLE)
    workspace = Workspace(named)
    workspace.open_named()
    assert workspace.page() == "table"
    workspace.clear()
    workspace.close()
    assert named.read_text() == PEOPLE


def test_a_named_file_is_shown_under_a_name_that_a_page_can_hold(tmp_path):
    workspace = Workspace(tmp_path / os.fsdecode(b"caf\xe9\n\xe2\x80\xae.csv"))
    assert workspace.named.name == r"caf\udce9\n\u202e.csv"
    workspace.close()


def test_what_a_search_without_an_answer_left_goes_with_the_next(workspace, on_the_spot):
    give(workspace)
    workspace.collect()
    workspace.describe(Choices(label_column="nonsense"))
    (workspace.outputs / "left-over").touch()
    workspace.collect()
    workspace.describe(Choices(label_column="nonsense"))
    assert list(workspace.outputs.iterdir()) == []


def test_a_full_disk_is_said_and_nothing_stays(workspace, monkeypatch):
    def fill(content, file):
        file.write(b"half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(shutil, "copyfileobj", fill)
    with pytest.raises(InputError, match=r"^the file cannot be stored: no space left on device;"):
        give(workspace)
    assert list(workspace.folder.iterdir()) == []


@pytest.mark.parametrize("begin", [give, Workspace.open_example])
def test_a_folder_that_has_gone_is_said(workspace, begin):
    shutil.rmtree(workspace.folder)
    with pytest.raises(InputError, match=r"^the file cannot be stored: no such file"):
        begin(workspace)


@pytest.mark.parametrize(
    "name", ["../../evil.csv", "/etc/evil.csv", "C:\\windows\\evil.csv", "..\\evil.csv"]
)
def test_no_name_leads_out_of_the_folder(workspace, running, name):
    give(workspace, name)
    paths = [path.relative_to(workspace.folder).as_posix() for path in workspace.folder.rglob("*")]
    assert paths == ["table", "table/table.csv"]
