"""`clusterscribe frontier`: how much length each error saved costs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clusterscribe.cli.console import text_width
from clusterscribe.cli.drawing import check_drawing, drawn
from clusterscribe.cli.engine import refuse_only_for_engine
from clusterscribe.cli.guard import Debug, without_answer
from clusterscribe.cli.labelled import read_labelled
from clusterscribe.cli.live import progress
from clusterscribe.cli.memory import refuse_tight_memory
from clusterscribe.cli.options import (
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
    TableFile,
    TextFile,
    WeightColumn,
    WeightScale,
)
from clusterscribe.cli.remarks import remarks_as_lines
from clusterscribe.cli.targets import Made, Targets
from clusterscribe.cli.values import max_errors_of, objective_of

if TYPE_CHECKING:
    from clusterscribe.frontiers.frontier import Frontier
    from clusterscribe.frontiers.point import Point

EXAMPLES = """\b
Examples:
  clusterscribe frontier customers.csv --labels segment
  clusterscribe frontier customers.csv --labels segment --knee
  clusterscribe frontier customers.csv --labels segment --max-complexity 12 \\
      --json frontier.json --plot frontier.png
"""


def frontier(
    file: TableFile,
    *,
    labels: LabelColumn,
    objective: Objective = "complexity",
    max_terms: MaxTerms = 1,
    max_coefficient: MaxCoefficient = 1,
    scale: WeightScale = Scale.MINMAX,
    knee: Annotated[
        bool,
        typer.Option("--knee", help="Show the description from which on less length costs most."),
    ] = False,
    max_complexity: Annotated[
        int | None, typer.Option(help="Show the best description that is no longer than this.")
    ] = None,
    max_errors: Annotated[
        str,
        typer.Option(
            metavar="N|SHARE|none",
            help="Show the shortest description within these errors: a count (3) or a share of "
            "the rows (0.05).",
        ),
    ] = "none",
    time_limit: Annotated[float, typer.Option(help="Seconds for the whole frontier.")] = 60.0,
    features: Features = None,
    exclude: Exclude = None,
    weights: WeightColumn = None,
    noise_label: NoiseLabel = None,
    noise: NoiseRule = Noise.OUTSIDE,
    markdown: Annotated[
        str | None, typer.Option(metavar="OUT", help="Write the table as Markdown; - is stdout.")
    ] = None,
    json: Annotated[
        str | None,
        typer.Option(metavar="OUT", help="Write all descriptions and results; - is stdout."),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Draw it to a .png, .svg or .pdf file (extra plot)."),
    ] = None,
    text: TextFile = None,
    n_jobs: Jobs = None,
    random_state: RandomState = None,
    progress_: ShowProgress = None,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Find the shortest description for every useful number of errors.

    The table goes to stdout, followed by one description if you choose one; progress and
    remarks go to stderr. Ctrl-C prints the points so far.
    """
    targets = Targets(
        {
            "--markdown": markdown,
            "--json": json,
            "--plot": None if plot is None else str(plot),
            "--text": text,
        }
    )
    if plot is not None:
        check_drawing(plot)
    most_errors = max_errors_of(max_errors)
    refuse_only_for_engine(file)
    refuse_tight_memory()
    targets.check(source=file)
    with (
        without_answer(),
        remarks_as_lines(quiet),
        progress(False if quiet else progress_) as listener,
    ):
        data = read_labelled(file, labels, weights)
        from clusterscribe.api import frontier as find

        found = find(
            data.table,
            data.labels,
            objective=objective_of(objective),
            max_terms=max_terms,
            max_coefficient=max_coefficient,
            scale=scale.value,
            time_limit=time_limit,
            n_jobs=n_jobs,
            random_state=random_state,
            noise_label=data.label_like(noise_label),
            noise=noise.value,
            sample_weight=data.weights,
            features=data.chosen(features),
            exclude=data.left_out(exclude),
            listener=listener,
        )
    is_chosen = knee or max_complexity is not None or most_errors is not None
    point = None
    if is_chosen:
        point = found.choose(max_complexity=max_complexity, max_errors=most_errors, knee=knee)
    made: Made = {
        "--markdown": found.to_markdown,
        "--json": found.to_json,
        "--plot": lambda: _plot(found, point, plot),
        "--text": lambda: _text(found, point),
    }
    targets.deliver(
        made,
        lambda: _text(found, point, text_width()),
        quiet=quiet,
        interrupted=found.interrupted,
    )


def _plot(found: Frontier, point: Point | None, target: Path | None) -> bytes:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 4.0), layout="constrained")
    found.plot(figure.subplots(), chosen=point)
    return b"" if target is None else drawn(figure, target)


def _text(found: Frontier, point: Point | None, width: int = 80) -> str:
    table = found.to_text(width)
    return table if point is None else f"{table}\n\n{point.description.to_text(width)}"
