"""Run the cases of the gallery: `python -m benchmarks.gallery [zoo wines ...]`, all by default.

The code of a case is what its page in docs/gallery shows. What that prints goes to the page and,
with the figures of its `result`, to benchmarks/results/gallery.json. Its pictures go to
docs/gallery/pictures, and the first of each is a thumbnail on the index. `python -m
benchmarks.quoted` writes the table there.
"""

from __future__ import annotations

import io
import os
import re
import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any

from PIL import Image

from benchmarks.data import name_data_folder
from benchmarks.layout import Row
from benchmarks.parts import RESULTS, stored, write_figures, write_whole
from clusterscribe import Result

FOLDER = RESULTS.parents[1] / "docs" / "gallery"
PICTURES = FOLDER / "pictures"
NAME = "gallery"  # of the results file
CASES = (
    "zoo", "wines", "bank", "census", "cards",
    "mails", "tumours", "gestures", "digits", "diabetes",
)  # fmt: skip
EXAMPLE = re.compile(
    r"^```python\n(?P<code>.*?)^```\n(?:\n```text\n(?P<printed>.*?)^```\n)?",
    re.MULTILINE | re.DOTALL,
)
COLOURS = 128  # of a picture: enough for charts, and a third of the bytes
THUMBNAIL = (300, 220)  # at most so many pixels
Figures = dict[str, Any]


def main(names: Sequence[str]) -> None:
    """Run these cases, and write pages, pictures and figures."""
    os.environ.setdefault("MPLBACKEND", "agg")
    name_data_folder()
    known = () if set(names) == set(CASES) else stored(NAME)
    kept = {figures["name"]: figures for figures in known}
    for name in names:
        kept[name] = run(name)
        print(f"{name}: {kept[name]['seconds']:.0f} s", file=sys.stderr, flush=True)
        write_figures(NAME, [kept[name] for name in CASES if name in kept])


def run(name: str) -> Figures:
    """Run the code of a page in order, and put on the page what it prints."""
    page = FOLDER / f"{name}.md"
    text = page.read_text(encoding="utf-8")
    namespace: dict[str, Any] = {"__name__": "__main__"}
    start = time.perf_counter()
    with chdir(PICTURES), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        examples = [
            {"code": code, "printed": printed_by(code, name, namespace)} for code in codes_of(text)
        ]
    seconds = time.perf_counter() - start
    shrink_pictures(text)
    text = page.read_text(encoding="utf-8")  # somebody may have edited it in the meantime
    write_whole(page, with_printed(text, [example["printed"] for example in examples]))
    return {"name": name, "seconds": seconds, **figures_of(namespace), "examples": examples}


def codes_of(text: str) -> list[str]:
    """Return the code on a page."""
    return [example["code"] for example in EXAMPLE.finditer(text)]


def printed_by(code: str, name: str, namespace: dict[str, Any]) -> str:
    """Run code, and return what it prints."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(code, name, "exec"), namespace)
    return printed.getvalue()


def with_printed(text: str, printed: Sequence[str]) -> str:
    """Put after each example what it prints, and nothing where it prints nothing."""
    left = iter(printed)

    def whole(example: re.Match[str]) -> str:
        said = next(left)
        return f"```python\n{example['code']}```\n" + (f"\n```text\n{said}```\n" if said else "")

    return EXAMPLE.sub(whole, text)


def figures_of(namespace: dict[str, Any]) -> Figures:
    """Return the figures of the answer, which every page calls `result`."""
    result: Result = namespace["result"]
    if result.baseline is None:
        raise ValueError("a page of the gallery compares with a tree")
    return {
        "rows": len(namespace["table"]),
        "columns": len(namespace["table"].columns),
        "clusters": len(namespace["description"].parts),
        "errors": int(result.errors),
        "error_bound": int(result.error_bound),
        "complexity": result.complexity,
        "bound": result.bound,
        "status": result.status,
        "describe_seconds": result.seconds,
        "tree_errors": int(result.baseline.errors),
        "tree_complexity": result.baseline.complexity,
    }


def pictures_of(text: str) -> list[str]:
    """Return the names of the pictures that a page shows."""
    return re.findall(r"!\[[^]]+\]\(pictures/([^)]+)\)", text)


def shrink_pictures(text: str) -> None:
    """Write the pictures of a page with few colours, and a small one of the first."""
    names = pictures_of(text)
    for name in names:
        with Image.open(PICTURES / name) as picture:
            few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(PICTURES / name, optimize=True)
    with Image.open(PICTURES / names[0]) as picture:
        small = picture.convert("RGB")
    small.thumbnail(THUMBNAIL, Image.Resampling.LANCZOS)
    small.quantize(COLOURS).save(PICTURES / f"{Path(names[0]).stem}-small.png", optimize=True)


def rows_of(results: Sequence[Mapping[str, Any]]) -> list[Row]:
    """Return one line per case: what was asked, found and proved, and what a tree does."""
    header = ("case", "rows x columns, clusters", "errors", "complexity", "seconds", "tree")
    return [header, *map(row_of, results)]


def row_of(figures: Mapping[str, Any]) -> Row:
    """Write one line of the table; what is proved stands in brackets."""
    size = f"{figures['rows']:,} x {figures['columns']}, {figures['clusters']}"
    errors, fewest = figures["errors"], figures["error_bound"]
    found = f"{errors:,} ({fewest:,})" if fewest or not errors else f"{errors:,}"
    length = f"{figures['complexity']} ({figures['bound']:.4g})"
    tree = f"{figures['tree_errors']:,}, {figures['tree_complexity']}"
    link = f"[{figures['name']}]({figures['name']}.md)"
    seconds = f"{figures['describe_seconds']:.1f}"
    return link, size, found, length, seconds, tree


if __name__ == "__main__":
    main(sys.argv[1:] or CASES)
