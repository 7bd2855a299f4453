"""Formulas as MathML, which browsers draw without a script, in a font that comes with the site.

Not every system has a font for formulas, and without one sums and brackets do not grow; STIX Two
Math is taken from the package ziamath when the site is built.
"""

from __future__ import annotations

import logging
import re
from html import unescape
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from latex2mathml.converter import convert
from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

LOG = logging.getLogger("mkdocs.hooks.mathematics")  # what is said below fails a strict build
FONT = "assets/stix-two-math.ttf"
FORMULA = re.compile(r'<(span|div) class="arithmatex">\\([(\[])(.*?)\\[)\]]</\1>', re.S)
NOT_READ = re.compile(r"<m[ion]>(\\\w*|&|&amp;)</m[ion]>")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Bring in the font."""
    [package] = find_spec("ziamath").submodule_search_locations
    font = Path(package) / "fonts" / "STIXTwoMath-Regular.ttf"
    files.append(File.generated(config, FONT, abs_src_path=str(font)))
    return files


def on_page_content(html: str, page: Page, **_: object) -> str:
    """Write the formulas of a page as MathML."""

    def written(formula: re.Match[str]) -> str:
        is_displayed = formula[2] == "["
        mathml = as_mathml(unescape(formula[3]), is_displayed)
        for mistake in NOT_READ.findall(mathml):
            LOG.warning("%s: a formula has %s, which is not understood", page.file.src_uri, mistake)
        return f'<div class="formula" tabindex="0">{mathml}</div>' if is_displayed else mathml

    return FORMULA.sub(written, html)


def as_mathml(latex: str, is_displayed: bool) -> str:
    """Return a formula as MathML."""
    known = latex.strip().replace("{aligned}", "{align*}")  # by the name that the library knows
    return convert(known, display="block" if is_displayed else "inline")
