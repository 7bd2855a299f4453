"""Cells and names of sheets of an Excel workbook, for whatever a table holds.

Text stays text: Excel takes `=1+1` for a formula, `#N/A` for an error and `_x0041_` for an A unless
it is told otherwise. What a workbook cannot hold, such as a control character or the year 1800, is
written as text that can be seen.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from datetime import date, datetime
from typing import TYPE_CHECKING, TypeAlias

from clusterscribe.description.words import wording

if TYPE_CHECKING:
    from openpyxl.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet

Content: TypeAlias = str | int | float | bool | date | None

SHORT = 16  # characters, which need no second line
LONGEST_TEXT = 16_000  # characters: of 32,767 units, where an emoji is two
LONGEST_NAME = 31  # units of the name of a sheet
MOST_DIGITS = 10**15  # Excel keeps 15 digits of a whole number
FIRST_YEAR = 1901  # to Excel, 1900 was a leap year

_NOT_IN_XML = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
_LIKE_ESCAPES = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\]")
_RESERVED = "history"


def put(sheet: Worksheet, row: int, column: int, content: Content, *, bold: bool = False) -> Cell:
    """Write one cell."""
    from openpyxl.styles import Alignment, Font

    cell = sheet.cell(row, column)
    value = _held(content)
    if isinstance(value, str):
        value = _escaped(value)
    cell.value = value
    if isinstance(value, str):
        cell.data_type = "s"  # whatever it looks like
        # or else it would be a formula once somebody edits it
        cell.quotePrefix = value.startswith(("=", "+", "-", "@"))
        if len(value) > SHORT:
            cell.alignment = Alignment(wrap_text=True, vertical="top")
    if bold:
        cell.font = Font(bold=True)
    return cell


def sheet_names(wanted: Iterable[str], taken: Iterable[str]) -> list[str]:
    """Return names for sheets: allowed, and different whatever the case of their letters."""
    used = {name.casefold() for name in taken} | {_RESERVED}
    names = []
    for text in wanted:
        plain = _NOT_IN_NAMES.sub("_", wording.visible(text)).strip("' ") or "cluster"
        name, number = _cut(plain, LONGEST_NAME), 1
        while name.casefold() in used:
            number += 1
            ending = f" ({number})"
            name = _cut(plain, LONGEST_NAME - len(ending)) + ending
        used.add(name.casefold())
        names.append(name)
    return names


def _held(content: Content) -> Content:  # noqa: PLR0911 (one for each kind of content)
    """Return what a cell can hold: the content itself, or text in its place."""
    match content:
        case bool() | None:
            return content
        case int() if abs(content) >= MOST_DIGITS:
            return str(content)
        case float() if math.isnan(content):
            return None
        case float() if math.isinf(content):
            return str(content)
        case datetime() if content.year < FIRST_YEAR or content.microsecond or content.tzinfo:
            return content.isoformat(" ")  # cells have no zone, and milliseconds at most
        case date() if content.year < FIRST_YEAR:
            return content.isoformat()
        case _:
            return content


def _escaped(text: str) -> str:
    if len(text) > LONGEST_TEXT:
        text = f"{text[:LONGEST_TEXT]}..."
    text = _NOT_IN_XML.sub(lambda found: repr(found[0])[1:-1], text)
    return _LIKE_ESCAPES.sub("_x005F_", text)


def _cut(text: str, units: int) -> str:
    """Cut text to so many units of UTF-16, of which some characters need two."""
    while len(text.encode("utf-16-le", errors="replace")) > 2 * units:
        text = text[:-1]
    return text.rstrip("' ")
