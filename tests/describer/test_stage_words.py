"""No stage that the sources name is without words."""

import ast
from pathlib import Path

import pytest

import clusterscribe
from clusterscribe.stage_words import SIMPLER, STAGES, stage_of

PLACES = {"incumbent": 0, "Incumbent": 4, "Snapshot": 0, "_stage": 0, "_tell": 0}
UNHEARD = {"multipliers"}  # of an incumbent that nobody listens to
ASSEMBLED = ("1: 1", "1, 1", "1", "", "certificate")  # of a stage and of what it is a part of


def stages_in(path):
    """Every text that a file gives as the name of a stage; figures in it are 1."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            given = [word.value for word in node.keywords if word.arg == "stage"]
            if name in PLACES and len(node.args) > PLACES[name]:
                given.append(node.args[PLACES[name]])
        elif isinstance(node, ast.Assign):
            names = [getattr(target, "id", "") for target in node.targets]
            given = [node.value] if names[0].lower() in ("stage", "told") else []
        else:
            continue
        yield from filter(None, map(text_of, given))


def text_of(node):
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join("1" if isinstance(v, ast.FormattedValue) else v.value for v in node.values)
    return None


def named():
    sources = sorted(Path(clusterscribe.__file__).parent.rglob("*.py"))
    return sorted({stage for path in sources for stage in stages_in(path)} - UNHEARD)


def test_the_sources_name_stages():
    assert {"fewest errors", "shortest description", "ties", "sample 1 of 1"} <= set(named())


@pytest.mark.parametrize("name", [name for name in named() if name not in ASSEMBLED])
def test_every_stage_has_words(name):
    own = name.replace("1 (1)", "certificate (1)").rpartition("1: ")[2]  # STAGE of certificates
    for whole in (own, f"North: {own}"):
        assert stage_of(whole).work in STAGES.values(), name


def test_whatever_is_simpler_has_words():
    sources = Path(clusterscribe.__file__).parent.rglob("*.py")
    given = {
        node.args[0].value
        for path in sources
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "about"
        if isinstance(node.args[0], ast.Constant)  # another function has this name
    }
    assert given
    assert given <= set(SIMPLER)
