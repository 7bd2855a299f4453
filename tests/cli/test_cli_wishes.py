"""Wishes on the command line: flags, a TOML file, and one sentence for what is wrong."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def shop(tmp_path):
    rows = ["age,income,a=b,segment"]
    rows += [f"{20 + i},{10 + i % 4},{i % 3},young" for i in range(8)]
    rows += [f"{40 + i},{12 + i % 5},{i % 2},1" for i in range(8)]
    file = tmp_path / "shop.csv"
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return file


def asked(shop, *options):
    return ["describe", str(shop), "--labels", "segment", "--json", "-", *options]


def conditions(run, command):
    done = run(*command)
    assert done.code == 0, done.err
    return json.loads(done.out)


def columns_of(found):
    clusters = found["description"]["clusters"]
    terms = [t for c in clusters for h in c["half_spaces"] for t in h["terms"]]
    return {term["column"] for term in terms}


def test_flags_for_the_common_wishes(run, shop):
    found = conditions(
        run,
        asked(shop, "--require", "income,a=b", "--at-least", "income", "--cut", "age=30,41",
              "--cost", "a=b=2.5", "--missing", "error"),
    )  # fmt: skip
    assert {"income", "a=b"} <= columns_of(found)
    wishes = found["description"]["proof"]["constraints"]
    assert {wish["kind"] for wish in wishes} == {"require", "bounds", "cut_points"}
    assert found["result"]["objective"] > found["result"]["complexity"]


def test_a_file_for_all_of_them_with_labels_as_they_are_written(run, shop, tmp_path):
    file = tmp_path / "wishes.toml"
    file.write_text(
        'exclusive = [["age", "a=b"]]\nseparate = [["young", "1"]]\nright_rows = [0]\n'
        "[max_errors]\n1 = 0\n[max_conditions]\nyoung = 1\n[min_recall]\n1 = 0.9\n",
        encoding="utf-8",
    )
    found = conditions(run, asked(shop, "--constraints", str(file), "--require", "income"))
    assert "income" in columns_of(found)
    assert len(found["description"]["proof"]["constraints"]) == 7


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (["--require", "agee"], 1, "Did you mean 'age'?"),
        (["--at-least", "age", "--at-most", "age"], 1, "both name the column 'age'"),
        (["--cost", "age"], 2, "is not a column and its cost"),
        (["--cost", "age=much"], 2, "is not a column and its cost"),
        (["--cut", "age="], 2, "is not a column and its cut points"),
        (["--require", "age", "--exclude", "age"], 1, "left out of the description"),
        (["--require", "age", "--certificate", "x.json"], 1, "a certificate is about all"),
        (["--constraints", "nowhere.toml"], 1, "there is no file 'nowhere.toml'"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(run, shop, options, code, words):
    done = run(*asked(shop, *options))
    assert done.code == code
    assert words in " ".join(done.err.split())
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("require = [", "is not TOML"),
        ("requir = []", "there is no 'requir'. Did you mean 'require'?"),
        ("require = 3", "require must be a list of column names, not 3"),
        ("costs = {age = -1}", "costs of 'age' must be a number above 0"),
        ("max_errors = {young = true}", "must be a count or a share of its rows"),
        ("separate = [['young']]", "must hold pairs of different labels"),
        ("separate = [3]", "must hold pairs of different labels"),
        ("exclusive = ['age']", "must be a list of column names"),
        ("cut_points = {age = 3}", "must be a list of values"),
        ("bounds = {age = 'above'}", "must be 'at least' or 'at most'"),
        ("right_rows = [0.5]", "row numbers from 0 to 15"),
        ("max_errors = {old = 0}", "max_errors names the cluster 'old'"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_in_one_sentence(run, shop, tmp_path, text, words):
    file = tmp_path / "wishes.toml"
    file.write_text(text, encoding="utf-8")
    done = run(*asked(shop, "--constraints", str(file)))
    assert done.code == 1
    assert words in " ".join(done.err.split())
    assert len(done.err.strip().splitlines()) == 1


def test_wishes_that_cannot_be_kept_exit_with_one_line(run, shop, tmp_path):
    file = tmp_path / "wishes.toml"
    file.write_text(
        "require = ['a=b']\nexclusive = [['age', 'a=b'], ['income', 'a=b']]\n"
        "[max_errors]\nyoung = 0\n1 = 0\n",
        encoding="utf-8",
    )
    done = run(*asked(shop, "--constraints", str(file)))
    assert done.code == 1
    assert "no description of this table can have" in done.err


def test_the_frontier_keeps_to_wishes(run, shop):
    done = run("frontier", str(shop), "--labels", "segment", "--require", "income", "--json", "-")
    assert done.code == 0, done.err
    points = json.loads(done.out)["points"]
    assert all("income" in columns_of(point) for point in points)
