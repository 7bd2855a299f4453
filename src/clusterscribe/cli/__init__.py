"""The command line: a command a file, put together in `commands.py`."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    code = 0
    try:
        code = _run(arguments)
    except KeyboardInterrupt:  # while still loading
        code = INTERRUPTED
    if code == INTERRUPTED and arguments is None:
        from clusterscribe.cli.console import leave_at_once

        leave_at_once(code)
    return code


def _run(arguments: Sequence[str] | None) -> int:
    from clusterscribe.cli.commands import app
    from clusterscribe.cli.console import make_streams_safe, say
    from clusterscribe.cli.guard import FAILED, line_for

    make_streams_safe()
    try:
        app(args=None if arguments is None else list(arguments), prog_name="clusterscribe")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except OSError as error:  # help that cannot be printed
        say(line_for(error))
        return FAILED
    return 0
