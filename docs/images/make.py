"""Draw the pictures of docs/plots.md from the wines of the demo.

clusterscribe demo --out wines
python docs/images/make.py wines/wine.csv
"""

import sys
from pathlib import Path

import pandas as pd

from clusterscribe import PolyhedralDescriber, frontier, plots

HERE = Path(__file__).parent


def main(table: str) -> None:
    """Describe the wines and save each plot as a PNG."""
    wines = pd.read_csv(table)
    X, labels = wines.drop(columns="cluster"), wines["cluster"]
    found = frontier(X, labels, time_limit=None)
    point = found.choose(knee=True)
    oblique = PolyhedralDescriber(max_terms=2, max_coefficient=3, max_errors=5).fit(X, labels)
    cluster = labels[0]
    pictures = {
        "bands": plots.bands(point.description, X, labels, cluster)[0],
        "map": plots.row_map(point.description, X, labels, cluster),
        "slanted": plots.row_map(oblique.description_, X, labels, cluster),
        "ranges": plots.ranges(point.description, X, labels),
        "clusters": plots.cluster_map(point.description, X, labels),
        "overlap": plots.overlap(point.description, X, labels),
        "heat": plots.heat(point.description, X, labels, most=8),
        "frontier": found.plot(chosen=point),
    }
    for name, ax in pictures.items():
        ax.figure.savefig(HERE / f"{name}.png", dpi=80)


if __name__ == "__main__":
    main(sys.argv[1])
