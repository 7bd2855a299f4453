"""Make a table of customers as it comes out of a warehouse: ids, notes, text dates, holes.

python docs/examples/customers.py customers.csv 20000

The people are made up; the segments are those that k-means finds, so that they touch.
"""

import sys

import numpy as np
import pandas as pd
from sklearn.cluster import KMeans

SEGMENTS = 6
HOLES = ("age", "income", "visits", "spend", "tenure", "last_login", "plan")


def customers(rows: int = 20_000, seed: int = 0, holes: float = 0.05) -> pd.DataFrame:
    """Return the table; `segment` holds the cluster of each row."""
    draw = np.random.default_rng(seed)
    age = draw.integers(18, 80, rows)
    income = np.exp(draw.normal(10.3, 0.6, rows))
    visits = draw.poisson(8, rows)
    spend = income * draw.beta(2, 20, rows)
    plan = draw.choice(["Basic", "Plus", "Business"], rows, p=[0.6, 0.3, 0.1])
    days = draw.integers(0, 1500, rows)
    business = plan == "Business"
    seen = [age / 15, np.log(income), visits / 3, spend / 2000, business * 3, days / 400]
    found = KMeans(SEGMENTS, n_init=3, random_state=seed).fit_predict(np.column_stack(seen))
    traits = {
        "Companies": business,
        "Big spenders": spend,
        "Sleepers": -days,
        "Young": -age,
        "Seniors": age,
    }
    login = pd.Timestamp("2022-01-01") + pd.to_timedelta(days, unit="D")
    table = pd.DataFrame(
        {
            "customer_id": [f"C{number:06}" for number in range(rows)],
            "age": age.astype(float),
            "income": income.round(2),
            "visits": visits.astype(float),
            "spend": spend.round(2),
            "plan": plan,
            "region": draw.choice(["north", "south", "east", "west"], rows),
            "tenure": draw.gamma(2, 20, rows).round(1),
            "last_login": login.strftime("%d.%m.%Y"),
            "notes": [f"Called about order {order}, will call again" for order in range(rows)],
            "segment": named(found, traits),
        }
    )
    for name in HOLES:
        table.loc[draw.random(rows) < holes, name] = None
    return table


def named(found: np.ndarray, traits: dict[str, np.ndarray]) -> np.ndarray:
    """Name each cluster by the trait in which it is ahead; the last one has none."""
    names = np.full(len(found), "Well off", dtype=object)
    left = list(range(SEGMENTS))
    for name, values in traits.items():
        ahead = max(left, key=lambda cluster: values[found == cluster].mean())
        names[found == ahead] = name
        left.remove(ahead)
    return names


if __name__ == "__main__":
    target, *size = sys.argv[1:]
    customers(int(size[0]) if size else 20_000).to_csv(target, index=False)
