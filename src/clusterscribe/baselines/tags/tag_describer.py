"""`TagDescriber`: each cluster is what has one of its tags.

DTDM of Davidson, Gourru and Ravi, "The cluster description problem: complexity results,
formulations and approximations", NeurIPS 2018: every row has a tag of its cluster, no tag belongs
to two clusters, and there are as few tags as possible.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from clusterscribe.baselines.baseline import Achievement, SolverBaseline, outcome
from clusterscribe.baselines.tags.tag_cover import TagCover
from clusterscribe.baselines.tags.tagged_rows import (
    Cover,
    TaggedRows,
    columns_with_tags,
    tags_of,
)
from clusterscribe.description import Description, HalfSpace, Polyhedron, Region, Term, Union
from clusterscribe.description.words import wording
from clusterscribe.errors import InfeasibleError, hint
from clusterscribe.feature import Feature
from clusterscribe.parameters import check_budget
from clusterscribe.progress import Listener
from clusterscribe.result import Result
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.rows.subject import counted_rows
from clusterscribe.table import as_table, describing_columns, read_labels, row_weights


@dataclass(kw_only=True, eq=False, repr=False)
class TagDescriber(SolverBaseline):
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
    features : iterable of str or None
        The columns to describe with; None is all of them.
    exclude : iterable of str or None
        Columns to leave out.

    Attributes
    ----------
    description_ : Description
        What was found: for each cluster, that the sum of its tags is at least 1.
    result_ : Result
        How it was found and what is proven. The objective is the number of tags. Errors are
        counted as for every description: a row that has a tag of another cluster is one too.

    Examples
    --------
    >>> from clusterscribe import TagDescriber
    >>> model = TagDescriber().fit([["cat"], ["cat"], ["dog"]], ["a", "a", "b"])
    >>> model.predict([["dog"]]).tolist()
    ['b']

    """

    max_uncovered: int | float | None = None

    def _describe(
        self, X: object, labels: object, sample_weight: object, listener: Listener
    ) -> tuple[Description, Result]:
        effort = self._effort(listener)
        max_uncovered = check_budget("max_uncovered", self.max_uncovered)
        data = self._encoded_tags(X, labels, sample_weight)
        tags = tags_of(data.features)
        rows = TaggedRows.of(data, tags)
        budget = data.unit.budget(max_uncovered, int(rows.weight.sum()))
        search = TagCover(rows, budget, effort, unit=data.unit.amount(1))
        try:
            search.run()
        except KeyboardInterrupt:
            hint("interrupted: this is the best description so far")
        if not search.is_within_budget:
            raise _infeasible(data, max_uncovered, search)
        regions = _regions(data, tags, search.cover)
        return outcome(data, regions, _achievement(data, search), effort.clock)

    def _encoded_tags(self, X: object, labels: object, sample_weight: object) -> Encoded:
        """Read the columns that hold tags in the rows that count."""
        # a tag may be on every row
        described = describing_columns(as_table(X), self.features, self.exclude, constants=True)
        table = described.table.only(described.columns)
        found, weight = read_labels(labels, len(table)), row_weights(sample_weight, len(table))
        _, counted = counted_rows(found, weight, self.noise_label, self.noise)
        tags = columns_with_tags(table, counted)
        return self._encoded(described.table, labels, sample_weight, tags)


def _regions(data: Encoded, tags: Sequence[Feature], cover: Cover) -> Iterator[Region]:
    for label, used in zip(data.clusters.labels, cover, strict=True):
        terms = tuple(Term(tags[place], -1) for place in np.flatnonzero(used).tolist())
        yield Polyhedron(label, (HalfSpace(terms, -1.0),)) if terms else Union(label, ())


def _achievement(data: Encoded, search: TagCover) -> Achievement:
    return Achievement(
        objective="tags",
        value=search.tags,
        bound=search.bound,
        error_bound=data.at_least(search.fewest_uncovered),
        stop_reason=search.stop_reason,
        statistics={
            "tags": search.tags,
            "uncovered": data.amount(search.uncovered),
            "fewest_uncovered": data.amount(search.fewest_uncovered),
        },
    )


def _infeasible(
    data: Encoded, max_uncovered: int | float | None, search: TagCover
) -> InfeasibleError:
    """Return the error for a budget that no tags meet, or none that were found in time."""
    fewest = data.at_most(search.uncovered)
    proved = search.fewest_uncovered >= search.uncovered and data.unit.is_exact
    asked, least = f"max_uncovered={max_uncovered}", wording.count(fewest, "row")
    if proved:
        message = f"{asked} cannot be met: at least {least} must stay uncovered"
    else:
        bound = wording.at_least(data.at_least(search.fewest_uncovered))
        message = (
            f"{asked} was not met before the end ({search.stop_reason}): the best tags found "
            f"leave {least} uncovered, and at least {bound} must stay so"
        )
    # an integer, as a float would be taken for a share of the rows
    enough = math.ceil(fewest)
    return InfeasibleError(f"{message}; allow max_uncovered={enough} or more", fewest, proved)
