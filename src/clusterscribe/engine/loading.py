"""Ibis is an extra: loaded when it is needed, and missed in one sentence."""

from __future__ import annotations

import sys
from typing import Any

from clusterscribe.errors import InputError


def ibis() -> Any:  # noqa: ANN401  (Ibis has no types that mypy could follow)
    """Return the module, or say how to install it."""
    try:
        import ibis as module
    except ImportError as error:
        raise InputError(
            'tables that stay in an engine need Ibis; install it with pip install "clusterscribe'
            '[table]" for DuckDB, or "clusterscribe[spark]" for Spark'
        ) from error
    return module


def is_table(value: object) -> bool:
    """Whether this is a table of Ibis; who has one has loaded it."""
    types = sys.modules.get("ibis.expr.types")
    return types is not None and isinstance(value, types.Table)
