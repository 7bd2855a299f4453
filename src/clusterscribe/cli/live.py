"""Progress on stderr: two lines that are redrawn in a terminal, plain lines elsewhere."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.live import Live
from rich.text import Text

from clusterscribe.cli.console import one_line, say
from clusterscribe.progress import Snapshot
from clusterscribe.progress_lines import (
    Account,
    ProgressLines,
    Teller,
    Unheard,
    best_in_words,
    bound_in_words,
    last_line,
    of_limit,
)
from clusterscribe.stage_words import PART_OF, stage_of

TICK = 0.125  # seconds; more often nobody reads
PATIENCE = 0.5  # seconds in which nothing is drawn, so that a fast search does not flash
SHORTEST = 20  # columns; in less nothing can be said
_WHEEL = "-\\|/"
_DUMB = ("dumb", "unknown")  # terminals that cannot go back to a line


@contextmanager
def progress(wanted: bool | None, limit: float | None = None) -> Iterator[Teller]:
    """Show progress while the block runs; None means only if stderr is a terminal.

    `limit` is the time limit of all that runs in the block, in seconds.
    """
    terminal = sys.stderr.isatty()
    if wanted is False or (wanted is None and not terminal):
        yield Unheard()
    elif not terminal or os.environ.get("TERM", "").lower() in _DUMB:
        yield ProgressLines(limit=limit)
    else:
        with Board(limit).drawn() as board:
            yield board


class Board(Teller):
    """A listener that draws what is being done and the best so far, until its block ends."""

    def __init__(self, limit: float | None = None) -> None:
        self._limit = limit
        self._account = Account()
        self._closing = ""  # the last line, once there is one
        self._was_seen = False
        self._ended = threading.Event()

    def __call__(self, snapshot: Snapshot) -> None:
        """Remember the snapshot; the redrawing thread shows it."""
        self._account.hear(snapshot)

    def end(self, reason: str = "") -> None:
        """Say where the time went, unless it was so little that nothing was drawn."""
        if self._was_seen:
            self._closing = last_line(self._account, reason)

    def forget(self) -> None:
        """Start again: the search so far is finished, and another has all the time."""
        self._account.restart()

    @contextmanager
    def drawn(self) -> Iterator[Board]:
        """Draw while the block runs, and remove all of it at the end, whatever ends it."""
        console = Console(stderr=True, highlight=False)
        live = Live(console=console, auto_refresh=False, transient=True, redirect_stdout=False)
        thread = threading.Thread(target=self._redraw, args=(live, console), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._ended.set()
            thread.join()
            live.stop()  # shows the cursor again
        if self._closing:
            say(self._closing)

    def lines(self, width: int) -> list[str]:
        """Return what there is to see at the moment, in lines that fit."""
        width = max(SHORTEST, width - 1)  # in the last column some terminals begin a line
        account, last = self._account, self._account.last
        wheel = _WHEEL[int(account.elapsed / TICK / 2) % len(_WHEEL)]
        clock = of_limit(account.elapsed, self._limit)
        part_of = "" if last is None else stage_of(last.stage).part_of
        told = PART_OF.join(filter(None, (part_of, account.doing)))
        head = f"{wheel} {told[:1].upper() + told[1:] if not part_of else told}"
        room = width - cell_len(clock) - 2
        lines = [f"{_cut(one_line(head), room)}  {clock}"]
        if last is not None:
            pieces = [some for some in (best_in_words(last), bound_in_words(last)) if some]
            whole = "; ".join(pieces)
            fits = cell_len(whole) + 2 <= width
            lines += [_cut(f"  {some}", width).rstrip() for some in ([whole] if fits else pieces)]
        return [line for line in lines if line.strip()]

    def _redraw(self, live: Live, console: Console) -> None:
        """Draw whenever there is something else to see, and never twice the same."""
        shown: list[str] = []
        if self._ended.wait(PATIENCE):
            return
        self._was_seen = True
        with suppress(OSError):  # the terminal may be gone
            live.start()
            while not self._ended.is_set():
                lines = self.lines(console.width)
                if lines != shown:
                    shown = lines
                    live.update(_styled(lines), refresh=True)
                self._ended.wait(TICK)


def _styled(lines: list[str]) -> Text:
    """Return lines as they are drawn: what is being done is what people look for."""
    text = Text("\n".join(lines), no_wrap=True, overflow="crop")
    text.stylize("bold", 0, len(lines[0]))
    return text


def _cut(text: str, room: int) -> str:
    """Return a text in exactly so many columns, with an ellipsis where something is missing."""
    if cell_len(text) <= room:
        return set_cell_size(text, room)
    return set_cell_size(text, room - 3).rstrip() + "..."
