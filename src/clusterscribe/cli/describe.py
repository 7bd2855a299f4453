"""`clusterscribe describe`: from a table with a label column to a description."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from clusterscribe.cli.exporting import ExportOptions
from clusterscribe.cli.guard import FAILED
from clusterscribe.cli.inputs import READ_WITH_ENGINE, EngineOptions, FormatOptions, read_names
from clusterscribe.cli.labelled import read_labelled
from clusterscribe.cli.options import (
    ColumnOptions,
    ContrastOptions,
    ErrorSlack,
    GoalOptions,
    LabelColumn,
    RunOptions,
    Scale,
    TextFile,
    WeightScale,
    by_flag,
    by_name,
    option,
    output,
    parameters_of,
    with_groups,
)
from clusterscribe.cli.reporting import Finder, Findings, PageOptions, to_html
from clusterscribe.cli.targets import Made, Targets, json_text
from clusterscribe.cli.wish_options import WishOptions
from clusterscribe.clock import Clock
from clusterscribe.described import Described
from clusterscribe.description.words.contrasting import named
from clusterscribe.engine.opening import INSIDE
from clusterscribe.parameters import check

FORMS = ("json", "sql", "text", "scorecard", "sentences", "certificate")

EXAMPLES = """\b
Examples:
  clusterscribe describe customers.csv --labels segment
  clusterscribe describe customers.csv --labels segment --max-errors 0.02
  clusterscribe describe customers.csv --labels segment --objective sparsity \\
      --exclude customer_id,signup_date --json segments.json --sql segments.sql
  clusterscribe describe customers.csv --labels segment --cluster A --against B
  clusterscribe describe customers.csv --labels segment --exclude region \\
      --require age --cut age=18,30,65 --at-least income
  clusterscribe describe customers.parquet --labels segment --json - | jq .result
  clusterscribe describe customers/ --labels segment --memory-limit 2GB
"""


# where thresholds lie between the last row inside and the first outside
Placement = StrEnum("Placement", ["ROUND", "TIGHT", "MIDDLE"])
# which rows the solver sees
Grouping = StrEnum(
    "Grouping", ["AUTO", "NONE", "LAZY", "TREE", "KMEANS", "HIERARCHICAL", "ADAPTIVE"]
)
Dialect = StrEnum("Dialect", ["ANSI", "DUCKDB", "POSTGRESQL", "BIGQUERY", "SPARK", "SQLITE"])


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """How many errors are allowed, and how the search proceeds."""

    max_errors: Annotated[
        str,
        option(
            "N|SHARE|none",
            "Errors allowed: a count (3), a share of the rows (0.05), or none to find the fewest "
            "first and allow --error-slack more.",
        ),
    ] = "none"
    error_slack: ErrorSlack = 0.05
    placement: Annotated[
        Placement,
        typer.Option(help="Where thresholds lie; this never changes which rows are inside."),
    ] = Placement.ROUND
    scale: WeightScale = Scale.MINMAX
    grouping: Annotated[
        Grouping,
        typer.Option(help="Rows the solver sees: all, only those it needs, or groups."),
    ] = Grouping.AUTO
    time_limit: Annotated[float, typer.Option(help="Seconds for the whole search.")] = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeOutputs:
    """The formats in which the description is written."""

    json: Annotated[str | None, output("Write description and result as JSON")] = None
    sql: Annotated[str | None, output("Write SQL")] = None
    dialect: Annotated[Dialect, typer.Option(help="SQL dialect.")] = Dialect.ANSI
    table: Annotated[
        str | None,
        option("NAME", "Table name in the SQL; default: the file name."),
    ] = None
    as_case: Annotated[
        bool, typer.Option("--as-case", help="SQL: only the label, as a CASE expression.")
    ] = False
    text: TextFile = None
    scorecard: Annotated[str | None, output("Write the points of each feature")] = None
    sentences: Annotated[str | None, output("Write one sentence per cluster")] = None
    certificate: Annotated[
        str | None, output("Write a certificate of what is proved, which `verify` checks")
    ] = None

    def made(self, found: Findings, file: Path, noun: str, names: Mapping[str, str] | None) -> Made:
        """Return how each format is made from what was found."""
        description, result = found.description, found.result
        return {
            "--json": lambda: json_text(**Described(description, result).to_dict()),
            "--sql": lambda: description.to_sql(
                self.table or _name(file), self.dialect.value, as_case=self.as_case
            ),
            "--text": found.to_text,
            "--scorecard": description.to_scorecard,
            "--sentences": lambda: "\n".join(
                f"{named(label, description.contrast)}: {words}"
                for label, words in description.to_sentence(noun, names).items()
            ),
            "--certificate": lambda: result.certificate.to_json() if result.certificate else "",
        }


@with_groups
def describe(
    file: Annotated[Path, typer.Argument(help=f"The table: {READ_WITH_ENGINE}.")],
    *,
    labels: LabelColumn,
    goal: GoalOptions,
    search: SearchOptions,
    columns: ColumnOptions,
    contrast: ContrastOptions,
    wishes: WishOptions,
    outputs: DescribeOutputs,
    exports: ExportOptions,
    page: PageOptions,
    reading: EngineOptions,
    form: FormatOptions,
    running: RunOptions,
) -> None:
    """Describe the clusters of a table in a few short conditions.

    The description goes to stdout, progress and remarks to stderr. Ctrl-C stops the
    search and prints the best description so far. A budget that is not met prints the best
    description found, and exits with 1.
    """
    asked = parameters_of(goal, search, running)
    asked["certificate"] = outputs.certificate is not None
    parameters, clock = check(**asked), Clock(search.time_limit)
    if outputs.as_case and outputs.sql is None:
        raise typer.BadParameter("--as-case says how --sql is written; add --sql OUT.")
    forms = by_flag(outputs, *FORMS) | exports.targets() | by_flag(page, "report")
    targets = Targets(forms, table=file)
    names = read_names(page.feature_names)
    with running.searching(search.time_limit) as listener:
        table = read_labelled(file, labels, columns.weights, reading, form)
        page = page.checked(table, names)
        data = columns.described(table, contrast)
        parameters = replace(parameters, class_weight=table.by_label(parameters.class_weight))
        parameters = replace(parameters, constraints=wishes.of(table))
        found = Finder(data, parameters, page, clock, listener).find()
        listener.end(found.stop_reason)
    settings = {"file": file.name, "labels": labels, **asked, **by_name(columns, contrast, wishes)}
    rows = table.rows(data, parameters)
    made = {
        **outputs.made(found, file, page.noun, names),
        **exports.made(found.description, rows, page.noun, names),
        "--report": lambda: to_html(found, page, rows=rows, names=names, settings=settings),
    }
    targets.deliver(made, found.to_text, quiet=running.quiet, interrupted=found.interrupted)
    if found.result.over_budget:
        raise typer.Exit(FAILED)


def _name(file: Path) -> str:
    """Return the name of a table: that of the file, or of the table in a database."""
    database, _, name = file.name.partition(INSIDE)
    return name or Path(database).stem
