"""`clusterscribe verify`: the claims of a certificate, checked against a table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clusterscribe.cli.console import remarks_as_lines, show, text_width
from clusterscribe.cli.guard import FAILED, Debug, without_answer
from clusterscribe.cli.inputs import FormatOptions, read_certificate, refuse_only_for_engine
from clusterscribe.cli.labelled import read_labelled
from clusterscribe.cli.live import progress as show_progress
from clusterscribe.cli.options import (
    LabelColumn,
    Quiet,
    ShowProgress,
    TableFile,
    WeightColumn,
    with_groups,
)
from clusterscribe.clock import Clock
from clusterscribe.description.words.layout import wrapped
from clusterscribe.progress import Listener, Snapshot

if TYPE_CHECKING:
    from clusterscribe.checker.verify import Verification

INDENT = "    "

EXAMPLES = """\b
Examples:
  clusterscribe describe customers.csv --labels segment --certificate proof.json
  clusterscribe verify proof.json customers.csv --labels segment
"""


@with_groups
def verify(
    certificate: Annotated[
        Path, typer.Argument(help="A certificate, as `describe --certificate` writes it.")
    ],
    file: TableFile,
    *,
    labels: LabelColumn,
    weights: WeightColumn = None,
    form: FormatOptions,
    progress: ShowProgress = None,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Check what a certificate claims, believing none of it.

    Every statement is written down anew from the table, and the evidence for it is followed step
    by step; no solver is asked. Exits with 0 if every claim is verified, and with 1 if not.
    """
    from clusterscribe.checker.verify import verify as check

    refuse_only_for_engine(file)
    found = read_certificate(certificate)
    shown = show_progress(False if quiet else progress)
    with without_answer(), remarks_as_lines(quiet), shown as listener:
        data = read_labelled(file, labels, weights, form=form)
        verification = check(
            found,
            data.table.select([c for c in data.columns if c not in data.reserved]),
            data.labels,
            data.weights,
            progress=_tell(listener, Clock(None), len(data.table)),
        )
        listener.end()
    show(_text(verification, text_width()))
    if not verification.ok:
        raise typer.Exit(FAILED)


def _text(verification: Verification, width: int) -> str:
    """Return each claim with what became of it, and what that means for all of them."""
    lines = [*wrapped(verification.about, width, "", ""), ""]
    for checked in verification.claims:
        lines += wrapped(checked.claim, width, "", "")
        lines += wrapped(str(checked), width, INDENT, INDENT)
    return "\n".join([*lines, "", *wrapped(_summary(verification), width, "", "")])


def _summary(verification: Verification) -> str:
    missing = len(verification.reasons)
    if not missing:
        return "Verified: every claim follows from the table."
    verb = "is" if missing == 1 else "are"
    return f"Not verified: {missing} of {len(verification.claims)} claims {verb} without proof."


def _tell(listener: Listener, clock: Clock, rows: int) -> Callable[[str, float], None]:
    """Return who hears what share of the evidence for a claim is checked."""

    def tell(_claim: str, done: float) -> None:
        stage = f"checking the proof, {100 * done:.0f} %"
        listener(Snapshot(stage, rows, 0, None, None, clock.elapsed))

    return tell
