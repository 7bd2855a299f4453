"""The tables: stored segments of public sets, mixtures, and customers made on the spot."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.cluster import KMeans
from sklearn.preprocessing import StandardScaler

from benchmarks.data import load_segments, mixture
from benchmarks.segments.cases import CUSTOMERS, MIXTURE, SegmentsCase

Labels: TypeAlias = NDArray[np.int64]

PLANS, REGIONS = ("Free", "Basic", "Plus", "Business"), ("North", "East", "South", "West")
CHANNELS = ("web", "app", "store")
HABITS = 8  # kinds of customers behind the table, more than there are segments
TODAY = np.datetime64("2025-07-01")
FARTHEST = 5  # standard deviations at which scaled numbers are clipped


def table_of(case: SegmentsCase) -> tuple[Any, Labels]:
    """Return the table of a case and its labels."""
    if case.table == CUSTOMERS:
        table = customers(case.rows)
        return table, segments_of(table, case.clusters)
    if case.table == MIXTURE:
        return mixture(case.clusters, case.informative, case.rows)
    return load_segments(case.name)


def customers(rows: int, seed: int = 0) -> pd.DataFrame:
    """Make customers: numbers, skewed money, counts, dates, categories and truth values.

    Every customer has one of some kinds of habits, which every column but the region depends on.
    """
    random = np.random.default_rng(seed)
    habit = random.integers(HABITS, size=rows)

    def by_habit(low: float, high: float) -> NDArray[np.float64]:
        return random.uniform(low, high, size=HABITS)[habit]

    def level(names: tuple[str, ...]) -> NDArray[np.str_]:
        shares = random.dirichlet(np.ones(len(names)), size=HABITS).cumsum(axis=1)
        drawn = (random.random((rows, 1)) > shares[habit, :-1]).sum(axis=1)
        return np.asarray(np.array(names)[drawn])

    orders = random.poisson(random.gamma(2, by_habit(1, 8)))
    days = random.exponential(by_habit(5, 120)).astype(int)
    tenure = random.gamma(2, by_habit(3, 30)).round(1)
    since = (tenure * 30).astype(int) + days
    return pd.DataFrame(
        {
            "age": random.normal(by_habit(25, 60), 10).clip(18, 90).astype(int),
            "income": random.lognormal(by_habit(10, 11.2), 0.4).round(-2),
            "orders": orders,
            "spend": (orders * random.lognormal(by_habit(2.5, 4.5), 0.6)).round(2),
            "visits": random.poisson(by_habit(1, 20)),
            "support": random.poisson(by_habit(0.2, 3)),
            "discount": random.beta(2, by_habit(3, 20)).round(3),
            "returns": random.binomial(orders, by_habit(0.02, 0.3)),
            "tenure": tenure,
            "rating": random.normal(by_habit(3, 4.6), 0.5).clip(1, 5).round(1),
            "last_login": pd.Series(TODAY - days.astype("timedelta64[D]")),
            "first_order": pd.Series(TODAY - since.astype("timedelta64[D]")),
            "plan": level(PLANS),
            "region": random.choice(np.array(REGIONS), size=rows),
            "channel": level(CHANNELS),
            "newsletter": random.random(rows) < by_habit(0.1, 0.9),
        }
    )


def segments_of(table: pd.DataFrame, clusters: int) -> Labels:
    """Cluster a table as an analyst would."""
    labels = KMeans(clusters, n_init=10, random_state=0).fit(compared(table)).labels_
    return np.asarray(labels, dtype=np.int64)


def compared(table: pd.DataFrame) -> NDArray[np.float64]:
    """Return rows whose distances count: numbers and dates scaled, a 0 or 1 for each level.

    Levels are not scaled, or else a column of rare levels would outweigh all numbers.
    """
    dates = table.select_dtypes("datetime")
    days = dates.apply(lambda column: (column - pd.Timestamp(TODAY)).dt.days)
    numbers = table.select_dtypes("number").join(days).to_numpy(dtype=float)
    levels = pd.get_dummies(table.select_dtypes(exclude=["number", "datetime"]))
    return np.column_stack([in_deviations(numbers), levels.to_numpy(dtype=float)])


def in_deviations(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scale columns to their standard deviations, and clip what is farthest from the means."""
    scaled = StandardScaler().fit_transform(numbers)
    return np.asarray(scaled.clip(-FARTHEST, FARTHEST), dtype=np.float64)
