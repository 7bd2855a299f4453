"""`clusterscribe describe`: from a table with a label column to a description."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from clusterscribe.cli.console import text_width
from clusterscribe.cli.engine import (
    ONLY_FOR_ENGINE,
    READ_WITH_ENGINE,
    WHO_READS,
    Engine,
    LabelledInEngine,
    MemoryLimit,
    open_labelled,
    stays_in_engine,
)
from clusterscribe.cli.guard import Debug, without_answer
from clusterscribe.cli.labelled import Labelled, read_labelled
from clusterscribe.cli.live import progress
from clusterscribe.cli.memory import refuse_tight_memory
from clusterscribe.cli.options import (
    ErrorSlack,
    Exclude,
    Features,
    Jobs,
    LabelColumn,
    MaxCoefficient,
    MaxTerms,
    Noise,
    NoiseLabel,
    NoiseRule,
    Objective,
    Quiet,
    RandomState,
    Scale,
    ShowProgress,
    TextFile,
    WeightColumn,
    WeightScale,
)
from clusterscribe.cli.outputs import describe_json
from clusterscribe.cli.remarks import remarks_as_lines
from clusterscribe.cli.reporting import DESCRIPTION, Surroundings, read_names, surroundings
from clusterscribe.cli.targets import Targets
from clusterscribe.cli.values import max_errors_of, objective_of
from clusterscribe.clock import Clock
from clusterscribe.description import Label
from clusterscribe.description.words import wording
from clusterscribe.description.words.naming import naming
from clusterscribe.description.words.sentence import check_noun
from clusterscribe.engine.opening import INSIDE
from clusterscribe.errors import hint
from clusterscribe.proof import StopReason

SAMPLES = 10  # of the rows, for stability
PLAIN_REPORT = (
    "the table stays in DuckDB, so the report has no pictures, no frontier and no stability"
)


class Placement(StrEnum):
    """Where a threshold sits between the last row inside and the first outside."""

    ROUND = "round"
    TIGHT = "tight"
    MIDDLE = "middle"


class Grouping(StrEnum):
    """Which rows the solver sees."""

    AUTO = "auto"
    NONE = "none"
    LAZY = "lazy"
    TREE = "tree"
    KMEANS = "kmeans"
    HIERARCHICAL = "hierarchical"
    ADAPTIVE = "adaptive"


class Dialect(StrEnum):
    """Whose SQL is written."""

    ANSI = "ansi"
    DUCKDB = "duckdb"
    POSTGRESQL = "postgresql"
    BIGQUERY = "bigquery"
    SPARK = "spark"


EXAMPLES = """\b
Examples:
  clusterscribe describe customers.csv --labels segment
  clusterscribe describe customers.csv --labels segment --max-errors 0.02
  clusterscribe describe customers.csv --labels segment --objective sparsity \\
      --exclude customer_id,signup_date --json segments.json --sql segments.sql
  clusterscribe describe customers.parquet --labels segment --json - | jq .result
  clusterscribe describe customers/ --labels segment --memory-limit 2GB
"""


def describe(
    file: Annotated[Path, typer.Argument(help=f"The table: {READ_WITH_ENGINE}.")],
    *,
    labels: LabelColumn,
    objective: Objective = "complexity",
    max_terms: MaxTerms = 1,
    max_coefficient: MaxCoefficient = 1,
    max_errors: Annotated[
        str,
        typer.Option(
            metavar="N|SHARE|none",
            help="Errors allowed: a count (3), a share of the rows (0.05), or none: find the "
            "fewest first, then allow --error-slack more.",
        ),
    ] = "none",
    error_slack: ErrorSlack = 0.05,
    placement: Annotated[
        Placement, typer.Option(help="Where thresholds sit; no choice changes which rows are in.")
    ] = Placement.ROUND,
    scale: WeightScale = Scale.MINMAX,
    grouping: Annotated[
        Grouping,
        typer.Option(help="Rows the solver sees: all, as they are needed, or groups of them."),
    ] = Grouping.AUTO,
    time_limit: Annotated[float, typer.Option(help="Seconds for the whole search.")] = 60.0,
    features: Features = None,
    exclude: Exclude = None,
    weights: WeightColumn = None,
    noise_label: NoiseLabel = None,
    noise: NoiseRule = Noise.OUTSIDE,
    json: Annotated[
        str | None,
        typer.Option(metavar="OUT", help="Write description and result as JSON; - is stdout."),
    ] = None,
    sql: Annotated[str | None, typer.Option(metavar="OUT", help="Write SQL; - is stdout.")] = None,
    dialect: Annotated[Dialect, typer.Option(help="Whose SQL.")] = Dialect.ANSI,
    table: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The table's name in SQL; default: the file's."),
    ] = None,
    text: TextFile = None,
    scorecard: Annotated[
        str | None,
        typer.Option(metavar="OUT", help="Write points for each feature; - is stdout."),
    ] = None,
    sentences: Annotated[
        str | None,
        typer.Option(metavar="OUT", help="Write a line of English a cluster; - is stdout."),
    ] = None,
    report: Annotated[
        str | None, typer.Option(metavar="OUT", help="Write a page for a browser, with pictures.")
    ] = None,
    frontier: Annotated[
        bool, typer.Option(help="In the report: the descriptions for other numbers of errors.")
    ] = True,
    stability: Annotated[
        int, typer.Option(metavar="N", min=0, help="In the report: samples of the rows.")
    ] = SAMPLES,
    feature_names: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Names and units of columns, as a JSON object."),
    ] = None,
    noun: Annotated[
        str, typer.Option(metavar="PLURAL", help="What a row is, such as customers.")
    ] = "rows",
    title: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The title of the report.")
    ] = None,
    engine: Annotated[
        Engine | None,
        typer.Option(
            "--engine",
            help=f"{WHO_READS}; default: DuckDB for {ONLY_FOR_ENGINE}, and files above 1 GB.",
        ),
    ] = None,
    memory_limit: MemoryLimit = None,
    n_jobs: Jobs = None,
    random_state: RandomState = None,
    progress_: ShowProgress = None,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Describe the clusters of a table in few short conditions.

    The description goes to stdout, progress and remarks to stderr. Ctrl-C stops the
    search and prints the best answer so far.
    """
    parameters: dict[str, Any] = {
        "objective": objective_of(objective),
        "max_terms": max_terms,
        "max_coefficient": max_coefficient,
        "max_errors": max_errors_of(max_errors),
        "error_slack": error_slack,
        "placement": placement.value,
        "scale": scale.value,
        "grouping": None if grouping is Grouping.NONE else grouping.value,
        "time_limit": time_limit,
        "n_jobs": n_jobs,
        "random_state": random_state,
        "noise": noise.value,
    }
    settings = {
        "file": file.name,
        "labels": labels,
        **parameters,
        "noise_label": noise_label,
        "weights": weights,
        "features": features,
        "exclude": exclude,
    }
    targets = Targets(
        {
            "--json": json,
            "--sql": sql,
            "--text": text,
            "--scorecard": scorecard,
            "--sentences": sentences,
            "--report": report,
        }
    )
    refuse_tight_memory()
    targets.check(source=file)
    names, clock = read_names(feature_names), Clock(time_limit)
    with (
        without_answer(),
        remarks_as_lines(quiet),
        progress(False if quiet else progress_) as listener,
    ):
        data: Labelled | LabelledInEngine
        if stays_in_engine(engine, file, memory_limit):
            data = open_labelled(file, labels, weights, memory_limit)
        else:
            data = read_labelled(file, labels, weights)
        naming(names, tuple(data.column_names))  # refused now rather than at the end
        check_noun(noun)
        from clusterscribe.api import describe as search

        parameters |= {
            "features": data.chosen(features),
            "exclude": data.left_out(exclude),
            "sample_weight": data.weights,
            "noise_label": data.label_like(noise_label),
        }
        is_around = report is not None and (frontier or stability > 0)
        if report is not None and isinstance(data, LabelledInEngine):
            is_around = False
            hint(PLAIN_REPORT)
        if is_around and time_limit > 0:
            parameters["time_limit"] = DESCRIPTION * time_limit
        description, result = search(data.table, data.labels, listener=listener, **parameters)
        interrupted = result.stop_reason == StopReason.INTERRUPTED
        around = Surroundings()
        if is_around and not interrupted:
            try:
                around = surroundings(
                    description,
                    data.table,
                    data.labels,
                    parameters,
                    clock=clock,
                    listener=listener,
                    with_frontier=frontier,
                    samples=stability,
                )
            except KeyboardInterrupt:  # the answer is there, and is not to be lost
                around = Surroundings(stopped=True)
    made = {
        "--json": lambda: describe_json(description, result),
        "--sql": lambda: description.to_sql(table=table or _name(file), dialect=dialect.value),
        "--text": description.to_text,
        "--scorecard": description.to_scorecard,
        "--sentences": lambda: _lines(description.to_sentence(noun, names)),
        "--report": lambda: description.to_html(
            **_rows(data, features, exclude),
            result=result,
            frontier=around.frontier,
            stability=around.stability,
            feature_names=names,
            noun=noun,
            title=title,
            settings=settings,
        ),
    }
    targets.deliver(
        made,
        lambda: description.to_text(width=text_width()),
        quiet=quiet,
        interrupted=interrupted or around.interrupted,
    )


def _rows(
    data: Labelled | LabelledInEngine, features: list[str] | None, exclude: list[str] | None
) -> dict[str, Any]:
    """Return the rows that a report has pictures of; those in an engine stay there."""
    if isinstance(data, LabelledInEngine):
        return {}
    table = data.described(features, exclude)
    return {"X": table, "labels": data.labels, "sample_weight": data.weights}


def _name(file: Path) -> str:
    """Return the name of a table: that of the file, or of the table in a database."""
    database, _, name = file.name.partition(INSIDE)
    return name or Path(database).stem


def _lines(sentences: Mapping[Label, str]) -> str:
    return "\n".join(f"{wording.label(label)}: {words}" for label, words in sentences.items())
