"""Would other rows have given the same description? Bootstrap samples of the rows say.

A sample draws as many rows as there are, with replacement. It is no copy of them: a row that was
drawn twice has twice its weight, and one that was not drawn has none.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.description import Description, Label, Noise, Polyhedron
from clusterscribe.description.after.recurring import Recurring
from clusterscribe.description.after.stability import Stability
from clusterscribe.errors import DescriptionWarning, InfeasibleError, InputError, hint
from clusterscribe.parameters import check, whole_number
from clusterscribe.progress import Listener, Snapshot, silent
from clusterscribe.proof import StopReason
from clusterscribe.result import Result
from clusterscribe.search.describing import describe
from clusterscribe.search.rows.subject import counted_rows
from clusterscribe.table import Distinct, Table, as_table, read_labels, row_weights

LEAST_SECONDS = 0.001  # of a sample: a limit must be above 0


def stability(
    X: object,
    labels: object,
    description: Description,
    *,
    samples: int = 20,
    objective: str | tuple[float, float] = "complexity",
    max_terms: int = 1,
    max_coefficient: int = 1,
    max_errors: int | float | None = None,
    error_slack: float = 0.05,
    placement: str = "round",
    scale: str = "minmax",
    time_limit: float | None = 60.0,
    n_jobs: int | None = None,
    random_state: object = None,
    noise_label: Label = None,
    noise: Noise = "outside",
    sample_weight: object = None,
    features: Iterable[str] | None = None,
    exclude: Iterable[str] | None = None,
    listener: Listener | None = None,
) -> Stability:
    """Describe bootstrap samples of the rows, and see what recurs of a description.

    Give the rows that were described and the parameters of that call; without `noise_label`,
    noise is what it is in the description. `time_limit` is for all samples together, and what is
    left of it is split evenly among those to come. A sample that cannot keep to `max_errors` (a
    row may be drawn twice) gets the fewest errors that it needs. Ctrl-C and the limit return
    the samples so far.
    """
    wanted = whole_number(samples)
    if wanted is None or wanted < 1:
        raise InputError(f"samples must be a whole number of at least 1, not {samples!r}")
    parameters = check(time_limit=time_limit, random_state=random_state)
    if noise_label is None:
        noise_label, noise = description.noise_label, description.noise or noise
    data = _Rows.of(as_table(X, description.columns), labels, sample_weight, noise_label, noise)
    asked = {
        "objective": objective,
        "max_terms": max_terms,
        "max_coefficient": max_coefficient,
        "max_errors": max_errors,
        "error_slack": error_slack,
        "placement": placement,
        "scale": scale,
        "n_jobs": n_jobs,
        "random_state": parameters.seed,
        "features": None if features is None else list(features),
        "exclude": None if exclude is None else list(exclude),
    }
    clock = Clock(parameters.time_limit)
    samples_of = _Samples(data, asked, wanted, clock, listener or silent)
    return samples_of.against(description, np.random.default_rng(parameters.seed))


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """The rows that samples are drawn from."""

    table: Table
    labels: Distinct
    weight: NDArray[np.float64] | None
    eligible: NDArray[np.intp]  # those that count
    noise_label: Label
    noise: Noise

    @classmethod
    def of(
        cls, table: Table, labels: object, weight: object, noise_label: Label, noise: Noise
    ) -> _Rows:
        found = read_labels(labels, len(table))
        weights = row_weights(weight, len(table))
        _, counted = counted_rows(found, weights, noise_label, noise)
        return cls(table, found, weights, np.flatnonzero(counted), noise_label, noise)

    def draw(self, random: np.random.Generator) -> NDArray[np.float64]:
        """Draw a sample: how much each row weighs in it."""
        size = len(self.eligible)
        drawn = np.zeros(len(self.table))
        drawn[self.eligible] = np.bincount(random.integers(size, size=size), minlength=size)
        return drawn if self.weight is None else drawn * self.weight

    def clusters(self, weight: NDArray[np.float64]) -> tuple[list[Label], bool]:
        """Return the labels of a sample, and whether there is noise to keep out."""
        values = self.labels.of_rows(weight > 0).values
        labels = [v for v in values if self.noise_label is None or v != self.noise_label]
        return labels, len(labels) < len(values) and self.noise == "outside"


class _Samples:
    """Describes one sample after the other until there are enough, or no time is left."""

    def __init__(
        self, rows: _Rows, asked: Mapping[str, Any], wanted: int, clock: Clock, listener: Listener
    ) -> None:
        self._rows = rows
        self._asked = asked
        self._wanted = wanted
        self._clock = clock
        self._listener = listener
        self._cut_short = 0
        self._complexities: list[int] = []
        self._accuracies: list[float] = []

    def against(self, description: Description, random: np.random.Generator) -> Stability:
        """Hold all samples against the description."""
        polyhedra = _polyhedra(description)
        recurring = Recurring(polyhedra, description.membership(self._rows.table))
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
        accuracy = found.accuracy(rows.table, rows.labels, rows.weight)
        recurring.add(found, found.membership(rows.table))
        self._complexities.append(found.complexity)
        self._accuracies.append(accuracy)

    def _describe(self, weight: NDArray[np.float64]) -> Description:
        clusters, has_noise = self._rows.clusters(weight)
        if len(clusters) + has_noise < 2:
            # there is nothing that a single cluster must be told from
            parts = tuple(Polyhedron(label, ()) for label in clusters)
            noise = None if self._rows.noise_label is None else self._rows.noise
            return Description(
                self._rows.table.columns, parts, noise_label=self._rows.noise_label, noise=noise
            )
        try:
            found, result = self._described(weight, self._asked)
        except InfeasibleError as failure:
            fewest = {**self._asked, "max_errors": math.ceil(failure.fewest_errors)}
            found, result = self._described(weight, fewest)
        if result.stop_reason == StopReason.INTERRUPTED:
            raise KeyboardInterrupt
        self._cut_short += result.stop_reason == StopReason.TIME_LIMIT
        return found

    def _described(
        self, weight: NDArray[np.float64], asked: Mapping[str, Any]
    ) -> tuple[Description, Result]:
        rows, remaining = self._rows, self._clock.remaining
        share = remaining / (self._wanted - len(self._complexities))
        with warnings.catch_warnings():
            # what they say of the rows was said when these were described
            warnings.simplefilter("ignore", DescriptionWarning)
            return describe(
                rows.table,
                rows.labels,
                sample_weight=weight,
                noise_label=rows.noise_label,
                noise=rows.noise,
                time_limit=max(share, LEAST_SECONDS) if math.isfinite(share) else None,
                listener=self._hear,
                **asked,
            )

    def _hear(self, snapshot: Snapshot) -> None:
        """Pass on what is known of a sample, by its number."""
        stage = f"sample {len(self._complexities) + 1} of {self._wanted}"
        self._listener(replace(snapshot, stage=stage, seconds=self._clock.elapsed))


def _polyhedra(description: Description) -> tuple[Polyhedron, ...]:
    polyhedra = tuple(part for part in description.parts if isinstance(part, Polyhedron))
    if len(polyhedra) < len(description.parts):
        raise InputError(
            "samples are described by one polyhedron a cluster, and the description has other "
            "shapes; give one that `describe` or PolyhedralDescriber found"
        )
    return polyhedra
