"""Progress on stderr: a small table that is redrawn in a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from clusterscribe.progress import Listener, Snapshot, silent
from clusterscribe.progress_lines import ProgressLines, figure

REFRESHES_A_SECOND = 8
MOST_STAGES = 12  # lines, so that the table fits a small terminal
_WHEEL = "-\\|/"


@contextmanager
def progress(wanted: bool | None) -> Iterator[Listener]:
    """Show progress while the block runs; None means only when stderr is a terminal."""
    terminal = sys.stderr.isatty()
    if wanted is False or (wanted is None and not terminal):
        yield silent
    elif not terminal:
        yield ProgressLines()
    else:
        board = Board()
        with Live(
            console=Console(stderr=True),
            get_renderable=board.draw,
            refresh_per_second=REFRESHES_A_SECOND,
            transient=True,
            redirect_stdout=False,
        ):
            yield board


class Board:
    """A listener that keeps the last snapshot of every stage and draws them as a table."""

    def __init__(self) -> None:
        self._stages: dict[str, Snapshot] = {}
        self._started = time.monotonic()

    def __call__(self, snapshot: Snapshot) -> None:
        """Remember the snapshot; the redrawing thread shows it."""
        self._stages[snapshot.stage] = snapshot

    def draw(self) -> Table:
        """Draw one line a stage, the last one turning, with the time so far."""
        seconds = time.monotonic() - self._started
        wheel = _WHEEL[int(seconds * REFRESHES_A_SECOND) % len(_WHEEL)]
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for name in ("", "stage"):
            table.add_column(name, no_wrap=True)
        for name in ("best", "at least", "rows", "candidates", "seconds"):
            table.add_column(name, justify="right", no_wrap=True)
        stages = list(self._stages.values())[-MOST_STAGES:] or [
            Snapshot("reading", 0, 0, None, None, 0.0)
        ]
        for stage in stages:
            current = stage is stages[-1]
            table.add_row(
                wheel if current else " ",
                Text(stage.stage),
                _figure(stage.best),
                _figure(stage.bound),
                _figure(stage.rows or None),
                _figure(stage.candidates or None),
                f"{seconds if current else stage.seconds:.1f}",
            )
        return table


def _figure(value: float | None) -> str:
    return "" if value is None else figure(value)
