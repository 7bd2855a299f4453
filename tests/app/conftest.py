"""The app without its process beside: orders are carried out on the spot."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

pytest.importorskip("starlette", reason="the extra app is not installed")

from starlette.testclient import TestClient

from clusterscribe.app.child import ending
from clusterscribe.app.guard import Guard
from clusterscribe.app.interrupts import Interrupts
from clusterscribe.app.jobs import Status
from clusterscribe.app.routes import Limits, application
from clusterscribe.app.sessions import Sessions

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
    """A job that is done when it is begun."""

    def __init__(self, order):
        self.order = order
        self.seconds = 0.0
        self.status = Status()
        message = ending(order, Interrupts(), self._listen)
        message["state"] = message.pop("kind")
        self.status = replace(self.status, **message)

    def _listen(self, snapshot):
        self.status = replace(self.status, stages=(*self.status.stages, snapshot))

    @property
    def running(self):
        return self.status.state == "running"

    def stop(self):
        pass

    def kill(self):
        pass


@pytest.fixture
def sessions():
    made = Sessions()
    yield made
    made.close()


@pytest.fixture
def limits():
    return Limits(upload=20_000, seconds=5.0)


class Browser:
    """A browser that knows the key, and is on a page of the server."""

    def __init__(self, sessions, limits):
        self.place = f"{HOME}/{sessions.place}"
        guarded = Guard(application(sessions, limits), PORT)
        self.client = TestClient(guarded, base_url=HOME, raise_server_exceptions=False)
        self.client.get(f"{self.place}/open/{sessions.key}")

    def get(self, page, **options):
        return self.client.get(f"{self.place}/{page}", **options)

    def post(self, page, headers=(), **options):
        headers = {"origin": HOME, **dict(headers)}
        return self.client.post(f"{self.place}/{page}", headers=headers, **options)

    def upload(self, content, name="people.csv"):
        return self.post("upload", files={"file": (name, content)})


@pytest.fixture
def browser(sessions, limits, monkeypatch):
    monkeypatch.setattr("clusterscribe.app.sessions.Job", JobOnTheSpot)
    return Browser(sessions, limits)


@pytest.fixture
def stranger(sessions, limits):
    """A client without a cookie."""
    return TestClient(Guard(application(sessions, limits), PORT), base_url=HOME)
