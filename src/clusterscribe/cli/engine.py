"""Tables that stay where they are: when `--engine` is DuckDB, and what it reads."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from clusterscribe.cli.labelled import LabelledColumns, label_written, reserved_columns
from clusterscribe.errors import InputError, hint

LARGE = 10**9  # bytes of a file that is not read into memory unless that is asked for
GIGABYTE = 10**9


class Engine(StrEnum):
    """Who reads the table."""

    MEMORY = "memory"
    DUCKDB = "duckdb"


READ_WITH_ENGINE = (
    "CSV, TSV or Parquet, a folder of Parquet files, or a table of a database such as "
    "shop.duckdb::customers"
)
WHO_READS = "Read the table into memory, or leave it to DuckDB where it is"
ONLY_FOR_ENGINE = "folders of Parquet files and tables of a .duckdb file"
MemoryLimit: TypeAlias = Annotated[
    str | None, typer.Option(metavar="SIZE", help="Most memory for DuckDB, such as 2GB.")
]


@dataclass(frozen=True)
class LabelledInEngine(LabelledColumns):
    """A table of Ibis, and the columns that hold labels and weights."""

    table: Any
    labels: str
    weights: str | None
    reserved: frozenset[str]

    @property
    def column_names(self) -> list[str]:
        """The names of all columns."""
        return list(self.table.columns)

    def find_label(self, text: str) -> Any:  # noqa: ANN401
        """Return the label that is written like this; None if no row has it."""
        from clusterscribe.engine.clusters import different_labels

        return label_written(text, different_labels(self.table, self.labels))


def open_labelled(
    file: Path, labels: str, weights: str | None, memory_limit: str | None
) -> LabelledInEngine:
    """Open a table in DuckDB, and set its label and weight columns apart."""
    from clusterscribe.engine.opening import open_table

    table = open_table(file, memory_limit=memory_limit)
    reserved = reserved_columns(file, table.columns, labels, weights)
    return LabelledInEngine(table, labels, weights, reserved)


def stays_in_engine(choice: Engine | None, file: Path, memory_limit: str | None) -> bool:
    """Whether DuckDB is to read the table; where nobody said so, a remark does."""
    asked = asked_for_engine(choice, file, memory_limit)
    if asked or choice is Engine.MEMORY:
        return asked
    size = file.stat().st_size if file.is_file() else 0
    if size <= LARGE:
        return False
    name, amount = file.name, f"{size / GIGABYTE:.1f} GB"
    if find_spec("ibis") is None:
        hint(
            f"{name} has {amount} and is read into memory; DuckDB would leave it on the disk: "
            'pip install "clusterscribe[table]"'
        )
        return False
    hint(f"{name} has {amount} and stays on the disk, read by DuckDB (not so: --engine memory)")
    return True


def asked_for_engine(choice: Engine | None, file: Path, memory_limit: str | None) -> bool:
    """Whether DuckDB is to read the table, be it a large one or not."""
    if choice is Engine.MEMORY and memory_limit is not None:
        raise InputError("--memory-limit is for --engine duckdb; leave one of them out")
    if choice is not None:
        return choice is Engine.DUCKDB
    return memory_limit is not None or is_only_for_engine(file)


def refuse_only_for_engine(file: Path) -> None:
    """Refuse what DuckDB alone reads, in a command without it, and say which commands have it."""
    if is_only_for_engine(file):
        kind = "folder" if file.is_dir() else "database"
        raise InputError(
            f"{str(file)!r} is a {kind}, and only describe and apply read folders and databases; "
            "name a file"
        )


def is_only_for_engine(file: Path) -> bool:
    """Whether this is a folder or a database, which are never read into memory."""
    from clusterscribe.engine.opening import DATABASE, INSIDE

    name = Path(str(file).partition(INSIDE)[0])
    return file.is_dir() or name.suffix.lower() in DATABASE
