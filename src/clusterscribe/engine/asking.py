"""Asking the engine: Ibis, one query, and one clear sentence if it fails."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from clusterscribe.engine.parquet_files import broken_file
from clusterscribe.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

LONGEST = 200  # characters quoted from an engine's own message
_TOO_LITTLE_MEMORY = ("OutOfMemory", "Out of Memory", "java.lang.OutOfMemoryError")
_INTERRUPTED = ("Query interrupted", "INTERRUPT Error")
_LACKING = ("OperationNotDefinedError", "UnsupportedOperationError", "UnsupportedBackendType")
_GONE = (
    "Connection already closed",
    "ConnectionRe",
    "Connection re",
    "Py4JNetwork",
    "SparkContext was shut down",
    "has been stopped",
)


def ibis() -> Any:  # noqa: ANN401  (Ibis has no types that mypy could follow)
    """Return the module, which is an extra, or say how to install it."""
    try:
        import ibis as module
    except ImportError as error:
        raise InputError(
            'tables that stay in an engine need Ibis; install it with pip install "clusterscribe'
            '[table]" for DuckDB, or "clusterscribe[spark]" for Spark'
        ) from error
    return module


def is_table(value: object) -> bool:
    """Whether this is a table of Ibis; if so, Ibis has been imported already."""
    types = sys.modules.get("ibis.expr.types")
    return types is not None and isinstance(value, types.Table)


def small_table(columns: Mapping[str, Sequence[object]]) -> Any:  # noqa: ANN401
    """Return columns as a table of Ibis, which any engine can join with its own."""
    import pyarrow as pa

    return ibis().memtable(pa.table(dict(columns)))


def ask(query: Any, purpose: str) -> pa.Table:  # noqa: ANN401
    """Run a query and return its few rows; `purpose` says what they are for."""
    with explained(purpose, query):
        return query.to_pyarrow()


@contextmanager
def explained(purpose: str, query: Any = None) -> Iterator[None]:  # noqa: ANN401
    """Where an engine fails, say what happened in one sentence."""
    try:
        yield
    except InputError:
        raise
    # every engine has its own exceptions, and its package need not be installed here
    except Exception as error:
        # how DuckDB reports that somebody pressed Ctrl-C
        if any(word in str(error) for word in _INTERRUPTED):
            raise KeyboardInterrupt from error
        raise InputError(_sentence(purpose, error, query)) from error


def _sentence(purpose: str, error: Exception, query: Any) -> str:  # noqa: ANN401
    what = f"{type(error).__name__}: {error}"
    if any(word in what for word in _TOO_LITTLE_MEMORY):
        return (
            f"the engine ran out of memory while {purpose}; raise its limit (memory_limit, or "
            "--memory-limit on the command line) or use fewer columns"
        )
    if any(word in what for word in _GONE):
        return (
            f"the connection to the engine was lost while {purpose}; restart the engine, with "
            "more memory if it ran out"
        )
    if type(error).__name__ in _LACKING:
        return (
            f"this engine does not support a required operation ({_first_line(error)}); copy the "
            "table to DuckDB"
        )
    broken = None if query is None else broken_file(query)
    if broken is not None:
        return f"{str(broken)!r} is damaged, as was found while {purpose}; write it again"
    return f"the engine failed while {purpose}: {_first_line(error)}"


def _first_line(error: Exception) -> str:
    first = next((line for line in str(error).splitlines() if line.strip()), type(error).__name__)
    return first if len(first) <= LONGEST else f"{first[:LONGEST]}..."
