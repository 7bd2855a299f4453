"""A feature: one number about a row, and what that number means in the table.

The solver sees numbers only. A feature is the way back: it names the column, says how
the number is to be read (a date, a level of a category, ...), and is what a description
is made of. The numbers are

    number, integer      the value itself
    boolean              0 or 1
    level                1 where the column equals `level` (None: where it is missing), else 0
    date                 days since 1970-01-01
    datetime             microseconds since 1970-01-01 (UTC where the column has a time zone)

A missing number, boolean or date is NaN, and NaN satisfies no condition. Where a column of numbers
or dates has holes, "is missing" is a feature of its own: a level, and the level is None.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

Level: TypeAlias = str | int | float | bool | None

MICROSECONDS_A_DAY = 86_400_000_000


class Kind(StrEnum):
    """How the number of a feature is to be read.

    Examples
    --------
    >>> from clusterscribe import Kind
    >>> Kind.DATE.is_moment
    True

    """

    NUMBER = "number"
    INTEGER = "integer"
    BOOLEAN = "boolean"
    LEVEL = "level"
    DATE = "date"
    DATETIME = "datetime"

    @property
    def is_binary(self) -> bool:
        """Whether the feature only takes the values 0 and 1."""
        return self in (Kind.BOOLEAN, Kind.LEVEL)

    @property
    def is_moment(self) -> bool:
        """Whether the feature is a date or a time."""
        return self in (Kind.DATE, Kind.DATETIME)

    @property
    def is_whole(self) -> bool:
        """Whether the feature only takes whole numbers."""
        return self is not Kind.NUMBER


class Form(StrEnum):
    """How the texts of a column are read as numbers or dates."""

    PLAIN = "plain"  # every text says by itself what it is: 1.5, 2024-12-31, 31.12.2024
    DAY_FIRST = "day first"  # 31/12/2024
    MONTH_FIRST = "month first"  # 12/31/2024
    DECIMAL_POINT = "decimal point"  # 1,234.5
    DECIMAL_COMMA = "decimal comma"  # 1.234,5


@dataclass(frozen=True, slots=True)
class Feature:
    """One number about a row: a column, or one level of a categorical column.

    `form` says how texts become numbers or dates, for a column that came as text. `of` is what a
    column holds of which "is missing" is the feature, where it holds numbers or dates.

    Parameters
    ----------
    column : str
        The column of the table.
    kind : Kind
        How the number is to be read.
    level : str, int, float, bool or None
        Of kind level: which one; None is a missing value.
    zoned : bool
        Of kind datetime: whether the column has a time zone.
    form : Form or None
        How texts become numbers or dates.
    of : Kind or None
        Of "is missing": what the column holds.

    Examples
    --------
    >>> from clusterscribe import Feature, Kind
    >>> Feature("job", Kind.LEVEL, "retired").level
    'retired'

    """

    column: str
    kind: Kind = Kind.NUMBER
    level: Level = None
    zoned: bool = False  # DATETIME only: the column carries a time zone
    form: Form | None = None
    of: Kind | None = None

    @property
    def is_hole(self) -> bool:
        """Whether this says that a number or date is missing."""
        return self.of is not None

    @property
    def counted(self) -> Feature:
        """What it counts as where features are counted: "is missing" counts as the number itself.

        `x <= 9` says that x is known, too. If that were another feature than `x is known`, fewer
        features would be enough for bounds that shut out nothing but missing values.
        """
        if self.kind is Kind.LEVEL and self.of is None:
            return self
        return Feature(self.column, self.of or self.kind)
