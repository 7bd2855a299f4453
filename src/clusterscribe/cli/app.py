"""`clusterscribe app`: describe clusters interactively in a browser on this computer."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from clusterscribe.cli.console import show
from clusterscribe.cli.guard import Debug
from clusterscribe.errors import InputError

EXAMPLES = """\b
Examples:
  clusterscribe app
  clusterscribe app customers.csv --time-limit 20
"""


def app(
    file: Annotated[
        Path | None,
        typer.Argument(help="A table to start with: CSV, TSV, Parquet, Arrow or Excel."),
    ] = None,
    *,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="The port; default: any free one.")
    ] = None,
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open a browser.")] = True,
    max_upload: Annotated[
        float, typer.Option(metavar="MB", help="The largest upload, also when unpacked.")
    ] = 500.0,
    time_limit: Annotated[
        float, typer.Option(help="Seconds per search that the page suggests.")
    ] = 60.0,
    debug: Debug = False,
) -> None:
    """Describe clusters in a browser, on this computer only.

    Choose a file and its label column, or let k-means or HDBSCAN find clusters; watch the
    search, move along the frontier, and save the report, JSON and SQL. Ctrl-C stops the app
    and deletes all uploads.
    """
    from clusterscribe.app.server import serve

    if file is not None and not file.is_file():
        raise InputError(f"there is no file {str(file)!r}")
    if not max_upload > 0:
        raise typer.BadParameter("it must be above 0.", param_hint="--max-upload")
    if not time_limit > 0:
        raise typer.BadParameter("it must be above 0.", param_hint="--time-limit")
    serve(
        None if file is None else file.resolve(),
        port=port,
        max_upload=round(max_upload * 1e6),
        time_limit=time_limit,
        announce=partial(_announce, opened=open_),
    )


def _announce(address: str, opens_once: str, opened: bool) -> None:
    """Print the address of the app, and open it in a browser."""
    show(
        f"The app is running at\n\n  {address}\n\n"
        "on this computer only. Ctrl-C stops it and deletes all uploads."
    )
    if opened:
        import webbrowser

        # in a thread, as a text browser returns only when it is closed
        threading.Thread(target=webbrowser.open, args=(opens_once,), daemon=True).start()
