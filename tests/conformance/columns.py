"""Fuzzed columns of every type that a table can have, and what each is in a database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa

from clusterscribe import Feature, Kind

ROWS = 14
EPOCH = datetime(1970, 1, 1)


@dataclass(frozen=True)
class ColumnType:
    """How cells are drawn, what holds them, and which features may speak of them."""

    draw: Callable[[np.random.Generator], Any]
    arrow: pa.DataType
    kinds: tuple[Kind, ...]
    postgres: str | None  # None: PostgreSQL has no such type
    sqlite: bool = True  # whether SQLite can hold it, and ANSI SQL ask it about it

    def fuzzed(self, seed: int) -> pa.Array:
        """Some cells, among them equal and neighbouring ones, and missing ones for odd seeds."""
        rng = np.random.default_rng(seed)
        cells = [self.draw(rng) for _ in range(ROWS)]
        cells[0] = cells[1]
        if seed % 2:  # or else pandas would hold no whole numbers as such
            cells[2] = cells[3] = None
        return pa.array(cells, self.arrow)

    @property
    def zoned(self) -> bool:
        """Whether times carry a zone."""
        return pa.types.is_timestamp(self.arrow) and self.arrow.tz is not None

    @property
    def features(self) -> list[Feature]:
        """The features that may speak of column x; times also those of the other zone."""
        return [
            Feature("x", kind, zoned=zoned)
            for kind in self.kinds
            for zoned in ((False, True) if kind is Kind.DATETIME else (False,))
        ]


def one_of(*cells):
    return lambda rng: cells[rng.integers(len(cells))]


def either(*draws):
    return lambda rng: draws[rng.integers(len(draws))](rng)


def double(rng):
    return float(rng.choice([rng.normal(), round(rng.normal(), 1), rng.normal() * 1e9]))


def single(rng):
    return float(np.float32(rng.choice([0.1, 0.2, 0.3, 16777217.0, rng.normal()])))


def decimal(digits: int, places: int):
    def draw(rng):
        some = int(rng.integers(1, digits + 1))
        drawn = int("".join(map(str, rng.integers(0, 10, some))))
        return Decimal(int(rng.choice([-1, 1])) * drawn).scaleb(-places)

    return draw


def around(*centres: int):
    return lambda rng: centres[rng.integers(len(centres))] + int(rng.integers(-3, 4))


def day(rng):
    return date(1970, 1, 1) + timedelta(days=int(rng.choice([rng.integers(-4, 4), 19_782])))


def moment(rng):
    """Times that end and begin days, here and in New York, to the microsecond."""
    hours = int(rng.choice([-24, -5, 0, 4, 5, 24, 24 * 19_782, 24 * 19_782 + 4]))
    return EPOCH + timedelta(hours=hours, microseconds=int(rng.integers(-2, 3)))


def nanosecond(rng):
    after = int(rng.choice([0, 86_400_000_000_000, 1_700_000_000_000_000_000]))
    return after + int(rng.integers(0, 4000))


extreme = one_of(1e308, -1e308, 1.7976931348623157e308, 5e-324, -5e-324, 1e-300, 0.0, -0.0)
infinite = one_of(float("inf"), float("-inf"), float("nan"))
NUMBERS = (Kind.NUMBER, Kind.INTEGER)
TIMES = (Kind.DATETIME, Kind.DATE)

TYPES = {
    "float64": ColumnType(double, pa.float64(), NUMBERS, "DOUBLE PRECISION"),
    "extreme": ColumnType(extreme, pa.float64(), NUMBERS, "DOUBLE PRECISION"),
    "infinite": ColumnType(either(double, infinite), pa.float64(), NUMBERS, "DOUBLE PRECISION"),
    "float32": ColumnType(single, pa.float32(), NUMBERS, "REAL"),
    "infinite float32": ColumnType(either(single, infinite), pa.float32(), NUMBERS, "REAL"),
    "decimal": ColumnType(decimal(4, 2), pa.decimal128(9, 2), NUMBERS, "NUMERIC(9, 2)", False),
    "wide decimal": ColumnType(
        decimal(30, 18), pa.decimal128(38, 18), (Kind.NUMBER,), "NUMERIC(38, 18)", False
    ),
    "integer": ColumnType(around(0, 5, 2**24), pa.int64(), NUMBERS, "BIGINT"),
    "wide integer": ColumnType(
        around(0, 2**53, -(2**53), 2**60, 2**63 - 4), pa.int64(), NUMBERS, "BIGINT"
    ),
    "boolean": ColumnType(one_of(True, False), pa.bool_(), (Kind.BOOLEAN,), "BOOLEAN"),
    "category": ColumnType(one_of("a", "it's", "", "NULL"), pa.string(), (Kind.LEVEL,), "TEXT"),
    "date": ColumnType(day, pa.date32(), TIMES, "DATE", False),
    "time": ColumnType(moment, pa.timestamp("us"), TIMES, "TIMESTAMP", False),
    "far time": ColumnType(
        lambda rng: datetime.max - timedelta(microseconds=int(rng.integers(0, 90))),
        pa.timestamp("us"), TIMES, "TIMESTAMP", False,
    ),
    "zoned time": ColumnType(
        lambda rng: moment(rng).replace(tzinfo=UTC),
        pa.timestamp("us", "America/New_York"), TIMES, "TIMESTAMPTZ", False,
    ),
    "nanosecond": ColumnType(nanosecond, pa.timestamp("ns"), TIMES, None, False),
    "zoned nanosecond": ColumnType(nanosecond, pa.timestamp("ns", "UTC"), TIMES, None, False),
}  # fmt: skip
