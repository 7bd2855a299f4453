"""Make the customers of a small shop as an agency hands them over: messy, and with a segment each.

python shop.py customers.csv            240 customers
python shop.py newer.csv 240 1          those of the next quarter, who order less

The people are made up. The segments follow rules, with exceptions that somebody made by hand.
"""

import sys

import numpy as np
import pandas as pd

HOLES = ("age", "orders", "spend", "returns", "voucher", "last_order")
BY_HAND = 0.01  # share of customers whose segment was changed by hand
TODAY = pd.Timestamp("2026-09-30")


def shop(rows: int = 240, quarter: int = 0, holes: float = 0.02) -> pd.DataFrame:
    """Return the table; `segment` holds what the agency calls each customer."""
    draw = np.random.default_rng(quarter)
    plan = draw.choice(["Basic", "Plus", "Business"], rows, p=[0.6, 0.25, 0.15])
    orders = draw.poisson(np.where(plan == "Plus", 14, 8) - 2 * quarter, rows)
    spend = orders * draw.gamma(4, 12, rows) * np.where(plan == "Business", 3, 1)
    returns = (100 * draw.beta(1.2, 6, rows)).round()
    voucher = (100 * draw.beta(1, 2, rows)).round()
    days = draw.gamma(2, 60, rows).round() + 40 * quarter
    segment = draw_segment(draw, plan, orders, returns, days)
    table = pd.DataFrame(
        {
            "customer_id": [f"K-{quarter}{number:05}" for number in range(rows)],
            "age": draw.integers(18, 80, rows).astype(float),
            "plan": plan,
            "region": draw.choice(["north", "south", "east", "west"], rows),
            "orders": orders.astype(float),
            "spend": spend.round(2),
            "returns": returns,
            "voucher": voucher,
            "last_order": (TODAY - pd.to_timedelta(days, unit="D")).strftime("%d.%m.%Y"),
            "notes": [f"Asked on the phone about parcel {number}" for number in range(rows)],
            "currency": "EUR",
            "segment": segment,
        }
    )
    for name in HOLES:
        table.loc[draw.random(rows) < holes, name] = None
    return table


def draw_segment(draw, plan, orders, returns, days):
    """Say the segment of each customer, by rules and now and then by hand."""
    rules = {
        "Companies": plan == "Business",
        "At risk": (days > 200) | (returns > 30),
        "Regulars": orders >= 12,
    }
    segment = np.select(list(rules.values()), list(rules), "Occasional")
    by_hand = draw.random(len(segment)) < BY_HAND
    segment[by_hand] = draw.permutation(segment)[by_hand]
    return segment


if __name__ == "__main__":
    target, *sizes = sys.argv[1:]
    shop(*map(int, sizes)).to_csv(target, index=False)
