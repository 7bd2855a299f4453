"""`clusterscribe demo`: a description of real data that needs no preparation."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from clusterscribe.cli.console import show
from clusterscribe.cli.describe import describe
from clusterscribe.cli.guard import Debug
from clusterscribe.errors import InputError
from clusterscribe.files import write_atomically

CLUSTERS = 3
SECONDS = 12.0  # for the description and the rest of the report
SAMPLES = 5  # of the rows
BUDGET = "0.07"  # one more error would not shorten the description

EXAMPLES = """\b
Example:
  clusterscribe demo --out wines
"""


def demo(
    *,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="The folder for the files.")] = Path(
        "clusterscribe-demo"
    ),
    debug: Debug = False,
) -> None:
    """Describe a built-in data set, and list the files written.

    178 Italian wines with 13 measurements each, put into three clusters by k-means.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {str(out)!r}: {error.strerror}") from None
    table, description, sql, page = (out / f"wine.{end}" for end in ("csv", "json", "sql", "html"))
    write_wines(table)
    show(
        "178 Italian wines, 13 measurements each, in three clusters that k-means found.\n\n"
        f"$ clusterscribe describe {quote(str(table))} --labels cluster --max-errors {BUDGET}"
    )
    show("")
    describe(
        file=table,
        labels="cluster",
        max_errors=BUDGET,
        json=str(description),
        sql=str(sql),
        report=str(page),
        stability=SAMPLES,
        time_limit=SECONDS,
        quiet=True,
        debug=debug,
    )
    show("")
    show(_what_next(out, table, description, sql, page))


def _what_next(out: Path, table: Path, description: Path, sql: Path, page: Path) -> str:
    files = {
        table: "the table: 178 wines, 13 measurements, the cluster of each",
        description: "the description, and what is proved about it",
        sql: "the same as a query",
        page: "an HTML report with charts and a slider",
    }
    width = max(len(str(path)) for path in files)
    a_table, a_description = quote(str(table)), quote(str(description))
    return "\n".join(
        [
            "Files",
            *(f"  {path!s:<{width}}  {what}" for path, what in files.items()),
            "",
            "Try next",
            f"  clusterscribe describe {a_table} --labels cluster",
            f"  clusterscribe describe {a_table} --labels cluster --objective sparsity",
            f"  clusterscribe explain {a_description} {a_table} --row 142",
            f"  clusterscribe apply {a_description} {a_table} "
            f"--out {quote(str(out / 'labelled.csv'))}",
        ]
    )


def write_wines(target: Path) -> None:
    """Write scikit-learn's wine data with the cluster of each wine to a CSV file."""
    with write_atomically(target) as temporary, temporary.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(wines())


def wines() -> Iterator[Sequence[object]]:
    """Return the header and the rows of the wine data, the cluster (A, B, C) last.

    k-means sees the measurements scaled to equal spread; the table keeps their own units.
    """
    from sklearn.cluster import KMeans
    from sklearn.datasets import load_wine
    from sklearn.preprocessing import scale

    wine = load_wine()
    kmeans = KMeans(CLUSTERS, n_init=10, random_state=0).fit(scale(wine.data))
    names = [name.replace("/", "_") for name in wine.feature_names]
    # lettered by their first wine, so that the letters do not depend on the seed
    letters: dict[int, str] = {}
    yield [*names, "cluster"]
    for values, code in zip(wine.data.tolist(), kmeans.labels_.tolist(), strict=True):
        cells = [int(value) if value.is_integer() else value for value in values]
        yield [*cells, letters.setdefault(code, chr(ord("A") + len(letters)))]
