"""Input files: tables, read into memory or by DuckDB, saved descriptions, feature names."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from clusterscribe.cli.console import remarks_as_lines
from clusterscribe.engine.opening import DATABASE, INSIDE
from clusterscribe.errors import InputError, hint

if TYPE_CHECKING:
    from clusterscribe.checker.certificate import Certificate
    from clusterscribe.description import Description
    from clusterscribe.table.file_options import FileOptions

TAB = "\t"
LARGE = 10**9  # bytes; larger files are read into memory only on request
GIGABYTE = 10**9
READ_WITH_ENGINE = (
    "CSV, TSV, Parquet, Arrow or Excel, a folder of Parquet files, or a table of a database such "
    "as shop.duckdb::customers"
)
WHO_READS = (
    "Read the table into memory, or query it in place with DuckDB; default: DuckDB for folders "
    "of Parquet files and tables of a .duckdb file"
)
SavedDescription: TypeAlias = Annotated[
    Path, typer.Argument(help="A description saved by `describe --json` or Description.to_json.")
]


Engine = StrEnum("Engine", ["MEMORY", "DUCKDB"])


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatOptions:
    """How a file is read, where it should not be found by looking."""

    encoding: Annotated[
        str | None, typer.Option(metavar="NAME", help="Encoding of a text file, such as latin1.")
    ] = None
    separator: Annotated[
        str | None, typer.Option(metavar="CHAR", help="What separates cells; tab is a tab.")
    ] = None
    decimal: Annotated[
        str | None, typer.Option(metavar="CHAR", help="Decimal mark of a text file: . or ,")
    ] = None
    sheet: Annotated[
        str | None, typer.Option(metavar="NAME", help="Sheet of a workbook; default: the first.")
    ] = None

    def checked(self) -> FileOptions:
        """Return the options as readers of files take them."""
        from clusterscribe.table.file_options import FileOptions

        is_tab = self.separator is not None and self.separator.lower() in ("tab", r"\t")
        separator = TAB if is_tab else self.separator
        return FileOptions(self.encoding, separator, self.decimal, self.sheet)


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineOptions:
    """Whether DuckDB reads the table, and with how much memory."""

    engine: Annotated[Engine | None, typer.Option(help=f"{WHO_READS}, and files above 1 GB.")] = (
        None
    )
    memory_limit: Annotated[
        str | None, typer.Option(metavar="SIZE", help="Memory limit of DuckDB, such as 2GB.")
    ] = None

    def asks_for_engine(self, file: Path) -> bool:
        """Whether the options or the kind of file ask for DuckDB, whatever the size."""
        if self.engine is Engine.MEMORY and self.memory_limit is not None:
            raise InputError("--memory-limit is for --engine duckdb; leave one of them out")
        if self.engine is not None:
            return self.engine is Engine.DUCKDB
        return self.memory_limit is not None or is_only_for_engine(file)

    def leaves_in_engine(self, file: Path) -> bool:
        """Whether DuckDB reads the table; if only its size asks for that, a remark says so."""
        asked = self.asks_for_engine(file)
        if asked or self.engine is Engine.MEMORY:
            return asked
        from clusterscribe.table.file import is_only_for_memory

        size = file.stat().st_size if file.is_file() else 0
        if size <= LARGE or is_only_for_memory(file):
            return False
        name, amount = file.name, f"{size / GIGABYTE:.1f} GB"
        if find_spec("ibis") is None:
            hint(
                f"{name} has {amount} and is read into memory; DuckDB could query it on disk: "
                'pip install "clusterscribe[table]"'
            )
            return False
        hint(
            f"{name} has {amount} and is queried on disk by DuckDB; to read it into memory, use "
            "--engine memory"
        )
        return True


def is_only_for_engine(file: Path) -> bool:
    """Whether this is a folder or a database, which are never read into memory."""
    name = Path(str(file).partition(INSIDE)[0])
    return file.is_dir() or name.suffix.lower() in DATABASE


def refuse_only_for_engine(file: Path) -> None:
    """Refuse a folder or database in a command that does not use DuckDB."""
    if is_only_for_engine(file):
        kind = "folder" if file.is_dir() else "database"
        raise InputError(
            f"{str(file)!r} is a {kind}, and only describe and apply read folders and databases; "
            "name a file"
        )


def read_description(path: Path, quiet: bool = False) -> Description:
    """Read a saved description; its warnings become lines."""
    from clusterscribe.description import Description

    text = text_of(path)
    try:
        with remarks_as_lines(quiet):
            return Description.from_json(text)
    except InputError as error:
        raise InputError(f"{str(path)!r} is not what `describe --json` writes. {error}") from None


def read_certificate(path: Path) -> Certificate:
    """Read a certificate, of which nothing is believed."""
    from clusterscribe.checker.certificate import Certificate

    if path.is_file() and path.stat().st_size > LARGE:
        raise InputError(f"{str(path)!r} has more than 1 GB, as no certificate has")
    text = text_of(path)
    try:
        return Certificate.from_json(text)
    except InputError as error:
        raise InputError(
            f"{str(path)!r} is not what `describe --certificate` writes. {error}"
        ) from None


def read_names(file: Path | None) -> dict[str, str] | None:
    """Read a JSON object that maps columns to their names."""
    if file is None:
        return None
    text = text_of(file, "--feature-names: ")
    try:
        names = json.loads(text)
    except ValueError as error:
        raise InputError(f"--feature-names: {str(file)!r} is not JSON: {error}") from None
    if not isinstance(names, dict):
        raise InputError(
            f"--feature-names: {str(file)!r} must hold a JSON object such as "
            '{"avg_ord": "average order (EUR)"}'
        )
    return names


def text_of(path: Path, flag: str = "") -> str:
    """Return the text of a file; refuse what is none."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"{flag}there is no file {str(path)!r}") from None
    except UnicodeDecodeError:
        raise InputError(f"{flag}{str(path)!r} is not a text file in UTF-8") from None
    except OSError as error:
        raise InputError(f"{flag}cannot read {str(path)!r}: {error.strerror}") from None
