"""Describe the wines of the demo, for the two figures that no benchmark has: about a minute.

python paper/wines.py writes paper/wines.json: a frontier with its bounds, and the description of
its knee with the ranges of its boxes. All of it is proved, so that it is the same each time.
"""

import json
import math
from pathlib import Path

import pandas as pd

from clusterscribe import describe, frontier
from clusterscribe.cli.demo import BUDGET, wines
from clusterscribe.files import write_atomically
from clusterscribe.version import __version__

TARGET = Path(__file__).parent / "wines.json"


def main() -> None:
    """Measure, and write the file."""
    header, *rows = wines()
    table = pd.DataFrame(rows, columns=list(header))
    X, labels = table.drop(columns="cluster"), table["cluster"]
    found = frontier(X, labels, time_limit=None)
    description, result = describe(X, labels, max_errors=float(BUDGET))
    columns = sorted({f.column for p in description.polyhedra.values() for f in p.features})
    measured = {
        "clusterscribe": __version__,
        "rows": len(table),
        "columns": X.shape[1],
        "clusters": labels.nunique(),
        "frontier": [
            {
                "errors": point.errors,
                "complexity": point.complexity,
                "fewest_errors": point.fewest_errors,
                "bound": point.result.bound,
                "proved": point.proved,
            }
            for point in found
        ],
        "knee": {
            "errors": result.errors,
            "accuracy": result.accuracy,
            "complexity": result.complexity,
            "bound": result.bound,
            "status": result.status,
            "tree_errors": result.baseline.errors,
            "tree_complexity": result.baseline.complexity,
            "columns": columns,
            "ranges": {
                label: {column: _range(polyhedron, column) for column in columns}
                for label, polyhedron in description.polyhedra.items()
            },
        },
        "points": {
            label: X.loc[labels == label, columns].to_numpy().tolist()
            for label in description.polyhedra
        },
    }
    with write_atomically(TARGET) as temporary:
        temporary.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")


def _range(polyhedron, column: str) -> list[float | None]:  # noqa: ANN001
    """Return the lower and the upper bound of a box on a column, None where there is none."""
    low, high = -math.inf, math.inf
    for half_space in polyhedron.half_spaces:
        (term,) = half_space.terms
        if term.feature.column == column and term.weight < 0:
            low = max(low, -half_space.bound)
        elif term.feature.column == column:
            high = min(high, half_space.bound)
    return [None if math.isinf(bound) else bound for bound in (low, high)]


if __name__ == "__main__":
    main()
