"""The app without a worker process: tasks are carried out on the spot."""

import numpy as np
import pyarrow as pa
import pytest

pytest.importorskip("starlette", reason="the extra app is not installed")

from starlette.testclient import TestClient

from clusterscribe.app.describing import Interrupts
from clusterscribe.app.guard import Access, Guard
from clusterscribe.app.job import last_message
from clusterscribe.app.routes import Routes
from clusterscribe.app.trace import Trace
from clusterscribe.app.workspace import Workspace

PORT = 8765
HOME = f"http://127.0.0.1:{PORT}"

PEOPLE = """\
name,age,job,segment
Ann,21,admin,young
Bob,25,cook,young
Cem,30,admin,young
Dot,45,cook,old
Eve,50,admin,old
Fay,61,cook,old
"""


def hard_table():
    """A table that takes far longer to prove than anybody waits here."""
    random = np.random.default_rng(0)
    columns = {name: random.integers(0, 1000, 600) for name in "abcdefgh"}
    return pa.table({**columns, "label": random.integers(0, 6, 600)})


class JobOnTheSpot:
    """A job that is done when it is created."""

    stopping = False
    seconds = 0.0
    ready = current = answer = None
    answers = 0

    def __init__(self, task):
        self.task = task
        self.stages = ()
        self.trace, self.began = Trace(), {}
        message = last_message(task, Interrupts(), self._listen)
        self.value, self.problem = message.get("value"), message.get("problem", "")
        self.running = False

    def _listen(self, snapshot):
        self.stages = (*self.stages, snapshot)

    def stop(self):
        pass

    def kill(self):
        pass


@pytest.fixture
def workspace():
    made = Workspace()
    yield made
    made.close()


@pytest.fixture
def access():
    return Access()


@pytest.fixture
def guarded(workspace, access):
    """The whole application, guard included."""
    routes = Routes(workspace, access, max_upload=20_000, time_limit=5.0)
    return Guard(routes.application(), PORT, access)


class Browser:
    """A browser that knows the key, and is on a page of the server."""

    def __init__(self, guarded, access):
        self.place = f"{HOME}/{access.place}"
        self.client = TestClient(guarded, base_url=HOME, raise_server_exceptions=False)
        self.client.get(f"{self.place}/open/{access.key}")

    def get(self, page, **options):
        return self.client.get(f"{self.place}/{page}", **options)

    def post(self, page, headers=(), **options):
        headers = {"origin": HOME, **dict(headers)}
        return self.client.post(f"{self.place}/{page}", headers=headers, **options)

    def upload(self, content, name="people.csv"):
        return self.post("upload", files={"file": (name, content)})


@pytest.fixture
def browser(guarded, access, monkeypatch):
    monkeypatch.setattr("clusterscribe.app.workspace.Job", JobOnTheSpot)
    return Browser(guarded, access)


@pytest.fixture
def stranger(guarded):
    """A client without a cookie."""
    return TestClient(guarded, base_url=HOME)
