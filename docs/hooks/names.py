"""In the reference, a public name in a sentence is a link to where it is explained."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pages import root_of

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

PACKAGE = "clusterscribe"
SENTENCE = re.compile(r"<p>.*?</p>", re.S)
NAME = re.compile(r"<code>([\w.]+)</code>(?!</a>)")


@cache
def public_names(file: Path) -> frozenset[str]:
    """Return the names that the package says are public."""
    for statement in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__":
            return frozenset(ast.literal_eval(statement.value))
    raise ValueError(f"{file} does not say what is public")


def on_page_content(html: str, page: Page, config: MkDocsConfig, **_: object) -> str:
    """Link the names in the sentences of a page of the reference."""
    if not page.file.src_uri.startswith("api/"):
        return html
    public = public_names(root_of(config) / "src" / PACKAGE / "__init__.py")

    def linked(name: re.Match[str]) -> str:
        if name[1].split(".")[0] not in public:
            return name[0]
        return f'<autoref identifier="{PACKAGE}.{name[1]}" optional>{name[0]}</autoref>'

    return SENTENCE.sub(lambda sentence: NAME.sub(linked, sentence[0]), html)
