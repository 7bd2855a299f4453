"""Names, levels, labels and numbers in words.

Names, levels and labels are untrusted input: whatever would break a line or hide in it
is written as an escape, and quotes appear only where a name could be misread.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import ROUND_DOWN, Context, Decimal

import numpy as np

from clusterscribe.feature import Feature, Kind, Level
from clusterscribe.parameters import Label

DIGITS = 12  # most significant digits that are shown, but for bounds that need more
LARGEST_COUNT = 10**15
MOST_DIGITS = 17  # any two floating-point numbers differ in them

_JOINERS = "\u200c\u200d"  # invisible, but part of emoji and of Persian words
_MISREAD_NAME = re.compile(r"[<>={}]|^['\"]|\sis\s")
_MISREAD_LEVEL = re.compile(r"[{},]|^['\"]|^(missing|known|(not|in)\s.*)$", re.IGNORECASE)


def number(value: float, digits: int = DIGITS) -> str:
    """Write a number with at most `digits` significant digits, and as short as that goes.

    Whole numbers below a quadrillion are counts, and written in full.
    """
    if not math.isfinite(value):
        return str(value)
    if digits >= DIGITS and abs(value) < LARGEST_COUNT and float(value).is_integer():
        return str(int(value))
    rounded = Decimal(f"{value:.{digits - 1}e}").normalize()
    plain = f"{rounded:f}" if rounded else "0"
    if rounded == 0 or Decimal("1e-4") <= abs(rounded) < Decimal("1e15"):
        return plain
    mantissa, exponent = f"{rounded:e}".split("e")
    return min(plain, f"{mantissa}e{int(exponent)}", key=len)


def at_least(value: float) -> str:
    """Write a proven number: where it has too many digits, they are cut off, not rounded."""
    text = number(value)
    if not math.isfinite(value) or Decimal(text) <= Decimal(repr(float(value))):
        return text
    cut_off = Context(prec=DIGITS, rounding=ROUND_DOWN).create_decimal(repr(float(value)))
    return number(float(cut_off))


def exact(value: float) -> str:
    """Write a number so that it reads back as the same one, with as few digits as that takes."""
    return shortest(value, lambda shown: shown == value)


def shortest(value: float, is_right: Callable[[float], bool], digits: int = DIGITS) -> str:
    """Write a number with as few digits, from so many on, as leave the number shown right."""
    texts = (number(value, some) for some in range(digits, MOST_DIGITS + 1))
    return next((text for text in texts if is_right(float(text))), repr(value))


def moment(value: float, kind: Kind, zoned: bool = False, brief: bool = True) -> str:
    """Write the number of a date or time as ISO text, when `brief` without idle seconds."""
    is_date = kind is Kind.DATE
    if not math.isfinite(value) or abs(value) >= 2**63:
        return f"{number(value)} {'days' if is_date else 'microseconds'} after 1970-01-01"
    ticks = math.floor(value)
    if is_date:
        return str(np.datetime64(ticks, "D"))
    text = str(np.datetime64(ticks, "us")).replace("T", " ").removesuffix(".000000")
    if brief:
        text = text.removesuffix(":00") if "." not in text else text.rstrip("0")
    return f"{text}+00:00" if zoned else text


def value_of(value: float, feature: Feature) -> str:
    """Write a value or bound of a feature as it stands in the table."""
    if feature.kind.is_moment:
        return moment(value, feature.kind, feature.zoned)
    if feature.kind is Kind.INTEGER and float(value).is_integer() and abs(value) < 2**53:
        return str(int(value))
    return exact(value)


def lower_bound(value: float | None, feature: Feature) -> tuple[str, bool]:
    """Write a lower bound, and say whether the number that is written is itself too low.

    The number after 2.45 is written as `2.45`, and values are above that. No bound is no text.
    """
    return ("", False) if value is None else _bound(value, feature, -math.inf)


def upper_bound(value: float | None, feature: Feature) -> tuple[str, bool]:
    """Write an upper bound, and say whether the number that is written is itself too high."""
    return ("", False) if value is None else _bound(value, feature, math.inf)


def visible(text: str) -> str:
    """Replace whatever breaks a line or cannot be seen by an escape."""
    if text.isprintable():  # as nearly all texts are, and pages have very many
        return text
    return "".join(c if _is_visible(c) else repr(c)[1:-1] for c in text)


def name(text: str) -> str:
    """Write the name of a column."""
    return repr(text) if _has_ragged_ends(text) or _MISREAD_NAME.search(text) else visible(text)


def level(value: Level) -> str:
    """Write a level of a category; no level is `missing`."""
    if value is None:
        return "missing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return number(value)
    text = str(value)
    if isinstance(value, str) and (_has_ragged_ends(text) or _MISREAD_LEVEL.search(text)):
        return repr(text)
    return visible(text)


def label(value: Label) -> str:
    """Write the label of a cluster."""
    if isinstance(value, float):
        return number(value)
    if isinstance(value, datetime | date):
        return value.isoformat(*([" "] if isinstance(value, datetime) else []))
    text = str(value)
    return repr(text) if _has_ragged_ends(text) else visible(text)


def percent(share: float) -> str:
    """Write a share in percent, with two decimals unless it is whole: `98 %`, `99.05 %`.

    Only everything is 100 % and only nothing is 0 %: what comes close has more decimals.
    """
    hundredths = 100 * share
    if share in (0, 1) or (
        0 < round(hundredths) < 100 and abs(hundredths - round(hundredths)) < 1e-9
    ):
        return f"{round(hundredths)} %"
    for decimals in range(2, 15):
        text = f"{hundredths:.{decimals}f}"
        if 0 < float(text) < 100:
            return f"{text} %"
    return f"{number(hundredths)} %"


def duration(microseconds: float) -> str:
    """Write a length of time, such as `3 days, 12:30:00`."""
    try:
        return str(timedelta(microseconds=microseconds))
    except OverflowError:
        return count(microseconds, "microsecond")


def count(amount: float, one: str, many: str | None = None, *, proven: bool = False) -> str:
    """Write a number with its noun: `1 row`, `2 rows`; a proven one is never rounded up."""
    written = at_least(amount) if proven else number(amount)
    return f"{written} {one if amount == 1 else many or one + 's'}"


def _bound(value: float, feature: Feature, outwards: float) -> tuple[str, bool]:
    text = value_of(value, feature)
    if feature.kind is not Kind.NUMBER:
        return text, False
    beyond = math.nextafter(value, outwards)
    short = number(beyond)
    is_shorter = float(short) == beyond and len(short) < len(text)
    return (short, True) if is_shorter else (text, False)


def _has_ragged_ends(text: str) -> bool:
    return text != text.strip() or not text


def _is_visible(character: str) -> bool:
    if character in _JOINERS:
        return True
    return character.isprintable() or unicodedata.category(character) == "Zs"
