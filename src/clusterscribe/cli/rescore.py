"""`clusterscribe rescore`: what other rows lost or gained since a description was found."""

from __future__ import annotations

import json as json_
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clusterscribe.cli.console import text_width
from clusterscribe.cli.engine import refuse_only_for_engine
from clusterscribe.cli.guard import Debug, without_answer
from clusterscribe.cli.labelled import read_labelled
from clusterscribe.cli.options import LabelColumn, Quiet, TableFile, TextFile, WeightColumn
from clusterscribe.cli.remarks import remarks_as_lines
from clusterscribe.cli.saved import read_description
from clusterscribe.cli.targets import Targets

if TYPE_CHECKING:
    from clusterscribe.description.after.drift import Drift

VERSION = 1  # of the format of `rescore --json`

EXAMPLES = """\b
Examples:
  clusterscribe rescore segments.json this_quarter.csv --labels segment
  clusterscribe rescore segments.json this_quarter.csv --labels segment \\
      --json drift.json
"""


def rescore(
    description: Annotated[
        Path, typer.Argument(help="What `describe --json` or Description.to_json wrote.")
    ],
    file: TableFile,
    *,
    labels: LabelColumn,
    weights: WeightColumn = None,
    json: Annotated[
        str | None, typer.Option(metavar="OUT", help="Write all figures as JSON; - is stdout.")
    ] = None,
    text: TextFile = None,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Compare new rows with those that a description was found on.

    Says which clusters and which of their conditions lost or gained rows since, the most
    changed first, and marks what chance alone would seldom make.
    """
    targets = Targets({"--json": json, "--text": text})
    refuse_only_for_engine(file)
    targets.check(source=file, description=description)
    found = read_description(description, quiet)
    with without_answer(), remarks_as_lines(quiet):
        data = read_labelled(file, labels, weights)
        drift = found.rescore(data.table, data.labels, data.weights)
    made = {"--json": lambda: _json(drift), "--text": drift.to_text}
    targets.deliver(made, lambda: drift.to_text(text_width()), quiet=quiet, interrupted=False)


def _json(drift: Drift) -> str:
    whole = {"version": VERSION, **drift.to_dict()}
    return json_.dumps(whole, indent=2, allow_nan=False)
