"""Conditions, names and numbers in words.

Names, levels and labels come from strangers: whatever would break a line or hide in it
is written as an escape, and quotes appear only where a name could be misread.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from decimal import ROUND_DOWN, Context, Decimal
from typing import assert_never

import numpy as np

from clusterscribe.description.core.conditions import (
    Always,
    Between,
    IsKnown,
    IsLevel,
    IsNoneOf,
    IsTruth,
    Never,
    OfHalfSpace,
    Weighted,
    condition_of,
)
from clusterscribe.description.core.halfspace import HalfSpace, Label, Term
from clusterscribe.feature import Feature, Kind, Level

DIGITS = 12  # most significant digits that are shown, but for bounds that need more
LARGEST_COUNT = 10**15
MOST_DIGITS = 17  # any two floating-point numbers differ in them

_JOINERS = "\u200c\u200d"  # invisible, but part of emoji and of Persian words
_MISREAD_NAME = re.compile(r"[<>={}]|^['\"]|\sis\s")
_MISREAD_LEVEL = re.compile(r"[{},]|^['\"]|^(missing|(not|in)\s.*)$", re.IGNORECASE)


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
    texts = (number(value, digits) for digits in range(DIGITS, MOST_DIGITS + 1))
    return next((text for text in texts if float(text) == value), repr(value))


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
    if feature.kind in (Kind.DATE, Kind.DATETIME):
        return moment(value, feature.kind, feature.zoned)
    if feature.kind is Kind.INTEGER and float(value).is_integer() and abs(value) < 2**53:
        return str(int(value))
    return exact(value)


def lower_bound(value: float, feature: Feature) -> tuple[str, bool]:
    """Write a lower bound, and say whether the number that is written is itself too low.

    The number after 2.45 is written as `2.45`, and values are above that.
    """
    return _bound(value, feature, -math.inf)


def upper_bound(value: float, feature: Feature) -> tuple[str, bool]:
    """Write an upper bound, and say whether the number that is written is itself too high."""
    return _bound(value, feature, math.inf)


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


def half_space(value: HalfSpace) -> str:
    """Write one half-space as a condition of its own."""
    return condition(condition_of(value))


def condition(value: OfHalfSpace) -> str:  # noqa: PLR0911 (one for each condition)
    """Write a condition that half-spaces make; `region_wording` writes any other."""
    match value:
        case Between():
            return _between(value)
        case IsLevel(column, wanted):
            return f"{name(column)} is {level(wanted)}"
        case IsNoneOf(column, (unwanted,)):
            return f"{name(column)} is not {level(unwanted)}"
        case IsNoneOf(column, levels):
            return f"{name(column)} is not in {{{', '.join(map(level, levels))}}}"
        case IsTruth(column, truth):
            return f"{name(column)} is {'true' if truth else 'false'}"
        case IsKnown(column):
            return f"{name(column)} is not missing"
        case Weighted(is_any_of=True):
            return " or ".join(_members(value.terms))
        case Weighted(is_score=True):
            return " ".join(_score(value))
        case Weighted():
            relation = ">=" if value.is_at_least else "<="
            return f"{weighted_sum(value.terms)} {relation} {exact(value.bound)}"
        case Always():
            return "every row"
        case Never():
            return "no row"
        case _:
            assert_never(value)


def pieces(value: OfHalfSpace) -> tuple[str, ...]:
    """Write a condition in pieces that can each have a line: of a score, one for each term."""
    if isinstance(value, Weighted) and value.is_score:
        return _score(value)
    return (condition(value),)


def weighted_sum(terms: tuple[Term, ...]) -> str:
    """Write a weighted sum: `2 age - income`, or `2 x age (18 -> 0, 90 -> 1) - ...` if scaled."""
    return " ".join(_summands(terms))


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


def _between(value: Between) -> str:
    feature = value.feature
    subject = name(feature.column)
    low, above = ("", False) if value.lower is None else lower_bound(value.lower, feature)
    high, below = ("", False) if value.upper is None else upper_bound(value.upper, feature)
    at_least, at_most = "<" if above else "<=", "<" if below else "<="
    if not low:
        return f"{subject} {at_most} {high}"
    if not high:
        return f"{subject} {'>' if above else '>='} {low}"
    if low == high and not above and not below:
        return f"{subject} = {low}"
    return f"{low} {at_least} {subject} {at_most} {high}"


def _bound(value: float, feature: Feature, outwards: float) -> tuple[str, bool]:
    text = value_of(value, feature)
    if feature.kind is not Kind.NUMBER:
        return text, False
    beyond = math.nextafter(value, outwards)
    short = number(beyond)
    is_shorter = float(short) == beyond and len(short) < len(text)
    return (short, True) if is_shorter else (text, False)


def _score(value: Weighted) -> tuple[str, ...]:
    relation = "at least" if value.is_at_least else "at most"
    first, *others = _summands(value.terms)
    *leading, last = f"score = {first}", *others
    return (*leading, f"{last}, {relation} {exact(value.bound)}")


def _members(terms: tuple[Term, ...]) -> Iterator[str]:
    """Write truth values and levels of which one will do, the levels of a column together."""
    levels: dict[tuple[str, Kind], list[str]] = {}
    for feature in (term.feature for term in terms):
        wanted = True if feature.kind is Kind.BOOLEAN else feature.level
        levels.setdefault((feature.column, feature.kind), []).append(level(wanted))
    for (column, _), words in levels.items():
        goal = words[0] if len(words) == 1 else f"in {{{', '.join(words)}}}"
        yield f"{name(column)} is {goal}"


def _summands(terms: tuple[Term, ...]) -> list[str]:
    """Write the terms of a sum with their signs."""
    times = " x " if any(term.is_scaled for term in terms) else " "
    words = []
    for place, term in enumerate(terms):
        minus, plus = ("- ", "+ ") if place else ("-", "")
        factor = "" if abs(term.weight) == 1 else f"{abs(term.weight)}{times}"
        words.append(f"{minus if term.weight < 0 else plus}{factor}{_share(term)}")
    return words


def _share(term: Term) -> str:
    """Write what the weight of a term is multiplied with."""
    if not term.is_scaled:
        return summand(term.feature)
    zero, one = (value_of(value, term.feature) for value in (term.zero, term.one))
    return f"{name(term.feature.column)} ({zero} -> 0, {one} -> 1)"


def summand(feature: Feature) -> str:
    """Write the number of a feature as part of a sum: `age`, `[job is admin]`, `days(signup)`."""
    match feature.kind:
        case Kind.LEVEL:
            return f"[{name(feature.column)} is {level(feature.level)}]"
        case Kind.BOOLEAN:
            return f"[{name(feature.column)} is true]"
        case Kind.DATE:
            return f"days({name(feature.column)})"
        case Kind.DATETIME:
            return f"microseconds({name(feature.column)})"
        case _:
            return name(feature.column)


def _has_ragged_ends(text: str) -> bool:
    return text != text.strip() or not text


def _is_visible(character: str) -> bool:
    if character in _JOINERS:
        return True
    return character.isprintable() or unicodedata.category(character) == "Zs"
