"""Make a table of songs with many columns, in twelve clusters that k-means finds.

python docs/examples/songs.py songs.csv 6000

The songs are made up: 34 measurements, of which some say the same in other words, four
categories, and the day of release.
"""

import sys

import numpy as np
import pandas as pd
from sklearn.cluster import KMeans

MOODS = ("loudness", "tempo", "energy", "acousticness", "brightness", "speechiness", "danceability")
CLUSTERS = 12
SHADES = 27  # further measurements, each a mixture of two moods


def songs(rows: int = 6_000, seed: int = 1) -> pd.DataFrame:
    """Return the table; `cluster` holds the cluster of each row."""
    draw = np.random.default_rng(seed)
    centres = draw.normal(0, 2.2, (CLUSTERS, len(MOODS)))
    kind = draw.integers(0, CLUSTERS, rows)
    moods = centres[kind] + draw.normal(0, 1, (rows, len(MOODS)))
    table = pd.DataFrame(moods.round(2), columns=list(MOODS))
    for number in range(SHADES):
        first, second = draw.choice(len(MOODS), 2, replace=False)
        mixed = moods[:, first] - moods[:, second] + draw.normal(0, 1.5, rows)
        table[f"timbre {number + 1}"] = mixed.round(2)
    table["key"] = draw.choice(["C", "D", "E", "F", "G", "A", "B"], rows)
    table["mode"] = np.where(moods[:, 4] + draw.normal(0, 1, rows) > 0, "major", "minor")
    table["language"] = draw.choice(["English", "Português", "日本語", "العربية"], rows)
    table["explicit"] = moods[:, 5] > 2
    days = np.clip(7000 + 1200 * moods[:, 0] + draw.normal(0, 900, rows), 0, None).astype(int)
    table["released"] = pd.Timestamp("1995-01-01") + pd.to_timedelta(days, unit="D")
    found = KMeans(CLUSTERS, n_init=3, random_state=seed).fit_predict(moods)
    table["cluster"] = [f"mood {cluster + 1:02}" for cluster in found]
    return table


if __name__ == "__main__":
    target, *size = sys.argv[1:]
    songs(int(size[0]) if size else 6_000).to_csv(target, index=False)
