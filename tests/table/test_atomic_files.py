"""Files are written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from clusterscribe.errors import InputError
from clusterscribe.files import write_atomically


def names_in(folder):
    return [path.name for path in folder.iterdir()]


def test_file_appears_when_the_block_is_done(tmp_path):
    target = tmp_path / "out.json"
    with write_atomically(target) as temporary:
        temporary.write_text("new")
        assert not target.exists()
        assert temporary.parent == tmp_path
    assert target.read_text() == "new"
    assert names_in(tmp_path) == ["out.json"]


def test_a_text_is_a_path_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with write_atomically("out.txt") as temporary:
        temporary.write_text("new")
    assert (tmp_path / "out.txt").read_text() == "new"


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt, SystemExit, FileNotFoundError])
def test_failure_leaves_everything_as_it_was(tmp_path, failure):
    target = tmp_path / "out.json"
    target.write_text("old")
    with pytest.raises(failure), write_atomically(target) as temporary:
        temporary.write_text("half")
        raise failure
    assert target.read_text() == "old"
    assert names_in(tmp_path) == ["out.json"]


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
def test_full_disk_is_said_and_leaves_nothing(tmp_path, code):
    target = tmp_path / "out.json"
    with pytest.raises(InputError) as caught, write_atomically(target) as temporary:
        temporary.write_text("half")
        raise OSError(code, os.strerror(code))
    reason = os.strerror(code).lower()
    assert str(caught.value) == f"cannot write '{target}': {reason}; free some space"
    assert names_in(tmp_path) == []


@pytest.mark.skipif(sys.platform != "linux", reason="limits the size of files")
def test_file_that_really_grows_too_large_leaves_nothing(tmp_path):
    code = """
        import resource, sys
        from clusterscribe.files import write_atomically
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        with write_atomically(sys.argv[1]) as temporary:
            temporary.write_text("x" * 100_000)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), tmp_path / "out.txt"],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert "InputError: cannot write" in done.stderr
    assert names_in(tmp_path) == []


def test_missing_folder_is_said(tmp_path):
    target = tmp_path / "nowhere" / "out.json"
    with pytest.raises(InputError) as caught, write_atomically(target):
        pass
    assert str(caught.value) == (
        f"cannot write '{target}': its folder does not exist; choose another place"
    )


def test_file_as_folder_is_said(tmp_path):
    (tmp_path / "file").touch()
    with (
        pytest.raises(InputError, match="its folder does not exist"),
        write_atomically(tmp_path / "file" / "out.json"),
    ):
        pass


def test_folder_as_target_is_said(tmp_path):
    with (
        pytest.raises(InputError, match="it is a folder"),
        write_atomically(tmp_path),
    ):
        pass


def test_name_that_is_too_long_is_said(tmp_path):
    with (
        pytest.raises(InputError, match="file name too long; choose another place"),
        write_atomically(tmp_path / ("x" * 300)),
    ):
        pass
    assert names_in(tmp_path) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_unwritable_folder_is_said(tmp_path):
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    with (
        pytest.raises(InputError, match="permission denied; choose another place"),
        write_atomically(tmp_path / "out.json"),
    ):
        pass


def test_refused_permission_is_said(tmp_path, monkeypatch):
    target = tmp_path / "out.json"
    target.write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(InputError, match="permission denied"), write_atomically(target):
        pass
    assert target.read_text() == "old"


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are those of POSIX")
def test_new_files_get_the_usual_permissions_and_old_ones_keep_theirs(tmp_path):
    plain, mine = tmp_path / "plain", tmp_path / "mine"
    plain.touch()
    mine.touch()
    mine.chmod(0o600)
    for target in (tmp_path / "new", mine):
        with write_atomically(target) as temporary:
            temporary.write_text("new")
    assert (tmp_path / "new").stat().st_mode == plain.stat().st_mode
    assert stat.S_IMODE(mine.stat().st_mode) == 0o600


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
def test_symbolic_link_stays(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with write_atomically(tmp_path / "link") as temporary:
        temporary.write_text("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there is no such device")
def test_device_is_written_to_and_stays():
    with write_atomically("/dev/null") as temporary:
        temporary.write_text("gone")
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize("name", ["quote ' \".txt", "emoji 🦆" * 25, "line\nbreak", "-"])
def test_nasty_names_are_names(tmp_path, name):
    with write_atomically(tmp_path / name) as temporary:
        temporary.write_text("new")
    assert (tmp_path / name).read_text() == "new"
