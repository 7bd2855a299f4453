"""From a table and choices to everything that can be looked at and taken home."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from clusterscribe.app.choices import Choices
from clusterscribe.app.interrupts import Interrupts
from clusterscribe.app.orders import Order, Outcome, description_in, labelled_in, report_in
from clusterscribe.app.preparing import Prepared, prepare
from clusterscribe.app.remarks import collected
from clusterscribe.charts.data.curve import Described
from clusterscribe.description import Description
from clusterscribe.description.words import wording
from clusterscribe.description.words.names import unlike
from clusterscribe.progress import Listener, Snapshot
from clusterscribe.report.points import Points, with_asked
from clusterscribe.report.words import counted
from clusterscribe.result import Result

if TYPE_CHECKING:
    import pyarrow as pa

    from clusterscribe.description.after.stability import Stability
    from clusterscribe.frontiers.frontier import Frontier


@dataclass(frozen=True, slots=True)
class Found:
    """What the searches found; an interrupt may have kept some from beginning."""

    description: Description
    result: Result
    frontier: Frontier | None
    stability: Stability | None


def describe_table(
    whole: pa.Table, order: Order, choices: Choices, interrupts: Interrupts, tell: Listener
) -> Outcome:
    """Describe a table as chosen, and write report, descriptions and labelled table."""
    with collected() as remarks:
        tell(_stage("finding the clusters", len(whole)))
        prepared = prepare(whole, choices)
        remarks.extend(prepared.remarks)
        found = _search(prepared, choices, interrupts, tell)
        tell(_stage("writing the report", len(prepared.table)))
        points = _points(found)
        _write_report(order, choices, prepared, found)
        for place, point in enumerate(points.points):
            text = point.description.to_json()
            description_in(order.folder, place).write_text(text, encoding="utf-8")
        is_labelled = _write_labelled(order.folder, whole, prepared, found.description)
    return Outcome(
        points=tuple(map(_words, points.points)),
        chosen=points.chosen,
        remarks=tuple(remarks),
        is_labelled=is_labelled,
    )


def _search(prepared: Prepared, choices: Choices, interrupts: Interrupts, tell: Listener) -> Found:
    """Find the description, its frontier and how stable it is.

    Until there is a description an interrupt ends everything; from then on it ends the
    search that runs, and no further one is begun.
    """
    tell(_stage("describing them", len(prepared.table)))
    description, result = _describe(prepared, choices, tell)
    interrupts.hold()
    frontier = stability = None
    if not interrupts.asked:
        tell(_stage("frontier", len(prepared.table)))
        with interrupts.let_through():
            frontier = _frontier(prepared, choices, _named("frontier", tell))
    if choices.samples and not interrupts.asked:
        with interrupts.let_through():
            stability = _stability(prepared, description, choices, tell)
    return Found(description, result, frontier, stability)


def _stage(name: str, rows: int) -> Snapshot:
    """Return the news of a stage that has no figures."""
    return Snapshot(name, rows, 0, None, None, 0.0)


def _named(search: str, tell: Listener) -> Listener:
    """Say whose stages these are, as two searches may have stages of the same name."""
    return lambda snapshot: tell(replace(snapshot, stage=f"{search}: {snapshot.stage}"))


def _describe(
    prepared: Prepared, choices: Choices, listener: Listener
) -> tuple[Description, Result]:
    from clusterscribe.api import describe

    return describe(
        prepared.table,
        prepared.labels,
        noise_label=prepared.noise_label,
        listener=listener,
        **choices.parameters(),
    )


def _frontier(prepared: Prepared, choices: Choices, listener: Listener) -> Frontier:
    from clusterscribe.api import frontier

    parameters = choices.parameters()
    del parameters["max_errors"]  # every number of errors has its point
    return frontier(
        prepared.table,
        prepared.labels,
        noise_label=prepared.noise_label,
        listener=listener,
        **parameters,
    )


def _stability(
    prepared: Prepared, description: Description, choices: Choices, listener: Listener
) -> Stability:
    from clusterscribe.api import stability

    return stability(
        prepared.table,
        prepared.labels,
        description,
        samples=choices.samples,
        listener=listener,
        **choices.parameters(),
    )


def _points(found: Found) -> Points:
    """Return the points of the frontier with the description that was asked for among them."""
    from clusterscribe.frontiers.frontier import Frontier, Point

    description, result, frontier = found.description, found.result, found.frontier
    if frontier is None or not frontier.points:
        alone = Point(description, result, min(result.error_bound, result.errors))
        frontier = Frontier((alone,), "complexity")
    return with_asked(frontier, description, result, result.errors)


def _words(point: Described) -> str:
    """Say a point as the report does."""
    result = point.result
    proved = "proved" if point.proved else "not proved"
    return f"{counted(result.errors, 'error')}, complexity {result.complexity}, {proved}"


def _write_report(order: Order, choices: Choices, prepared: Prepared, found: Found) -> None:
    page = found.description.to_html(
        prepared.table,
        prepared.labels,
        result=found.result,
        frontier=found.frontier,
        stability=found.stability,
        title=f"What the clusters of {order.name} are",
        settings=_settings(order, choices, prepared),
    )
    report_in(order.folder).write_text(page, encoding="utf-8")


def _settings(order: Order, choices: Choices, prepared: Prepared) -> dict[str, object]:
    """Return what the report says of how it came about."""
    left_out = ", ".join(map(wording.name, choices.left_out))
    return {
        "table": order.name,
        "clusters": prepared.how,
        "left out": left_out or "no column",
        **choices.parameters(),
    }


def _write_labelled(
    folder: Path, whole: pa.Table, prepared: Prepared, description: Description
) -> bool:
    """Write the whole table with what each row is described as, and its cluster if that is new.

    Rows that were left out have neither. A table with cells that text cannot hold is not
    written.
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
        csv.write_csv(table, labelled_in(folder))
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError):
        labelled_in(folder).unlink(missing_ok=True)
        return False
    return True
