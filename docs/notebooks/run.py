"""Runs a notebook and keeps what its cells show: `python docs/notebooks/run.py walk-through.ipynb`.

Every code cell runs in one namespace. What its last line is worth is shown as HTML where it can be,
and as text; figures are shown as pictures. Nothing of Jupyter is needed.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import os
import re
import sys
import warnings
from pathlib import Path
from typing import Any

os.environ.setdefault("MPLBACKEND", "agg")
DPI = 70  # of a picture: a notebook is read on a screen
Cell = dict[str, Any]


def _forget_figures() -> None:
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close("all")


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return the notebook with the outputs of all its cells."""
    _forget_figures()  # those of whoever runs this are none of the notebook's
    namespace: dict[str, Any] = {"__name__": "__main__"}
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"], cell["outputs"] = count, outputs_of(cell, namespace, count)
    return notebook


def outputs_of(cell: Cell, namespace: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Run a cell, and return what it prints, what it is worth and what it draws."""
    printed, told = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(told),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("always")
        value = worth("".join(cell["source"]), namespace, f"cell {count}")
    streams = [("stdout", printed.getvalue()), ("stderr", without_paths(told.getvalue()))]
    outputs = [
        {"output_type": "stream", "name": name, "text": lines_of(text)}
        for name, text in streams
        if text
    ]
    if value is not None:
        outputs.append(
            {
                "output_type": "execute_result",
                "execution_count": count,
                "metadata": {},
                "data": {kind: lines_of(text) for kind, text in shown(value).items()},
            }
        )
    return outputs + drawn()


def worth(source: str, namespace: dict[str, Any], name: str) -> object:
    """Run a cell, and return what its last line is worth; nothing where it ends in a semicolon."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), namespace)
    if last is None:
        return None
    value = eval(compile(ast.Expression(last.value), name, "eval"), namespace)
    return None if source.rstrip().endswith(";") else value


def shown(value: object) -> dict[str, str]:
    """Return a value as text, and as HTML where it knows how."""
    as_html = getattr(value, "_repr_html_", None)
    html = None if as_html is None else as_html()
    return {"text/plain": repr(value)} | ({} if html is None else {"text/html": html})


def drawn() -> list[dict[str, Any]]:
    """Return the open figures as pictures, and close them."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None:
        return []
    outputs = []
    for number in pyplot.get_fignums():
        picture = io.BytesIO()
        pyplot.figure(number).savefig(picture, format="png", dpi=DPI)
        data = {"image/png": base64.b64encode(picture.getvalue()).decode()}
        outputs.append({"output_type": "display_data", "metadata": {}, "data": data})
    pyplot.close("all")
    return outputs


def without_paths(text: str) -> str:
    """Leave out where on this machine a warning comes from."""
    return re.sub(r"(?m)^(?:/|[A-Z]:).*?:\d+: ", "", text)


def lines_of(text: str) -> list[str]:
    """Return text as notebooks keep it."""
    return text.splitlines(keepends=True)


def main(path: Path) -> None:
    """Run the notebook in a file, and write it back."""
    notebook = run(json.loads(path.read_text(encoding="utf-8")))
    text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(__file__).parent / sys.argv[1])
