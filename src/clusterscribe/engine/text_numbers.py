"""Numbers and dates that an engine holds as text, read there as `table/text_values.py` does."""

from __future__ import annotations

import re
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
    IN_DOUBT,
    ISO,
    MONTHS,
    NAMED,
    NOT_GIVEN,
    NUMBER_FORMS,
    PLAIN,
    POINTS,
    SLASHED,
    TIME,
    WHOLE,
    YEAR_FIRST,
    ZONE,
    Reading,
    recognised,
)

Expression: TypeAlias = Any
MINUTE = 60 * 10**6  # microseconds
_WHOLE = re.compile(WHOLE, re.ASCII)

_NUMBERS = {
    Form.DECIMAL_POINT: rf"^(?:{PLAIN}|{COMMAS})$",
    Form.DECIMAL_COMMA: rf"^(?:{COMMA}|{POINTS})$",
}
_CLOCK = r"[ T]\d{2}:\d{2}"
_ZONED = rf"^{ISO}[ T][\d:.]+(?:Z|([+-])(\d{{2}})(?::?(\d{{2}}))?)$"
_ZONE_AT_END = r"^(.*:[\d.]+)(?:Z|[+-][\d:]+)$"
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
        wanted = "no date: " if kind.is_moment else "no number: "
        refused = (ibis().literal(wanted) + trimmed).cast("float64")  # which fails, and says why
        number = number.isnull().ifelse(refused, number)
    return gone.ifelse(ibis().null("float64"), number)


def reading_of(texts: Expression, sample: list[str], whole: bool) -> Reading | None:
    """Return how all texts of a column can be read; None if they are just text.

    `texts` is a table with the column `level`; `sample` has some of its texts, or the `whole` of
    them. Where it has not, the others are asked for.
    """
    found = recognised(sample)
    if found is None and not whole and all(map(_WHOLE.fullmatch, map(str.strip, sample))):
        found = Reading(Kind.NUMBER, None)  # of the others, some may have decimals
    if found is None or whole:
        return found
    forms = (Form.PLAIN, *DATE_FORMS) if found.kind.is_moment else NUMBER_FORMS
    kind = Kind.DATETIME if found.kind.is_moment else Kind.NUMBER
    text, given = texts.level.strip(), ~is_not_given(texts.level)
    counts = {
        f"wrong{place}": (given & number_of_text(texts.level, kind, form).isnull())
        for place, form in enumerate(forms)
    }
    patterns = {"timed": _CLOCK, "zoned": _ZONED, "marked": r"[.,]"}
    counts |= {name: given & text.re_search(pattern) for name, pattern in patterns.items()}
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
        doubt = "" if form else IN_DOUBT[NUMBER_FORMS]
        return Reading(found.kind, form, doubt=doubt) if facts["marked"] else None
    if facts["zoned"] not in (0, facts["given"]):
        return None
    kind = Kind.DATETIME if facts["timed"] else Kind.DATE
    # plain texts can be read with any form
    form = possible[0] if Form.PLAIN in possible or len(possible) == 1 else None
    return Reading(kind, form, facts["zoned"] > 0, "" if form else IN_DOUBT[DATE_FORMS])


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
    ticks = ticks_of_text(text, form).cast("float64")
    return (
        (ticks / float(MICROSECONDS_A_DAY)).floor().cast("float64") if kind is Kind.DATE else ticks
    )


def ticks_of_text(text: Expression, form: Form | None) -> Expression:
    """Return microseconds since 1970 as integers; NULL for what is no date or time."""
    trimmed = text.strip()
    is_moment = trimmed.re_search(_date_or_time(form))
    local = _as_iso(trimmed, form).re_replace(_ZONE_AT_END, r"\1").try_cast("timestamp")
    since = local.delta(ibis().literal(datetime(1970, 1, 1)), unit="microsecond")
    return is_moment.ifelse(since - _offset(trimmed), ibis().null("int64"))


def _date_or_time(form: Form | None) -> str:
    """Return the pattern of all that can be read with a form; only ISO times have zones."""
    others = [YEAR_FIRST, DOTTED, NAMED, DAY_NAMED, *([SLASHED] if form in DATE_FORMS else [])]
    zoneless = TIME.replace(ZONE, "")
    return rf"^(?:{ISO}{TIME}|(?:{'|'.join(others)}){zoneless})$"


def _as_iso(text: Expression, form: Form | None) -> Expression:
    """Return dates as ISO writes them, but for leading zeros; other texts as they are."""
    day_month = r"\2-\1" if form is Form.DAY_FIRST else r"\1-\2"
    iso = text
    for pattern, order in (
        (YEAR_FIRST, r"\1-\2-\3"),
        (DOTTED, r"\3-\2-\1"),
        (SLASHED, rf"\3-{day_month}"),
        (NAMED, r"\3-\1-\2"),
        (DAY_NAMED, r"\3-\2-\1"),
    ):
        iso = iso.re_replace(f"^{pattern}", order)
    for place, month in enumerate(MONTHS, start=1):
        names = "|".join([month, month[:3], *(["sept"] if month == "september" else [])])
        iso = iso.re_replace(rf"^(\d{{4}})-(?i:{names})-", rf"\1-{place}-")
    return iso


def _offset(text: Expression) -> Expression:
    """Return how far a time zone is ahead of UTC, in microseconds; 0 where there is none."""
    sign = (text.re_extract(_ZONED, 4) == "-").ifelse(-1, 1)
    hours = text.re_extract(_ZONED, 5).try_cast("int64").fill_null(0)
    minutes = text.re_extract(_ZONED, 6).try_cast("int64").fill_null(0)
    return sign * (hours * 60 + minutes) * MINUTE
