"""Notebooks as pages: their words, their code, and what its cells have shown.

They are stored with their outputs, which `docs/notebooks/run.py` makes; nothing is run here.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

SHOWN = re.compile(r"<p>\[\[shown (\d+)\]\]</p>")


class NotebookPage:
    """A notebook as Markdown, with HTML and pictures kept aside."""

    def __init__(self, notebook: dict[str, Any], name: str) -> None:
        self.name = name
        self.fragments: list[str] = []  # what cells have shown as HTML
        self.pictures: dict[str, bytes] = {}
        self.markdown = "\n\n".join(part for cell in notebook["cells"] for part in self.cell(cell))

    def cell(self, cell: dict[str, Any]) -> Iterator[str]:
        """Return a cell, and what it has shown."""
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield source
            return
        yield fenced(source, "python")
        for output in cell["outputs"]:
            yield self.output(output)

    def output(self, output: dict[str, Any]) -> str:
        """Return what a cell has shown, or a mark for it."""
        if output["output_type"] == "stream":
            return fenced("".join(output["text"]), "text")
        data = output["data"]
        if "image/png" in data:
            picture = f"{self.name}-{len(self.pictures) + 1}.png"
            self.pictures[picture] = base64.b64decode("".join(data["image/png"]))
            return f"![What the cell has drawn]({picture})"
        if "text/html" in data:
            self.fragments.append("".join(data["text/html"]))
            return f"[[shown {len(self.fragments) - 1}]]"
        return fenced("".join(data["text/plain"]), "text")


def fenced(text: str, language: str) -> str:
    """Return text as a block of code."""
    return f"```{language}\n{text.rstrip()}\n```"


PAGES: dict[str, NotebookPage] = {}  # by their place in the site


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Make a page of every notebook."""
    for file in [file for file in files if file.src_uri.endswith(".ipynb")]:
        place = PurePosixPath(file.src_uri)
        page = NotebookPage(json.loads(file.content_string), place.stem)
        PAGES[str(place.with_suffix(".md"))] = page
        files.remove(file)
        files.append(File.generated(config, str(place.with_suffix(".md")), content=page.markdown))
        for name, picture in page.pictures.items():
            files.append(File.generated(config, str(place.with_name(name)), content=picture))
    return files


def on_page_content(html: str, page: Page, **_: object) -> str:
    """Put what cells have shown into the page, in a box of its own that scrolls."""
    if page.file.src_uri not in PAGES:
        return html
    fragments = PAGES[page.file.src_uri].fragments
    return SHOWN.sub(lambda mark: boxed(fragments[int(mark[1])]), html)


def boxed(fragment: str) -> str:
    """Return HTML in a box that the keyboard reaches."""
    return f'<div class="shown" tabindex="0">{fragment}</div>'
