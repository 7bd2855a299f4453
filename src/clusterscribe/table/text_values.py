"""Numbers and dates that are written as text, and how a whole column of them is to be read.

    dates      2024-12-31, 2024/12/31, 31.12.2024, Dec 31, 2024, 31 December 2024
               31/12/2024 and 12/31/2024, where the other texts of the column say which it is
    times      any of these with 23:59, 23:59:59 or 23:59:59.5 behind it, after an ISO date also
               with Z or +02:00
    numbers    1.5, 1,234.50 and 1,234,567; or 1,5, 1.234,50 and 1.234.567: whichever fits all texts
               of the column. Whole numbers alone (007, 12) stay text: often they are codes

A column is read so if *all* of its texts can be, in one way only. Signs of currency and percent
are never touched. What is known of a column (its `Form`) is kept, so that new rows are read alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clusterscribe.feature import MICROSECONDS_A_DAY, Form, Kind

NOT_GIVEN = ("", "NA", "N/A", "NaN", "nan", "null", "NULL")
MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_MONTHS = {name: place for place, name in enumerate(MONTHS, start=1)}
_MONTHS |= {name[:3]: place for name, place in _MONTHS.items()} | {"sept": 9}

# patterns for Python and engines alike, so that both agree on what is a date
_HOUR, _SIXTY, YEAR = r"(?:[01]\d|2[0-3])", r"[0-5]\d", r"[1-9]\d{3}"
ZONE = rf"(Z|[+-]{_HOUR}(?::?{_SIXTY})?)?"
TIME = rf"(?:[ T]({_HOUR}):({_SIXTY})(?::({_SIXTY})(?:\.(\d{{1,9}}))?)?{ZONE})?"
ISO = rf"({YEAR})-(\d{{2}})-(\d{{2}})"
YEAR_FIRST = rf"({YEAR})/(\d{{1,2}})/(\d{{1,2}})"
DOTTED = rf"(\d{{1,2}})\.(\d{{1,2}})\.({YEAR})"
SLASHED = rf"(\d{{1,2}})/(\d{{1,2}})/({YEAR})"
NAMED = rf"([A-Za-z]{{3,9}})\.? (\d{{1,2}}),? ({YEAR})"
DAY_NAMED = rf"(\d{{1,2}})[ -]([A-Za-z]{{3,9}})\.?[ -]({YEAR})"
WHOLE = r"[+-]?(?:0|[1-9]\d*)"
PLAIN = rf"{WHOLE}(?:\.\d+)?(?:[eE][+-]?\d+)?"
COMMAS = r"[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?"
POINTS = r"[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?"
COMMA = rf"{WHOLE}(?:,\d+)?"


def _whole(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII)


_DATES = {pattern: _whole(pattern + TIME) for pattern in (ISO, YEAR_FIRST, DOTTED, SLASHED)}
_DATES |= {pattern: _whole(pattern + TIME) for pattern in (NAMED, DAY_NAMED)}
_NUMBERS = {
    Form.PLAIN: _whole(PLAIN),
    Form.DECIMAL_POINT: _whole(f"{PLAIN}|{COMMAS}"),
    Form.DECIMAL_COMMA: _whole(f"{COMMA}|{POINTS}"),
}
NUMBER_FORMS = (Form.DECIMAL_POINT, Form.DECIMAL_COMMA)
DATE_FORMS = (Form.DAY_FIRST, Form.MONTH_FIRST)
_EPOCH = date(1970, 1, 1).toordinal()
IN_DOUBT = {
    DATE_FORMS: "dates of which day or month may come first",
    NUMBER_FORMS: "numbers of which the comma or point may mark decimals or thousands",
}


@dataclass(frozen=True, slots=True)
class Reading:
    """What all texts of a column are; in doubt where two ways to read them fit."""

    kind: Kind
    form: Form | None  # None: in doubt
    zoned: bool = False
    doubt: str = ""


class Moment(NamedTuple):
    """A date or time as it is written."""

    days: int  # since 1970
    microseconds: int | None  # of the day, in UTC where there is a zone; None: a date alone
    zoned: bool
    exact: bool = True  # False: it is finer than microseconds


class Unreadable(ValueError):  # noqa: N818
    """A text is not the number or date that is needed; its argument is the text."""


def is_not_given(text: str) -> bool:
    """Whether a text stands for a missing number or date."""
    return text.strip() in NOT_GIVEN


def recognised(texts: Iterable[str]) -> Reading | None:
    """Return how all texts of a column can be read; None if they are just text.

    Missing ones say nothing; texts of which all are missing are just text.
    """
    given = [text.strip() for text in texts if not is_not_given(text)]
    if not given:
        return None
    return _as_dates(given) if _match(given[0]) else _as_numbers(given)


def numbers_of_texts(
    texts: Sequence[str], kind: Kind, form: Form | None
) -> tuple[NDArray[np.float64], bool]:
    """Return the numbers of texts (NaN: missing), and whether they are exact.

    Without a form, every text has to say by itself what it is. The first that does not raises
    `Unreadable`.
    """
    numbers, exact = np.full(len(texts), np.nan), True
    for place, text in enumerate(texts):
        if is_not_given(text):
            continue
        if kind.is_moment:
            moment = read_moment(text.strip(), form)
            number = _number_of(moment, kind)
            numbers[place] = number
            exact &= moment.exact and int(numbers[place]) == number
        else:
            numbers[place] = read_number(text.strip(), form)
    return numbers, exact


def read_number(text: str, form: Form | None) -> float:
    """Read a number; texts that only a column could explain need a form."""
    known = form if form in NUMBER_FORMS else Form.PLAIN
    if not _NUMBERS[known].fullmatch(text):
        raise Unreadable(text)
    if known is Form.DECIMAL_COMMA:
        return float(text.replace(".", "").replace(",", "."))
    return float(text.replace(",", ""))


def read_moment(text: str, form: Form | None) -> Moment:
    """Read a date or time; one such as 01/02/2024 needs a form."""
    found = _match(text)
    if found is None:
        raise Unreadable(text)
    pattern, match = found
    first, second, third, hours, minutes, seconds, fraction, zone = match.groups()
    if zone is not None and pattern != ISO:
        raise Unreadable(text)
    try:
        if pattern == SLASHED:
            first, second = _ordered(first, second, form, text)
        day = _date(pattern, first, second, third).toordinal() - _EPOCH
        if hours is None:
            return Moment(day, None, zoned=False)
        micro, exact = _microseconds(hours, minutes, seconds, fraction)
        return Moment(day, micro - _offset(zone), zone is not None, exact)
    except (ValueError, KeyError):  # there is no such day or month
        raise Unreadable(text) from None


def _ordered(first: str, second: str, form: Form | None, text: str) -> tuple[str, str]:
    """Return day and month."""
    if form is Form.DAY_FIRST:
        return first, second
    if form is Form.MONTH_FIRST:
        return second, first
    raise Unreadable(text)


def _date(pattern: str, first: str, second: str, third: str) -> date:
    if pattern in (ISO, YEAR_FIRST):
        return date(int(first), int(second), int(third))
    if pattern == NAMED:
        return date(int(third), _MONTHS[first.lower()], int(second))
    if pattern == DAY_NAMED:
        return date(int(third), _MONTHS[second.lower()], int(first))
    return date(int(third), int(second), int(first))


def _microseconds(
    hours: str, minutes: str, seconds: str | None, fraction: str | None
) -> tuple[int, bool]:
    """Return the microseconds of a day, and whether they are exact."""
    digits = (fraction or "").ljust(9, "0")
    whole = (int(hours) * 60 + int(minutes)) * 60 + int(seconds or 0)
    return whole * 10**6 + int(digits[:6]), not int(digits[6:])


def _offset(zone: str | None) -> int:
    """Return how far a time zone is ahead of UTC, in microseconds."""
    if zone in (None, "Z"):
        return 0
    digits = zone[1:].replace(":", "").ljust(4, "0") if zone else ""
    minutes = int(digits[:2]) * 60 + int(digits[2:])
    return (-1 if zone and zone[0] == "-" else 1) * minutes * 60 * 10**6


def _number_of(moment: Moment, kind: Kind) -> int:
    if kind is Kind.DATE:
        return moment.days + (moment.microseconds or 0) // MICROSECONDS_A_DAY
    return moment.days * MICROSECONDS_A_DAY + (moment.microseconds or 0)


def _match(text: str) -> tuple[str, re.Match[str]] | None:
    """Return the pattern of dates that a text fits, and the match."""
    for pattern, compiled in _DATES.items():
        match = compiled.fullmatch(text)
        if match is not None:
            return pattern, match
    return None


def _as_dates(texts: Sequence[str]) -> Reading | None:
    is_slashed = any(_DATES[SLASHED].fullmatch(text) for text in texts)
    tried = {form: _moments(texts, form) for form in (DATE_FORMS if is_slashed else (Form.PLAIN,))}
    possible = [form for form, moments in tried.items() if moments]
    if not possible:
        return None
    moments = tried[possible[0]]
    if len({moment.zoned for moment in moments}) > 1:
        return None
    is_timed = any(moment.microseconds is not None for moment in moments)
    kind, zoned = Kind.DATETIME if is_timed else Kind.DATE, moments[0].zoned
    if len(possible) > 1:
        return Reading(kind, None, zoned, IN_DOUBT[DATE_FORMS])
    return Reading(kind, possible[0], zoned)


def _moments(texts: Sequence[str], form: Form) -> list[Moment]:
    """Read all texts; an empty list if one of them cannot be read."""
    try:
        return [read_moment(text, form) for text in texts]
    except Unreadable:
        return []


def _as_numbers(texts: Sequence[str]) -> Reading | None:
    if not any("," in text or "." in text for text in texts):
        return None
    possible = [form for form in NUMBER_FORMS if all(map(_NUMBERS[form].fullmatch, texts))]
    if not possible:
        return None
    if len(possible) == 1:
        return Reading(Kind.NUMBER, possible[0])
    return Reading(Kind.NUMBER, None, doubt=IN_DOUBT[NUMBER_FORMS])
