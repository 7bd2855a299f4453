"""Progress on stderr: a small table that is redrawn in a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from clusterscribe.progress import Listener, ProgressLines, Snapshot, figure, of_limit, silent

REFRESHES_A_SECOND = 8
MOST_STAGES = 12  # lines, so that the table fits a small terminal
LEAST_STAGE = 28  # characters for the name of a stage; figures are dropped to make room
FIGURES = ("best", "at least", "rows", "candidates", "seconds")
MEANING = (
    "best: of the description found so far; at least: proved for every description; "
    "candidates: conditions to choose from"
)
IDLE = ("candidates", "rows")  # the figures to drop first in a narrow terminal
GAP = 2
_WHEEL = "-\\|/"


@contextmanager
def progress(wanted: bool | None, limit: float | None = None) -> Iterator[Listener]:
    """Show progress while the block runs; None means only if stderr is a terminal.

    `limit` is the time limit of all that runs in the block, in seconds.
    """
    terminal = sys.stderr.isatty()
    if wanted is False or (wanted is None and not terminal):
        yield silent
    elif not terminal:
        yield ProgressLines(limit=limit)
    else:
        board, console = Board(limit), Console(stderr=True)
        with Live(
            console=console,
            get_renderable=lambda: board.draw(console.width),
            refresh_per_second=REFRESHES_A_SECOND,
            transient=True,
            redirect_stdout=False,
        ):
            yield board


class Board:
    """A listener that keeps the last snapshot of every stage and draws them as a table."""

    def __init__(self, limit: float | None = None) -> None:
        self._limit, self._began = limit, time.monotonic()
        self._stages: dict[str, Snapshot] = {}
        self._waiting = Snapshot("reading", 0, 0, None, None, 0.0)
        self._heard = time.monotonic()

    def __call__(self, snapshot: Snapshot) -> None:
        """Remember the snapshot; the redrawing thread shows it."""
        # a detailed stage replaces the stage that it belongs to
        others = {
            name: earlier
            for name, earlier in self._stages.items()
            if not snapshot.stage.startswith(f"{name}: ")
        }
        # one assignment, as the redrawing thread may read at any moment
        self._stages, self._heard = {**others, snapshot.stage: snapshot}, time.monotonic()

    def forget(self) -> None:
        """Start again: the stages so far are finished."""
        self._waiting = replace(self._waiting, stage="")
        self._stages, self._heard = {}, time.monotonic()

    def draw(self, width: int) -> Table:
        """Draw one line per stage, the last with a spinner, and the time so far."""
        stages = list(self._stages.values())[-MOST_STAGES:] or [self._waiting]
        since = time.monotonic() - self._heard
        wheel = _WHEEL[int(since * REFRESHES_A_SECOND) % len(_WHEEL)]
        lines = [_figures(stage, since if stage is stages[-1] else 0.0) for stage in stages]
        longest = max(len(stage.stage) for stage in stages)
        shown, room = _fitting(lines, width, min(longest, LEAST_STAGE))
        table = Table(
            box=None,
            padding=(0, GAP, 0, 0),
            header_style="dim",
            caption=self._caption(),
            caption_justify="left",
        )
        table.add_column("", no_wrap=True)
        table.add_column("stage", no_wrap=True, overflow="ellipsis", max_width=room)
        for name in shown:
            table.add_column(name, justify="right", no_wrap=True)
        for stage, figures in zip(stages, lines, strict=True):
            sign = wheel if stage is stages[-1] else " "
            table.add_row(sign, Text(stage.stage), *(figures[name] for name in shown))
        return table

    def _caption(self) -> str:
        """Say how much of the time has passed, and what the figures are."""
        so_far = of_limit(time.monotonic() - self._began, self._limit)
        if not any(stage.best is not None for stage in self._stages.values()):
            return so_far
        return f"{so_far}; {MEANING}"


def _figures(stage: Snapshot, since: float) -> dict[str, str]:
    """Return the figures of a line by name; time passes between snapshots."""
    values = (stage.best, stage.bound, stage.rows or None, stage.candidates or None)
    words = ["" if value is None else figure(value) for value in values]
    return dict(zip(FIGURES, [*words, f"{stage.seconds + since:.1f}"], strict=True))


def _fitting(lines: list[dict[str, str]], width: int, least: int) -> tuple[list[str], int]:
    """Return the figures that fit a terminal, and the width left for the stage.

    Idle figures are dropped if the stage would get less than the least.
    """
    needed = {name: max(len(name), *(len(line[name]) for line in lines)) for name in FIGURES}
    for idle in IDLE:
        if _room(needed, width) >= least:
            break
        del needed[idle]
    return list(needed), max(1, _room(needed, width))


def _room(needed: dict[str, int], width: int) -> int:
    wheel = 1 + GAP
    return width - wheel - GAP - sum(figures + GAP for figures in needed.values())
