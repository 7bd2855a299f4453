"""All commands, registered with Typer."""

from __future__ import annotations

from typing import Annotated

import typer

from clusterscribe.cli import (
    alternatives,
    apply,
    compare,
    demo,
    describe,
    explain,
    frontier,
    nested,
    rescore,
    verify,
)
from clusterscribe.cli import app as browser
from clusterscribe.cli.guard import guarded
from clusterscribe.version import __version__

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: it can be piped, searched and pasted
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"clusterscribe {__version__}")
        raise typer.Exit


EXAMPLES = """\b
Examples:
  clusterscribe demo
  clusterscribe describe customers.csv --labels segment
  clusterscribe describe --help
"""


@app.callback(epilog=EXAMPLES)
def start(
    version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_version, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Describe clusters in a few short conditions, and prove how short a description can be."""


app.command(epilog=describe.EXAMPLES)(guarded(describe.describe))
app.command(epilog=nested.EXAMPLES)(guarded(nested.nested))
app.command(epilog=compare.EXAMPLES)(guarded(compare.compare))
app.command(epilog=frontier.EXAMPLES)(guarded(frontier.frontier))
app.command(epilog=alternatives.EXAMPLES)(guarded(alternatives.alternatives))
app.command(epilog=apply.EXAMPLES)(guarded(apply.apply))
app.command(epilog=explain.EXAMPLES)(guarded(explain.explain))
app.command(epilog=rescore.EXAMPLES)(guarded(rescore.rescore))
app.command(epilog=verify.EXAMPLES)(guarded(verify.verify))
app.command(epilog=browser.EXAMPLES)(guarded(browser.app))
app.command(epilog=demo.EXAMPLES)(guarded(demo.demo))
