"""Tables of a few rows with columns of every kind."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

import numpy as np
import pyarrow as pa
from hypothesis import strategies as st

NAMES = ["plain", "two words", 'quo"te', "it's", "a;b--", "größe", "x\ny", "select"]
WORDS = ["a", "b", "", "it's", 'say "hi"', "Ω", "a\\b", "%_"]


def column(rows):
    """A strategy for a column of so many rows, as an array of pyarrow."""

    def filled(values, kind):
        return st.lists(values, min_size=rows, max_size=rows).map(lambda v: pa.array(v, kind))

    numbers = st.floats(-1e6, 1e6, width=32) | st.integers(-3, 3).map(float)
    cents = st.integers(-5_000, 5_000).map(lambda cent: Decimal(cent).scaleb(-1))
    days = st.integers(-800, 20_000).map(lambda d: date(1970, 1, 1) + timedelta(days=d))
    moments = st.integers(-(10**12), 10**15).map(
        lambda us: datetime(1970, 1, 1) + timedelta(microseconds=us)
    )
    return st.one_of(
        filled(numbers, pa.float64()),
        filled(numbers, pa.float32()),
        filled(st.integers(-5, 5), pa.int64()),
        filled(st.integers(0, 3), pa.uint8()),
        filled(cents, pa.decimal128(18, 1)),
        filled(st.booleans(), pa.bool_()),
        filled(st.booleans() | st.none(), pa.bool_()),
        filled(st.sampled_from(WORDS), pa.string()),
        filled(st.sampled_from(WORDS) | st.none(), pa.string()),
        filled(days, pa.date32()),
        filled(moments, pa.timestamp("us")),
        filled(moments.map(lambda m: m.replace(tzinfo=UTC)), pa.timestamp("us", "UTC")),
    )


LABELS = [
    (1, 2, 3),
    ("one", "it's", "Ω"),
    ("A", "a", ""),
    (True, False),
    (0.3, 0.1, -1e300),
    (date(2024, 1, 1), date(2025, 1, 1)),
    (datetime(2024, 1, 1, 12, 30, 5, 6), datetime(2025, 1, 1)),
    (time(12, 30), time(13)),
]


@st.composite
def labelled(draw, most_rows=14, most_columns=3):
    """A table with a column `label` of at least two labels."""
    rows = draw(st.integers(2, most_rows))
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=most_columns, unique=True))
    columns = {name: draw(column(rows)) for name in names}
    known = draw(st.sampled_from(LABELS))
    rest = draw(st.lists(st.sampled_from(known), min_size=rows - 2, max_size=rows - 2))
    return pa.table({**columns, "label": pa.array([known[0], known[1], *rest])})


def gaussians(rows, features=4, clusters=3, seed=0, spread=0.15):
    """Rows around centres, labelled by the nearest one."""
    random = np.random.default_rng(seed)
    centres = random.uniform(-1, 1, (clusters, features))
    values = centres[random.integers(clusters, size=rows)]
    values = values + random.normal(0, spread, (rows, features))
    label = ((values[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
    return pa.table({**{f"x{d}": values[:, d] for d in range(features)}, "segment": label})
