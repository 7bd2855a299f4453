"""Numbers and dates that an engine holds as text, read there as `table/text_values.py` does."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypeAlias

from clusterscribe.engine.asking import ask, ibis
from clusterscribe.feature import MICROSECONDS_A_DAY, Form, Kind
from clusterscribe.table.text_values import (
    COMMA,
    COMMAS,
    DATE_FORMS,
    DAY_NAMED,
    DOTTED,
    ISO,
    MONTHS,
    NAMED,
    NOT_GIVEN,
    NUMBER_FORMS,
    PLAIN,
    POINTS,
    SLASHED,
    TIME,
    YEAR_FIRST,
    Reading,
    recognised,
)

Expression: TypeAlias = Any
MINUTE = 60 * 10**6  # microseconds

_NUMBERS = {
    Form.DECIMAL_POINT: rf"^(?:{PLAIN}|{COMMAS})$",
    Form.DECIMAL_COMMA: rf"^(?:{COMMA}|{POINTS})$",
}
_CLOCK = r"[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)"
_ZONE = r"\d(Z|[+-]\d{2}(?::?\d{2})?)$"
_ZONED = rf"^{ISO}[ T]\d{{2}}:.*{_ZONE}"
_FINE = r"\.\d{6}\d*[1-9]"  # finer than microseconds


def is_not_given(text: Expression) -> Expression:
    """Return whether a text stands for a missing number or date; never NULL."""
    return text.strip().isin(NOT_GIVEN).fill_null(True)


def number_of_text(
    text: Expression, kind: Kind, form: Form | None, *, strict: bool = False
) -> Expression:
    """Return the number of a text, NULL where it is missing.

    A text that is no such number is NULL as well or, where this is `strict`, an error.
    """
    trimmed, gone = text.strip(), is_not_given(text)
    number = _moment(trimmed, kind, form) if kind.is_moment else _number(trimmed, form)
    if strict:
        refused = trimmed.cast("float64")  # which fails, and names the text
        number = number.isnull().ifelse(refused, number)
    return gone.ifelse(ibis().null("float64"), number)


def reading_of(texts: Expression, sample: list[str], whole: bool) -> Reading | None:
    """Return how all texts of a column can be read; None if they are just text.

    `texts` is a table with the column `level`; `sample` has some of its texts, or the `whole` of
    them. Where it has not, the others are asked for.
    """
    found = recognised(sample)
    if found is None or whole:
        return found
    forms = (Form.PLAIN, *DATE_FORMS) if found.kind.is_moment else NUMBER_FORMS
    kind = Kind.DATETIME if found.kind.is_moment else Kind.NUMBER
    text, given = texts.level.strip(), ~is_not_given(texts.level)
    counts = {
        f"wrong{place}": (given & number_of_text(texts.level, kind, form).isnull())
        for place, form in enumerate(forms)
    }
    counts |= {"timed": given & text.re_search(_CLOCK), "zoned": given & text.re_search(_ZONED)}
    counts["given"] = given
    query = texts.aggregate(**{name: which.cast("int64").sum() for name, which in counts.items()})
    (facts,) = ask(query, "texts were read as numbers and dates").to_pylist()
    possible = [form for place, form in enumerate(forms) if not facts[f"wrong{place}"]]
    return _decided(found, possible, facts)


def is_too_fine(text: Expression) -> Expression:
    """Return whether a time that is written as text is finer than microseconds."""
    return text.re_search(_FINE).fill_null(False)


def _decided(found: Reading, possible: list[Form], facts: dict[str, int]) -> Reading | None:
    if not possible:
        return None
    if not found.kind.is_moment:
        form = possible[0] if len(possible) == 1 else None
        return Reading(found.kind, form, doubt="" if form else found.doubt)
    if facts["zoned"] not in (0, facts["given"]):
        return None
    kind = Kind.DATETIME if facts["timed"] else Kind.DATE
    # plain texts can be read with any form
    form = possible[0] if Form.PLAIN in possible or len(possible) == 1 else None
    return Reading(kind, form, facts["zoned"] > 0, "" if form else found.doubt)


def _number(text: Expression, form: Form | None) -> Expression:
    if form is Form.DECIMAL_COMMA:
        plain = text.replace(".", "").replace(",", ".")
        pattern = _NUMBERS[form]
    elif form is Form.DECIMAL_POINT:
        plain, pattern = text.replace(",", ""), _NUMBERS[form]
    else:
        plain, pattern = text, rf"^{PLAIN}$"
    is_number = text.re_search(pattern)
    return is_number.ifelse(plain.try_cast("float64"), ibis().null("float64"))


def _moment(text: Expression, kind: Kind, form: Form | None) -> Expression:
    """Return days or microseconds since 1970."""
    clock = text.re_extract(_CLOCK, 1)
    seconds = (clock.length() == 5).ifelse(clock + ":00", clock)
    time = (clock == "").ifelse("00:00:00", seconds)
    local = (_day(text, form) + " " + time).try_cast("timestamp")
    since = local.delta(ibis().literal(datetime(1970, 1, 1)), unit="microsecond")
    ticks = (since - _offset(text)).cast("float64")
    return (
        (ticks / float(MICROSECONDS_A_DAY)).floor().cast("float64") if kind is Kind.DATE else ticks
    )


def _offset(text: Expression) -> Expression:
    """Return how far a time zone is ahead of UTC, in microseconds; 0 where there is none."""
    zone = text.re_search(_ZONED).ifelse(text.re_extract(_ZONE, 1), "Z")
    digits = zone.replace(":", "")
    hours = digits.substr(1, 2).try_cast("int64").fill_null(0)
    minutes = digits.substr(3, 2).try_cast("int64").fill_null(0)
    ahead = (hours * 60 + minutes) * MINUTE
    return (zone == "Z").ifelse(0, zone.startswith("-").ifelse(-ahead, ahead))


def _day(text: Expression, form: Form | None) -> Expression:
    """Return the day of a date as ISO writes it; NULL for what is no date."""

    def part(pattern: str, place: int) -> Expression:
        return text.re_extract(pattern, place)

    def iso(pattern: str, year: int, month: Expression, day: int) -> tuple[Expression, Expression]:
        written = part(pattern, year) + "-" + _two(month) + "-" + _two(part(pattern, day))
        zones = pattern == ISO
        whole = rf"^{pattern}{TIME if zones else TIME.replace(_ZONE_OF_TIME, '')}$"
        return text.re_search(whole), written

    cases = [
        iso(ISO, 1, part(ISO, 2), 3),
        iso(YEAR_FIRST, 1, part(YEAR_FIRST, 2), 3),
        iso(DOTTED, 3, part(DOTTED, 2), 1),
        iso(NAMED, 3, _month(part(NAMED, 1)), 2),
        iso(DAY_NAMED, 3, _month(part(DAY_NAMED, 2)), 1),
    ]
    if form is Form.DAY_FIRST:
        cases.append(iso(SLASHED, 3, part(SLASHED, 2), 1))
    if form is Form.MONTH_FIRST:
        cases.append(iso(SLASHED, 3, part(SLASHED, 1), 2))
    return ibis().cases(*cases, else_=ibis().null("string"))


_ZONE_OF_TIME = r"(Z|[+-]\d{2}(?::?\d{2})?)?"


def _two(digits: Expression) -> Expression:
    return (digits.length() == 1).ifelse(ibis().literal("0") + digits, digits)


def _month(name: Expression) -> Expression:
    """Return the number of a month; what is none makes a date that does not exist."""
    lower = name.lower()
    numbers = [
        (lower.isin([month, month[:3], *(["sept"] if month == "september" else [])]), f"{place:02}")
        for place, month in enumerate(MONTHS, start=1)
    ]
    return ibis().cases(*numbers, else_="00")
