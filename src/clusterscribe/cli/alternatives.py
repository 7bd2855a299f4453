"""`clusterscribe alternatives`: other descriptions about as good, by other columns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from clusterscribe.cli.describe import SearchOptions
from clusterscribe.cli.inputs import READ_WITH_ENGINE, EngineOptions, FormatOptions
from clusterscribe.cli.labelled import read_labelled
from clusterscribe.cli.options import (
    ColumnOptions,
    ContrastOptions,
    GoalOptions,
    LabelColumn,
    RunOptions,
    TextFile,
    by_flag,
    output,
    parameters_of,
    with_groups,
)
from clusterscribe.cli.targets import Targets
from clusterscribe.parameters import check
from clusterscribe.progress_lines import ended

EXAMPLES = """\b
Examples:
  clusterscribe alternatives customers.csv --labels segment
  clusterscribe alternatives customers.csv --labels segment -n 5 --loss 0.5
  clusterscribe alternatives customers.csv --labels segment --cluster A \\
      --max-errors 0.02 --json ways.json
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaysOptions:
    """How many other descriptions are looked for, and how much worse they may be."""

    n: Annotated[
        int, typer.Option("--number", "-n", help="Most descriptions beside the first one.")
    ] = 3
    loss: Annotated[
        float, typer.Option(help="Share of more errors, and of more length, that is allowed.")
    ] = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class WaysOutputs:
    """The formats in which the descriptions are written."""

    json: Annotated[str | None, output("Write all descriptions and results")] = None
    text: TextFile = None


@with_groups
def alternatives(
    file: Annotated[Path, typer.Argument(help=f"The table: {READ_WITH_ENGINE}.")],
    *,
    labels: LabelColumn,
    ways: WaysOptions,
    goal: GoalOptions,
    search: SearchOptions,
    columns: ColumnOptions,
    contrast: ContrastOptions,
    outputs: WaysOutputs,
    form: FormatOptions,
    reading: EngineOptions,
    running: RunOptions,
) -> None:
    """Find other descriptions, about as good, by other columns.

    Each does without one column at least of every one before it. They go to stdout, progress and
    remarks to stderr. Ctrl-C prints the descriptions so far.
    """
    parameters = check(**parameters_of(goal, search, running))
    targets = Targets(by_flag(outputs, "json", "text"), table=file)
    with running.searching(search.time_limit) as listener:
        table = read_labelled(file, labels, columns.weights, reading, form=form)
        data = columns.described(table, contrast)
        parameters = replace(parameters, class_weight=table.by_label(parameters.class_weight))
        from clusterscribe.find_ways import find_ways

        found = find_ways(data, parameters, listener, ways.n, ways.loss)
        listener.end(ended(interrupted=found.interrupted))
    made = {"--json": found.to_json, "--text": found.to_text}
    targets.deliver(made, found.to_text, quiet=running.quiet, interrupted=found.interrupted)
