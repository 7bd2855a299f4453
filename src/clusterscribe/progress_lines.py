"""Progress in words: what is being done, how good the best answer is, and how far from the best.

    looking for the fewest wrong rows
    3,321 of 20,000 rows wrong so far (16.6 %); at least 2,406 cannot be avoided

The same words go to a terminal (`clusterscribe.cli.live`), to a log, and to `verbose=True`.
"""

from __future__ import annotations

import math
import sys
import time
from abc import ABC, abstractmethod
from typing import TextIO

from clusterscribe.description.words.wording import visible
from clusterscribe.progress import Measure, Snapshot, figure, proved_figure
from clusterscribe.proof import StopReason
from clusterscribe.stage_words import PART_OF, READING, ending, stage_of

WHOLE = 1e-6  # a bound this little above a whole number is that number
BRIEF = 0.1  # seconds; what took less is not worth a word in the account
RULING_OUT = "ruling out better ones"
NOTHING_PROVED = "nothing is proved yet"

SO_FAR: dict[Measure, str] = {
    "complexity": "length {best}",
    "sparsity": "{best} features",
    "objective": "cost {best}",
    "tags": "{best} tags",
}
AT_LEAST: dict[Measure, str] = {
    "errors": "at least {bound} cannot be avoided",
    "complexity": "nothing shorter than {bound} is this accurate",
    "sparsity": "fewer than {bound} are too few",
    "objective": "nothing below {bound} is this accurate",
    "tags": "fewer than {bound} are too few",
}
REACHED: dict[Measure, str] = {
    "errors": "fewer is impossible",
    "complexity": "nothing shorter is this accurate",
    "sparsity": "fewer are too few",
    "objective": "nothing below is this accurate",
    "tags": "fewer are too few",
}


def best_in_words(snapshot: Snapshot) -> str:
    """Say how good the best answer is: `3,321 of 20,000 rows wrong so far (16.6 %)`."""
    best, measure = snapshot.best, snapshot.measure
    if best is None or not measure or not stage_of(snapshot.stage).work.has_figures:
        return ""
    if measure == "errors" and best == snapshot.total:
        return "no description yet"  # but one that describes nothing
    so_far = "" if _is_reached(snapshot) else " so far"
    if measure == "errors":
        return _wrong(snapshot, best, so_far)
    return SO_FAR[measure].format(best=figure(best)) + so_far


def bound_in_words(snapshot: Snapshot) -> str:
    """Say how far the best answer can be from the best there is, as far as that is proved."""
    stage, measure = stage_of(snapshot.stage), snapshot.measure
    if snapshot.best is None or not measure or not stage.work.has_figures:
        return ""
    if measure == "errors" and snapshot.best in (0, snapshot.total):
        return ""  # none needs no proof, and all are nothing to compare with
    if snapshot.bound is None or snapshot.bound <= 0:
        return NOTHING_PROVED
    said = REACHED if _is_reached(snapshot) else AT_LEAST
    words = said[measure].format(bound=proved_figure(_bound(snapshot, snapshot.bound)))
    return f"{words} that way" if stage.simpler else words


def of_limit(seconds: float, limit: float | None) -> str:
    """Write the time so far, and the limit if there is one: `38 of 60 s`."""
    return f"{seconds:.0f} s" if limit is None else f"{seconds:.0f} of {limit:g} s"


def sentence(snapshot: Snapshot, limit: float | None = None, doing: str = "") -> str:
    """Say a snapshot in one line, for a log."""
    told = [of_limit(snapshot.seconds, limit), doing or stage_of(snapshot.stage).doing]
    figures = "; ".join(filter(None, (best_in_words(snapshot), bound_in_words(snapshot))))
    part_of = visible(stage_of(snapshot.stage).part_of)
    return PART_OF.join(visible(some) for some in (*told[:1], part_of, *told[1:], figures) if some)


def share(part: float, whole: float) -> str:
    """Write a share in percent with one decimal; only nothing is 0 %, and only all is 100 %."""
    percent = 100 * part / whole
    text = f"{percent:.1f}".removesuffix(".0")
    if text == "0" and part > 0:
        return "below 0.1 %"
    return "above 99.9 %" if text == "100" and part < whole else f"{text} %"


def _wrong(snapshot: Snapshot, best: float, so_far: str) -> str:
    what = "uncovered" if "uncovered" in snapshot.stage else "wrong"
    total = snapshot.total
    of_all = "" if not total else f" of {figure(total)}"
    portion = "" if not total else f" ({share(best, total)})"
    if snapshot.weighted:
        return f"{figure(best)}{of_all} by weight {what}{so_far}{portion}"
    if best == 0:
        return f"none{of_all} rows {what}"
    rows = "row" if best == 1 and not total else "rows"
    return f"{figure(best)}{of_all} {rows} {what}{so_far}{portion}"


def _bound(snapshot: Snapshot, bound: float) -> float:
    """Return the bound; where only whole numbers are possible, the next of them."""
    is_whole = snapshot.measure != "objective" and not (
        snapshot.measure == "errors" and snapshot.weighted
    )
    return math.ceil(bound - WHOLE) if is_whole else bound


def _is_reached(snapshot: Snapshot) -> bool:
    best, bound = snapshot.best, snapshot.bound
    return best is not None and bound is not None and _bound(snapshot, bound) >= best


class Account:
    """What is being done at the moment, and where the time has gone."""

    def __init__(self) -> None:
        self.began = self._heard = time.monotonic()
        self.last: Snapshot | None = None
        self._stage = stage_of(READING)
        self._is_proving = False
        self._waiting = 0.0  # since the answer got better, in the stage that is running
        self._spent: dict[str, float] = {}

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.began

    @property
    def doing(self) -> str:
        """What is being done: proving something where only the bound has moved."""
        return self._stage.proving if self._is_proving else self._stage.doing

    def hear(self, snapshot: Snapshot) -> None:
        """Note the time until a snapshot."""
        last, stage = self.last, stage_of(snapshot.stage)
        self._pass()
        if last is None or last.stage != snapshot.stage:
            self._close()
            self._is_proving = False
        elif last.best != snapshot.best:
            self._spend(self._stage.spent, self._waiting)
            self._waiting, self._is_proving = 0.0, False
        elif last.bound != snapshot.bound:
            self._is_proving = True
        self._stage, self.last = stage, snapshot

    def restart(self) -> None:
        """Begin to count the time again, for another search; the account goes on."""
        self._pass()
        self._close()
        self.last, self._stage, self._is_proving = None, stage_of(READING), False
        self.began = self._heard

    def spent(self) -> dict[str, float]:
        """Return the seconds until now, by what they were spent on."""
        self._pass()
        self._close()
        return dict(self._spent)

    def total(self) -> str:
        """Say where the time went: `41 s: 12 s fewest wrong rows, 4 s frontier`."""
        spent = self.spent()
        parts = [f"{brief(sec)} {what}" for what, sec in spent.items() if sec >= BRIEF]
        whole = brief(sum(spent.values()))
        return f"{whole}: {', '.join(parts)}" if len(parts) > 1 else whole

    def _pass(self) -> None:
        now = time.monotonic()
        self._waiting += now - self._heard
        self._heard = now

    def _close(self) -> None:
        """End a stage: the time after its last better answer went into ruling out others."""
        stage = self._stage
        is_of_proofs = bool(stage.work.proving) and stage.spent == stage.work.spent
        self._spend(RULING_OUT if is_of_proofs else stage.spent, self._waiting)
        self._waiting = 0.0

    def _spend(self, what: str, seconds: float) -> None:
        self._spent[what] = self._spent.get(what, 0.0) + seconds


def brief(seconds: float) -> str:
    """Write a time for people: `0.4 s`, `41 s`, `3 min 20 s`."""
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


class Teller(ABC):
    """A listener that tells people of progress, and at the end where the time went."""

    @abstractmethod
    def __call__(self, snapshot: Snapshot) -> None:
        """Hear of progress."""

    @abstractmethod
    def end(self, reason: str = "") -> None:
        """Say where the time went, and why the search ended."""


class Unheard(Teller):
    """Tells nobody."""

    def __call__(self, snapshot: Snapshot) -> None:
        """Forget the snapshot."""

    def end(self, reason: str = "") -> None:
        """Say nothing."""


class ProgressLines(Teller):
    """A listener that writes a line when there is news, at most one every `interval` seconds.

    Another kind of stage is always news; after that only a better answer, a better bound, or
    another stage of the same kind.
    """

    def __init__(
        self, stream: TextIO | None = None, interval: float = 1.0, limit: float | None = None
    ) -> None:
        self._limit = limit  # of the whole call, in seconds
        self._stream = stream
        self._interval = interval
        self._written: Snapshot | None = None
        self.account = Account()

    def __call__(self, snapshot: Snapshot) -> None:
        """Write the snapshot if it is news."""
        self.account.hear(snapshot)
        if self._is_news(snapshot):
            self._written = snapshot
            self._write(sentence(snapshot, self._limit, self.account.doing))

    def end(self, reason: str = "") -> None:
        """Write where the time went."""
        self._write(last_line(self.account, reason))

    def _write(self, line: str) -> None:
        stream = self._stream if self._stream is not None else sys.stderr
        stream.write(f"clusterscribe: {line}\n")
        stream.flush()

    def _is_news(self, snapshot: Snapshot) -> bool:
        last = self._written
        if last is None or _kind(last) != _kind(snapshot):
            return True
        if snapshot.seconds - last.seconds < self._interval:
            return False
        before, now = ((one.stage, one.best, one.bound) for one in (last, snapshot))
        return before != now


def ended(*, interrupted: bool) -> StopReason:
    """Return why a series of searches ended, each of which may have its own reason."""
    return StopReason.INTERRUPTED if interrupted else StopReason.UNKNOWN


def last_line(account: Account, reason: str) -> str:
    """Say where the time went and why the search ended."""
    return "; ".join(filter(None, (f"took {account.total()}", ending(reason))))


def _kind(snapshot: Snapshot) -> tuple[str, str, str]:
    """Return what stages of one kind share, whatever figures are in their names."""
    stage = stage_of(snapshot.stage)
    return stage.part_of, stage.work.doing, stage.simpler
