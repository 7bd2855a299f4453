"""The command line: `clusterscribe describe`, `apply`, `explain` and `demo`."""

from __future__ import annotations

from collections.abc import Sequence

from clusterscribe.cli.app import app
from clusterscribe.cli.console import make_streams_safe

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    make_streams_safe()
    try:
        app(args=None if arguments is None else list(arguments), prog_name="clusterscribe")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    return 0
