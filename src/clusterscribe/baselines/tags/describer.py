"""`TagDescriber`: each cluster is what has one of its tags.

DTDM of Davidson, Gourru and Ravi, "The cluster description problem: complexity results,
formulations and approximations", NeurIPS 2018: every row has a tag of its cluster, no tag belongs
to two clusters, and there are as few tags as possible.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from clusterscribe.baselines.effort import check_effort
from clusterscribe.baselines.outcome import Achievement, outcome
from clusterscribe.baselines.tags.budget import infeasible
from clusterscribe.baselines.tags.columns import tag_columns, tags_of
from clusterscribe.baselines.tags.tag_cover import TagAnswer, TagCover
from clusterscribe.baselines.tags.tagged_rows import Cover, TaggedRows
from clusterscribe.clock import Clock
from clusterscribe.description import (
    Description,
    HalfSpace,
    Label,
    Noise,
    Polyhedron,
    Region,
    Term,
    Union,
)
from clusterscribe.errors import hint
from clusterscribe.estimator import Describer
from clusterscribe.feature import Feature
from clusterscribe.parameters import LabelledTable, check_budget
from clusterscribe.problem.boxes import NOISE
from clusterscribe.progress import Listener
from clusterscribe.result import Result
from clusterscribe.search.rows.encode import Encoded, encode
from clusterscribe.search.rows.subject import counted_rows
from clusterscribe.table import as_table, read_labels, row_weights


class TagDescriber(Describer):
    """Describe each cluster by tags: every row has one of them, and no two clusters share any.

    A column of true and false (or of 0 and 1) is a tag, and so is each level of a category.
    Columns of other numbers and of dates are left out.

    Parameters
    ----------
    max_uncovered : int, float or None
        How many rows may have no tag of their cluster: a count, a share of the rows (0.0 to
        1.0), or None to find the fewest first. With 0, every row must have one.
    time_limit : float or None
        Seconds for the whole call; the best answer so far is returned.
    n_jobs : int or None
        Threads of the solver; None or -1 leaves the choice to it.
    random_state : int, RandomState or None
        Seed of the search. None is a fixed seed.
    verbose : bool
        Report progress on stderr.
    noise_label : object or None
        The label of rows that belong to no cluster, such as -1 from DBSCAN; they need no tag.
    noise : "outside" or "ignore"
        Noise rows that have a tag of a cluster are errors, or do not count.

    Attributes
    ----------
    description_ : Description
        What was found: for each cluster, that the sum of its tags is at least 1.
    result_ : Result
        How it was found and what is proven. The objective is the number of tags. Errors are
        counted as for every description: a row that has a tag of another cluster is one too.

    """

    def __init__(
        self,
        *,
        max_uncovered: int | float | None = None,
        time_limit: float | None = 60.0,
        n_jobs: int | None = None,
        random_state: object = None,
        verbose: bool = False,
        noise_label: Label = None,
        noise: Noise = "outside",
    ) -> None:
        self.max_uncovered = max_uncovered
        self.time_limit = time_limit
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.noise_label = noise_label
        self.noise = noise

    def _describe(
        self, X: object, labels: object, sample_weight: object, listener: Listener
    ) -> tuple[Description, Result]:
        effort = check_effort(self.time_limit, self.n_jobs, self.random_state)
        max_uncovered = check_budget("max_uncovered", self.max_uncovered)
        clock = Clock(effort.time_limit)
        table = as_table(X)
        counted = self._counted(labels, sample_weight, len(table))
        data = encode(
            LabelledTable(
                table,
                labels,
                features=tag_columns(table, counted).tags,
                weights=sample_weight,
                noise_label=self.noise_label,
                noise=self.noise,
            )
        )
        tags = tags_of(data.features)
        rows = _tagged_rows(data, tags)
        search = TagCover(
            rows,
            data.unit.budget(max_uncovered, int(rows.weight.sum())),
            clock,
            listener,
            seed=effort.seed,
            workers=effort.workers,
            unit=data.unit.amount(1),
        )
        try:
            search.run()
        except KeyboardInterrupt:
            hint("interrupted: this is the best description so far")
        answer = search.answer()
        if not answer.is_within_budget:
            raise infeasible(data, max_uncovered, answer)
        regions = _regions(data, tags, answer.cover)
        return outcome(data, regions, _achievement(data, answer), clock)

    def _counted(self, labels: object, sample_weight: object, rows: int) -> NDArray[np.bool_]:
        """Whether each row of the table counts, as `encode` has it."""
        found, weight = read_labels(labels, rows), row_weights(sample_weight, rows)
        _, counted = counted_rows(found, weight, self.noise_label, self.noise)
        return counted


def _tagged_rows(data: Encoded, tags: tuple[Feature, ...]) -> TaggedRows:
    """Return the rows of clusters and their tags; noise needs none, but should have none."""
    boxes = data.boxes
    is_noise = boxes.cluster == NOISE
    has = np.zeros((len(boxes), len(tags)), dtype=bool)
    for place, tag in enumerate(tags):
        has[:, place] = data.values[tag] == 1
    return TaggedRows(
        has[~is_noise],
        boxes.cluster[~is_noise],
        boxes.weight[~is_noise],
        boxes.clusters,
        noise=boxes.weight[is_noise] @ has[is_noise],
    )


def _regions(data: Encoded, tags: tuple[Feature, ...], cover: Cover) -> Iterator[Region]:
    for label, used in zip(data.clusters.labels, cover, strict=True):
        terms = tuple(Term(tags[place], -1) for place in np.flatnonzero(used).tolist())
        if terms:
            yield Polyhedron(label, (HalfSpace(terms, -1.0),))
        else:
            yield Union(label, ())


def _achievement(data: Encoded, answer: TagAnswer) -> Achievement:
    tags = int(answer.cover.sum())
    return Achievement(
        objective="tags",
        value=tags,
        bound=answer.bound,
        error_bound=data.at_least(answer.fewest_uncovered),
        stop_reason=answer.stop_reason,
        statistics={
            "tags": tags,
            "uncovered": data.amount(answer.uncovered),
            "fewest_uncovered": data.amount(answer.fewest_uncovered),
        },
    )
