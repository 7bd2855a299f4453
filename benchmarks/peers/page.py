"""The tables of docs/peers.md: written between markers, so that the page says what was measured."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from benchmarks.layout import Titled, markdown
from benchmarks.parts import write_whole

PAGE = Path(__file__).parents[2] / "docs" / "peers.md"
MARKED = re.compile(r"(<!-- table: (.+?) -->\n)(?:.*?)(<!-- end -->)", re.DOTALL)


def filled(text: str, tables: Mapping[str, Titled]) -> str:
    """Return the page with each marked place filled by the table of that name, if there is one."""

    def table(match: re.Match[str]) -> str:
        if match[2] not in tables:
            return f"{match[1]}{match[3]}"
        return f"{match[1]}\n{markdown(tables[match[2]][1])}\n\n{match[3]}"

    return MARKED.sub(table, text)


def write_page(tables: Mapping[str, Titled]) -> None:
    """Write the tables into the page."""
    write_whole(PAGE, filled(PAGE.read_text(encoding="utf-8"), tables))
