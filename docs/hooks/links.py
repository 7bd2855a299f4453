"""Links that work in the repository work in the site.

A link leads to a file of the repository. Where the site has that file, the link leads to its page;
any other file is shown by the forge. What exists nowhere is left as it is, and fails the build.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from pages import places, root_of

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

CODE = re.compile(
    r"^(?P<fence> *(?:```+|~~~+)).*?^(?P=fence)[ \t]*$|(?P<tick>`+).+?(?P=tick)", re.M | re.S
)
LINK = re.compile(r"(?P<before>\]\(\s*)(?P<target>[^)\s#]+)")


def rewritten(markdown: str, rewrite: Rewrite) -> str:
    """Return the page with other link targets; code stays as it is."""
    done, end = [], 0
    for code in CODE.finditer(markdown):
        done += [LINK.sub(rewrite, markdown[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*done, LINK.sub(rewrite, markdown[end:])])


class Rewrite:
    """Rewrites the links of one page."""

    def __init__(self, page: Page, config: MkDocsConfig, files: Files) -> None:
        self.root = root_of(config)
        self.places = places(self.root, files)
        self.place = page.file.src_uri
        self.source = {place: path for path, place in self.places.items()}[self.place]
        self.forge = config.repo_url

    def __call__(self, link: re.Match[str]) -> str:
        """Return a link with its other target."""
        return link["before"] + self.target(link["target"])

    def target(self, written: str) -> str:
        """Return where a link leads in the site."""
        if re.match(r"[a-z]+:|/", written):
            return written
        path = posixpath.normpath(posixpath.join(posixpath.dirname(self.source), written))
        if path in self.places:
            return posixpath.relpath(self.places[path], posixpath.dirname(self.place) or ".")
        if not path.startswith("..") and (self.root / path).exists():
            kind = "tree" if (self.root / path).is_dir() else "blob"
            return f"{self.forge}/{kind}/main/{path}"
        return written


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrite the links of a page."""
    return rewritten(markdown, Rewrite(page, config, files))
