"""The gallery shows what its last run printed, and says no figure that it did not print."""

from __future__ import annotations

import json
import re

import pytest

from benchmarks.gallery import (
    CASES,
    EXAMPLE,
    FOLDER,
    NAME,
    PICTURES,
    pictures_of,
    printed_by,
    row_of,
    with_printed,
)
from benchmarks.parts import RESULTS
from clusterscribe import __version__

KNOWN = json.loads((RESULTS / f"{NAME}.json").read_text(encoding="utf-8"))
OF_NAME = {figures["name"]: figures for figures in KNOWN["results"]}
INDEX = (FOLDER / "index.md").read_text(encoding="utf-8")
LARGEST = 150_000  # bytes of a picture
NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w])")
SETS = {"1994", "2", "94", "111", "181", "222", "350"}  # a year, and numbers of data sets at UCI


def page_of(name):
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


def words_of(text):
    """The prose of a page: no blocks, code or addresses."""
    text = EXAMPLE.sub("", text)
    return re.sub(r"`[^`]*`|\]\([^)]*\)", " ", text)


def numbers_in(text):
    return {number.replace(",", "").rstrip(".") for number in NUMBER.findall(text)}


def test_the_figures_are_of_this_version_and_of_all_cases():
    assert KNOWN["machine"]["clusterscribe"] == __version__
    assert tuple(OF_NAME) == CASES
    assert {path.stem for path in FOLDER.glob("*.md")} == {*CASES, "index"}


@pytest.mark.parametrize("name", CASES)
def test_code_and_output_on_a_page_are_those_of_the_run(name):
    shown = [
        {"code": example["code"], "printed": example["printed"] or ""}
        for example in EXAMPLE.finditer(page_of(name))
    ]
    assert shown == OF_NAME[name]["examples"]


@pytest.mark.parametrize("name", CASES)
def test_every_number_in_the_words_of_a_page_is_in_its_code_or_output(name):
    said = numbers_in(words_of(page_of(name))) - SETS
    blocks = " ".join(example[0] for example in EXAMPLE.finditer(page_of(name)))
    figures = {str(value) for value in OF_NAME[name].values()}
    assert said <= numbers_in(blocks) | figures


@pytest.mark.parametrize("name", CASES)
def test_pictures_that_a_page_draws_are_shown_and_small(name):
    text = page_of(name)
    assert pictures_of(text) == re.findall(r'savefig\("([^"]+)"', text)
    for picture in [*pictures_of(text), f"{name}-small.png"]:
        assert (PICTURES / picture).stat().st_size < LARGEST


def test_the_index_leads_to_all_cases():
    for name in CASES:
        assert f"](pictures/{name}-small.png)]({name}.md)" in INDEX


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wines"])
def test_a_case_that_needs_no_file_still_says_the_same(name, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    namespace = {"__name__": "__main__"}
    for example in OF_NAME[name]["examples"]:
        printed = printed_by(example["code"], name, namespace)
        assert without_times(printed) == without_times(example["printed"])


def without_times(text):
    return re.sub(r"[\d.]+ seconds", "", text)


# the writer itself


def test_output_follows_its_example_and_replaces_an_older_one():
    page = (
        "```python\n1\n```\n\n```text\nold\n```\n\nWords.\n\n```python\n2\n```\n\n"
        "```python\n3\n```\n"
    )
    assert with_printed(page, ["new\n", "", "three\n"]) == (
        "```python\n1\n```\n\n```text\nnew\n```\n\nWords.\n\n```python\n2\n```\n\n"
        "```python\n3\n```\n\n```text\nthree\n```\n"
    )


def test_a_bound_that_says_nothing_is_not_shown():
    figures = {**OF_NAME["zoo"], "errors": 15, "error_bound": 0}
    assert row_of(figures)[2] == "15"
    assert row_of({**figures, "error_bound": 7})[2] == "15 (7)"
    assert row_of({**figures, "errors": 0})[2] == "0 (0)"


def test_a_number_that_was_not_printed_is_noticed():
    assert numbers_in("91.57 % of 4,521 rows, not x01") == {"91.57", "4521"}
