"""From a table and choices to the report, the descriptions and the labelled table."""

from __future__ import annotations

import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import resource_tracker
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterscribe.app.choices import Choices
from clusterscribe.app.keeping import keeps
from clusterscribe.app.preparing import Prepared, prepare
from clusterscribe.app.so_far import Counter, Showing
from clusterscribe.app.task import (
    DESCRIPTION,
    FIRST,
    LABELLED,
    LEFT_OUT,
    MANY,
    NONE,
    PLACES,
    REPORT,
    Outcome,
    Task,
)
from clusterscribe.charts.data.figures import counted
from clusterscribe.charts.data.stops import Described, proved_of
from clusterscribe.description import Description
from clusterscribe.description.core import judge
from clusterscribe.description.export.json import to_json
from clusterscribe.description.words import wording
from clusterscribe.description.words.contrasting import apart
from clusterscribe.description.words.naming import unlike
from clusterscribe.errors import DescriptionWarning
from clusterscribe.parameters import LabelledTable, Parameters, check
from clusterscribe.progress import Listener, Snapshot
from clusterscribe.report.points import Points, with_asked
from clusterscribe.result import Result
from clusterscribe.table.labels import distinct_labels

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
    frontier: Frontier | None = None  # None: not yet
    stability: Stability | None = None


def nobody(_: Any) -> None:  # noqa: ANN401
    """Tell nobody."""


class News(NamedTuple):
    """Who hears of descriptions before the end."""

    show: Callable[[dict[str, Any]], None] = nobody  # the best so far, counted
    ready: Callable[[Outcome], None] = nobody  # a description with its report, before its frontier


@dataclass(frozen=True, slots=True)
class Work:
    """One table that is being described as chosen."""

    whole: pa.Table
    task: Task
    choices: Choices
    prepared: Prepared
    interrupts: Interrupts
    tell: Listener

    @property
    def data(self) -> LabelledTable:
        """The rows; whoever leaves a column among those to use insists on it."""
        return LabelledTable(
            self.prepared.read,
            self.prepared.labels,
            features=self.prepared.read.columns,
            noise_label=self.prepared.noise_label,
            contrast=self.prepared.contrast(self.choices.cluster, self.choices.against),
        )

    @property
    def asked(self) -> Parameters:
        """The parameters of the search."""
        return check(**self.choices.parameters())


def describe_table(
    whole: pa.Table,
    task: Task,
    choices: Choices,
    interrupts: Interrupts,
    tell: Listener,
    *,
    news: News = News(),  # noqa: B008  (it holds nothing)
) -> Outcome:
    """Describe a table as chosen, and write report, descriptions and labelled table.

    The description and its report are there first, and `news` hears of that; frontier and
    stability follow. Until there is a description an interrupt ends everything; after that it ends
    the running search, and no other one is started.
    """
    from clusterscribe.description.export.made import record
    from clusterscribe.find_frontier import known_frontier

    with collected() as remarks:
        tell(_stage("finding the clusters", len(whole)))
        prepared = prepare(whole, choices)
        remarks.extend(prepared.remarks)
        work = Work(whole, task, choices, prepared, interrupts, tell)
        found, kept = _description(work, news.show)
        is_labelled = _write_labelled(task.outputs / LABELLED, whole, prepared, found.description)
        _write_places(work, found.description)
    if not interrupts.asked:
        news.ready(_write(work, found, FIRST, remarks, is_labelled))
        with collected() as more:
            found = _with_frontier(work, found, kept)
        remarks = list(dict.fromkeys([*remarks, *more]))
    if found.frontier is None:  # what was found on the way
        frontier = known_frontier(kept, work.asked).as_made(record(work.data, work.asked))
        found = found._replace(frontier=frontier)
    return _write(work, found, "", remarks, is_labelled)


def _description(work: Work, show: Callable[[dict[str, Any]], None]) -> tuple[Found, Kept]:
    """Find the description, and show the best so far on the way."""
    from clusterscribe.describing import describe_clusters, weights_of

    data, asked, kept = work.data, work.asked, list[Any]()
    work.tell(_stage("describing them", len(data.table)))
    showing = Showing(
        Counter(data, weights_of(data, asked)), show, budget=_budget(work), least=asked.min_recall
    )

    start = _start(work)

    def tell(snapshot: Snapshot) -> None:
        work.tell(snapshot)
        showing.hear(snapshot)

    try:
        if start is not None:
            showing.show(start)
        description, result = describe_clusters(data, asked, tell, keep=kept.append, start=start)
    finally:
        showing.close()
    work.interrupts.hold()
    work.tell(_stage("writing the report", len(data.table)))
    return Found(description, result), kept[0]


def _start(work: Work) -> Description | None:
    """Return the description to begin with, if it keeps to what is asked for now.

    The search judges it once more, exactly.
    """
    path = work.task.start
    if path is None or not path.is_file():  # it may have been deleted meanwhile
        return None
    known = Description.from_json(path.read_text(encoding="utf-8"))
    columns = set(work.prepared.read.columns)
    if not {feature.column for feature in known.features} <= columns:
        return None
    is_same = known.contrast == work.data.contrast and keeps(known, work.choices, _budget(work))
    return replace(known, columns=work.prepared.read.columns) if is_same else None


def _budget(work: Work) -> float | None:
    """Return how many errors are allowed, where that was asked for."""
    most = work.choices.max_errors
    return most * len(work.prepared.table) if isinstance(most, float) else most


def _with_frontier(work: Work, found: Found, kept: Kept) -> Found:
    """Find the frontier and the stability of a description."""
    from clusterscribe import api
    from clusterscribe.find_frontier import find_frontier

    prepared, choices, tell = work.prepared, work.choices, work.tell
    rows = len(prepared.table)
    tell(_stage("frontier", rows))
    every_budget = replace(work.asked, max_errors=None, error_slack=0.0)
    with work.interrupts.allowed():
        listener = _named("frontier", tell)
        found = found._replace(
            frontier=find_frontier(work.data, every_budget, listener, known=kept)
        )
    if choices.samples and not work.interrupts.asked:
        parameters = {
            **choices.parameters(),
            "noise_label": prepared.noise_label,
            "features": prepared.read.columns,
        }
        with work.interrupts.allowed():
            stability = api.stability(
                prepared.read,
                prepared.labels,
                found.description,
                samples=choices.samples,
                listener=tell,
                **parameters,
            )
            found = found._replace(stability=stability)
    tell(_stage("writing the report", rows))
    return found


def _write(work: Work, found: Found, name: str, remarks: list[str], is_labelled: bool) -> Outcome:
    """Write the report and every description into a folder of that of the task."""
    folder, choices = work.task.outputs / name, work.choices
    folder.mkdir(mode=0o700, exist_ok=True)
    points = _points(found, work.asked.objective_name)
    _write_report(folder / REPORT, work, found)
    for place, point in enumerate(points.points):
        path = folder / DESCRIPTION.format(place)
        path.write_text(to_json(point.description), encoding="utf-8")
    return Outcome(
        [_words(point, points.objective) for point in points.points],
        points.chosen,
        list(remarks),
        is_labelled,
        list(map(str, work.prepared.clusters)),
        choices.cluster,
        choices.against,
        name,
    )


def _stage(name: str, rows: int) -> Snapshot:
    """Return the snapshot of a stage without figures."""
    return Snapshot(name, rows, 0, None, None, 0.0)


def _named(search: str, tell: Listener) -> Listener:
    """Name the search with its stages, as two searches may have stages of the same name."""
    return lambda snapshot: tell(replace(snapshot, stage=f"{search}: {snapshot.stage}"))


def _points(found: Found, objective: str) -> Points:
    """Return the points of the frontier, with the description that was asked for."""
    from clusterscribe.frontiers.frontier import Frontier

    frontier = found.frontier or Frontier((), objective)
    return with_asked(frontier, found.description, found.result, found.result.errors)


def _words(point: Described, objective: str) -> str:
    """Describe a point as the report does."""
    result = point.result
    proved = proved_of(point, objective)
    return f"{counted(result.errors, 'error')}, complexity {result.complexity}, {proved}"


def _write_report(path: Path, work: Work, found: Found) -> None:
    from clusterscribe.describing import weights_of

    left_out = ", ".join(map(wording.name, work.choices.left_out))
    name = work.task.table.name
    page = found.description.to_html(
        work.prepared.table,
        work.prepared.labels,
        sample_weight=weights_of(work.data, work.asked),
        result=found.result,
        frontier=found.frontier,
        stability=found.stability,
        title=_title(name, found.description),
        settings={
            "table": name,
            "clusters": work.prepared.how,
            **({} if work.prepared.is_clustered else {"labels": work.choices.label_column}),
            "left out": left_out or "no column",
            **work.choices.parameters(),
        },
    )
    path.write_text(page, encoding="utf-8")


def _write_places(work: Work, description: Description) -> None:
    """Write what every row is described as, for whoever compares two descriptions."""
    prepared = work.prepared
    judged = judge(description, prepared.table, distinct_labels(prepared.labels))
    homes = judged.inside.sum(axis=1)
    place = np.where(homes == 1, judged.inside.argmax(axis=1), np.where(homes, MANY, NONE))
    labels = {str(label): code for code, label in enumerate(prepared.clusters)}
    codes = np.array([labels[str(part.label)] for part in description.parts], dtype=np.int32)
    described = np.full(len(work.whole), LEFT_OUT, dtype=np.int32)
    described[prepared.rows] = np.where(place >= 0, codes[np.maximum(place, 0)], place)
    wrong = np.zeros(len(work.whole), dtype=bool)
    wrong[prepared.rows] = judged.counted & ~judged.correct
    np.savez_compressed(work.task.outputs / PLACES, described=described, wrong=wrong)


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
