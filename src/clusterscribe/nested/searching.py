"""Describe a tree of segments: split by split from coarse to fine, in one time for all.

levels -> hierarchy -> for each split: rows of the parent, children as clusters -> describe
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.figures import cut
from clusterscribe.clock import Clock
from clusterscribe.describing import describe_clusters
from clusterscribe.description import Description
from clusterscribe.engine.asking import is_table
from clusterscribe.errors import InfeasibleError, InputError, hint
from clusterscribe.nested.hierarchy import Branch, Hierarchy, Level, Path, hierarchy_of, in_words
from clusterscribe.nested.level_counts import tallied
from clusterscribe.nested.nested_description import NestedDescription
from clusterscribe.nested.remarks import Remarks
from clusterscribe.nested.segment import Segment
from clusterscribe.nested.split_labels import split_labels
from clusterscribe.nested.wishes_at import parameters_at, refuse_unknown_labels
from clusterscribe.parameters import LabelledTable, Parameters
from clusterscribe.progress import Listener, Snapshot
from clusterscribe.proof import StopReason
from clusterscribe.result import Result
from clusterscribe.table import Table, as_table, describing_columns, row_weights
from clusterscribe.table.labels import plain_label

LEAST_SECONDS = 0.001  # of a split: a limit must be above 0
LONGEST = 60  # characters of a path, where progress is told
START = 100  # rows' worth of time that every split needs, however small it is
IN_ENGINE = (
    "nested segments are described in memory, and X is a table of an engine; fetch it, or describe "
    "one level with `describe`"
)


def table_in_memory(X: object) -> Table:
    """Read a table once for all splits; refuse one that stays in an engine.

    A column is what it is in all rows: texts of which some are dates are no dates, even in a
    segment where all of them are. Of numbers alone, rows may be read as they are needed.
    """
    if is_table(X):
        raise InputError(IN_ENGINE)
    table = as_table(X)
    if isinstance(X, Table) or _holds_numbers(X):
        return table
    return Table(table.columns, table.rows, cache(table.read))


def _holds_numbers(X: object) -> bool:
    """Whether this is an array or a sparse matrix of numbers."""
    kind = getattr(getattr(X, "dtype", None), "kind", "")
    return hasattr(X, "shape") and kind in tuple("biuf")


def describe_levels(
    data: LabelledTable, levels: tuple[Level, ...], parameters: Parameters, listener: Listener
) -> NestedDescription:
    """Describe the segments that levels of labels make; `data` has no labels of its own."""
    given = table_in_memory(data.table)
    # once for all splits, with one remark
    described = describing_columns(given, data.features, data.exclude, data.missing)
    table = described.table
    weight = row_weights(data.weights, len(table))
    counted = np.arange(len(table)) if weight is None else np.flatnonzero(weight > 0)
    hierarchy = hierarchy_of(levels, counted, plain_label(data.noise_label))
    _refuse_nothing_to_tell(hierarchy, data, levels)
    refuse_unknown_labels(parameters, hierarchy)
    data = replace(data, table=table, weights=weight, features=described.columns, exclude=None)
    remarks = Remarks()
    with remarks.said():
        describing_columns(table, described.columns, missing=data.missing)
    search = _Splits(data, table, weight, hierarchy, parameters, listener, remarks)
    found, interrupted = search.run()
    nested = NestedDescription(
        levels=hierarchy.levels,
        columns=table.columns,
        root=_segment(hierarchy.root, found, weight, data),
        weighted=weight is not None,
        noise_label=hierarchy.noise_label,
        noise=None if hierarchy.noise_label is None else data.noise,
    )
    _say_what_is_open(nested, interrupted)
    return replace(nested, tallies=tallied(nested, table, hierarchy, weight))


@dataclass(frozen=True, slots=True, eq=False)
class _Splits:
    """Describes one split after the other until all are, or no time is left."""

    data: LabelledTable
    table: Table
    weight: NDArray[np.float64] | None
    hierarchy: Hierarchy
    parameters: Parameters
    listener: Listener
    remarks: Remarks

    def run(self) -> tuple[dict[Path, tuple[Description, Result]], bool]:
        """Return what was found by path, and whether the search was interrupted."""
        found: dict[Path, tuple[Description, Result]] = {}
        splits = [b for b in self.hierarchy.root.walk() if b.is_split(self.data.noise)]
        splits.sort(key=lambda branch: len(branch.path))  # the coarse ones are needed first
        clock = Clock(self.parameters.time_limit)
        left = [_work(split) for split in splits]
        interrupted = False
        try:
            for place, split in enumerate(splits):
                if clock.expired and found:
                    break
                share = left[place] / sum(left[place:])
                with self.remarks.at(split.path):
                    found[split.path] = self._describe(split, share, clock)
                if found[split.path][1].stop_reason == StopReason.INTERRUPTED:
                    raise KeyboardInterrupt
        except KeyboardInterrupt:
            if not found:
                raise
            interrupted = True
        self.remarks.say()
        return found, interrupted

    def _describe(self, split: Branch, share: float, clock: Clock) -> tuple[Description, Result]:
        """Describe a split in its share of the time that is left."""
        seconds = share * clock.remaining
        limit = max(seconds, LEAST_SECONDS) if math.isfinite(seconds) else None
        rows, began = split.rows, clock.elapsed
        is_whole = len(rows) == len(self.table)
        data = replace(
            self.data,
            table=self.table if is_whole else self.table.take(rows),
            labels=split_labels(split, self.hierarchy.noise_label),
            weights=None if self.weight is None else self.weight[rows],
        )
        asked = parameters_at(split, self.parameters, len(self.table), self.hierarchy.noise_label)
        name = in_words(split.path)

        def hear(snapshot: Snapshot) -> None:
            told = f"{cut(name, LONGEST)}: {snapshot.stage}"
            so_far = began + snapshot.seconds
            self.listener(replace(snapshot, stage=told, seconds=so_far, answer=None))

        try:
            return describe_clusters(data, replace(asked, time_limit=limit), hear)
        except InputError as error:
            if not split.path:
                raise
            raise _located(error, name) from error


def _located(error: InputError, name: str) -> InputError:
    """Return the same error with the name of the segment."""
    words = f"in the segment {name}: {error}"
    if isinstance(error, InfeasibleError):
        return InfeasibleError(words, error.fewest_errors, error.proved)
    return InputError(words)


def _work(split: Branch) -> float:
    """Return how much time a split needs beside others: more with rows and with children."""
    return (START + len(split.rows)) * len(split.children)


def _segment(
    branch: Branch,
    found: Mapping[Path, tuple[Description, Result]],
    weight: NDArray[np.float64] | None,
    data: LabelledTable,
) -> Segment:
    description, result = found.get(branch.path, (None, None))
    return Segment(
        path=branch.path,
        rows=len(branch.rows) if weight is None else math.fsum(weight[branch.rows]),
        children=tuple(_segment(child, found, weight, data) for child in branch.children),
        description=description,
        result=result,
        is_open=description is None and branch.is_split(data.noise),
    )


def _refuse_nothing_to_tell(
    hierarchy: Hierarchy, data: LabelledTable, levels: tuple[Level, ...]
) -> None:
    """Refuse a top level that divides nothing."""
    root = hierarchy.root
    if root.is_split(data.noise):
        return
    top = levels[0].name
    if not root.children:
        raise InputError(f"level {top!r} has no segment, every row is noise; one is needed")
    raise InputError(
        f"level {top!r} has only one segment, {root.labels[0]!r}, so that there is nothing to tell "
        "it from; leave that level out"
    )


def _say_what_is_open(nested: NestedDescription, interrupted: bool) -> None:
    missing, done = len(nested.open_splits), len(nested.splits)
    if interrupted:
        hint(
            f"interrupted: these are the best descriptions so far, of {done} of {done + missing} "
            "splits"
        )
    elif missing:
        hint(
            f"no time was left for {missing} of {done + missing} splits, whose segments are not "
            "described; allow more with time_limit (--time-limit)"
        )
