"""The paper of `paper/` says what the results say; `make paper-draft` writes it again."""

import importlib.util
import json
import re
import struct
import sys
from pathlib import Path

import pytest

PAPER = Path(__file__).resolve().parents[1] / "paper"
AGAIN = "paper/paper.md is not what the results say: run `make paper-draft`"
CITATION = re.compile(r"@(\w+)")
FIGURE = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")


def script(name):
    """Import one of the scripts, which are not part of any package."""
    spec = importlib.util.spec_from_file_location(name, PAPER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def quoted():
    return script("quoted")


@pytest.fixture(scope="module")
def text():
    """What is to be read: without the header and comments."""
    paper = (PAPER / "paper.md").read_text(encoding="utf-8").split("---\n", 2)[2]
    return re.sub(r"<!--.*?-->", "", paper, flags=re.DOTALL)


def test_paper_is_the_draft_with_the_numbers_of_the_results(quoted):
    assert (PAPER / "paper.md").read_text(encoding="utf-8") == quoted.rendered(), AGAIN


def test_draft_has_no_numbers_of_its_own():
    draft = (PAPER / "draft.md").read_text(encoding="utf-8").split("---\n", 2)[2]
    for not_a_number in (r"\{\{.*?\}\}", r"\{%.*?%\}", r"@\w+", r"Figure \d", r"width=\d+%"):
        draft = re.sub(not_a_number, "", draft, flags=re.DOTALL)
    assert re.findall(r"[^\n]*\d[^\n]*", draft) == []


def test_changed_results_change_the_paper(quoted, monkeypatch):
    before, bank = (
        quoted.rendered(),
        next(one for one in quoted.results("core") if one["name"] == "bank"),
    )
    changed = {**bank, "tree_errors": 98_765}
    others = [one for one in quoted.results("core") if one["name"] != "bank"]
    read = quoted.results
    monkeypatch.setattr(
        quoted, "results", lambda name: [*others, changed] if name == "core" else read(name)
    )
    assert "98,765" not in before
    assert "98,765" in quoted.rendered()


def test_tree_that_is_as_good_without_giving_a_cluster_up_is_not_passed_over(quoted):
    table = dict(quoted.results("segments")[0])
    tree = {**table["others"]["tree"], "errors": 0, "recall": 0.6}
    with pytest.raises(ValueError, match="giving a cluster up"):
        quoted._given_up([{**table, "others": {"tree": tree}}])


def test_every_figure_is_there(text):
    figures = FIGURE.findall(text)
    assert figures
    assert sorted(figures) == sorted(f"figures/{p.name}" for p in (PAPER / "figures").iterdir())


def test_every_citation_has_an_entry_and_every_entry_is_cited(text):
    entries = re.findall(r"^@\w+\{(\w+),", (PAPER / "paper.bib").read_text(encoding="utf-8"), re.M)
    assert len(entries) == len(set(entries))
    assert set(CITATION.findall(text)) == set(entries)


def test_paper_is_as_long_as_the_journal_asks_for(text):
    words = len(FIGURE.sub("", text).split())
    assert 1_000 <= words <= 1_750


def test_pictures_hold_neither_date_nor_version_and_are_the_same_again(tmp_path, monkeypatch):
    figures = script("figures")
    monkeypatch.setattr(figures, "FOLDER", tmp_path)
    monkeypatch.setattr(figures, "HERE", tmp_path)  # the text is not written here
    figures.main()
    first = {path.name: path.read_bytes() for path in tmp_path.glob("*.png")}
    assert sorted(first) == sorted(p.name for p in (PAPER / "figures").iterdir())
    for picture in first.values():
        assert chunks(picture) <= {b"IHDR", b"pHYs", b"IDAT", b"IEND"}
    figures.main()
    assert first == {path.name: path.read_bytes() for path in tmp_path.glob("*.png")}


def chunks(picture):
    """The kinds of chunks in a PNG file."""
    kinds, place = set(), 8
    while place < len(picture):
        (length,) = struct.unpack(">I", picture[place : place + 4])
        kinds.add(picture[place + 4 : place + 8])
        place += length + 12
    return kinds


@pytest.mark.slow
def test_wines_are_measured_again_as_they_were(tmp_path, monkeypatch):
    wines = script("wines")
    monkeypatch.setattr(wines, "TARGET", tmp_path / "wines.json")
    wines.main()
    again = json.loads((tmp_path / "wines.json").read_text(encoding="utf-8"))
    assert again == json.loads((PAPER / "wines.json").read_text(encoding="utf-8"))
