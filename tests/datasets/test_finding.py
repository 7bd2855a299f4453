"""A data set is looked for in the user's folder, in the cache, and then at its addresses."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from clusterscribe import DescriptionWarning, InputError
from clusterscribe.datasets import folders
from clusterscribe.datasets.catalogue import NAMES, facts
from clusterscribe.datasets.finding import find
from clusterscribe.datasets.folders import VARIABLE, cache_folder
from tests.datasets.tiny import ADDRESS, COPY, TINY

OTHER = "https://example.com/tiny.data"
TWICE = replace(TINY, mirrors=(*TINY.mirrors, replace(TINY.mirrors[0], address=OTHER)))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder that the user named, with the data set in it."""
    there = tmp_path / "data" / "tiny"
    there.mkdir(parents=True)
    (there / "tiny.csv").write_text("size,colour\n1,red\n2.5,blue\n,red\n", encoding="utf-8")
    (there / "class.csv").write_text("class\na\nb\na\n", encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(there.parent))
    return there


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def test_folder_of_the_user_comes_first(folder, web, cache):
    web[ADDRESS] = COPY
    found = find(TINY)
    assert (found.source, found.folder) == (str(folder.parent), folder.parent)
    assert not cache.exists()


def test_class_may_be_a_column_of_the_table(folder):
    (folder / "class.csv").unlink()
    (folder / "tiny.csv").write_text("kind,size,colour\na,1,red\nb,2.5,blue\na,NA,red\n")
    assert find(TINY).source == str(folder.parent)


def test_folder_without_the_set_is_passed_over(folder, web):
    (folder / "class.csv").unlink()
    web[ADDRESS] = COPY
    assert find(TINY).source == ADDRESS


def test_fetched_once_and_then_found_in_the_cache(web, cache):
    web[ADDRESS] = COPY
    assert find(TINY).source == ADDRESS
    assert files_in(cache) == ["class.csv", "tiny.csv"]
    assert (cache / "tiny" / "tiny.csv").read_text() == "size,colour\n1,red\n2.5,blue\n,red\n"
    assert (cache / "tiny" / "class.csv").read_text() == "class\na\nb\na\n"
    web.clear()
    found = find(TINY)
    assert (found.source, found.folder) == (str(cache), None)


def test_half_of_a_set_in_the_cache_is_fetched_again(web, cache):
    web[ADDRESS] = COPY
    find(TINY)
    (cache / "tiny" / "class.csv").unlink()
    assert find(TINY).source == ADDRESS
    assert files_in(cache) == ["class.csv", "tiny.csv"]


def test_second_address_helps_out(web):
    web[ADDRESS] = b"<html>moved</html>"
    web[OTHER] = COPY
    assert find(TWICE).source == OTHER


def test_other_content_is_refused_and_not_cached(web, cache):
    web[ADDRESS] = COPY.replace(b"blue", b"blau")
    with pytest.raises(InputError, match="its 3 rows are not those that the paper used"):
        find(TINY)
    assert not cache.exists()


def test_file_that_was_changed_is_refused(folder):
    (folder / "tiny.csv").write_text("size,colour\n1,red\n2.5,blue\n2,red\n")
    path = str(folder / "tiny.csv")
    with pytest.raises(InputError) as caught:
        find(TINY)
    assert str(caught.value).startswith(
        f"{path!r} is not the data set 'tiny': its 3 rows are not those that the paper used"
    )
    assert str(caught.value).endswith(
        "; replace it, or take it out of the folder of $CLUSTERSCRIBE_DATA"
    )


def test_cached_file_that_was_changed_can_be_removed(web, cache):
    web[ADDRESS] = COPY
    find(TINY)
    (cache / "tiny" / "tiny.csv").write_text("size,colour\n")
    with pytest.raises(InputError, match="remove it to have it fetched again"):
        find(TINY)


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"tiny.csv": b""}, "it is empty"),
        ({"tiny.csv": b"size,colour\n1,\xff\n"}, "it cannot be read"),
        ({"class.csv": b"class\na\n"}, "it has 3 rows, and 'class.csv' next to it has 1"),
        ({"class.csv": b"kind\na\nb\na\n"}, "the file 'class.csv' next to it must have one column"),
        ({"class.csv": b"class\na\nb,b\na\n"}, "row 2 has 4 cells instead of 3"),
    ],
)
def test_files_that_do_not_fit_are_refused(folder, files, reason):
    for name, content in files.items():
        (folder / name).write_bytes(content)
    with pytest.raises(InputError, match=f"is not the data set 'tiny': {reason}"):
        find(TINY)


def test_compressed_file_that_is_cut_short_is_refused(folder):
    (folder / "tiny.csv").unlink()
    (folder / "tiny.csv.gz").write_bytes(b"\x1f\x8b\x08\x00")
    with pytest.raises(InputError, match="it cannot be read"):
        find(TINY)


def test_without_network_and_data_it_says_what_it_looked_for(cache):
    with pytest.raises(InputError) as caught:
        find(TWICE)
    assert str(caught.value) == (
        "the data set 'tiny' was not found: 'tiny/tiny.csv' and 'tiny/class.csv' (also as .csv.gz) "
        f"are neither in a folder of $CLUSTERSCRIBE_DATA (not set) nor in {str(cache)!r} (the "
        "cache folder), and it cannot be fetched from https://example.org/tiny.data (there is no "
        "network) or https://example.com/tiny.data (there is no network); connect to the "
        "internet, or put the files into a folder and name it in $CLUSTERSCRIBE_DATA"
    )


def test_set_that_no_address_has_says_so(cache, monkeypatch, tmp_path):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(InputError) as caught:
        find(facts("framingham"))
    assert str(caught.value) == (
        "the data set 'framingham' was not found: 'framingham/framingham.csv' and "
        "'framingham/class.csv' (also as .csv.gz) are neither in "
        f"{str(tmp_path / 'nowhere')!r} ($CLUSTERSCRIBE_DATA, which does not exist) nor in "
        f"{str(cache)!r} (the cache folder), and no public address has it without an account; "
        "put 'framingham.csv' as it is on Kaggle into a folder 'framingham', and name its "
        "parent folder in $CLUSTERSCRIBE_DATA"
    )


def reason_of_absence():
    with pytest.raises(InputError) as caught:
        find(TINY)
    return str(caught.value).split(" are neither in ")[1].split(" nor in ")[0]


def test_file_in_place_of_the_folder_is_said(tmp_path, monkeypatch):
    (tmp_path / "data").write_text("")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "data"))
    named = repr(str(tmp_path / "data"))
    assert reason_of_absence() == f"{named} ($CLUSTERSCRIBE_DATA, which is not a folder)"


def test_folder_without_the_set_needs_no_words(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert reason_of_absence() == f"{str(tmp_path)!r} ($CLUSTERSCRIBE_DATA)"


def test_missing_one_of_the_two_files_is_named(folder):
    named = repr(str(folder.parent))
    (folder / "class.csv").rename(folder / "other.csv")
    assert reason_of_absence() == (
        f"{named} ($CLUSTERSCRIBE_DATA, which has 'tiny/tiny.csv', without a column 'kind', but "
        "no 'tiny/class.csv')"
    )
    (folder / "other.csv").rename(folder / "class.csv")
    (folder / "tiny.csv").unlink()
    assert reason_of_absence() == (
        f"{named} ($CLUSTERSCRIBE_DATA, which has 'tiny/class.csv' but no 'tiny/tiny.csv')"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="homes are found in another way")
def test_tilde_is_the_home(folder, monkeypatch):
    monkeypatch.setenv("HOME", str(folder.parent.parent))
    monkeypatch.setenv(VARIABLE, "~/data")
    assert find(TINY).source == str(folder.parent)
    monkeypatch.setenv(VARIABLE, "~nobody-has-this-name/data")
    assert reason_of_absence() == (
        "'~nobody-has-this-name/data' ($CLUSTERSCRIBE_DATA, which does not exist)"
    )


def test_failed_write_leaves_nothing_behind_and_the_set_is_given(web, cache, monkeypatch):
    web[ADDRESS] = COPY

    def fail(*_):
        raise InputError("the disk is full")

    monkeypatch.setattr(folders, "write_atomically", fail)
    with pytest.warns(DescriptionWarning, match="be fetched again next time: the disk is full"):
        assert find(TINY).source == ADDRESS
    assert files_in(cache) == []


def test_write_that_is_interrupted_leaves_no_table_behind(web, cache, monkeypatch):
    web[ADDRESS] = COPY

    class Interrupted:
        def writerows(self, rows):
            raise KeyboardInterrupt

    monkeypatch.setattr(folders.csv, "writer", lambda *_, **__: Interrupted())
    with pytest.raises(KeyboardInterrupt):
        find(TINY)
    assert files_in(cache) == []


def test_cache_folder_that_cannot_be_made_is_only_a_hint(web, tmp_path):
    (tmp_path / "caches").write_text("a file is in the way")
    web[ADDRESS] = COPY
    with pytest.warns(DescriptionWarning, match="cannot make the folder"):
        assert find(TINY).source == ADDRESS


def test_every_address_is_https():
    addresses = [mirror.address for name in NAMES for mirror in facts(name).mirrors]
    assert all(address.startswith("https://") for address in addresses)


@pytest.mark.skipif(sys.platform != "linux", reason="other platforms have other folders")
@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"XDG_CACHE_HOME": "/c"}, "/c/clusterscribe"),
        ({}, "/h/.cache/clusterscribe"),
    ],
)
def test_cache_folder_is_the_one_of_the_platform(monkeypatch, variables, expected):
    monkeypatch.delenv("XDG_CACHE_HOME")
    for name, value in {"HOME": "/h", **variables}.items():
        monkeypatch.setenv(name, value)
    assert str(cache_folder()) == expected


@pytest.mark.parametrize("outcome", [Path("~/.cache/clusterscribe"), RuntimeError("no home")])
def test_without_a_home_there_is_no_cache(monkeypatch, web, outcome):
    """Where no home is known, versions of platformdirs either fail or leave the ~ as it is."""

    def homeless(_):
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr("pooch.os_cache", homeless)
    assert cache_folder() is None
    web[ADDRESS] = COPY
    assert find(TINY).source == ADDRESS
    web.clear()
    with pytest.raises(InputError, match=r"nor in a cache folder \(there is no home\)"):
        find(TINY)
