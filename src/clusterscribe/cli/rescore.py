"""`clusterscribe rescore`: how new rows differ from those that were described."""

from __future__ import annotations

from typing import Annotated

from clusterscribe.cli.console import remarks_as_lines
from clusterscribe.cli.guard import Debug, without_answer
from clusterscribe.cli.inputs import FormatOptions, SavedDescription, read_description
from clusterscribe.cli.labelled import read_labelled
from clusterscribe.cli.options import (
    LabelColumn,
    Quiet,
    TableFile,
    TextFile,
    WeightColumn,
    output,
    with_groups,
)
from clusterscribe.cli.targets import Targets, json_text

VERSION = 1  # of the format of `rescore --json`

EXAMPLES = """\b
Examples:
  clusterscribe rescore segments.json this_quarter.csv --labels segment
  clusterscribe rescore segments.json this_quarter.csv --labels segment \\
      --json drift.json
"""


@with_groups
def rescore(
    description: SavedDescription,
    file: TableFile,
    *,
    labels: LabelColumn,
    weights: WeightColumn = None,
    json: Annotated[str | None, output("Write all figures as JSON")] = None,
    text: TextFile = None,
    form: FormatOptions,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Compare new rows with those that a description was found on.

    Lists the clusters and conditions that lost or gained rows, the most changed first, and
    marks changes that are unlikely to be chance.
    """
    asked = {"--json": json, "--text": text}
    targets = Targets(asked, table=file, description=description)
    found = read_description(description, quiet)
    with without_answer(), remarks_as_lines(quiet):
        data = read_labelled(file, labels, weights, form=form)
        drift = found.rescore(data.table, data.labels, data.weights)
    made = {
        "--json": lambda: json_text(version=VERSION, **drift.to_dict()),
        "--text": drift.to_text,
    }
    targets.deliver(made, drift.to_text, quiet=quiet)
