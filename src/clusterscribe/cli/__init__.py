"""The command line: one file per command, registered in `commands.py`."""

from __future__ import annotations

from collections.abc import Sequence

from clusterscribe.errors import InputError

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    from clusterscribe.cli.stops import SIGNALLED, stops

    with stops.watched():
        try:
            code = _run(arguments)
        except KeyboardInterrupt:  # while still loading
            code = stops.exit_code
        if code > SIGNALLED and arguments is None:
            from clusterscribe.cli.console import leave_at_once

            leave_at_once(code)
    return code


def _run(arguments: Sequence[str] | None) -> int:
    from clusterscribe.cli.commands import app
    from clusterscribe.cli.console import make_streams_safe, say
    from clusterscribe.cli.guard import FAILED, line_for

    try:
        make_streams_safe()
        app(args=None if arguments is None else list(arguments), prog_name="clusterscribe")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except (InputError, OSError) as error:  # no streams, or help that cannot be printed
        say(line_for(error))
        return FAILED
    return 0
