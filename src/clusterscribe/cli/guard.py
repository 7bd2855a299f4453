"""How a command ends: an exit code, and one clear line when something is wrong.

    0    done
    1    bad input; or a budget that is not met, after the best answer found was printed
    2    wrong usage
    130  interrupted (143 by `kill`, 129 by the end of the terminal), after the best answer so
         far was printed, or a line that there is none

Typer reports wrong usage; the rest is reported here.
"""

from __future__ import annotations

import errno
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Annotated, ParamSpec, TypeAlias

import typer

from clusterscribe.cli.console import close_quietly, say
from clusterscribe.cli.stops import stops
from clusterscribe.errors import InputError

FAILED = 1
# bytes of address space, measured: with less, solvers fail to load or abort silently
LEAST_MEMORY = 2_500_000_000
GIGABYTE = 1_000_000_000

P = ParamSpec("P")

Debug: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--debug", envvar="CLUSTERSCRIBE_DEBUG", help="Show the traceback of an unexpected error."
    ),
]


def guarded(command: Callable[P, None]) -> Callable[P, None]:
    """Turn whatever a command raises into an exit code and at most one line."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except (typer.Exit, typer.Abort, typer.BadParameter):
            raise
        except KeyboardInterrupt:
            raise typer.Exit(stops.exit_code) from None
        except BrokenPipeError:  # the reader, such as `head`, has seen enough
            close_quietly()
        except Exception as error:
            if kwargs.get("debug"):
                traceback.print_exception(error)
            say(line_for(error))
            raise typer.Exit(FAILED) from None

    return run


@contextmanager
def without_answer() -> Iterator[None]:
    """Print a line if the block, in which nothing is written yet, is interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        say("interrupted before there was an answer; nothing was written")
        raise


def refuse_tight_memory() -> None:
    """Refuse a search in less memory than its libraries need (`ulimit -v`)."""
    if sys.platform == "win32":
        return
    import resource

    allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
    if allowed != resource.RLIM_INFINITY and allowed < LEAST_MEMORY:
        raise InputError(
            f"ulimit -v allows {allowed / GIGABYTE:.1f} GB of memory, too little to load what the "
            f"search needs; allow {LEAST_MEMORY / GIGABYTE:.1f} GB or more"
        )


def line_for(error: Exception) -> str:
    """Say what went wrong in one line."""
    if isinstance(error, InputError):
        return str(error)
    if _is_lack_of_memory(error):
        return "Out of memory; use fewer rows or columns (--features)."
    if isinstance(error, OSError) and error.strerror:
        about = f"{error.filename!r}: " if error.filename else ""
        return f"{about}{error.strerror}."
    return (
        f"Unexpected {type(error).__name__}: {error}. This is a bug; please report it with the "
        "output of --debug."
    )


def _is_lack_of_memory(error: Exception) -> bool:
    """Whether memory ran out, for which libraries have many messages."""
    if isinstance(error, OSError) and error.errno is not None:
        return error.errno == errno.ENOMEM
    words = ("failed to map segment", "annot allocate memory", "can't start new thread")
    return isinstance(error, MemoryError) or any(some in str(error) for some in words)
