"""Reading text files: whole, each column as what its cells are, or in batches, as they stand."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from clusterscribe.errors import InputError
from clusterscribe.feature import Feature
from clusterscribe.table.cells import table_of_cells, typed
from clusterscribe.table.table import Batch
from clusterscribe.table.text_file import UTF_8, TextFile, compression_of, refuse_broken

if TYPE_CHECKING:
    import pyarrow as pa

_BLOCK = 1 << 23  # bytes of text that are in memory at a time; no row may be longer


def read_text(file: TextFile, columns: Sequence[str]) -> pa.Table:
    """Read the given columns of the whole file."""
    import pyarrow as pa
    from pyarrow import csv

    if not file.has_rows:
        raise InputError(f"{str(file.path)!r} has a header line and no rows")
    with _explained(file):
        texts = csv.read_csv(_source(file), **_options(file, columns))
    _refuse_open_quote(file, texts.slice(len(texts) - 1))
    arrays = [typed(texts.column(name), file.decimal) for name in columns]
    return pa.table(dict(zip(columns, arrays, strict=True)))


def stream_text(file: TextFile, features: Iterable[Feature]) -> Iterator[Batch]:
    """Yield the file in batches, every cell as it stands."""
    import pyarrow as pa
    from pyarrow import csv

    features = tuple(features)
    if not file.has_rows:
        schema = pa.schema([(name, pa.large_string()) for name in file.columns])
        empty = pa.RecordBatch.from_pylist([], schema=schema)
        yield Batch(empty, table_of_cells(empty, features, 1, file.decimal))
        return
    first_row = 1
    with _explained(file):
        for records in csv.open_csv(_source(file), **_options(file, file.columns)):
            yield Batch(records, table_of_cells(records, features, first_row, file.decimal))
            first_row += len(records)
            last = records
    _refuse_open_quote(file, last.slice(len(last) - 1))


def _source(file: TextFile) -> Any:  # noqa: ANN401
    import pyarrow as pa

    return pa.input_stream(str(file.path), compression=compression_of(file.path))


def _options(file: TextFile, columns: Sequence[str]) -> dict[str, Any]:
    """Return how pyarrow is to read the file: every cell as text, exactly as it stands."""
    import pyarrow as pa
    from pyarrow import csv

    return {
        "read_options": csv.ReadOptions(
            column_names=list(file.columns),
            skip_rows=file.blank_lines,
            skip_rows_after_names=1,
            block_size=_BLOCK,
            encoding="utf8" if codecs.lookup(file.encoding).name == UTF_8 else file.encoding,
        ),
        "parse_options": csv.ParseOptions(delimiter=file.delimiter, newlines_in_values=True),
        "convert_options": csv.ConvertOptions(
            column_types=dict.fromkeys(file.columns, pa.large_string()),
            include_columns=list(columns),
            null_values=[],
            strings_can_be_null=False,
        ),
    }


@contextmanager
def _explained(file: TextFile) -> Iterator[None]:
    """Say what is wrong with a file that pyarrow cannot read."""
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowInvalid, OSError, UnicodeError) as error:
        refuse_broken(file)
        reason = str(error).splitlines()[0]
        raise InputError(f"{str(file.path)!r} cannot be read as a table: {reason}") from error


def _refuse_open_quote(file: TextFile, last_row: pa.Table | pa.RecordBatch) -> None:
    """Refuse a quote that has swallowed the rest of the file."""
    if any("\n" in cell for cells in last_row.to_pydict().values() for cell in cells):
        refuse_broken(file)
