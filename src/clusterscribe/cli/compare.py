"""`clusterscribe compare`: several methods on one table."""

from __future__ import annotations

import json as json_
import traceback
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clusterscribe.cli.console import say, text_width
from clusterscribe.cli.engine import refuse_only_for_engine
from clusterscribe.cli.guard import Debug, without_answer
from clusterscribe.cli.labelled import Labelled, label_written, read_labelled
from clusterscribe.cli.live import Board, progress
from clusterscribe.cli.memory import refuse_tight_memory
from clusterscribe.cli.options import (
    ErrorSlack,
    Exclude,
    Features,
    Jobs,
    LabelColumn,
    Noise,
    NoiseLabel,
    NoiseRule,
    Quiet,
    RandomState,
    ShowProgress,
    TableFile,
    TextFile,
    WeightColumn,
)
from clusterscribe.cli.outputs import finite
from clusterscribe.cli.remarks import remarks_as_lines
from clusterscribe.cli.targets import Targets
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.progress import Listener, silent
from clusterscribe.table.shape import listed

if TYPE_CHECKING:
    from clusterscribe.comparison.comparison import Comparison
    from clusterscribe.comparison.entry import Entry

ALL = "all"  # clusters, unless one is called that
VERSION = 1  # of the format of `compare --json`

EXAMPLES = """\b
Examples:
  clusterscribe compare customers.csv --labels segment
  clusterscribe compare customers.csv --labels segment --methods LC-PDP-1,CART \\
      --cluster premium
  clusterscribe compare customers.csv --labels segment --markdown methods.md
"""


def compare(
    file: TableFile,
    *,
    labels: LabelColumn,
    methods: Annotated[
        list[str] | None,
        typer.Option(
            metavar="A,B",
            help="Methods: LC-PDP-1, Sp-PDP-1, LC-PDP-3, Sp-PDP-3, CART, IMM, PROTO, DTDM; "
            "default: all. May be repeated.",
        ),
    ] = None,
    cluster: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LABEL",
            help="Show this cluster in full as each method describes it, or all; default: the "
            "first, cut short. May be repeated.",
        ),
    ] = None,
    error_slack: ErrorSlack = 0.05,
    time_limit: Annotated[float, typer.Option(help="Seconds for each method.")] = 12.0,
    features: Features = None,
    exclude: Exclude = None,
    weights: WeightColumn = None,
    noise_label: NoiseLabel = None,
    noise: NoiseRule = Noise.OUTSIDE,
    markdown: Annotated[
        str | None, typer.Option(metavar="OUT", help="Write Markdown; - is stdout.")
    ] = None,
    latex: Annotated[
        str | None, typer.Option(metavar="OUT", help="Write LaTeX; - is stdout.")
    ] = None,
    json: Annotated[
        str | None,
        typer.Option(metavar="OUT", help="Write descriptions and results; - is stdout."),
    ] = None,
    text: TextFile = None,
    n_jobs: Jobs = None,
    random_state: RandomState = None,
    progress_: ShowProgress = None,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Compare several methods of describing the clusters of a table.

    The comparison goes to stdout, progress and remarks to stderr. A method that fails or
    does not apply says why, and the others go on. Ctrl-C prints what there is.
    """
    targets = Targets({"--markdown": markdown, "--latex": latex, "--json": json, "--text": text})
    refuse_only_for_engine(file)
    refuse_tight_memory()
    targets.check(source=file)
    with (
        without_answer(),
        remarks_as_lines(quiet),
        progress(False if quiet else progress_) as listener,
    ):
        data = read_labelled(file, labels, weights)
        noise_rows = data.label_like(noise_label)
        shown = _shown(data, cluster, noise_rows)
        from clusterscribe.comparison.compare import compare as run

        comparison = run(
            data.table,
            data.labels,
            methods=_names(methods),
            time_limit=time_limit,
            error_slack=error_slack,
            n_jobs=n_jobs,
            random_state=random_state,
            noise_label=noise_rows,
            noise=noise.value,
            sample_weight=data.weights,
            features=data.chosen(features),
            exclude=data.left_out(exclude),
            listener=listener,
            announce=None if listener is silent else partial(_announce, listener),
        )
    if debug:
        _show_tracebacks(comparison)
    named = comparison.labels if shown == ALL else shown
    whole = comparison.labels[:1] if named is None else named
    made = {
        "--markdown": lambda: comparison.to_markdown(clusters=named),
        "--latex": lambda: comparison.to_latex(clusters=named),
        "--json": lambda: _json(comparison),
        "--text": lambda: comparison.to_text(clusters=whole),
    }
    targets.deliver(
        made,
        lambda: comparison.to_text(text_width(), named),
        quiet=quiet,
        interrupted=comparison.interrupted,
    )


def _names(methods: list[str] | None) -> list[str] | None:
    """Read names that were given one by one, or several with commas between them."""
    if methods is None:
        return None
    return [name.strip() for value in methods for name in value.split(",") if name.strip()]


def _shown(data: Labelled, cluster: list[str] | None, noise: object) -> list[Any] | str | None:
    """Return the labels of the clusters to show, or ALL; None is for the comparison to decide."""
    if cluster is None:
        return None
    clusters = data.clusters(noise)
    labels = [label_written(text, clusters) for text in cluster]
    for text, label in zip(cluster, labels, strict=True):
        if label is not None:
            continue
        if text == ALL:
            return ALL
        known = listed([wording.label(label) for label in clusters])
        if data.find_label(text) is not None:
            raise InputError(
                f"--cluster: {text!r} is the label of noise or of rows without weight, not of a "
                f"cluster; there are {known}"
            )
        raise InputError(f"--cluster: no row has the label {text!r}; there are {known}")
    return labels


def _announce(listener: Listener, entry: Entry) -> None:
    """Say that a method is done, and what came of it."""
    result = entry.result
    found = entry.reason
    if result is not None:
        found = (
            f"{wording.count(result.errors, 'error')}, complexity {result.complexity}, "
            f"sparsity {result.sparsity}"
        )
    if isinstance(listener, Board):
        listener.forget()  # the stages of a method that is done
    say(f"{entry.title}: {found} ({entry.seconds:.1f} s)")


def _show_tracebacks(comparison: Comparison) -> None:
    for entry in comparison:
        if entry.error is not None:
            say(f"{entry.title} {entry.reason}")
            traceback.print_exception(entry.error)


def _json(comparison: Comparison) -> str:
    whole = {"version": VERSION, **finite(comparison.to_dict())}
    return json_.dumps(whole, indent=2, allow_nan=False)
