"""`PrototypeDescriber`: each cluster is what is near one of its rows.

PROTO of Carrizosa, Kurishchenko, Marin and Romero Morales, "Interpreting clusters via prototype
optimization", Omega 107 (2022): for each cluster a member row and a radius, all of them chosen
together so that as many rows as possible are inside the ball of their own cluster and of no
other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clusterscribe.baselines.baseline import (
    ERRORS,
    Achievement,
    SolverBaseline,
    check_count,
    outcome,
)
from clusterscribe.baselines.prototypes.candidate_balls import Choices
from clusterscribe.baselines.prototypes.prototype_search import PrototypeSearch
from clusterscribe.baselines.prototypes.radii import Prototype, placed
from clusterscribe.baselines.prototypes.sample import Sample, take_sample
from clusterscribe.baselines.prototypes.space import Space, space_of
from clusterscribe.clock import Clock
from clusterscribe.description import Description
from clusterscribe.errors import InputError, hint
from clusterscribe.progress import Listener
from clusterscribe.proof import StopReason
from clusterscribe.result import Result
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.table.shape import quoted


@dataclass(kw_only=True, eq=False, repr=False)
class PrototypeDescriber(SolverBaseline):
    """Describe each cluster by one of its rows and a radius: a row like it is in the cluster.

    Rows are compared by their Euclidean distance, with numbers scaled to their range and a
    column of zeros and ones for each level of a category. The errors, rows that are not inside
    the ball of their own cluster and of no other, are as few as possible, and proven so where
    every row was looked at.

    Parameters
    ----------
    max_candidates : int or None
        Most candidates for the prototype of each cluster, sampled from its rows. None shares
        1,500 candidates out among the clusters: small tables are not sampled.
    max_rows : int or None
        Most rows of each cluster on which errors are counted while choosing. None shares
        6,000 rows out. In the end all rows count, and radii are improved on them.
    time_limit : float or None
        Seconds for the whole call; the best answer so far is returned.
    n_jobs : int or None
        Threads of the solver; None or -1 leaves the choice to it.
    random_state : int, RandomState or None
        Seed of the samples and of the search. None is a fixed seed.
    verbose : bool
        Report progress on stderr.
    noise_label : object or None
        The label of rows that belong to no cluster, such as -1 from DBSCAN.
    noise : "outside" or "ignore"
        Noise rows must lie outside every ball, or do not count.
    features : iterable of str or None
        The columns to describe with; None is all of them.
    exclude : iterable of str or None
        Columns to leave out.

    Attributes
    ----------
    description_ : Description
        What was found, a `Ball` for each cluster.
    result_ : Result
        How it was found and what is proven. Where rows or candidates were sampled, nothing is
        proven about the whole table; `statistics` then has the errors on the sample and the
        bound on them, each sampled row standing for its share of its cluster.

    Examples
    --------
    >>> from clusterscribe import PrototypeDescriber
    >>> model = PrototypeDescriber().fit([[20], [25], [50], [60]], ["young", "young", "old", "old"])
    >>> model.predict([[22], [55], [99]]).tolist()
    ['young', 'old', None]

    """

    max_candidates: int | None = None
    max_rows: int | None = None

    def _describe(
        self, X: object, labels: object, sample_weight: object, listener: Listener
    ) -> tuple[Description, Result]:
        effort = self._effort(listener)
        max_candidates = check_count("max_candidates", self.max_candidates, none="the default")
        max_rows = check_count("max_rows", self.max_rows, none="the default")
        data = self._encoded(X, labels, sample_weight)
        _refuse_holes(data)
        space = space_of(data)
        sample = take_sample(data.boxes, max_candidates, max_rows, effort.seed)
        search = PrototypeSearch(
            _choices(space, sample),
            sample.weight,
            effort,
            unit=data.unit.amount(1) * sample.unit,
            complete=sample.complete,
        )
        try:
            search.run()
            balls, errors = placed(data, space, _prototypes(space, sample, search), effort.clock)
        except KeyboardInterrupt:
            hint("interrupted: this is the best description so far")
            search.stop_reason = StopReason.INTERRUPTED
            at_once = Clock(0)
            balls, errors = placed(data, space, _prototypes(space, sample, search), at_once)
        return outcome(data, balls, _achievement(data, sample, search, errors), effort.clock)


def _refuse_holes(data: Encoded) -> None:
    """Refuse missing numbers, from which nothing has a distance."""
    holes = [feature.column for feature in data.features if feature.is_hole]
    if holes:
        raise InputError(
            f"a distance needs every number and date, and some are missing in {quoted(holes)}; "
            "fill them, drop these rows, or exclude the columns"
        )


def _choices(space: Space, sample: Sample) -> list[Choices]:
    """List the balls that each cluster may have on the sample."""
    return [
        Choices.of(space.squares(sample.rows[candidates], sample.rows), sample.cluster == cluster)
        for cluster, candidates in enumerate(sample.candidates)
    ]


def _prototypes(space: Space, sample: Sample, search: PrototypeSearch) -> list[Prototype]:
    """Return the chosen rows, and the farthest distance of the sample that is inside."""
    prototypes = []
    for candidates, choices, ball in zip(
        sample.candidates, search.ascent.choices, search.balls, strict=True
    ):
        centre = sample.rows[candidates[[ball.candidate]]]
        last = sample.rows[choices.order[ball.candidate, [ball.end]]]
        prototypes.append(Prototype(int(centre[0]), float(space.squares(centre, last)[0, 0])))
    return prototypes


def _achievement(
    data: Encoded, sample: Sample, search: PrototypeSearch, errors: int
) -> Achievement:
    statistics: dict[str, Any] = {
        "rows": len(sample.rows),
        "candidates": sum(len(some) for some in sample.candidates),
        "sampled": not sample.complete,
    }
    if not sample.complete:
        statistics["sample_errors"] = search.errors * search.unit
        statistics["sample_bound"] = search.bound * search.unit
    bound = data.at_least(min(search.bound, errors)) if sample.complete else 0
    is_proved = bound >= data.amount(errors)
    return Achievement(
        ERRORS,
        bound=bound,
        error_bound=bound,
        stop_reason=StopReason.OPTIMAL if is_proved else search.stop_reason,
        statistics=statistics,
    )
