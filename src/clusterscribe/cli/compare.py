"""`clusterscribe compare`: several methods on one table."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clusterscribe.cli.console import say
from clusterscribe.cli.inputs import FormatOptions
from clusterscribe.cli.labelled import LabelledFile, label_written, read_labelled
from clusterscribe.cli.live import Board
from clusterscribe.cli.options import (
    ColumnOptions,
    ErrorSlack,
    LabelColumn,
    RunOptions,
    TableFile,
    TextFile,
    by_flag,
    output,
    parameters_of,
    repeated,
    with_groups,
)
from clusterscribe.cli.targets import Made, Targets, json_text
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.progress import Listener
from clusterscribe.progress_lines import Unheard, ended
from clusterscribe.table.shape import listed

if TYPE_CHECKING:
    from clusterscribe.comparison.comparison import Comparison
    from clusterscribe.comparison.entry import Entry

ALL = "all"  # clusters, unless one of them has this label
VERSION = 1  # of the format of `compare --json`

EXAMPLES = """\b
Examples:
  clusterscribe compare customers.csv --labels segment
  clusterscribe compare customers.csv --labels segment --methods LC-PDP-1,CART \\
      --cluster premium
  clusterscribe compare customers.csv --labels segment --markdown methods.md
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodOptions:
    """What is compared, and which clusters are shown."""

    methods: Annotated[
        list[str] | None,
        repeated(
            "A,B",
            "Methods: LC-PDP-1, Sp-PDP-1, LC-PDP-3, Sp-PDP-3, CART, IMM, PROTO, DTDM; "
            "default: all.",
        ),
    ] = None
    cluster: Annotated[
        list[str] | None,
        repeated("LABEL", "Show this cluster in full, or all; default: the first, abbreviated."),
    ] = None
    error_slack: ErrorSlack = 0.05
    time_limit: Annotated[float, typer.Option(help="Seconds for each method.")] = 12.0

    def names(self) -> list[str] | None:
        """Read names given one by one, or several separated by commas."""
        if self.methods is None:
            return None
        return [name.strip() for text in self.methods for name in text.split(",") if name.strip()]

    def shown(self, file: LabelledFile, noise: object) -> list[Any] | str | None:
        """Return the labels to show, or ALL; None leaves the choice to the comparison."""
        if self.cluster is None:
            return None
        clusters = file.clusters(noise)
        labels = [label_written(text, clusters) for text in self.cluster]
        for text, label in zip(self.cluster, labels, strict=True):
            if label is not None:
                continue
            if text == ALL:
                return ALL
            known = listed([wording.label(label) for label in clusters])
            if file.find_label(text) is not None:
                raise InputError(
                    f"--cluster: {text!r} is the label of noise or of rows without weight, not "
                    f"of a cluster; there are {known}"
                )
            raise InputError(f"--cluster: no row has the label {text!r}; there are {known}")
        return labels


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareOutputs:
    """The formats in which the comparison is written."""

    markdown: Annotated[str | None, output("Write Markdown")] = None
    latex: Annotated[str | None, output("Write LaTeX")] = None
    json: Annotated[str | None, output("Write descriptions and results")] = None
    text: TextFile = None


@with_groups
def compare(
    file: TableFile,
    *,
    labels: LabelColumn,
    choice: MethodOptions,
    columns: ColumnOptions,
    outputs: CompareOutputs,
    form: FormatOptions,
    running: RunOptions,
) -> None:
    """Compare several methods of describing clusters.

    The comparison goes to stdout, progress and remarks to stderr. A method that fails or
    does not apply is listed with the reason, and the others go on. Ctrl-C prints the
    methods that are done.
    """
    targets = Targets(by_flag(outputs, "markdown", "latex", "json", "text"), table=file)
    with running.searching(choice.time_limit) as listener:
        table = read_labelled(file, labels, columns.weights, form=form)
        data = columns.described(table)
        shown = choice.shown(table, data.noise_label)
        from clusterscribe.comparison.compare import compare as run

        comparison = run(
            data.table,
            data.labels,
            methods=choice.names(),
            **parameters_of(choice, running),
            noise_label=data.noise_label,
            noise=data.noise,
            sample_weight=data.weights,
            features=data.features,
            exclude=data.exclude,
            missing=data.missing,
            listener=listener,
            announce=None if isinstance(listener, Unheard) else partial(_announce, listener),
        )
        listener.end(ended(interrupted=comparison.interrupted))
    if running.debug:
        _show_tracebacks(comparison)
    _deliver(comparison, comparison.labels if shown == ALL else shown, targets, running.quiet)


def _deliver(
    comparison: Comparison, named: Sequence[Any] | None, targets: Targets, quiet: bool
) -> None:
    whole = comparison.labels[:1] if named is None else named
    made: Made = {
        "--markdown": lambda: comparison.to_markdown(clusters=named),
        "--latex": lambda: comparison.to_latex(clusters=named),
        "--json": lambda: json_text(version=VERSION, **comparison.to_dict()),
        "--text": lambda: comparison.to_text(clusters=whole),
    }
    text = partial(comparison.to_text, clusters=named)
    targets.deliver(made, text, quiet=quiet, interrupted=comparison.interrupted)


def _announce(listener: Listener, entry: Entry) -> None:
    """Print a line about a method that is done."""
    result = entry.result
    found = entry.reason
    if result is not None:
        found = (
            f"{wording.count(result.errors, 'error')}, complexity {result.complexity}, "
            f"sparsity {result.sparsity}"
        )
    if isinstance(listener, Board):
        listener.forget()  # its stages
    say(f"{entry.title}: {found} ({entry.seconds:.1f} s)")


def _show_tracebacks(comparison: Comparison) -> None:
    for entry in comparison:
        if entry.error is not None:
            say(f"{entry.title} {entry.reason}")
            traceback.print_exception(entry.error)
