"""What of a table can describe clusters: one policy for memory, files, engines and the app.

Left out, with one remark that lists them all, unless the caller names the columns to use:

    identifiers         a different text in (nearly) every row; a different integer in every row,
                        in a column that is named like an identifier
    free text           long texts that are mostly different, or more levels than a reader can
                        follow
    constant columns    the same value in every row
    empty columns       every value is missing
    unusable kinds      durations, nested values, binary data, ...

Refused, all of it in one message: infinite numbers, integers and times that floating-point numbers
cannot hold, missing numbers where these are an error, and whatever is named but cannot be used.

Whoever has a table gathers `Facts` about its columns; the decisions are all made here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clusterscribe.errors import InputError, hint
from clusterscribe.feature import Feature, Form, Kind, Level
from clusterscribe.parameters import Missing
from clusterscribe.table.column import Unusable
from clusterscribe.table.shape import listed
from clusterscribe.table.table import unusable_column

MOST_LEVELS = 1000
ENOUGH_ROWS = 50  # to call a column an identifier or free text
NEARLY_ALL = 0.95  # share of the rows with a text of their own that makes an identifier
MOSTLY = 0.5  # share of the rows with a long text of their own that makes free text
LONG = 30  # characters of a text, on average, that nobody would call a category
MOST_NAMES = 40  # of columns that are listed for one reason

CONSTANT = "the same value in every row"
EMPTY = "no values"
LABELS = "the labels themselves"
FREE_TEXT = "free text"
IDENTIFIER = "an identifier: different in nearly every row"
IDENTIFIER_NUMBER = "an identifier: so it is named, and different in every row"
INSIST = "to insist on any, name the columns to use in features (--features)"

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_ANYWHERE = frozenset({"id", "ids", "uuid", "guid", "oid", "pk"})  # at either end of a name
_AT_THE_END = frozenset({"key", "nr", "no", "index", "idx", "row", "rownum"})
_INDEX = re.compile(r"(Unnamed: \d+|index|)")  # what pandas and R write for the rows themselves
_READ_AS = {Kind.NUMBER: "numbers", Kind.DATE: "dates", Kind.DATETIME: "times"}


@dataclass(frozen=True, slots=True)
class Facts:
    """What the policy has to know of a column, wherever it is."""

    name: str
    kind: Kind  # LEVEL for categories and text
    rows: int
    different: int  # values; of numbers no more than needed: 2 stands for 2 or more
    missing: int = 0
    infinite: int = 0
    exact: bool = True
    zoned: bool = False
    is_unique: bool = False  # all are whole and different; asked only of what is named so
    is_text: bool = False
    length: float = 0.0  # of texts, on average
    levels: tuple[Level, ...] = ()  # of a category, no more than it may have
    form: Form | None = None  # texts are read as numbers or dates
    example: str = ""  # of such a text; none where it was read, and remarked on, before
    doubt: str = ""  # texts look like numbers or dates and could be read in two ways
    unusable: Unusable | None = None

    @property
    def is_broken(self) -> bool:
        """Whether values of all kinds are mixed, which nobody can have meant."""
        return self.unusable is not None and self.unusable.is_mixed

    @property
    def present(self) -> int:
        """The number of rows that have a value."""
        return self.rows - self.missing


@dataclass(slots=True)
class Selection:
    """Decides column by column, and speaks once at the end."""

    insisted: bool  # the caller has named the columns
    missing: Missing = "outside"
    constants: bool = False  # a constant column is of use
    left_out: dict[str, str] = field(default_factory=dict)  # the reason of each column
    _kept: list[Facts] = field(default_factory=list)
    _constant: list[Facts] = field(default_factory=list)
    _refused: list[InputError] = field(default_factory=list)

    def add(self, facts: Facts) -> None:
        """Keep a column, leave it out, or note why it must be refused."""
        reason = why_left_out(facts)
        if self.constants and reason == CONSTANT:
            reason = ""
        if self.insisted or facts.is_broken:
            refusal = _impossible(facts)
            if refusal is None:
                self._kept.append(facts)
            else:
                self._refused.append(refusal)
        elif reason:
            self.left_out[facts.name] = reason
            if reason == CONSTANT:
                self._constant.append(facts)
        else:
            self._kept.append(facts)

    def leaves_labels(self, name: str, holds_labels: bool) -> bool:
        """Leave out a column that holds the labels, which would describe themselves."""
        if holds_labels:
            self.left_out[name] = LABELS
        return holds_labels

    def features(self, quiet: bool = False) -> tuple[Feature, ...]:
        """Return the features of the columns that are kept; refuse, or remark on the others."""
        if not self._kept and self._constant and not self._refused:
            # a table in which nothing differs is described all the same, and that is remarked on
            self._kept = self._constant
            self.left_out = {n: r for n, r in self.left_out.items() if r != CONSTANT}
        _refuse([*self._refused, *_problems(self._kept, self.missing)])
        if not self._kept:
            raise nothing_left(self.left_out)
        remark = "" if quiet else remark_on(self._worth_saying(), self._kept)
        if remark:
            hint(remark)
        return tuple(feature for facts in self._kept for feature in features_of_facts(facts))

    def _worth_saying(self) -> dict[str, str]:
        """Return what was left out, but for what few rows have in common by chance."""
        chance = {facts.name for facts in self._constant if facts.rows < ENOUGH_ROWS}
        return {name: reason for name, reason in self.left_out.items() if name not in chance}


def why_left_out(facts: Facts) -> str:
    """Return why a column is left out unless the caller insists on it; nothing if it is not."""
    if facts.unusable is not None:
        return facts.unusable.what
    if facts.different == 0 or facts.missing == facts.rows:
        return EMPTY
    if facts.different == 1 and not facts.missing:
        return CONSTANT
    if facts.kind is Kind.LEVEL:
        return _why_not_a_category(facts)
    is_identifier = facts.is_unique and facts.present >= ENOUGH_ROWS
    return IDENTIFIER_NUMBER if is_identifier and is_named_identifier(facts.name) else ""


def _why_not_a_category(facts: Facts) -> str:
    many = facts.different > MOST_LEVELS
    share = facts.different / facts.present
    if facts.doubt and (many or (share >= NEARLY_ALL and facts.present >= ENOUGH_ROWS)):
        return facts.doubt
    if facts.is_text and facts.present >= ENOUGH_ROWS:
        if facts.length >= LONG and share >= MOSTLY:
            return FREE_TEXT
        if share >= NEARLY_ALL:
            return IDENTIFIER
    if many:
        what = "texts" if facts.is_text else "levels"
        return f"{facts.different:,} different {what}, more than the {MOST_LEVELS:,} of a category"
    return ""


def is_named_identifier(name: str) -> bool:
    """Whether a column is named like an identifier: `id`, `customer_id`, `orderNr`, `UUID`.

    Only whole words count: `paid`, `humidity` and `no_of_children` are measurements.
    """
    words = [word.lower() for word in _WORDS.findall(name)]
    if _INDEX.fullmatch(name):
        return True
    return bool(words) and (
        words[0] in _ANYWHERE or words[-1] in _ANYWHERE or words[-1] in _AT_THE_END
    )


def features_of_facts(facts: Facts) -> list[Feature]:
    """Return the features that a column gives.

    A category gives one feature per level, and a missing value is a level of its own. So are
    booleans of which some are missing. Where numbers or dates are missing, that they are is one
    feature more.
    """
    name, has_holes = facts.name, facts.missing > 0
    if facts.kind is Kind.LEVEL or (facts.kind is Kind.BOOLEAN and has_holes):
        levels = [*facts.levels, None] if has_holes else facts.levels
        return [Feature(name, Kind.LEVEL, level) for level in levels]
    number = Feature(name, facts.kind, zoned=facts.zoned, form=facts.form)
    hole = Feature(name, Kind.LEVEL, None, of=facts.kind)
    return [number, hole] if has_holes else [number]


def remark_on(left_out: Mapping[str, str], kept: Iterable[Facts] = (), insist: str = INSIST) -> str:
    """Return all that there is to say about the columns of a table, or nothing."""
    parts = [f"left out: {_with_reasons(left_out.items())}"] if left_out else []
    kept = list(kept)
    for kind, word in _READ_AS.items():
        read = [
            (facts.name, f"{facts.example!r}{_order(facts.form)}")
            for facts in kept
            if facts.form is not None and facts.example and facts.kind is kind
        ]
        if read:
            parts.append(f"text read as {word}: {_with_reasons(read)}")
    doubtful = [(f.name, f"{f.doubt}, such as {f.example!r}") for f in kept if f.doubt]
    if doubtful:
        parts.append(f"left as text: {_with_reasons(doubtful)}")
    return "; ".join([*parts, insist] if left_out and insist else parts)


def nothing_left(left_out: Mapping[str, str]) -> InputError:
    """Return the error for a table of which every column is left out."""
    return InputError(
        f"no column is left to describe with: {_with_reasons(left_out.items())}; add columns, or "
        "name those to use in features (--features)"
    )


def _with_reasons(reasons: Iterable[tuple[str, str]]) -> str:
    """Return `'a' and 'b' (a reason), 'c' (another)`: each reason once, with all of its columns."""
    names: dict[str, list[str]] = {}
    for name, reason in reasons:
        names.setdefault(reason, []).append(repr(name))
    return ", ".join(f"{listed(some, MOST_NAMES)} ({reason})" for reason, some in names.items())


def _order(form: Form | None) -> str:
    return "" if form in (None, Form.PLAIN, Form.DECIMAL_POINT) else f", {form}"


def _impossible(facts: Facts) -> InputError | None:
    """Return why a column cannot be used even if the caller insists on it."""
    if facts.unusable is not None:
        return unusable_column(facts.name, facts.unusable)
    if facts.kind is not Kind.LEVEL or facts.different <= MOST_LEVELS:
        return None
    looks = "says too little about a cluster"
    if facts.is_text and facts.different == facts.rows:
        looks = "looks like an identifier"
    return InputError(
        f"column {facts.name!r} has {facts.different:,} different values, more than the "
        f"{MOST_LEVELS:,} levels that a category may have, and {looks}; exclude it, "
        "convert it to numbers or group its values"
    )


def _problems(kept: Sequence[Facts], missing: Missing) -> list[InputError]:
    """Return why columns that are kept must be refused."""
    numeric = [f for f in kept if f.kind not in (Kind.LEVEL, Kind.BOOLEAN)]
    problems = [inexact(f.name, f.kind) for f in numeric if not f.exact]
    if missing == "error":
        holes = {f.name: f.missing for f in numeric}
        problems += _rows_with("missing values (NaN)", holes, numeric, MISSING_ALLOWED)
    infinite = {f.name: f.infinite for f in numeric}
    return problems + _rows_with("infinite values (inf)", infinite, numeric, "")


MISSING_ALLOWED = ", or say missing='outside': no condition holds for a missing value"


def _rows_with(
    what: str, count: Mapping[str, int], kept: Sequence[Facts], remedy: str
) -> list[InputError]:
    """Return the error for columns in which some rows hold what no condition can be made of."""
    found = [f"{f.name!r} ({count[f.name]:,} of {f.rows:,} rows)" for f in kept if count[f.name]]
    if not found:
        return []
    where = f"column{'s' if len(found) > 1 else ''} {listed(found, most=12)}"
    them = "the columns" if len(found) > 1 else "the column"
    advice = f"fill them, drop these rows, {'' if remedy else 'or '}exclude {them}{remedy}"
    return [InputError(f"X has {what} in {where}; {advice}")]


def inexact(name: str, kind: Kind) -> InputError:
    """Return the error for integers or times that are too fine for a float64."""
    if kind is Kind.INTEGER:
        return InputError(
            f"column {name!r} holds integers beyond 2^53, which floating-point numbers "
            "cannot hold exactly; convert it to text, or exclude it"
        )
    return InputError(
        f"column {name!r} holds times that microseconds since 1970 cannot hold exactly; "
        "round it to seconds, or exclude it"
    )


def _refuse(problems: Sequence[InputError]) -> None:
    """Raise all problems as one; several are numbered, so that none is overlooked."""
    if not problems:
        return
    if len(problems) == 1:
        raise problems[0]
    lines = [f"({place}) {problem}" for place, problem in enumerate(problems, start=1)]
    raise InputError(f"the table has {len(problems)} problems: {'; '.join(lines)}")
