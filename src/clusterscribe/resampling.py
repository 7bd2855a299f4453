"""Would other rows have given the same description? Bootstrap samples of the rows say.

A sample draws as many rows as there are, with replacement. It is no copy of them: a row that was
drawn twice has twice its weight, and one that was not drawn has none.
"""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.as_made import AS_MADE
from clusterscribe.clock import Clock
from clusterscribe.describing import describe_clusters
from clusterscribe.description import Ball, Description, Polyhedron
from clusterscribe.description.after.stability import Recurring, Stability
from clusterscribe.description.core.judging import judge
from clusterscribe.description.core.region import polyhedra_of
from clusterscribe.description.export.made import asked_for, is_weighted
from clusterscribe.errors import DescriptionWarning, InfeasibleError, InputError, hint
from clusterscribe.parameters import ClassWeight, Label, LabelledTable, Parameters, whole_number
from clusterscribe.progress import Listener, Snapshot
from clusterscribe.proof import StopReason
from clusterscribe.result import Result
from clusterscribe.search.rows.subject import by_class, counted_rows
from clusterscribe.search.wishes.of_sample import for_sample, of_columns
from clusterscribe.search.wishes.right_rows import without_right_rows
from clusterscribe.table import (
    Distinct,
    Table,
    as_table,
    describing_columns,
    read_labels,
    row_weights,
)
from clusterscribe.table.contrasts import found_contrast

LEAST_SECONDS = 0.001  # of a sample: a limit must be above 0
UNWEIGHTED = (
    "the description was found on weighted rows, and samples of rows without weights may give "
    "others; pass sample_weight as it was"
)


def as_made(description: Description, table: Table, **given: object) -> dict[str, Any]:
    """Return what is given, and whatever is not as it was when the description was made.

    Columns that were left out then, such as that of the labels, may be missing now.
    """
    try:
        asked = asked_for(description.made)
    except InputError as problem:
        raise InputError(f"{problem}; give the parameters of the description instead") from None
    if asked.get("exclude") is not None:
        asked["exclude"] = [name for name in asked["exclude"] if name in table.positions]
    return asked | {name: value for name, value in given.items() if value is not AS_MADE}


def describe_samples(
    data: LabelledTable,
    description: Description,
    samples: object,
    parameters: Parameters,
    listener: Listener,
) -> Stability:
    """Describe bootstrap samples of the rows, and see what recurs of a description."""
    wanted = whole_number(samples)
    if wanted is None or wanted < 1:
        raise InputError(f"samples must be a whole number of at least 1, not {samples!r}")
    if data.noise_label is None:
        noise = description.noise or data.noise
        data = replace(data, noise_label=description.noise_label, noise=noise)
    if data.contrast is None:
        data = replace(data, contrast=description.contrast)
    data = without_right_rows(data, parameters)
    given = as_table(data.table, description.columns)
    # once for all samples; what there is to say of the columns was said when they were described
    described = describing_columns(
        given, data.features, data.exclude, data.missing, quiet=True, labels=data.labels
    )
    table = described.table
    data = replace(data, table=table, features=described.columns, exclude=None)
    if data.weights is None and is_weighted(description.made):
        hint(UNWEIGHTED)
    rows = _Rows.of(data, table, parameters.class_weight)
    # the weights of a sample are those of all rows, by class as well
    parameters = replace(parameters, class_weight=None)
    run = _Samples(rows, parameters, wanted, Clock(parameters.time_limit), listener)
    return run.against(description, np.random.default_rng(parameters.seed))


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """The rows that samples are drawn from."""

    data: LabelledTable
    table: Table
    labels: Distinct
    weight: NDArray[np.float64] | None
    eligible: NDArray[np.intp]  # those that count

    @classmethod
    def of(cls, data: LabelledTable, table: Table, class_weight: ClassWeight) -> _Rows:
        labels = read_labels(data.labels, len(table))
        weight = row_weights(data.weights, len(table))
        contrast = found_contrast(data.contrast, labels.values, data.noise_label)
        data = replace(data, labels=labels, contrast=contrast)
        clusters, counted = counted_rows(labels, weight, data.noise_label, data.noise, contrast)
        if class_weight is not None:
            weight = by_class(weight, labels, clusters, class_weight)
        return cls(data, table, labels, weight, np.flatnonzero(counted))

    def draw(self, random: np.random.Generator) -> NDArray[np.float64]:
        """Draw a sample: how much each row weighs in it."""
        size = len(self.eligible)
        drawn = np.zeros(len(self.table))
        drawn[self.eligible] = np.bincount(random.integers(size, size=size), minlength=size)
        return drawn if self.weight is None else drawn * self.weight

    def clusters(self, weight: NDArray[np.float64]) -> tuple[list[Label], bool]:
        """Return the labels of a sample, and whether there is noise to keep out."""
        values = self.labels.of_rows(weight > 0).values
        noise_label, contrast = self.data.noise_label, self.data.contrast
        if contrast is not None:  # rows of others are to be kept out, as noise is
            own = [value for value in values if value == contrast.cluster]
            return own, len(own) < len(values)
        labels = [v for v in values if noise_label is None or v != noise_label]
        return labels, len(labels) < len(values) and self.data.noise == "outside"


class _Samples:
    """Describes one sample after the other until there are enough, or no time is left."""

    def __init__(
        self, rows: _Rows, parameters: Parameters, wanted: int, clock: Clock, listener: Listener
    ) -> None:
        self._rows = rows
        self._parameters = parameters
        self._wanted = wanted
        self._clock = clock
        self._listener = listener
        self._cut_short = 0
        self._complexities: list[int] = []
        self._accuracies: list[float] = []

    def against(self, description: Description, random: np.random.Generator) -> Stability:
        """Compare all samples with the description."""
        _refuse_other_shapes(description)
        recurring = Recurring(description.parts, self._inside_each(description))
        interrupted = False
        try:
            while len(self._complexities) < self._wanted and not self._clock.expired:
                self._hear(Snapshot("", len(self._rows.table), 0, None, None, 0.0))
                self._add(self._describe(self._rows.draw(random)), recurring)
        except KeyboardInterrupt:
            interrupted = True
        done = len(self._complexities)
        if interrupted:
            hint(f"interrupted: {done} of {self._wanted} samples are described")
        return Stability(
            samples=done,
            clusters=recurring.clusters(),
            complexities=tuple(self._complexities),
            accuracies=tuple(self._accuracies),
            interrupted=done < self._wanted,
            cut_short=self._cut_short,
        )

    def _add(self, found: Description, recurring: Recurring) -> None:
        rows = self._rows
        accuracy = judge(found, rows.table, rows.labels, rows.weight).accuracy
        recurring.add(found, self._inside_each(found))
        self._complexities.append(found.complexity)
        self._accuracies.append(accuracy)

    def _inside_each(self, description: Description) -> NDArray[np.bool_]:
        """Return which rows of the table are inside each polyhedron."""
        polyhedra = [one for part in description.parts for one in polyhedra_of(part)]
        apart = tuple(replace(one, label=place) for place, one in enumerate(polyhedra))
        return Description(description.columns, apart).membership(self._rows.table)

    def _describe(self, weight: NDArray[np.float64]) -> Description:
        clusters, has_noise = self._rows.clusters(weight)
        if len(clusters) + has_noise < 2:
            # there is nothing that a single cluster must be told from
            parts = tuple(Polyhedron(label, ()) for label in clusters)
            data = self._rows.data
            noise = None if data.noise_label is None else data.noise
            return Description(
                self._rows.table.columns,
                parts,
                noise_label=data.noise_label,
                noise=noise,
                contrast=data.contrast,
            )
        found, result = self._described(weight)
        if result.stop_reason == StopReason.INTERRUPTED:
            raise KeyboardInterrupt
        self._cut_short += result.stop_reason == StopReason.TIME_LIMIT
        return found

    def _described(self, weight: NDArray[np.float64]) -> tuple[Description, Result]:
        share = self._clock.remaining / (self._wanted - len(self._complexities))
        limit = max(share, LEAST_SECONDS) if math.isfinite(share) else None
        with warnings.catch_warnings():
            # what they say of the rows was said when these were described
            warnings.simplefilter("ignore", DescriptionWarning)
            return self._within_wishes(weight, replace(self._parameters, time_limit=limit))

    def _within_wishes(
        self, weight: NDArray[np.float64], asked: Parameters
    ) -> tuple[Description, Result]:
        """Describe a sample with all wishes; where nothing keeps to them, with those on columns."""
        data, wished = replace(self._rows.data, weights=weight), asked.constraints
        if not wished:
            return describe_clusters(data, asked, self._hear)
        clusters, _ = self._rows.clusters(weight)
        here = replace(asked, constraints=for_sample(wished, clusters, weight > 0))
        try:
            return describe_clusters(data, here, self._hear)
        except InfeasibleError:
            fewer = replace(asked, constraints=of_columns(here.constraints))
            return describe_clusters(data, fewer, self._hear)

    def _hear(self, snapshot: Snapshot) -> None:
        """Pass on what is known of a sample, by its number."""
        stage = f"sample {len(self._complexities) + 1} of {self._wanted}"
        # nobody wants to read the description of a sample
        told = replace(snapshot, stage=stage, seconds=self._clock.elapsed, answer=None)
        self._listener(told)


def _refuse_other_shapes(description: Description) -> None:
    if any(isinstance(part, Ball) or not polyhedra_of(part) for part in description.parts):
        raise InputError(
            "samples are described by polyhedra, and the description has other shapes; give one "
            "that `describe` or PolyhedralDescriber found"
        )
