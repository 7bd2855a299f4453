"""`clusterscribe frontier`: the shortest description for every number of errors."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clusterscribe.cli.inputs import FormatOptions
from clusterscribe.cli.labelled import read_labelled
from clusterscribe.cli.options import (
    ColumnOptions,
    ContrastOptions,
    GoalOptions,
    LabelColumn,
    RunOptions,
    Scale,
    TableFile,
    TextFile,
    WeightScale,
    by_flag,
    max_errors_of,
    option,
    output,
    parameters_of,
    with_groups,
)
from clusterscribe.cli.targets import Made, Targets
from clusterscribe.cli.wish_options import WishOptions
from clusterscribe.errors import InputError
from clusterscribe.parameters import check
from clusterscribe.progress_lines import ended

if TYPE_CHECKING:
    from clusterscribe.frontiers.frontier import Frontier
    from clusterscribe.frontiers.point import Point

PICTURES = (".png", ".svg", ".pdf")
DOTS_PER_INCH = 150

EXAMPLES = """\b
Examples:
  clusterscribe frontier customers.csv --labels segment
  clusterscribe frontier customers.csv --labels segment --knee
  clusterscribe frontier customers.csv --labels segment --max-complexity 12 \\
      --json frontier.json --plot frontier.png
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointOptions:
    """Which description of the frontier is shown."""

    knee: Annotated[
        bool,
        typer.Option("--knee", help="Show the description at the knee of the frontier."),
    ] = False
    max_complexity: Annotated[
        int | None, typer.Option(help="Show the best description of at most this complexity.")
    ] = None
    max_errors: Annotated[
        str,
        option(
            "N|SHARE|none",
            "Show the shortest description within these errors: a count (3) or a share of "
            "the rows (0.05).",
        ),
    ] = "none"

    def of(self, found: Frontier, max_errors: int | float | None) -> Point | None:
        """Return the point that is chosen, if any."""
        if not self.knee and self.max_complexity is None and max_errors is None:
            return None
        return found.choose(
            max_complexity=self.max_complexity, max_errors=max_errors, knee=self.knee
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontierOutputs:
    """The formats in which the frontier is written."""

    markdown: Annotated[str | None, output("Write the table as Markdown")] = None
    json: Annotated[str | None, output("Write all descriptions and results")] = None
    plot: Annotated[
        Path | None, option("OUT", "Plot it to a .png, .svg or .pdf file (needs matplotlib).")
    ] = None
    text: TextFile = None


@with_groups
def frontier(
    file: TableFile,
    *,
    labels: LabelColumn,
    goal: GoalOptions,
    scale: WeightScale = Scale.MINMAX,
    choice: PointOptions,
    time_limit: Annotated[float, typer.Option(help="Seconds for the whole frontier.")] = 60.0,
    columns: ColumnOptions,
    contrast: ContrastOptions,
    wishes: WishOptions,
    outputs: FrontierOutputs,
    form: FormatOptions,
    running: RunOptions,
) -> None:
    """Find the shortest description for every number of errors.

    The table goes to stdout, followed by one description if you choose one; progress and
    remarks go to stderr. Ctrl-C prints the points so far.
    """
    asked = parameters_of(goal, running)
    parameters = check(**asked, scale=scale, time_limit=time_limit, error_slack=0.0)
    max_errors = max_errors_of(choice.max_errors)
    _check_plot(outputs.plot)
    targets = Targets(by_flag(outputs, "markdown", "json", "plot", "text"), table=file)
    with running.searching(time_limit) as listener:
        table = read_labelled(file, labels, columns.weights, form=form)
        data = columns.described(table, contrast)
        parameters = replace(parameters, class_weight=table.by_label(parameters.class_weight))
        parameters = replace(parameters, constraints=wishes.of(table))
        from clusterscribe.find_frontier import find_frontier

        found = find_frontier(data, parameters, listener)
        listener.end(ended(interrupted=found.interrupted))
    point = choice.of(found, max_errors)
    text = partial(_text, found, point)
    made: Made = {
        "--markdown": found.to_markdown,
        "--json": found.to_json,
        "--plot": lambda: _plot(found, point, outputs.plot),
        "--text": text,
    }
    targets.deliver(made, text, quiet=running.quiet, interrupted=found.interrupted)


def _check_plot(target: Path | None) -> None:
    """Refuse, before the search, a plot that could not be drawn after it."""
    if target is None:
        return
    if target.suffix.lower() not in PICTURES:
        raise InputError(
            f"--plot {str(target)!r} must end in {', '.join(PICTURES[:-1])} or {PICTURES[-1]}, the "
            "supported formats"
        )
    if find_spec("matplotlib") is None:
        raise InputError(
            "--plot needs matplotlib, which is not installed; install it with "
            'pip install "clusterscribe[plot]"'
        )


def _plot(found: Frontier, point: Point | None, target: Path | None) -> bytes:
    """Draw the frontier in the format that the file name asks for."""
    from matplotlib.figure import Figure

    if target is None:
        return b""
    figure, picture = Figure(figsize=(6.4, 4.0), layout="constrained"), io.BytesIO()
    found.plot(figure.subplots(), chosen=point)
    figure.savefig(picture, format=target.suffix.lower().removeprefix("."), dpi=DOTS_PER_INCH)
    return picture.getvalue()


def _text(found: Frontier, point: Point | None, width: int = 80) -> str:
    table = found.to_text(width)
    return table if point is None else f"{table}\n\n{point.description.to_text(width)}"
