"""Formulas as MathML, which browsers draw without any script or font of ours."""

from __future__ import annotations

import re
from html import unescape

from latex2mathml.converter import convert

FORMULA = re.compile(r'<(span|div) class="arithmatex">\\([(\[])(.*?)\\[)\]]</\1>', re.S)


def as_mathml(formula: re.Match[str]) -> str:
    """Return a formula of Arithmatex as MathML."""
    is_displayed = formula[2] == "["
    mathml = convert(unescape(formula[3]).strip(), display="block" if is_displayed else "inline")
    return f'<div class="formula">{mathml}</div>' if is_displayed else mathml


def on_page_content(html: str, **_: object) -> str:
    """Write the formulas of a page as MathML."""
    return FORMULA.sub(as_mathml, html)
