"""The notebooks of the documentation run, and show what they are stored with."""

import json
import re
import runpy
from pathlib import Path

import pytest

from tests.test_docs import normalised

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
RUN = runpy.run_path(str(FOLDER / "run.py"))


@pytest.fixture(autouse=True)
def no_figures_of_other_tests():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.close("all")


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def shown_in(notebook):
    """What each cell shows: what kind of output, and its text, in which all times are the same."""
    return [
        [shown_by(output) for output in outputs]
        for cell in notebook["cells"]
        if (outputs := cell.get("outputs")) is not None
    ]


def shown_by(output):
    data = output.get("data", {})
    text = "".join(output.get("text", data.get("text/plain", ())))
    return output["output_type"], *data, output.get("name"), normalised(text)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_runs_and_shows_what_is_stored(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert shown_in(RUN["run"](read(path))) == shown_in(read(path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_a_notebook_of_short_cells_without_paths_of_a_machine(path):
    notebook = read(path)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    identifiers = [cell["id"] for cell in notebook["cells"]]
    assert len(set(identifiers)) == len(identifiers)
    assert max(len(cell["source"]) for cell in notebook["cells"]) <= 15
    assert not re.search(r"[\"\s](/(home|root|tmp|work|usr)/|[A-Z]:\\)", path.read_text("utf-8"))


def test_a_value_is_shown_unless_the_line_ends_in_a_semicolon():
    cell = {"source": ["x = 1\n", "x + 1"]}
    (output,) = RUN["outputs_of"](cell, {}, 1)
    assert output["data"] == {"text/plain": ["2"]}
    assert RUN["outputs_of"]({"source": ["1 + 1;"]}, {}, 1) == []
    (output,) = RUN["outputs_of"]({"source": ["print('a')"]}, {}, 1)
    assert output["text"] == ["a\n"]
    with pytest.raises(ZeroDivisionError):
        RUN["outputs_of"]({"source": ["1 / 0"]}, {}, 1)
