"""Measure a table that is larger than memory may be: Parquet files through DuckDB.

The errors are counted again by a query that is written here, from the bounds of the description
alone, and run by DuckDB on the files without anything of ours in between.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.tree import DecisionTreeClassifier

from benchmarks.measure import peak_bytes, warm_up
from benchmarks.scale.cases import OVERLAPPING, ScaleCase
from benchmarks.scale.measure import resident_now
from benchmarks.scale.tables import PIECE, overlapping, separable
from clusterscribe.description import Description, HalfSpace, Label, Polyhedron
from clusterscribe.engine import describe_table, open_table

LABELS = "segment"
TREE_SAMPLE = 1_000_000  # rows that the tree is fitted to
MISSING = 'not measured: needs pip install "clusterscribe[table]"'


def measure(case: ScaleCase) -> dict[str, Any]:
    """Write the files, describe them in DuckDB, and count the errors again."""
    if find_spec("ibis") is None or find_spec("duckdb") is None:
        return {"skipped": MISSING}
    with tempfile.TemporaryDirectory(prefix="clusterscribe-") as place:
        folder = Path(place)
        write_parquet(case, folder)
        tree = tree_errors(case, folder) if case.table == OVERLAPPING else {}
        return {**described(case, folder), **tree, "file_bytes": size_of(folder)}


def described(case: ScaleCase, folder: Path) -> dict[str, Any]:
    """Describe the files and return all figures."""
    warm_up()
    libraries = resident_now()
    start = time.perf_counter()
    table = open_table(folder, memory_limit=case.memory_limit)
    description, result = describe_table(
        table,
        LABELS,
        time_limit=case.time_limit,
        max_conditions=case.max_conditions,
        random_state=0,
    )
    seconds, peak = time.perf_counter() - start, peak_bytes()
    counted = counted_again(description, folder, case.memory_limit)
    return {
        "status": result.status,
        "errors": result.errors,
        "error_bound": result.error_bound,
        "complexity": result.complexity,
        "bound": result.bound,
        "seen": result.statistics.get("rows_taken"),
        "seconds": seconds,
        "counted_rows": counted[0],
        "counted_errors": counted[1],
        "libraries_bytes": libraries,
        "peak_bytes": peak - libraries,
    }


def write_parquet(case: ScaleCase, folder: Path) -> None:
    """Write a file for each piece of the table."""
    import pyarrow as pa  # noqa: PLC0415
    from pyarrow import parquet  # noqa: PLC0415

    make = overlapping if case.table == OVERLAPPING else separable
    pieces = make(case.rows, case.columns, case.clusters)
    for number, (rows, labels) in enumerate(pieces):
        columns = {f"x{place}": rows[:, place] for place in range(case.columns)}
        parquet.write_table(pa.table({**columns, LABELS: labels}), folder / f"{number:03}.parquet")


def tree_errors(case: ScaleCase, folder: Path) -> dict[str, int]:
    """Fit scikit-learn's tree to the first rows, as a sample, and count its errors on all rows."""
    from pyarrow import parquet  # noqa: PLC0415

    tree, errors = DecisionTreeClassifier(max_leaf_nodes=case.clusters, random_state=0), 0
    files = sorted(folder.iterdir())
    numbers, labels = _numbers([parquet.read_table(f) for f in files[: TREE_SAMPLE // PIECE]])
    tree.fit(numbers, labels)
    for file in files:
        numbers, labels = _numbers([parquet.read_table(file)])
        errors += int(np.count_nonzero(tree.predict(numbers) != labels))
    return {"tree_errors": errors}


def _numbers(tables: list[Any]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    names = [name for name in tables[0].column_names if name != LABELS]
    numbers = [np.concatenate([table[name].to_numpy() for table in tables]) for name in names]
    return np.stack(numbers, axis=1), np.concatenate([table[LABELS].to_numpy() for table in tables])


def size_of(folder: Path) -> int:
    """Return the size of all files."""
    return sum(file.stat().st_size for file in folder.iterdir())


def counted_again(description: Description, folder: Path, memory: str) -> tuple[int, int]:
    """Return the number of rows and of errors, by a query of its own."""
    import duckdb  # noqa: PLC0415

    files = str(folder / "*.parquet").replace("'", "''")
    query = f"SELECT count(*), count(*) FILTER ({wrong(description)}) FROM '{files}'"
    with duckdb.connect(config={"memory_limit": memory}) as connection:
        found = connection.execute(query).fetchone()
    if found is None:
        raise RuntimeError("a query for two counts returned no row")
    return found


def wrong(description: Description) -> str:
    """Write as SQL that a row is not inside its own polyhedron and outside all others."""
    parts = [part for part in description.parts if isinstance(part, Polyhedron)]
    as_it_should_be = (
        f"({inside(part.half_spaces)}) = ({LABELS} = {literal(part.label)})" for part in parts
    )
    return f"NOT ({' AND '.join(as_it_should_be)})"


def inside(half_spaces: Iterable[HalfSpace]) -> str:
    """Write as SQL that a row is inside a polyhedron with one feature per condition."""
    conditions = ["true"]
    for space in half_spaces:
        (term,) = space.terms
        conditions.append(f'{term.weight} * "{term.feature.column}" <= {space.bound!r}::DOUBLE')
    return " AND ".join(conditions)


def literal(label: Label) -> str:
    """Write a whole number, the only kind of label there is here."""
    return str(int(str(label)))
