"""Labels written back through the engine; the rows never leave it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date, datetime, time
from functools import reduce
from operator import add
from pathlib import Path

from clusterscribe.description import Description, Label
from clusterscribe.description.core.base import NOWHERE, are_plain_integers
from clusterscribe.description.words import wording
from clusterscribe.description.words.naming import unlike
from clusterscribe.engine.asking import ask, explained, ibis
from clusterscribe.engine.counting import inside
from clusterscribe.engine.expressions import Expression, double, numbers_of
from clusterscribe.engine.parquet_files import PARQUET, files_behind
from clusterscribe.errors import InputError
from clusterscribe.files import write_atomically

DELIMITERS = {".csv": ",", ".tsv": "\t", ".txt": "\t"}
LARGEST = 2**63  # beyond 64-bit integers


def label_table(
    description: Description, table: Expression, *, membership: bool = False
) -> Expression:
    """Return a table of Ibis with an additional column `cluster`; nothing is computed yet.

    It holds the label of the one region that a row is in, and -1 (where all labels are integers)
    or NULL if it is in none or several. With `membership` there is one column per cluster instead
    that says whether a row is in it.

    Parameters
    ----------
    description : Description
        What says which rows are in which cluster.
    table : table of Ibis
        The rows.
    membership : bool
        Whether to say it by one column per cluster.

    Returns
    -------
    table of Ibis
        The same rows, with the label.

    """
    numbers = numbers_of(table, description.features)
    labels = list(description.polyhedra)
    wanted = [f"in_{wording.label(label)}" for label in labels]
    names = unlike(wanted, table.columns)
    within = table.mutate(
        **{n: inside(part, numbers) for n, part in zip(names, description.parts, strict=True)}
    )
    if membership:
        return within
    (name,) = unlike(["cluster"], within.columns)
    return within.mutate(**{name: _label(within, names, labels)}).drop(*names)


def _label(table: Expression, names: Sequence[str], labels: Sequence[Label]) -> Expression:
    homes = reduce(add, (table[name].cast("int64") for name in names))
    nowhere = ibis().literal(NOWHERE) if are_plain_integers(labels) else ibis().null()
    cases = [(table[name], word) for name, word in zip(names, _words(labels), strict=True)]
    return ibis().cases((homes != 1, nowhere), *cases, else_=nowhere)


def _words(labels: Sequence[Label]) -> list[Expression]:
    """Return labels of one type as they are; labels of several types become text."""
    floats = [label for label in labels if isinstance(label, float)]
    if len(floats) == len(labels):
        return [double(label) for label in floats]
    for kind in (bool, str, date, datetime, time):
        if all(type(label) is kind for label in labels):
            return [ibis().literal(label) for label in labels]
    if all(type(label) is int and -LARGEST <= label < LARGEST for label in labels):
        return [ibis().literal(label) for label in labels]
    return [ibis().literal(str(label)) for label in labels]


def write_table(table: Expression, target: str | os.PathLike[str]) -> int:
    """Write a table of Ibis to a .parquet, .csv or .tsv file; return how many rows it has.

    The engine writes to a temporary file that is moved into place at the end, so that a failure
    leaves nothing half-written.

    Parameters
    ----------
    table : table of Ibis
        The rows.
    target : path
        The file.

    Returns
    -------
    int
        The number of rows.

    """
    path = Path(target)
    ending = path.suffix.lower()
    if ending not in (*PARQUET, *DELIMITERS):
        raise InputError(f"{str(path)!r} is of an unknown kind; name it .parquet, .csv or .tsv")
    if path.resolve() in {file.resolve() for file in files_behind(table)}:
        raise InputError(f"{str(path)!r} is a file of the table itself; name another file")
    with explained("labels were written", table):
        _refuse_other_engines(table)
    with write_atomically(path) as temporary, explained("labels were written", table):
        _write(table, temporary, ending)
        # before the file is moved, as the table may have been read from there
        counted = ask(table.aggregate(rows=table.count()), "rows were counted")
    rows: int = counted["rows"][0].as_py()
    return rows


def _refuse_other_engines(table: Expression) -> None:
    engine = table.get_backend().name
    if engine != "duckdb":
        raise InputError(
            f"write_table needs a table of DuckDB, and this one is in {engine}; write it there "
            "with labelled.to_parquet(...)"
        )


def _write(table: Expression, file: Path, ending: str) -> None:
    try:
        # DuckDB would leave its own temporary file behind if a query fails
        if ending in PARQUET:
            table.to_parquet(file, use_tmp_file=False)
        else:
            table.to_csv(file, delimiter=DELIMITERS[ending], header=True, use_tmp_file=False)
    finally:
        file.with_name(f"tmp_{file.name}").unlink(missing_ok=True)
