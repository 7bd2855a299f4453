"""Asking the engine: one query, and one clear sentence if it fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from clusterscribe.engine.broken_files import broken_file
from clusterscribe.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

LONGEST = 200  # characters of what an engine says of itself
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


def ask(query: Any, purpose: str) -> pa.Table:  # noqa: ANN401
    """Run a query and return its few rows; `purpose` says what they are for."""
    with explained(purpose, query):
        return query.to_pyarrow()


@contextmanager
def explained(purpose: str, query: Any = None) -> Iterator[None]:  # noqa: ANN401
    """Say what happened, in one sentence, where an engine fails."""
    try:
        yield
    except InputError:
        raise
    # every engine has errors of its own, of which none need be installed here
    except Exception as error:
        # DuckDB's ways to say that somebody pressed Ctrl-C
        if any(word in str(error) for word in _INTERRUPTED):
            raise KeyboardInterrupt from error
        raise InputError(_sentence(purpose, error, query)) from error


def _sentence(purpose: str, error: Exception, query: Any) -> str:  # noqa: ANN401
    what = f"{type(error).__name__}: {error}"
    if any(word in what for word in _TOO_LITTLE_MEMORY):
        return (
            f"the memory of the engine is too small while {purpose}; allow more of it "
            "(memory_limit, on the command line --memory-limit), or use fewer columns"
        )
    if any(word in what for word in _GONE):
        return (
            f"the engine was gone while {purpose}; start it again, and give it more memory if it "
            "ran out of it"
        )
    if type(error).__name__ in _LACKING:
        return (
            f"this engine lacks an operation that is needed ({_first_line(error)}): copy the "
            "table to DuckDB"
        )
    broken = None if query is None else broken_file(query)
    if broken is not None:
        return f"{str(broken)!r} is damaged, as was found while {purpose}; write it again"
    return f"the engine failed while {purpose}: {_first_line(error)}"


def _first_line(error: Exception) -> str:
    first = next((line for line in str(error).splitlines() if line.strip()), type(error).__name__)
    return first if len(first) <= LONGEST else f"{first[:LONGEST]}..."
