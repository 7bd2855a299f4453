"""The types that DuckDB guesses for a text file, narrowed to those of `table/cells.py`.

DuckDB guesses more than is read in memory: `yes` is a boolean to it, `10:00:00` a time of day,
`31/12/2024` a date, and codes of 20 digits are numbers that can no longer be distinguished.
"""

from __future__ import annotations

from typing import Any

from clusterscribe.engine.asking import ask
from clusterscribe.engine.expressions import Expression, double
from clusterscribe.engine.text_numbers import is_not_given
from clusterscribe.table.text_values import COMMA, POINTS

TEXT = "VARCHAR"
_NAMES = {"Boolean": "BOOLEAN", "Int64": "BIGINT", "Float64": "DOUBLE", "Date": "DATE"}
_BOOLEAN = "^\\s*([tT][rR][uU][eE]|[fF][aA][lL][sS][eE])\\s*$"
_DATE = "^\\s*[0-9]{4}-[0-9]{2}-[0-9]{2}\\s*$"
_TIME = (
    "^\\s*[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}(:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?)?"
    "(Z|[+-][0-9]{2}(:?[0-9]{2})?)?\\s*$"
)
_WITH_COMMA = rf"^(?:{COMMA}|{POINTS})$"
_CODE = "^\\s*0[0-9xX]"  # 007, 0x1F
_WHOLE = "^\\s*[+-]?[0-9]+\\s*$"
DIGITS_OF_LARGEST = 19  # of 64-bit integers
_FINER_THAN_MICROSECONDS = "\\.[0-9]{7}"


def columns_with_commas(texts: Expression) -> list[str]:
    """Return the columns whose cells are all numbers with a decimal comma, or missing."""
    cells = {f"c{place}": texts[name].strip() for place, name in enumerate(texts.columns)}
    wrong = {
        name: ~is_not_given(cell) & ~cell.re_search(_WITH_COMMA) for name, cell in cells.items()
    }
    marked = {
        f"marked{name}": cell.contains(",") | cell.contains(".") for name, cell in cells.items()
    }
    found = _any_row(texts, {**wrong, **marked})
    return [
        name
        for place, name in enumerate(texts.columns)
        if f"c{place}" not in found and f"markedc{place}" in found
    ]


def types_of_cells(guessed: Expression, texts: Expression, *, points: bool = True) -> list[str]:
    """Return the type of each column: what DuckDB guessed, or text where memory reads text.

    `texts` is the same file with every cell as text. Without `points`, 1.5 is no number in it.
    """
    asked: dict[str, Expression] = {}
    for place, name in enumerate(guessed.columns):
        cell, kind = texts[name], guessed[name].type()
        if _type(kind) != TEXT:
            asked[f"text{place}"] = (cell != "") & _is_text(cell, kind)
        if kind.is_timestamp():
            asked[f"fine{place}"] = cell.re_search(_FINER_THAN_MICROSECONDS)
    found = _any_row(texts, asked)
    if not points:
        found |= {
            f"text{p}" for p, n in enumerate(guessed.columns) if guessed[n].type().is_floating()
        }
    return [
        TEXT if f"text{place}" in found else _type(guessed[name].type(), f"fine{place}" in found)
        for place, name in enumerate(guessed.columns)
    ]


def _any_row(texts: Expression, asked: dict[str, Expression]) -> set[str]:
    """Return the conditions that some row fulfils, by one query."""
    if not asked:
        return set()
    query = texts.aggregate(**{name: condition.any() for name, condition in asked.items()})
    (found,) = ask(query, "the cells of a text file were looked at").to_pylist()
    return {name for name, is_so in found.items() if is_so}


def _type(kind: Any, is_fine: bool = False) -> str:  # noqa: ANN401
    """Return DuckDB's name of a type; a time of day is text, as in memory."""
    if kind.is_timestamp():
        if kind.timezone is not None:
            return "TIMESTAMPTZ"
        return "TIMESTAMP_NS" if is_fine else "TIMESTAMP"
    return _NAMES.get(type(kind).__name__, TEXT)


def _is_text(cell: Expression, kind: Any) -> Expression:  # noqa: ANN401
    """Return whether a cell that DuckDB can read as this type is text in memory."""
    if kind.is_boolean():
        return ~cell.re_search(_BOOLEAN)
    if kind.is_date():
        return ~cell.re_search(_DATE)
    if kind.is_timestamp():
        return ~cell.re_search(_TIME)
    # only the few cells that may be codes are matched, as that is slow
    may_be_code = (cell.startswith("0") & ~cell.startswith("0.")) | cell.startswith(" ")
    is_code = may_be_code.ifelse(cell.re_search(_CODE), False)
    if kind.is_integer():
        return is_code
    is_huge = cell.re_search(_WHOLE) & (cell.try_cast("float64").abs() >= double(2.0**63))
    may_be_huge = (cell.length() >= DIGITS_OF_LARGEST) & ~cell.contains(".")
    return is_code | may_be_huge.ifelse(is_huge, False)
