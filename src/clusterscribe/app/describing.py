"""From a table and choices to the report, the descriptions and the labelled table."""

from __future__ import annotations

import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import resource_tracker
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clusterscribe.app.choices import Choices
from clusterscribe.app.preparing import Prepared, prepare
from clusterscribe.app.task import DESCRIPTION, LABELLED, REPORT, Outcome, Task
from clusterscribe.charts.data.figures import counted
from clusterscribe.charts.data.stops import Described
from clusterscribe.description import Description
from clusterscribe.description.export.json import to_json
from clusterscribe.description.words import wording
from clusterscribe.description.words.contrasting import apart
from clusterscribe.description.words.naming import unlike
from clusterscribe.errors import DescriptionWarning
from clusterscribe.parameters import LabelledTable, check
from clusterscribe.progress import Listener, Snapshot
from clusterscribe.report.points import Points, with_asked
from clusterscribe.result import Result

if TYPE_CHECKING:
    import pyarrow as pa

    from clusterscribe.describing import Kept
    from clusterscribe.description.after.stability import Stability
    from clusterscribe.frontiers.frontier import Frontier

_HAS_MASKS = hasattr(signal, "pthread_sigmask")  # not on Windows


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Keep interrupts from a process that is started inside until it watches for them.

    Ctrl-C in a terminal goes to every process there, also to one that is still loading and
    would print a traceback.
    """
    if not _HAS_MASKS:
        yield
        return
    # it starts with the first process, and would unblock the signal
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Interrupts:
    """Interrupts that end a search, but never the work that follows it."""

    def __init__(self) -> None:
        self.asked = False
        self._raises = True

    def watch(self) -> None:
        """Handle SIGINT from now on, and one that was blocked before."""
        signal.signal(signal.SIGINT, lambda *_: self.interrupt())
        if _HAS_MASKS:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})

    def hold(self) -> None:
        """From now on only remember interrupts."""
        self._raises = False

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Let an interrupt end the search inside, which returns what it has found."""
        self._raises = True
        try:
            yield
        except KeyboardInterrupt:  # between the search and here
            pass
        finally:
            self._raises = False

    def interrupt(self) -> None:
        """Remember an interrupt, and raise it where that is allowed."""
        self.asked = True
        if self._raises:
            raise KeyboardInterrupt


@contextmanager
def collected() -> Iterator[list[str]]:
    """Collect the library's own warnings, each once, after other remarks in the list."""
    remarks: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", DescriptionWarning)
        yield remarks
        remarks += [str(warning.message) for warning in caught]
    remarks[:] = dict.fromkeys(remarks)


class Found(NamedTuple):
    """What the searches found; after an interrupt some of it is missing."""

    description: Description
    result: Result
    frontier: Frontier
    stability: Stability | None


def describe_table(
    whole: pa.Table, task: Task, choices: Choices, interrupts: Interrupts, tell: Listener
) -> Outcome:
    """Describe a table as chosen, and write report, descriptions and labelled table."""
    with collected() as remarks:
        tell(_stage("finding the clusters", len(whole)))
        prepared = prepare(whole, choices)
        remarks.extend(prepared.remarks)
        found = _search(prepared, choices, interrupts, tell)
        tell(_stage("writing the report", len(prepared.table)))
        points = _points(found)
        _write_report(task, choices, prepared, found)
        for place, point in enumerate(points.points):
            path = task.outputs / DESCRIPTION.format(place)
            path.write_text(to_json(point.description), encoding="utf-8")
        is_labelled = _write_labelled(task.outputs / LABELLED, whole, prepared, found.description)
    words = [_words(point) for point in points.points]
    clusters = list(map(str, prepared.clusters))
    asked = {"cluster": choices.cluster, "against": choices.against}
    return Outcome(words, points.chosen, remarks, is_labelled, clusters, **asked)


def _search(prepared: Prepared, choices: Choices, interrupts: Interrupts, tell: Listener) -> Found:
    """Find the description, its frontier and its stability.

    Until there is a description an interrupt ends everything; after that it ends the running
    search, and no other one is started.
    """
    from clusterscribe import api
    from clusterscribe.describing import describe_clusters
    from clusterscribe.description.export.made import record
    from clusterscribe.find_frontier import find_frontier, known_frontier

    table, labels, noise_label = prepared.read, prepared.labels, prepared.noise_label
    parameters = {**choices.parameters(), "noise_label": noise_label, "features": table.columns}
    data = _data(prepared, choices)
    asked = check(**choices.parameters())
    kept: list[Kept] = []
    tell(_stage("describing them", len(table)))
    description, result = describe_clusters(data, asked, tell, keep=kept.append)
    interrupts.hold()
    frontier = stability = None
    if not interrupts.asked:
        tell(_stage("frontier", len(table)))
        every_budget = replace(asked, max_errors=None, error_slack=0.0)
        listener = _named("frontier", tell)
        with interrupts.allowed():
            frontier = find_frontier(data, every_budget, listener, known=kept[0])
    if choices.samples and not interrupts.asked:
        samples = choices.samples
        with interrupts.allowed():
            stability = api.stability(
                table, labels, description, samples=samples, listener=tell, **parameters
            )
    if frontier is None:  # what was found on the way
        frontier = known_frontier(kept[0], asked).as_made(record(data, asked))
    return Found(description, result, frontier, stability)


def _stage(name: str, rows: int) -> Snapshot:
    """Return the snapshot of a stage without figures."""
    return Snapshot(name, rows, 0, None, None, 0.0)


def _named(search: str, tell: Listener) -> Listener:
    """Name the search with its stages, as two searches may have stages of the same name."""
    return lambda snapshot: tell(replace(snapshot, stage=f"{search}: {snapshot.stage}"))


def _points(found: Found) -> Points:
    """Return the points of the frontier, with the description that was asked for."""
    description, result, frontier, _ = found
    return with_asked(frontier, description, result, result.errors)


def _words(point: Described) -> str:
    """Describe a point as the report does."""
    result = point.result
    proved = "proved" if point.proved else "not proved"
    return f"{counted(result.errors, 'error')}, complexity {result.complexity}, {proved}"


def _write_report(task: Task, choices: Choices, prepared: Prepared, found: Found) -> None:
    from clusterscribe.describing import weights_of

    left_out = ", ".join(map(wording.name, choices.left_out))
    data = _data(prepared, choices)
    page = found.description.to_html(
        prepared.table,
        prepared.labels,
        sample_weight=weights_of(data, check(**choices.parameters())),
        result=found.result,
        frontier=found.frontier,
        stability=found.stability,
        title=_title(task.table.name, found.description),
        settings={
            "table": task.table.name,
            "clusters": prepared.how,
            "left out": left_out or "no column",
            **choices.parameters(),
        },
    )
    (task.outputs / REPORT).write_text(page, encoding="utf-8")


def _data(prepared: Prepared, choices: Choices) -> LabelledTable:
    """Return the rows; whoever leaves a column among those to use insists on it."""
    return LabelledTable(
        prepared.read,
        prepared.labels,
        features=prepared.read.columns,
        noise_label=prepared.noise_label,
        contrast=prepared.contrast(choices.cluster, choices.against),
    )


def _title(name: str, description: Description) -> str:
    if description.contrast is None:
        return f"What the clusters of {name} are"
    return f"What sets {apart(description.contrast)} in {name}"


def _write_labelled(
    path: Path, whole: pa.Table, prepared: Prepared, description: Description
) -> bool:
    """Write the whole table with what each row is described as, and with clusters found here.

    Rows that were left out have neither. A table with cells that a text file cannot hold is
    not written.
    """
    import pyarrow as pa
    from pyarrow import csv

    added = {"described_as": description.predict(prepared.table)}
    if prepared.is_clustered:
        added = {"cluster": prepared.labels, **added}
    table = whole
    for name, values in zip(unlike(added, whole.column_names), added.values(), strict=True):
        column = np.full(len(whole), None, dtype=object)
        column[prepared.rows] = [None if value is None else str(value) for value in values]
        table = table.append_column(name, pa.array(column, pa.string()))
    try:
        csv.write_csv(table, path)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError):
        path.unlink(missing_ok=True)
        return False
    return True
