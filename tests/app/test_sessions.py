"""What is kept, for whom, and that it goes."""

import gzip
import os
import shutil
import stat

import pytest

from clusterscribe.app.choices import Choices
from clusterscribe.app.sessions import MOST_SESSIONS, Sessions
from clusterscribe.app.uploads import Upload
from clusterscribe.errors import InputError

from .conftest import PEOPLE, JobOnTheSpot


@pytest.fixture(autouse=True)
def on_the_spot(monkeypatch):
    monkeypatch.setattr("clusterscribe.app.sessions.Job", JobOnTheSpot)


@pytest.fixture
def session(sessions):
    return sessions.of(sessions.begin())


def give(session, name="people.csv", text=PEOPLE):
    path = session.new_folder() / "table.csv"
    path.write_text(text)
    session.look_at(Upload(path, name))
    return path


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
def test_folders_are_for_their_owner_alone(sessions, session):
    path = give(session)
    for folder in list(path.parents)[:3]:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert path.parents[2] == sessions._folder


def test_a_new_table_takes_the_place_of_the_last(session):
    first = give(session)
    second = give(session)
    assert not first.parent.exists()
    assert second.exists()


def test_starting_again_deletes_everything(session, sessions):
    path = give(session)
    session.collect()
    assert session.look is not None
    session.restart()
    assert not path.parent.exists()
    assert (session.look, session.table, session.page()) == (None, None, "file")


def test_a_table_that_cannot_be_read_is_not_kept(session):
    path = give(session, text="")
    assert session.page() == "file"
    assert session.problem == "'people.csv' is empty; it must hold a header line and rows."
    assert not path.parent.exists()


def test_a_table_that_unpacks_beyond_the_limit_is_not_kept(session):
    path = session.new_folder() / "table.csv.gz"
    path.write_bytes(gzip.compress(b"x,y\n" + b"1,a\n" * 10_000))
    session.look_at(Upload(path, "bomb.csv.gz", most=1000))
    assert session.page() == "file"
    assert session.problem.startswith("'bomb.csv.gz' unpacks to more than 0.001 MB, the most that")
    assert not path.parent.exists()


def test_the_end_deletes_everything(session, sessions):
    give(session)
    sessions.close()
    assert not sessions._folder.exists()


def test_a_file_that_was_named_at_the_start_stays_where_it_is(tmp_path):
    named = tmp_path / "people.csv"
    named.write_text(PEOPLE)
    sessions = Sessions(named)
    session = sessions.of(sessions.begin())
    assert session.page() == "table"
    session.restart()
    sessions.close()
    assert named.read_text() == PEOPLE


def test_a_named_file_is_shown_under_a_name_that_a_page_can_hold(tmp_path):
    sessions = Sessions(tmp_path / os.fsdecode(b"caf\xe9\n\xe2\x80\xae.csv"))
    assert sessions.given_table().name == r"caf\udce9\n\u202e.csv"
    sessions.close()


def test_what_a_search_without_an_answer_left_goes_with_the_next(session):
    give(session)
    session.collect()
    session.describe(Choices(label_column="nonsense"))
    first = session.outputs
    session.collect()
    session.describe(Choices(label_column="nonsense"))
    assert not first.exists()
    assert session.outputs.exists()


def test_no_place_for_files_is_said(session, sessions):
    shutil.rmtree(sessions._folder)
    with pytest.raises(InputError, match=r"^there is no place for files: no such file"):
        session.look_at_example()


def test_one_more_session_than_there_may_be_takes_the_place_of_the_idlest(sessions):
    secrets = [sessions.begin() for _ in range(MOST_SESSIONS)]
    sessions.of(secrets[0])
    give(sessions.of(secrets[0]))
    idlest = min(secrets, key=lambda secret: sessions._sessions[secret].seen)
    new = sessions.begin()
    assert sessions.of(idlest) is None
    assert all(sessions.of(secret) for secret in {*secrets, new} - {idlest})


def test_sessions_at_work_do_not_give_way(sessions):
    class AtWork:
        running = True

        def kill(self):
            pass

    for _ in range(MOST_SESSIONS):
        sessions.of(sessions.begin()).job = AtWork()
    with pytest.raises(InputError, match="4 browsers are at work already"):
        sessions.begin()


@pytest.mark.parametrize("secret", [None, "", "guess"])
def test_a_guess_is_no_session(sessions, session, secret):
    assert sessions.of(secret) is None


def test_secrets_are_all_different(sessions):
    found = [sessions.key, sessions.place, sessions.ticket(), sessions.begin(), sessions.begin()]
    assert len(set(found)) == len(found)
    assert all(len(secret) >= 16 for secret in found)
